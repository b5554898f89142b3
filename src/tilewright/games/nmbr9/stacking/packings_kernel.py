# mypy: ignore-errors
# ruff: noqa: SIM110
"""What a layer can carry: every set of parts that, laid on it, hang together and are supported as the rules
ask."""

from __future__ import annotations

import numpy as np
from numba import njit

from tilewright.games.nmbr9.stacking.layers_kernel import SIDE, lay_out, lowest_bit

MOST_SPOTS = 4096
DEEPEST = 12


@njit(cache=True, nogil=True)
def mark_carried(layers, count, types, sets, catalogue, row_of, carried, counters):
    """Mark carried[row of the layer's set, set that it can carry] for every layer of the list.

    counters: the spots that were tried, the most spots of one layer, the packings.
    """
    ground, parts = np.zeros(SIDE + 8, np.int64), np.zeros((DEEPEST, 4), np.int64)
    tops = np.zeros(DEEPEST, np.int64)
    spots = np.zeros((MOST_SPOTS, 4), np.int64)
    spot_top, spot_of = np.zeros(MOST_SPOTS, np.int64), np.zeros(MOST_SPOTS, np.int64)
    chosen, taken = np.zeros(DEEPEST, np.int64), np.zeros((DEEPEST + 1, SIDE + 8), np.int64)
    joined = np.zeros(SIDE + 8, np.int64)
    for at in range(layers.shape[0]):
        layer = layers[at]
        lay_out(layer, count, catalogue, 0, 0, parts, tops, ground)
        height, lower = 0, 0
        for i in range(count):
            height = max(height, tops[i] + catalogue.heights[layer[i] >> 10])
            lower += sets.power[catalogue.values[layer[i] >> 10]]
        known = carried[row_of[lower]]
        many = find_spots(layer, count, types, catalogue, parts, tops, ground, height, spots, spot_top, spot_of)
        counters[0] += many
        counters[1] = max(counters[1], many)
        # All sets of disjoint spots, in the order of the list.
        depth, following, upper = 0, 0, 0
        while True:
            if following < many:
                spot = following
                following += 1
                value = catalogue.values[spot_of[spot]]
                if sets.digits[upper, value] == sets.digits[sets.whole, value]:
                    continue
                if overlaps(spots[spot], taken[depth], spot_top[spot]):
                    continue
                chosen[depth] = spot
                for q in range(height):
                    taken[depth + 1, q] = taken[depth, q]
                for q in range(4):
                    taken[depth + 1, spot_top[spot] + q] |= spots[spot, q]
                depth += 1
                upper += sets.power[value]
                counters[2] += 1
                if not known[upper] and hangs_together(taken[depth], height, joined):
                    known[upper] = True
            elif depth == 0:
                break
            else:
                depth -= 1
                following = chosen[depth] + 1
                upper -= sets.power[catalogue.values[spot_of[chosen[depth]]]]


@njit(cache=True, nogil=True)
def find_spots(layer, count, types, catalogue, parts, tops, ground, height, spots, spot_top, spot_of):
    """Every place on the layer where a single part would be supported as the rules ask."""
    many = 0
    for orientation in range(catalogue.values.shape[0]):
        for top in range(height - catalogue.heights[orientation] + 1):
            whole = -1
            for i in range(catalogue.sizes[orientation]):
                row = top + catalogue.cells[orientation, i, 0]
                whole &= ground[row] >> catalogue.cells[orientation, i, 1]
                if whole == 0:
                    break
            while whole:
                left = lowest_bit(whole)
                whole &= whole - 1
                for q in range(4):
                    spots[many, q] = catalogue.rows[orientation, q] << left
                spot_top[many], spot_of[many] = top, orientation
                if rests_on_two(spots[many], top, layer, count, types, catalogue, parts, tops):
                    many += 1
    return many


@njit(cache=True, nogil=True)
def rests_on_two(cells, top, layer, count, types, catalogue, parts, tops):
    first = -1
    for i in range(count):
        touched = False
        for q in range(4):
            row = top + q - tops[i]
            if 0 <= row < 4 and cells[q] & parts[i, row]:
                touched = True
        if touched:
            name = catalogue.values[layer[i] >> 10] if types else i
            if first >= 0 and name != first:
                return True
            first = name
    return False


@njit(cache=True, nogil=True)
def overlaps(cells, taken, top):
    for q in range(4):
        if cells[q] & taken[top + q]:
            return True
    return False


@njit(cache=True, nogil=True)
def hangs_together(cells, height, joined):
    first = -1
    for q in range(height):
        joined[q] = 0
        if cells[q] and first < 0:
            first = q
            joined[q] = cells[q] & -cells[q]
    changed = True
    while changed:
        changed = False
        for q in range(height):
            more = joined[q] | joined[q] << 1 | joined[q] >> 1
            if q > 0:
                more |= joined[q - 1]
            if q + 1 < height:
                more |= joined[q + 1]
            more &= cells[q]
            if more != joined[q]:
                joined[q] = more
                changed = True
    for q in range(height):
        if joined[q] != cells[q]:
            return False
    return True
