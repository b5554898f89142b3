# mypy: ignore-errors
"""Compute upper bounds on the points that can still be scored, from the sets of parts alone.

A *small set* has two or three parts; l is its index in `lowers`. `small[u, l]` is the bound if the set u is
used and the lowest layer is the small set l. `under[u, l]` is the bound on the score below a next layer that is
the small set l, or -1 if not all parts of l are left or u and l together have more parts than there are cards.
`large[u, a]` is the bound on the score below a next layer of four or more parts with an area of at least a, or
-1 if there is no such layer. Every set has a larger number than its subsets, so one pass from the largest
number down fills these tables.

With a target, facts about stacks of fewer parts make the bounds smaller. The layers that consist of the used
set u form a stack themselves; `most[n]` is a proved bound on the score of every stack of n parts.
`above_small[u, l]` is a bound on the score of this stack if the small set l carries its lowest layer, and
`above_large[u, a]` if its lowest layer has an area of at most a. A used set u with a lowest layer s is hopeless
if the bound on the score of the layers of u and the bound on the score of the layers below add up to less than
the target. It is also hopeless if nothing can lie on s although u has other parts, or if no layer can be put
under s although u has fewer parts than there are cards.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = ["HOPELESS", "bound_below", "fill_above", "fill_bounds", "top_bounds"]

HOPELESS = -10_000
"""The bound for a used set and a lowest layer that occur together in no stack that reaches the target."""


@compiled
def bound_below(used, layer, sets, tables):
    """Return an upper bound on the score of the layers under this layer, or HOPELESS.

    `used` contains all parts down to and including this layer.
    """
    best = np.int64(tables.large[used, sets.area[layer]])
    upper = tables.upper_index[layer]
    if upper >= 0:
        for k in range(tables.starts[upper], tables.starts[upper + 1]):
            best = max(best, np.int64(tables.under[used, tables.carriers[k]]))
    bound = best + sets.total_value[used] if best >= 0 else 0
    if tables.target == 0:
        return bound
    if best < 0 and sets.size[used] < tables.cards:
        return HOPELESS
    return bound if score_above(used, layer, sets, tables) + bound >= tables.target else HOPELESS


@compiled
def score_above(used, layer, sets, tables):
    """Return an upper bound on the score of the layers down to and including this layer, or HOPELESS."""
    above = used - layer
    if above == 0:
        return 0
    best = np.int64(-1)
    lower = tables.lower_index[layer]
    if lower >= 0:
        best = np.int64(tables.above_small[above, lower])
    elif sets.size[layer] >= 4:
        best = np.int64(tables.above_large[above, sets.area[layer]])
    return min(best + sets.total_value[above], tables.most[sets.size[used]]) if best >= 0 else HOPELESS


@compiled
def fill_above(sets, tables, above_small, above_large):
    """Fill `above_small` and `above_large`, using the bounds in `tables` on the scores of the layers below."""
    # The scores are computed here and not by `score_above`, because calls with many arrays are slow.
    size, area, total_value, digits, weight = sets.size, sets.area, sets.total_value, sets.digits, sets.weight
    lower_index, most, cards = tables.lower_index, tables.most, tables.cards
    digit = np.zeros(len(weight), np.int64)
    for used in range(1, len(size)):
        if size[used] > cards:
            continue
        digit[:] = 0
        layer = 0
        while True:
            value = 0
            while value < len(digit) and digit[value] == digits[used, value]:
                layer -= digit[value] * weight[value]
                digit[value] = 0
                value += 1
            if value == len(digit):
                break
            digit[value] += 1
            layer += weight[value]
            above = used - layer
            score = np.int64(0)
            if above > 0:
                if size[layer] < 2:
                    continue
                if size[layer] < 4:
                    score = np.int64(above_small[above, lower_index[layer]])
                else:
                    score = np.int64(above_large[above, area[layer]])
                if score < 0:
                    continue
                score = min(score + total_value[above], most[size[used]])
            if bound_below(used, layer, sets, tables) == HOPELESS:
                continue
            above_large[used, area[layer]] = max(above_large[used, area[layer]], score)
            upper = tables.upper_index[layer]
            if upper >= 0:
                for k in range(tables.starts[upper], tables.starts[upper + 1]):
                    lower = tables.carriers[k]
                    above_small[used, lower] = max(above_small[used, lower], score)
        for a in range(1, above_large.shape[1]):
            above_large[used, a] = max(above_large[used, a], above_large[used, a - 1])


@compiled
def fill_bounds(sets, tables):
    """Fill the tables `small`, `large` and `under`."""
    # The bounds in `large` are computed here and not by `bound_below`, because calls with many arrays are slow.
    size, area, total_value, digits, weight = sets.size, sets.area, sets.total_value, sets.digits, sets.weight
    upper_index, starts, carriers, cards = tables.upper_index, tables.starts, tables.carriers, tables.cards
    small, large, under, target = tables.small, tables.large, tables.under, tables.target
    above_large, most = tables.above_large, tables.most
    full = len(size) - 1
    most_area = large.shape[1] - 1
    digit = np.zeros(len(weight), np.int64)
    for used in range(full, -1, -1):
        if size[used] > cards:
            continue
        if target > 0 and used > 0 and above_large[used, most_area] < 0:
            continue  # In no stack that reaches the target do the upper layers have exactly these parts.
        # Enumerate the sets of four or more remaining parts by incrementing a mixed-radix number: each digit is
        # the number of parts of one value.
        digit[:] = 0
        layer = 0
        while size[used] + 4 <= cards:
            value = 0
            while value < len(digit) and digit[value] == digits[full - used, value]:
                layer -= digit[value] * weight[value]
                digit[value] = 0
                value += 1
            if value == len(digit):
                break
            digit[value] += 1
            layer += weight[value]
            both = used + layer
            if size[layer] < 4 or size[both] > cards:
                continue
            best = np.int64(large[both, area[layer]])
            upper = upper_index[layer]
            if upper >= 0:
                for k in range(starts[upper], starts[upper + 1]):
                    best = max(best, np.int64(under[both, carriers[k]]))
            bound = best + total_value[both] if best >= 0 else np.int64(0)
            if target > 0:
                score = np.int64(0)
                if used > 0:
                    score = np.int64(above_large[used, area[layer]])
                    if score < 0:
                        continue
                    score = min(score + total_value[used], most[size[both]])
                if score + bound < target or (best < 0 and size[both] < cards):
                    continue
            if bound > large[used, area[layer]]:
                large[used, area[layer]] = bound
        for a in range(most_area - 1, -1, -1):
            if large[used, a + 1] > large[used, a]:
                large[used, a] = large[used, a + 1]
        for lower in range(len(tables.lowers)):
            number = tables.lowers[lower]
            fits = size[used] + size[number] <= cards
            for part in tables.lower_parts[lower]:
                fits = fits and digits[used, part] + digits[number, part] <= digits[full, part]
            if fits:
                under[used, lower] = small[used + number, lower]
        for lower in range(len(tables.lowers)):
            number = tables.lowers[lower]
            inside = True
            for part in tables.lower_parts[lower]:
                inside = inside and digits[number, part] <= digits[used, part]
            if inside:
                small[used, lower] = bound_below(used, number, sets, tables)


@compiled
def top_bounds(sets, tables):
    """Return the upper bound for each set as a top layer; -1 for the empty set and sets that are too large."""
    bounds = np.full(len(sets.size), -1, np.int64)
    for number in range(1, len(bounds)):
        if sets.size[number] <= tables.cards:
            bounds[number] = bound_below(number, number, sets, tables)
    return bounds
