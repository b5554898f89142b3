# mypy: ignore-errors
"""List the placements of single parts under a layer, sorted by the first cell that each covers.

A *placement* is a part in an orientation at a position under the layer. The cells of the layer are numbered row
by row, and the search for covers always covers the first uncovered cell. If a placement covers this cell and no
cell that is already covered, then this cell is the first cell that it covers. So the placements are sorted by
the first cell that they cover.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.stacking.canonical_layer_kernel import SIDE, overlap_columns
from tilewright.geometry.word_bits_kernel import lowest_bit

COLUMNS = 48
"""The number of board columns."""
MARGIN = 4
"""The number of additional rows above the board, and also below it. Placements that extend into these rows are
only counted, because they do not fit on the board."""
WORD = 62
"""The number of cells that one word of a bit mask represents."""
MOST_CELLS = 2 * WORD
"""An upper bound on the number of cells of a layer under which further layers are put."""
MOST_PLACEMENTS = 60_000
"""An upper bound on the number of placements: one for each orientation and each position on the board."""
NONE = -1


class Placements(NamedTuple):
    """The placements that cover at least one cell of the layer, sorted by the first cell that each covers."""

    orientation: np.ndarray
    row: np.ndarray
    column: np.ndarray
    idle: np.ndarray
    """The number of cells of the placement that support nothing."""
    covered: np.ndarray
    """The covered cells of the layer, as a bit mask of two words."""
    start: np.ndarray
    """For each cell, the index of the first placement in the list whose first covered cell is this cell. The
    entry after the last cell is the number of placements."""
    near: np.ndarray
    """For each cell, the cells that a single part may cover together with it, as a bit mask of two words."""
    number: np.ndarray
    """For each cell of the board, its number in the layer; -1 if it is not in the layer."""
    found: np.ndarray
    """The placements before they are sorted: orientation, row, column, `idle`, and the first cell covered."""


@compiled
def empty_placements():
    return Placements(
        np.zeros(MOST_PLACEMENTS, np.int64),
        np.zeros(MOST_PLACEMENTS, np.int64),
        np.zeros(MOST_PLACEMENTS, np.int64),
        np.zeros(MOST_PLACEMENTS, np.int64),
        np.zeros((MOST_PLACEMENTS, 2), np.int64),
        np.zeros(MOST_CELLS + 1, np.int64),
        np.zeros((MOST_CELLS, 2), np.int64),
        np.zeros((SIDE + 2 * MARGIN, COLUMNS), np.int64),
        np.zeros((MOST_PLACEMENTS, 5), np.int64),
    )


@compiled
def list_placements(upper, count, most_area, rest, sets, shapes, placements):
    """List the placements that may cover cells of the layer `upper`, which has `count` parts.

    `rest` is the set of the remaining parts. `most_area` contains, for each set of parts, the largest area of
    an admissible next layer that contains the set, or NONE. Return the number of cells of `upper`, and the
    number of placements that were left out because they do not fit on the board.
    """
    padded = np.zeros(SIDE + 2 * MARGIN, np.int64)
    padded[MARGIN : SIDE + MARGIN] = upper.cells
    area, top, bottom = number_cells(upper.cells, placements)
    many, outside = 0, 0
    for orientation in range(shapes.values.shape[0]):
        value = shapes.values[orientation]
        if sets.digits[rest, value] == 0 or most_area[sets.power[value]] == NONE:
            continue
        size, height = shapes.sizes[orientation], shapes.heights[orientation]
        most_idle = most_area[sets.power[value]] - area
        for row in range(top - height + 1, bottom + 1):
            columns = overlap_columns(orientation, row + MARGIN, padded, shapes)
            while columns:
                column = lowest_bit(columns)
                columns &= columns - 1
                idle, first = size, MOST_CELLS
                for i in range(size):
                    cell = cell_number(orientation, i, row, column, shapes, placements)
                    if cell != NONE:
                        idle -= 1
                        first = min(first, cell)
                if idle > most_idle or contains_upper_part(orientation, row, column, count, upper, shapes):
                    continue
                if row < 0 or row + height > SIDE or column + shapes.widths[orientation] > COLUMNS:
                    outside += 1
                    continue
                found = placements.found[many]
                found[0], found[1], found[2], found[3], found[4] = orientation, row, column, idle, first
                many += 1
    sort_by_first_cell(area, many, shapes, placements)
    return area, outside


@compiled
def number_cells(cells, placements):
    """Number the cells of the layer row by row; return their count, and the first and last row of the layer."""
    placements.number[:] = NONE
    rows, columns = np.zeros(MOST_CELLS, np.int64), np.zeros(MOST_CELLS, np.int64)
    area, top, bottom = 0, SIDE, 0
    for row in range(SIDE):
        left = cells[row]
        while left:
            column = lowest_bit(left)
            left &= left - 1
            placements.number[row + MARGIN, column] = area
            rows[area], columns[area] = row, column
            area += 1
            top, bottom = min(top, row), row
    for one in range(area):
        placements.near[one, 0], placements.near[one, 1] = 0, 0
        for other in range(area):
            down, across = abs(rows[one] - rows[other]), abs(columns[one] - columns[other])
            # Every part fits in a rectangle of 3 x 4 or 4 x 3 cells.
            if max(down, across) <= 3 and min(down, across) <= 2:
                placements.near[one, other // WORD] |= 1 << other % WORD
    return area, top, bottom


@compiled
def cell_number(orientation, index, row, column, shapes, placements):
    """Return the number of the layer's cell that a cell of a part covers; NONE if it covers no such cell."""
    return placements.number[
        row + MARGIN + shapes.cells[orientation, index, 0], column + shapes.cells[orientation, index, 1]
    ]


