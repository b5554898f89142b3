# mypy: ignore-errors
"""Upper bounds on the points that can still be scored, from the sets of parts alone; in Numba.

`small[u, l]` is the bound if the set u is used and the lowest layer is the small set l. `large[u, a]` is the
bound on the score below a next layer of four or more parts with an area of at least a, or -1 if there is no
such layer. Every set has a larger number than its subsets, so one pass from the largest number down fills both
tables.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = ["bound_below", "fill_bounds", "top_bounds"]


@compiled
def bound_below(used, layer, sets, tables):
    """Return an upper bound on the score of the layers under this layer.

    `used` contains all parts down to and including this layer.
    """
    best = np.int64(tables.large[used, sets.area[layer]])
    upper = tables.upper_index[layer]
    if upper >= 0:
        for k in range(tables.starts[upper], tables.starts[upper + 1]):
            lower = tables.carriers[k]
            number = tables.lowers[lower]
            if sets.size[used] + sets.size[number] > tables.cards:
                continue
            fits = True
            for part in tables.lower_parts[lower]:
                fits = fits and sets.digits[used, part] + sets.digits[number, part] <= sets.digits[-1, part]
            if fits:
                best = max(best, tables.small[used + number, lower])
    return best + sets.total_value[used] if best >= 0 else 0


@compiled
def fill_bounds(sets, tables):
    """Fill the tables `small` and `large`."""
    full = len(sets.size) - 1
    most = tables.large.shape[1] - 1
    digit = np.zeros(len(sets.weight), np.int64)
    for used in range(full, -1, -1):
        if sets.size[used] > tables.cards:
            continue
        # Enumerate the sets of four or more remaining parts by counting up the digits of a number.
        digit[:] = 0
        layer = 0
        while sets.size[used] + 4 <= tables.cards:
            value = 0
            while value < len(digit) and digit[value] == sets.digits[full - used, value]:
                layer -= digit[value] * sets.weight[value]
                digit[value] = 0
                value += 1
            if value == len(digit):
                break
            digit[value] += 1
            layer += sets.weight[value]
            if sets.size[layer] >= 4 and sets.size[used] + sets.size[layer] <= tables.cards:
                bound = bound_below(used + layer, layer, sets, tables)
                area = sets.area[layer]
                if bound > tables.large[used, area]:
                    tables.large[used, area] = bound
        for area in range(most - 1, -1, -1):
            if tables.large[used, area + 1] > tables.large[used, area]:
                tables.large[used, area] = tables.large[used, area + 1]
        for lower in range(len(tables.lowers)):
            layer = tables.lowers[lower]
            inside = True
            for part in tables.lower_parts[lower]:
                inside = inside and sets.digits[layer, part] <= sets.digits[used, part]
            if inside:
                tables.small[used, lower] = bound_below(used, layer, sets, tables)


@compiled
def top_bounds(sets, tables):
    """Return the upper bound for each set as a top layer; -1 for the empty set and sets that are too large."""
    bounds = np.full(len(sets.size), -1, np.int64)
    for number in range(1, len(bounds)):
        if sets.size[number] <= tables.cards:
            bounds[number] = bound_below(number, number, sets, tables)
    return bounds
