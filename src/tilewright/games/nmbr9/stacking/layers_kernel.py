# mypy: ignore-errors
"""Layers: parts that lie side by side on one level, in a form that does not depend on how they are turned.

A part on a layer is one number: its orientation, its row and its column, with ten, five and five bits. A
layer is the sorted list of its parts, turned and moved so that this list is the smallest.
"""

from __future__ import annotations

import numpy as np
from numba import njit

MOST_PARTS = 12
"""Most parts of a layer that others lie under."""
SIDE = 32
"""Rows of a board, and one more than the largest row or column of a part on a layer."""


@njit(cache=True, nogil=True)
def write_least(orientation, row, column, count, catalogue, least, work):
    """The layer's form into `least`; `work` is scratch of four rows."""
    turned, top, left, trial = work[0], work[1], work[2], work[3]
    for i in range(count):
        turned[i], top[i], left[i] = orientation[i], row[i], column[i]
    for turn in range(4):
        if turn:
            for i in range(count):
                bottom = top[i] + catalogue.heights[turned[i]] - 1
                turned[i], top[i], left[i] = catalogue.turned[turned[i]], left[i], -bottom
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
                if trial[i] != least[i]:
                    smaller = trial[i] < least[i]
                    break
        if smaller:
            for i in range(count):
                least[i] = trial[i]


@njit(cache=True, nogil=True)
def lay_out(layer, count, catalogue, down, right, parts, tops, ground):
    """The layer on a board: the four rows of each part, their first rows, and all of it on `ground`."""
    ground[:] = 0
    for i in range(count):
        orientation = layer[i] >> 10
        tops[i] = (layer[i] >> 5 & 31) + down
        shift = (layer[i] & 31) + right
        for q in range(4):
            parts[i, q] = catalogue.rows[orientation, q] << shift
            ground[tops[i] + q] |= parts[i, q]


@njit(cache=True, nogil=True)
def write_beside(ground, beside):
    """The free cells that share an edge with the ground."""
    last = ground.shape[0] - 1
    for q in range(last + 1):
        cells = ground[q] << 1 | ground[q] >> 1
        if q > 0:
            cells |= ground[q - 1]
        if q < last:
            cells |= ground[q + 1]
        beside[q] = cells & ~ground[q]


@njit(cache=True, nogil=True)
def places(orientation, row, ground, catalogue):
    """Where the part would touch the ground, as bits over the column of its box, its box in the given row."""
    hit = 0
    for i in range(catalogue.sizes[orientation]):
        hit |= ground[row + catalogue.cells[orientation, i, 0]] >> catalogue.cells[orientation, i, 1]
    return hit


@njit(cache=True, nogil=True)
def lowest_bit(bits):
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


@njit(cache=True, nogil=True)
def grown(layers, count, allowed, side, sets, catalogue, found, out):
    """Every layer with one part more, so that its set of parts is allowed and it fits a square of the side.

    Writes them into `out` (some of them several times) until it is full; returns how many it wrote, or -1 when
    there was no room.
    """
    ground, beside = np.zeros(SIDE + 8, np.int64), np.zeros(SIDE + 8, np.int64)
    parts, tops = np.zeros((MOST_PARTS, 4), np.int64), np.zeros(MOST_PARTS, np.int64)
    orientation, row, column = (
        np.zeros(MOST_PARTS, np.int64),
        np.zeros(MOST_PARTS, np.int64),
        np.zeros(MOST_PARTS, np.int64),
    )
    work = np.zeros((4, MOST_PARTS), np.int64)
    written = 0
    for at in range(layers.shape[0]):
        lay_out(layers[at], count, catalogue, 4, 4, parts, tops, ground)
        write_beside(ground, beside)
        inside, height, width = 0, 0, 0
        for i in range(count):
            part = layers[at, i]
            orientation[i], row[i], column[i] = part >> 10, (part >> 5 & 31) + 4, (part & 31) + 4
            inside += sets.power[catalogue.values[orientation[i]]]
            height = max(height, row[i] + catalogue.heights[orientation[i]])
            width = max(width, column[i] + catalogue.widths[orientation[i]])
        for new in range(catalogue.values.shape[0]):
            value = catalogue.values[new]
            if sets.digits[inside, value] == sets.digits[sets.whole, value]:
                continue
            if not allowed[inside + sets.power[value]]:
                continue
            for top in range(4 - catalogue.heights[new], height + 1):
                free = places(new, top, beside, catalogue) & ~places(new, top, ground, catalogue)
                while free:
                    left = lowest_bit(free)
                    free &= free - 1
                    tall = max(height, top + catalogue.heights[new]) - min(4, top)
                    wide = max(width, left + catalogue.widths[new]) - min(4, left)
                    if tall > side or wide > side:
                        continue
                    if written == out.shape[0]:
                        return -1
                    orientation[count], row[count], column[count] = new, top, left
                    write_least(orientation, row, column, count + 1, catalogue, found, work)
                    for i in range(count + 1):
                        out[written, i] = found[i]
                    written += 1
    return written
