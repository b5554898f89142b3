# mypy: ignore-errors
"""A table on which parts are placed by the million, in Numba; `moves` says the same in plain words.

A level is a word of cells for each row. Beside it stand its *seams*: the sides between two cells of different
parts. A part that is supported everywhere rests on two parts if and only if it lies across a seam, for a part
hangs together. So all columns of a row are judged at once, and no part needs to be remembered.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from tilewright.games.nmbr9.rules import orientations

ZERO, ONE = np.uint64(0), np.uint64(1)

SIDE = 62
"""Usable rows and columns are 1 to 62; a word has one more bit on each side."""
MOST_PLACES = 16_384
"""More than an empty grid of the widest side has for any part; a stack has some hundred."""

SIZES = np.array([len(orientations(value)[0]) for value in range(10)], np.int64)
TURNS = np.array([len(orientations(value)) for value in range(10)], np.int64)
SHAPES = np.zeros((10, 4, 10, 2), np.int64)
EXTENTS = np.zeros((10, 4, 2), np.int64)
ROWS = np.zeros((10, 4, 4), np.uint64)
"""The cells of each row of a part, the first column in the lowest bit."""
EDGES = np.zeros(10, np.int64)
"""How many sides of a part's cells lie on its border."""
JOINTS = np.zeros((10, 4, 16, 3), np.int64)
"""The sides between two cells of a part: the first cell, and 1 if the second lies below it, 0 if beside it."""
JOINT_COUNTS = np.zeros(10, np.int64)
for _value in range(10):
    for _turn, _shape in enumerate(orientations(_value)):
        SHAPES[_value, _turn, : len(_shape)] = _shape.cells
        EXTENTS[_value, _turn] = _shape.rows, _shape.cols
        _inside = set(_shape.cells)
        _joints = [(r, c, 0) for r, c in _shape.cells if (r, c + 1) in _inside]
        _joints += [(r, c, 1) for r, c in _shape.cells if (r + 1, c) in _inside]
        JOINTS[_value, _turn, : len(_joints)] = _joints
        JOINT_COUNTS[_value] = len(_joints)
        EDGES[_value] = 4 * len(_shape) - 2 * len(_joints)
        for _row, _column in _shape.cells:
            ROWS[_value, _turn, _row] |= ONE << np.uint64(_column)


class Table(NamedTuple):
    """A stack. Level 0 is the table."""

    cells: np.ndarray
    """Level, row: a word of cells."""
    across: np.ndarray
    """Level, row: seams between a cell and the one to its right."""
    down: np.ndarray
    """Level, row: seams between a cell and the one below it."""
    spans: np.ndarray
    """Level: first and last row and column that are not empty."""
    numbers: np.ndarray
    """Support types: number, level, row: the cells of a number. Otherwise it stays empty."""
    figures: np.ndarray
    """How many levels there are, and the score."""


class Window(NamedTuple):
    """The rows and columns that may be used, the most levels, and what makes a seam."""

    top: int
    bottom: int
    left: int
    right: int
    levels: int
    types: bool
    bounded: bool
    """False: the first part may lie anywhere, so it is laid in the middle."""


def empty_table(levels: int, types: bool) -> Table:
    rows = SIDE + 2
    spans = np.zeros((levels, 4), np.int64)
    spans[:, 0] = spans[:, 2] = rows
    return Table(
        np.zeros((levels, rows), np.uint64),
        np.zeros((levels, rows), np.uint64),
        np.zeros((levels, rows), np.uint64),
        spans,
        np.zeros((10 if types else 1, levels, rows), np.uint64),
        np.zeros(2, np.int64),
    )


@njit(cache=True)
def popcount(word):
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True)
def copy_table(old, new):
    for level in range(min(old.figures[0] + 1, len(old.cells))):
        new.cells[level] = old.cells[level]
        new.across[level] = old.across[level]
        new.down[level] = old.down[level]
    for level in range(old.figures[0] + 1, len(old.cells)):
        new.cells[level] = ZERO
        new.across[level] = ZERO
        new.down[level] = ZERO
    new.spans[:] = old.spans
    new.figures[:] = old.figures
    if len(old.numbers) > 1:
        new.numbers[:] = old.numbers


