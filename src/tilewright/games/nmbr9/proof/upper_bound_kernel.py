# mypy: ignore-errors
"""The most that can still be scored, by sets of parts alone: which layer may lie under which.

`small[u, l]`: the parts used are the set u, the lowest layer is the set l of two or three parts; `large[u, a]`:
the same after a next layer of four or more parts whose area is at least a, or -1. Sets with more parts have
larger numbers, so one pass from the largest number down finds all.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["fill_hopes", "hope", "hopes_of_tops"]


@njit(cache=True, nogil=True)
def hope(used, layer, sets, tables):
    """What layers under this one may score, when `used` is everything from the top down to it."""
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
    return best + sets.worth[used] if best >= 0 else 0


@njit(cache=True, nogil=True)
def fill_hopes(sets, tables):
    full = len(sets.size) - 1
    most = tables.large.shape[1] - 1
    digit = np.zeros(len(sets.weight), np.int64)
    for used in range(full, -1, -1):
        if sets.size[used] > tables.cards:
            continue
        # Every set of four or more parts that are left, counted up like the digits of a number.
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
                worth = hope(used + layer, layer, sets, tables)
                area = sets.area[layer]
                if worth > tables.large[used, area]:
                    tables.large[used, area] = worth
        for area in range(most - 1, -1, -1):
            if tables.large[used, area + 1] > tables.large[used, area]:
                tables.large[used, area] = tables.large[used, area + 1]
        for lower in range(len(tables.lowers)):
            layer = tables.lowers[lower]
            inside = True
            for part in tables.lower_parts[lower]:
                inside = inside and sets.digits[layer, part] <= sets.digits[used, part]
            if inside:
                tables.small[used, lower] = hope(used, layer, sets, tables)


@njit(cache=True, nogil=True)
def hopes_of_tops(sets, tables):
    """The hope of each set as a top layer; -1 for the empty one and those of too many cards."""
    found = np.full(len(sets.size), -1, np.int64)
    for number in range(1, len(found)):
        if sets.size[number] <= tables.cards:
            found[number] = hope(number, number, sets, tables)
    return found
