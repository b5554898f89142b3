# mypy: ignore-errors
"""Convert layers (the parts of one level) to a canonical form that is the same for every rotation.

A part of a layer is stored as one integer: its orientation in the upper bits, its row and its column in five
bits each. A layer is the sorted list of its parts, rotated and translated so that this list is as small as
possible.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.geometry.word_bits_kernel import lowest_bit

MOST_PARTS = 12
"""The maximum number of parts in a layer under which further layers are put."""
SIDE = 32
"""The number of board rows. In a stored layer, the row and the column of every part are below this number."""


@compiled
def write_canonical(orientation, row, column, count, shapes, canonical, work):
    """Write the canonical form of a layer into `canonical`; `work` is scratch space of four rows."""
    turned, top, left, trial = work[0], work[1], work[2], work[3]
    for i in range(count):
        turned[i], top[i], left[i] = orientation[i], row[i], column[i]
    for turn in range(4):
        if turn:
            for i in range(count):
                bottom = top[i] + shapes.heights[turned[i]] - 1
                turned[i], top[i], left[i] = shapes.next_turn[turned[i]], left[i], -bottom
        first_row, first_column = top[0], left[0]
        for i in range(1, count):
            first_row, first_column = min(first_row, top[i]), min(first_column, left[i])
        for i in range(count):
            part = turned[i] << 10 | (top[i] - first_row) << 5 | (left[i] - first_column)
            j = i
            while j > 0 and trial[j - 1] > part:
                trial[j] = trial[j - 1]
                j -= 1
            trial[j] = part
        smaller = turn == 0
        if turn:
            for i in range(count):
                if trial[i] != canonical[i]:
                    smaller = trial[i] < canonical[i]
                    break
        if smaller:
            for i in range(count):
                canonical[i] = trial[i]


@compiled
def draw_layer(layer, count, shapes, down, right, parts, tops, occupied):
    """Draw a layer on a board, moved by `down` rows and `right` columns.

    `parts` receives the four rows of each part as bits, `tops` the index of the board row where each part
    begins, and `occupied` all cells of the layer.
    """
    occupied[:] = 0
    for i in range(count):
        orientation = layer[i] >> 10
        tops[i] = (layer[i] >> 5 & 31) + down
        shift = (layer[i] & 31) + right
        for q in range(4):
            parts[i, q] = shapes.rows[orientation, q] << shift
            occupied[tops[i] + q] |= parts[i, q]


@compiled
def write_adjacent(occupied, adjacent):
    """Write the free cells that share an edge with an occupied cell."""
    last = occupied.shape[0] - 1
    for q in range(last + 1):
        cells = occupied[q] << 1 | occupied[q] >> 1
        if q > 0:
            cells |= occupied[q - 1]
        if q < last:
            cells |= occupied[q + 1]
        adjacent[q] = cells & ~occupied[q]


@compiled
def overlap_columns(orientation, row, occupied, shapes):
    """Return, as a bit mask, the left columns for which a part with top row `row` overlaps occupied cells."""
    hit = 0
    for i in range(shapes.sizes[orientation]):
        hit |= occupied[row + shapes.cells[orientation, i, 0]] >> shapes.cells[orientation, i, 1]
    return hit


@compiled
def write_extended(layers, count, allowed, side, sets, shapes, canonical, out):
    """Extend each layer by one part, and write the results whose set of parts is allowed.

    An extension must fit in a square of side `side`. Some extensions are written several times. Return the
    number of layers written, or -1 if `out` is too small.
    """
    occupied, adjacent = np.zeros(SIDE + 8, np.int64), np.zeros(SIDE + 8, np.int64)
    parts, tops = np.zeros((MOST_PARTS, 4), np.int64), np.zeros(MOST_PARTS, np.int64)
    orientation, row, column = (
        np.zeros(MOST_PARTS, np.int64),
        np.zeros(MOST_PARTS, np.int64),
        np.zeros(MOST_PARTS, np.int64),
    )
    work = np.zeros((4, MOST_PARTS), np.int64)
    written = 0
    for index in range(layers.shape[0]):
        draw_layer(layers[index], count, shapes, 4, 4, parts, tops, occupied)
        write_adjacent(occupied, adjacent)
        layer_set, height, width = 0, 0, 0
        for i in range(count):
            part = layers[index, i]
            orientation[i], row[i], column[i] = part >> 10, (part >> 5 & 31) + 4, (part & 31) + 4
            layer_set += sets.power[shapes.values[orientation[i]]]
            height = max(height, row[i] + shapes.heights[orientation[i]])
            width = max(width, column[i] + shapes.widths[orientation[i]])
        for new in range(shapes.values.shape[0]):
            value = shapes.values[new]
            if sets.digits[layer_set, value] == sets.digits[sets.full, value]:
                continue
            if not allowed[layer_set + sets.power[value]]:
                continue
            for top in range(4 - shapes.heights[new], height + 1):
                free = overlap_columns(new, top, adjacent, shapes)
                free &= ~overlap_columns(new, top, occupied, shapes)
                while free:
                    left = lowest_bit(free)
                    free &= free - 1
                    tall = max(height, top + shapes.heights[new]) - min(4, top)
                    wide = max(width, left + shapes.widths[new]) - min(4, left)
                    if tall > side or wide > side:
                        continue
                    if written == out.shape[0]:
                        return -1
                    orientation[count], row[count], column[count] = new, top, left
                    write_canonical(orientation, row, column, count + 1, shapes, canonical, work)
                    for i in range(count + 1):
                        out[written, i] = canonical[i]
                    written += 1
    return written