@compiled
def sort_by_first_cell(area, many, shapes, placements):
    """Sort the placements that were found, and fill in the cells that they cover."""
    start = placements.start
    start[: area + 1] = 0
    for index in range(many):
        start[placements.found[index, 4] + 1] += 1
    for cell in range(area):
        start[cell + 1] += start[cell]
    free = start[:area].copy()
    for index in range(many):
        found = placements.found[index]
        orientation, row, column, idle, first = found[0], found[1], found[2], found[3], found[4]
        place = free[first]
        free[first] += 1
        placements.orientation[place], placements.row[place] = orientation, row
        placements.column[place], placements.idle[place] = column, idle
        low, high = 0, 0
        for i in range(shapes.sizes[orientation]):
            cell = cell_number(orientation, i, row, column, shapes, placements)
            if cell >= WORD:
                high |= 1 << (cell - WORD)
            elif cell != NONE:
                low |= 1 << cell
        placements.covered[place, 0], placements.covered[place, 1] = low, high


@compiled
def contains_upper_part(orientation, row, column, count, upper, shapes):
    """Return True if some part of the layer above would rest on this part alone."""
    for i in range(count):
        contained = True
        for q in range(4):
            cells = upper.parts[i, q]
            if cells:
                below = upper.tops[i] + q - row
                if below < 0 or below > 3 or cells & ~(shapes.rows[orientation, below] << column):
                    contained = False
                    break
        if contained:
            return True
    return False


@compiled
def first_cell(low, high):
    """Return the number of the first cell in a bit mask of two words."""
    return lowest_bit(low) if low else WORD + lowest_bit(high)


@compiled
def need_more_parts(low, high, near, most):
    """Return True if it is certain that `most` parts are too few to cover the uncovered cells.

    The bit mask (`low`, `high`) contains these cells. If more than `most` of them are so far apart that no part
    covers two of them, `most` parts cannot cover them all.
    """
    while low or high:
        if most == 0:
            return True
        most -= 1
        cell = first_cell(low, high)
        low &= ~near[cell, 0]
        high &= ~near[cell, 1]
    return False
