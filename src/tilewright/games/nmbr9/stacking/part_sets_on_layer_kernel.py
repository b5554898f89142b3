# mypy: ignore-errors
# ruff: noqa: SIM110
"""Find every set of parts that can lie on a layer, connected and supported according to the rules."""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.stacking.canonical_layer_kernel import SIDE, draw_layer
from tilewright.geometry.word_bits_kernel import lowest_bit

MOST_POSITIONS = 4096
MOST_PARTS_ON_LAYER = 12


@compiled
def mark_supported(layers, count, types, sets, shapes, small_index, can_support, counters):
    """Set `can_support` to True for the sets of parts that can lie on the listed layers.

    The first index of `can_support` is the entry of the layer's set in `small_index`; the second index is the
    set that lies on the layer. The counters are the number of positions, the largest number of positions on one
    layer, and the number of packings, which are sets of disjoint positions.
    """
    occupied, parts = np.zeros(SIDE + 8, np.int64), np.zeros((MOST_PARTS_ON_LAYER, 4), np.int64)
    tops = np.zeros(MOST_PARTS_ON_LAYER, np.int64)
    positions = np.zeros((MOST_POSITIONS, 4), np.int64)
    position_top, position_shape = np.zeros(MOST_POSITIONS, np.int64), np.zeros(MOST_POSITIONS, np.int64)
    chosen = np.zeros(MOST_PARTS_ON_LAYER, np.int64)
    taken = np.zeros((MOST_PARTS_ON_LAYER + 1, SIDE + 8), np.int64)
    joined = np.zeros(SIDE + 8, np.int64)
    for index in range(layers.shape[0]):
        layer = layers[index]
        draw_layer(layer, count, shapes, 0, 0, parts, tops, occupied)
        height, lower = 0, 0
        for i in range(count):
            height = max(height, tops[i] + shapes.heights[layer[i] >> 10])
            lower += sets.power[shapes.values[layer[i] >> 10]]
        known = can_support[small_index[lower]]
        many = find_positions(
            layer, count, types, shapes, parts, tops, occupied, height, positions, position_top, position_shape
        )
        counters[0] += many
        counters[1] = max(counters[1], many)
        # Enumerate all sets of disjoint positions in list order.
        depth, following, upper = 0, 0, 0
        while True:
            if following < many:
                position = following
                following += 1
                value = shapes.values[position_shape[position]]
                if sets.digits[upper, value] == sets.digits[sets.full, value]:
                    continue
                if overlaps(positions[position], taken[depth], position_top[position]):
                    continue
                chosen[depth] = position
                for q in range(height):
                    taken[depth + 1, q] = taken[depth, q]
                for q in range(4):
                    taken[depth + 1, position_top[position] + q] |= positions[position, q]
                depth += 1
                upper += sets.power[value]
                counters[2] += 1
                if not known[upper] and is_connected(taken[depth], height, joined):
                    known[upper] = True
            elif depth == 0:
                break
            else:
                depth -= 1
                following = chosen[depth] + 1
                upper -= sets.power[shapes.values[position_shape[chosen[depth]]]]


@compiled
def find_positions(
    layer, count, types, shapes, parts, tops, occupied, height, positions, position_top, position_shape
):
    """Write every position where a single part would be supported; return the number of positions."""
    many = 0
    for orientation in range(shapes.values.shape[0]):
        for top in range(height - shapes.heights[orientation] + 1):
            whole = -1
            for i in range(shapes.sizes[orientation]):
                row = top + shapes.cells[orientation, i, 0]
                whole &= occupied[row] >> shapes.cells[orientation, i, 1]
                if whole == 0:
                    break
            while whole:
                left = lowest_bit(whole)
                whole &= whole - 1
                for q in range(4):
                    positions[many, q] = shapes.rows[orientation, q] << left
                position_top[many], position_shape[many] = top, orientation
                if rests_on_two(positions[many], top, layer, count, types, shapes, parts, tops):
                    many += 1
    return many


@compiled
def rests_on_two(cells, top, layer, count, types, shapes, parts, tops):
    """Return True if the cells lie on at least two parts (with `types`, of different numbers) of the layer."""
    first = -1
    for i in range(count):
        touched = False
        for q in range(4):
            row = top + q - tops[i]
            if 0 <= row < 4 and cells[q] & parts[i, row]:
                touched = True
        if touched:
            kind = shapes.values[layer[i] >> 10] if types else i
            if first >= 0 and kind != first:
                return True
            first = kind
    return False


@compiled
def overlaps(cells, taken, top):
    for q in range(4):
        if cells[q] & taken[top + q]:
            return True
    return False


@compiled
def is_connected(cells, height, joined):
    """Return True if the cells are connected edge to edge; `joined` is scratch space."""
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
