# mypy: ignore-errors
"""Stacks as bit boards, for searches that place millions of parts.

`legal_placements` computes the same placements in plain Python; the tests compare the two.

A level is stored as one word of bits per row, together with its *seams*: the sides between two cells of
different parts; with support=types, of parts with different numbers. A fully supported part rests on at least
two parts (or numbers) if and only if it lies across a seam, because a part is connected. So all columns of a
row can be tested at once, and the individual parts need not be stored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.parts.shape_arrays import EXTENTS, ROWS, SHAPES, SIZES, TURNS
from tilewright.games.nmbr9.rules import orientations
from tilewright.geometry.word_bits_kernel import ONE, ZERO, lowest_bit

SIDE = 62
"""The number of usable rows and columns, which are numbered from 1; a word has one unused bit on each side."""
MOST_POSITIONS = 16_384
"""The capacity of arrays of positions. It exceeds the number of positions of any part on an empty board; on a
stack, a part has a few hundred positions."""

JOINTS = np.zeros((10, 4, 16, 3), np.int64)
"""For each part and rotation, the sides that two of its cells share: row and column of the first cell, then 1
if the second cell is below the first, and 0 if it is to the right of the first."""
JOINT_COUNTS = np.zeros(10, np.int64)
for _value in range(10):
    for _turn, _shape in enumerate(orientations(_value)):
        _cells = set(_shape.cells)
        _joints = [(r, c, 0) for r, c in _shape.cells if (r, c + 1) in _cells]
        _joints += [(r, c, 1) for r, c in _shape.cells if (r + 1, c) in _cells]
        JOINTS[_value, _turn, : len(_joints)] = _joints
        JOINT_COUNTS[_value] = len(_joints)


class Stack(NamedTuple):
    """A stack. Level 0 is the table."""

    cells: np.ndarray
    """For each level and row, the occupied cells as bits."""
    across: np.ndarray
    """For each level and row, the seams between a cell and the cell to its right, as bits."""
    down: np.ndarray
    """For each level and row, the seams between a cell and the cell in the next row, as bits."""
    spans: np.ndarray
    """For each level, the first and last occupied row, and the first and last occupied column."""
    numbers: np.ndarray
    """With support=types, for each number, level and row, the cells of parts with this number. Otherwise the
    array contains only zeros."""
    totals: np.ndarray
    """The number of levels, and the score."""


class StackRules(NamedTuple):
    """The usable rows and columns, the maximum number of levels, and the support rule."""

    top: int
    bottom: int
    left: int
    right: int
    levels: int
    types: bool
    bounded: bool
    """Whether the table is bounded. If not, the first part is placed in the middle."""


def empty_stack(levels: int, types: bool) -> Stack:
    rows = SIDE + 2
    spans = np.zeros((levels, 4), np.int64)
    spans[:, 0] = spans[:, 2] = rows
    return Stack(
        np.zeros((levels, rows), np.uint64),
        np.zeros((levels, rows), np.uint64),
        np.zeros((levels, rows), np.uint64),
        spans,
        np.zeros((10 if types else 1, levels, rows), np.uint64),
        np.zeros(2, np.int64),
    )


@compiled
def copy_stack(old, new):
    # In both stacks, the levels above the highest part are empty.
    for level in range(max(old.totals[0], new.totals[0])):
        new.cells[level] = old.cells[level]
        new.across[level] = old.across[level]
        new.down[level] = old.down[level]
    new.spans[:] = old.spans
    new.totals[:] = old.totals
    if len(old.numbers) > 1:
        new.numbers[:] = old.numbers


@compiled
def place(stack, rules, value, level, turn, row, column):
    """Place a part on the stack."""
    same = stack.numbers[value if rules.types else 0, level]
    cells, across, down = stack.cells[level], stack.across[level], stack.down[level]
    for i in range(EXTENTS[value, turn, 0]):
        r = row + i
        word = ROWS[value, turn, i] << np.uint64(column)
        others = cells[r] & ~same[r]
        across[r] |= (word & (others >> ONE)) | ((word >> ONE) & others)
        down[r] |= word & cells[r + 1] & ~same[r + 1]
        down[r - 1] |= word & cells[r - 1] & ~same[r - 1]
    for i in range(EXTENTS[value, turn, 0]):
        word = ROWS[value, turn, i] << np.uint64(column)
        cells[row + i] |= word
        if rules.types:
            same[row + i] |= word
    span = stack.spans[level]
    span[0] = min(span[0], row)
    span[1] = max(span[1], row + EXTENTS[value, turn, 0] - 1)
    span[2] = min(span[2], column)
    span[3] = max(span[3], column + EXTENTS[value, turn, 1] - 1)
    stack.totals[0] = max(stack.totals[0], level + 1)
    stack.totals[1] += value * level


@compiled
def free_columns(stack, rules, value, level, turn, row):
    """Return, as a bit mask, the columns where the cells of the part are free and each of them is supported.

    A column of the mask is the left column of the part's bounding box, whose top row is `row`. This function
    and `crossing_columns` are for kernels that already count how many sides of the part touch other parts, and
    so need no separate test of contact. For other kernels, `legal_columns` tests all conditions, including
    contact, in the same loops, which is faster. The test suite checks that both ways give the same result.
    """
    wide = rules.right - rules.left + 2 - EXTENTS[value, turn, 1]
    if wide <= 0:
        return ZERO
    columns = ((ONE << np.uint64(wide)) - ONE) << np.uint64(rules.left)
    cells, shape = stack.cells[level], SHAPES[value, turn]
    for i in range(SIZES[value]):
        columns &= ~(cells[np.uint64(row + shape[i, 0])] >> np.uint64(shape[i, 1]))
    if level > 0 and columns != ZERO:
        below = stack.cells[level - 1]
        for i in range(SIZES[value]):
            columns &= below[np.uint64(row + shape[i, 0])] >> np.uint64(shape[i, 1])
    return columns


@compiled
def crossing_columns(stack, value, level, turn, row):
    """Return, as a bit mask, the columns where the part lies across a seam of the level below."""
    crossed = ZERO
    joints = JOINTS[value, turn]
    across, down = stack.across[level - 1], stack.down[level - 1]
    for i in range(JOINT_COUNTS[value]):
        r = np.uint64(row + joints[i, 0])
        word = down[r] if joints[i, 2] == 1 else across[r]
        crossed |= word >> np.uint64(joints[i, 1])
    return crossed


@compiled
def legal_columns(stack, rules, value, level, turn, row):
    """Return, as a bit mask, the columns where the part's bounding box may begin if its top row is `row`."""
    cells = stack.cells[level]
    alone = level == stack.totals[0]
    blocked, touched, crossed = ZERO, ZERO, ZERO
    for i in range(SIZES[value]):
        r = row + SHAPES[value, turn, i, 0]
        c = np.uint64(SHAPES[value, turn, i, 1])
        blocked |= cells[r] >> c
        touched |= (cells[r - 1] | cells[r + 1] | cells[r] << ONE | cells[r] >> ONE) >> c
        if level > 0:
            blocked |= ~stack.cells[level - 1, r] >> c
    if level > 0:
        for i in range(JOINT_COUNTS[value]):
            r = row + JOINTS[value, turn, i, 0]
            c = np.uint64(JOINTS[value, turn, i, 1])
            if JOINTS[value, turn, i, 2] == 1:
                crossed |= stack.down[level - 1, r] >> c
            else:
                crossed |= stack.across[level - 1, r] >> c
        blocked |= ~crossed
    if not alone:
        blocked |= ~touched
    wide = rules.right - rules.left + 2 - EXTENTS[value, turn, 1]
    if wide <= 0:
        return ZERO
    return ((ONE << np.uint64(wide)) - ONE) << np.uint64(rules.left) & ~blocked


@compiled
def row_range(stack, rules, value, level, turn):
    """Return the first row where the part's bounding box may begin, and the row after the last one."""
    tall = EXTENTS[value, turn, 0]
    first, last = rules.top, rules.bottom + 1 - tall
    if level > 0:
        first = max(first, stack.spans[level - 1, 0])
        last = min(last, stack.spans[level - 1, 1] + 1 - tall)
    if level < stack.totals[0]:
        first = max(first, stack.spans[level, 0] - tall)
        last = min(last, stack.spans[level, 1] + 1)
    return first, last + 1


@compiled
def write_positions(stack, rules, value, out):
    """Write every legal position of a part into `out`, and return the number of these positions.

    A position consists of the level, the turn (the index of the part's orientation), the row and the column.
    """
    count = 0
    for level in range(min(stack.totals[0] + 1, rules.levels)):
        for turn in range(TURNS[value]):
            first, end = row_range(stack, rules, value, level, turn)
            for row in range(first, end):
                columns = legal_columns(stack, rules, value, level, turn, row)
                while columns != ZERO and count < len(out):
                    out[count, 0], out[count, 1], out[count, 2] = level, turn, row
                    out[count, 3] = lowest_bit(columns)
                    columns &= columns - ONE
                    count += 1
    return count