@njit(cache=True)
def place(table, window, value, level, turn, row, column):
    """Lay a part down."""
    kin = table.numbers[value if window.types else 0, level]
    cells, across, down = table.cells[level], table.across[level], table.down[level]
    for i in range(EXTENTS[value, turn, 0]):
        r = row + i
        word = ROWS[value, turn, i] << np.uint64(column)
        others = cells[r] & ~kin[r]
        across[r] |= (word & (others >> ONE)) | ((word >> ONE) & others)
        down[r] |= word & cells[r + 1] & ~kin[r + 1]
        down[r - 1] |= word & cells[r - 1] & ~kin[r - 1]
    for i in range(EXTENTS[value, turn, 0]):
        word = ROWS[value, turn, i] << np.uint64(column)
        cells[row + i] |= word
        if window.types:
            kin[row + i] |= word
    span = table.spans[level]
    span[0] = min(span[0], row)
    span[1] = max(span[1], row + EXTENTS[value, turn, 0] - 1)
    span[2] = min(span[2], column)
    span[3] = max(span[3], column + EXTENTS[value, turn, 1] - 1)
    table.figures[0] = max(table.figures[0], level + 1)
    table.figures[1] += value * level


@njit(cache=True)
def columns_of(table, window, value, level, turn, row):
    """The columns where the part may lie with its box beginning in a row."""
    cells = table.cells[level]
    alone = level == table.figures[0]
    refused, touched, crossed = ZERO, ZERO, ZERO
    for i in range(SIZES[value]):
        r = row + SHAPES[value, turn, i, 0]
        c = np.uint64(SHAPES[value, turn, i, 1])
        refused |= cells[r] >> c
        touched |= (cells[r - 1] | cells[r + 1] | cells[r] << ONE | cells[r] >> ONE) >> c
        if level > 0:
            refused |= ~table.cells[level - 1, r] >> c
    if level > 0:
        for i in range(JOINT_COUNTS[value]):
            r = row + JOINTS[value, turn, i, 0]
            c = np.uint64(JOINTS[value, turn, i, 1])
            if JOINTS[value, turn, i, 2] == 1:
                crossed |= table.down[level - 1, r] >> c
            else:
                crossed |= table.across[level - 1, r] >> c
        refused |= ~crossed
    if not alone:
        refused |= ~touched
    wide = window.right - window.left + 2 - EXTENTS[value, turn, 1]
    if wide <= 0:
        return ZERO
    return ((ONE << np.uint64(wide)) - ONE) << np.uint64(window.left) & ~refused


@njit(cache=True)
def row_range(table, window, value, level, turn):
    """The first row where the part's box may begin, and the one after the last."""
    tall = EXTENTS[value, turn, 0]
    first, last = window.top, window.bottom + 1 - tall
    if level > 0:
        first = max(first, table.spans[level - 1, 0])
        last = min(last, table.spans[level - 1, 1] + 1 - tall)
    if level < table.figures[0]:
        first = max(first, table.spans[level, 0] - tall)
        last = min(last, table.spans[level, 1] + 1)
    return first, last + 1


@njit(cache=True)
def places(table, window, value, found):
    """Every legal placement of a number: its level, turn, row and column; how many there are."""
    count = 0
    for level in range(min(table.figures[0] + 1, window.levels)):
        for turn in range(TURNS[value]):
            first, end = row_range(table, window, value, level, turn)
            for row in range(first, end):
                columns = columns_of(table, window, value, level, turn, row)
                while columns != ZERO and count < len(found):
                    found[count, 0], found[count, 1], found[count, 2] = level, turn, row
                    found[count, 3] = popcount((columns & (~columns + ONE)) - ONE)
                    columns &= columns - ONE
                    count += 1
    return count
