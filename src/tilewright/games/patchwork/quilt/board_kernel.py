# mypy: ignore-errors
"""The quilt as compiled code sees it: covered squares, and the placements that are left.

A shape has placements; `left` tiles of a shape have not come yet.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from tilewright.games.patchwork.kernels.compiling import compiled
from tilewright.games.patchwork.quilt.placement_tables import (
    COVER,
    SHAPES,
    tables,
)

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
Reals = NDArray[np.float64]

KINDS = len(SHAPES)
CELLS = 81
LOW_CELLS = 54
ROW = 9
MOST = 512
"""More than the placements of any one shape."""

BLOCK = 8
LOOK = 32
"""Placements that are looked at together."""

ZERO = np.uint64(0)
ONE = np.uint64(1)
NEVER = np.uint64(1 << 63)
"""A bit that is no square: always taken, so that what has it never fits."""
ALL_LOW = np.uint64(2**54 - 1)
ALL_HIGH = np.uint64(2**27 - 1)
FULL_ROW = np.uint64(2**9 - 1)
LEFT_LOW = np.uint64(sum(1 << 9 * row for row in range(6)))
"""The squares of the first column."""
LEFT_HIGH = np.uint64(sum(1 << 9 * row for row in range(3)))

# Places in `facts`.
STEP, RANDOM, PLACE, TILES, CLOCK, STEPS, OFFER_NUMBER, CHOOSE_NUMBER = range(8)


class Quilt(NamedTuple):
    """One quilt in the making, and room to think."""

    board: Words
    """The covered squares."""
    left: Ints
    """How many tiles of each shape are still to come."""
    weight: Ints
    """What it costs when a shape can no longer reach a square."""
    facts: Ints
    """Patches laid, the random generator, place in the order, tiles in the order; failures and lessons; the
    numbers that the policy and the evaluation were registered with."""
    order: Ints
    """The shapes in the order in which they come; only strategies that say so look beyond PLACE."""
    valid_low: Words
    """Of each shape the placements that fit, in the order COVER."""
    valid_high: Words
    valid: Ints
    """How many they are, of each shape."""
    fresh: Ints
    """At which step that was found out, of each shape."""
    own_low: Words
    """The placements of the shape in hand."""
    own_high: Words
    own: Ints
    """Their numbers."""
    alternatives: Ints
    """What a policy offers: numbers of placements."""
    root_low: Words
    """For each shape the squares that it can reach when the shape in hand is laid; last those of that one."""
    root_high: Words
    counts: Words
    """Counters of the squares in six planes of bits, two words each."""
    memory: Reals
    """What learning policies remember: rows of 81 squares."""
    seen_low: Words
    """What each shape could reach when the patch before came."""
    seen_high: Words


MEMORY_ROWS = 7 + KINDS


def new_quilt() -> Quilt:
    """Room for one quilt; `clear` makes it an empty board."""
    table = tables()
    size = int(table.start[COVER, KINDS] - table.start[COVER, 0])
    return Quilt(
        board=np.zeros(2, np.uint64),
        left=np.zeros(KINDS, np.int64),
        weight=np.zeros(KINDS, np.int64),
        facts=np.zeros(8, np.int64),
        order=np.zeros(64, np.int64),
        valid_low=np.zeros(size + BLOCK * (KINDS + 1), np.uint64),
        valid_high=np.zeros(size + BLOCK * (KINDS + 1), np.uint64),
        valid=np.zeros(KINDS, np.int64),
        fresh=np.zeros(KINDS, np.int64),
        own_low=np.zeros(MOST, np.uint64),
        own_high=np.zeros(MOST, np.uint64),
        own=np.zeros(MOST, np.int64),
        alternatives=np.zeros(MOST, np.int64),
        root_low=np.zeros(KINDS + 1, np.uint64),
        root_high=np.zeros(KINDS + 1, np.uint64),
        counts=np.zeros((6, 2), np.uint64),
        memory=np.zeros((MEMORY_ROWS, CELLS), np.float64),
        seen_low=np.zeros(KINDS, np.uint64),
        seen_high=np.zeros(KINDS, np.uint64),
    )


@intrinsic
def bits(typing, word):
    """How many bits of a word are set."""

    def generate(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def lowest(typing, word):
    """The index of the lowest bit of a word that is not 0."""

    def generate(_context, builder, _signature, arguments):
        zero_is_undefined = arguments[0].type.__class__(1)(1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.uint64(types.uint64), generate


@compiled
def size_of(low, high):
    return np.int64(bits(low) + bits(high))


@compiled
def first_cell(low, high):
    """The first square, in reading order, of a set that is not empty."""
    return np.int64(lowest(low)) if low else np.int64(lowest(high)) + LOW_CELLS


@compiled
def columns_of(low, high):
    """Which columns have a square of the set."""
    all_low = low | low >> np.uint64(27)
    all_rows = all_low | high
    return (all_rows | all_rows >> np.uint64(9) | all_rows >> np.uint64(18)) & FULL_ROW


@compiled
def rows_of(low, high):
    """Which rows have a square of the set."""
    found = ZERO
    for row in range(6):
        if low >> np.uint64(9 * row) & FULL_ROW:
            found |= ONE << np.uint64(row)
    for row in range(3):
        if high >> np.uint64(9 * row) & FULL_ROW:
            found |= ONE << np.uint64(row + 6)
    return found


@compiled
def last_of_run(lines):
    """The last of the lines 0, 1, 2, ... that follow each other in the set; line 0 always counts as in it."""
    return np.int64(lowest(~(lines | ONE))) - 1


@compiled
def clear(table, quilt):
    """An empty board; nothing is known to be left."""
    quilt.board[:] = ZERO
    quilt.left[:] = 0
    quilt.facts[STEP] = 0
    quilt.facts[PLACE] = 0
    quilt.facts[TILES] = 0
    quilt.fresh[:] = -1


@compiled
def lay(table, quilt, number):
    """Lay a placement."""
    quilt.board[0] |= table.low[number]
    quilt.board[1] |= table.high[number]
    quilt.facts[STEP] += 1


# --- Placements that fit ------------------------------------------------------------------------------


@compiled
def first_fit(table, begin, end, low, high):
    """The index of the first entry of a list that touches none of the squares, or -1."""
    for at in range(begin, end):
        if (table.low[at] & low | table.high[at] & high) == ZERO:
            return at
    return np.int64(-1)


@compiled
def fitting(table, quilt, which, owner):
    """Put the placements of a list that fit into `own`; gives how many."""
    low, high = quilt.board[0], quilt.board[1]
    found = 0
    for at in range(table.start[which, owner], table.start[which, owner + 1]):
        if (table.low[at] & low | table.high[at] & high) == ZERO:
            quilt.own_low[found] = table.low[at]
            quilt.own_high[found] = table.high[at]
            quilt.own[found] = table.number[at]
            found += 1
    return found


@compiled
def refresh(table, quilt, shape):
    """Drop the placements of a shape that no longer fit: a board only fills."""
    step = quilt.facts[STEP]
    if quilt.fresh[shape] == step:
        return
    begin = first_valid(table, shape)
    low, high = quilt.board[0], quilt.board[1]
    kept = begin
    if quilt.fresh[shape] < 0:
        for at in range(table.start[COVER, shape], table.start[COVER, shape + 1]):
            quilt.valid_low[kept] = table.low[at]
            quilt.valid_high[kept] = table.high[at]
            kept += (table.low[at] & low | table.high[at] & high) == ZERO
    else:
        for at in range(begin, begin + quilt.valid[shape]):
            one, two = quilt.valid_low[at], quilt.valid_high[at]
            quilt.valid_low[kept] = one
            quilt.valid_high[kept] = two
            kept += (one & low | two & high) == ZERO
    quilt.valid[shape] = kept - begin
    quilt.fresh[shape] = step
    for at in range(kept, kept + BLOCK):
        quilt.valid_low[at] = NEVER
        quilt.valid_high[at] = ZERO


@compiled
def first_valid(table, shape):
    """Where the placements of a shape that fit begin; after them there is room to fill a block."""
    return table.start[COVER, shape] - table.start[COVER, 0] + BLOCK * shape
