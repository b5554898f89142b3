# mypy: ignore-errors
"""The state of one quilt for compiled code: the covered squares, and the placements that still fit.

A set of squares is a pair of 64-bit words: `low` has a bit for each of the squares 0 to 53 in reading order
(six rows), and `high` has a bit for each of the squares 54 to 80 (three rows).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.compiled import compiled
from tilewright.games.patchwork.quilt.placement_tables import COVER, SHAPES, placement_count
from tilewright.geometry.word_bits_kernel import lowest_bit, popcount

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
Reals = NDArray[np.float64]

SHAPE_COUNT = len(SHAPES)
CELLS = 81
LOW_CELLS = 54
ROW = 9
MAX_PLACEMENTS = 512
"""The length of the arrays with the placements of one shape; every shape has fewer placements."""

BLOCK = 8
"""Loops over placements that fit run in blocks of this size, so that the compiler turns them into vector code.

The placements of each shape in `QuiltState.valid_low` are followed by `BLOCK` padding entries.
"""
CHUNK = 32
"""The number of placements that `union_of_fitting` tests before it checks again whether it can stop."""

ZERO = np.uint64(0)
ONE = np.uint64(1)
PADDING_BIT = np.uint64(1 << 63)
"""A bit that stands for no square. It counts as covered, so a padding entry, which has this bit, never fits."""
ALL_LOW = np.uint64(2**54 - 1)
ALL_HIGH = np.uint64(2**27 - 1)
FULL_ROW = np.uint64(2**9 - 1)
LEFT_LOW = np.uint64(sum(1 << 9 * row for row in range(6)))
"""The squares of the first column, as a set: this is the first word, and `LEFT_HIGH` is the second word."""
LEFT_HIGH = np.uint64(sum(1 << 9 * row for row in range(3)))

# Indices of `scalars`: the number of patches laid so far, the state of the random generator, the index of the
# current tile in the order, the length of the order, the numbers of failures and of learning steps (used by
# learning policies), and the parameters of the policy and of the evaluation.
LAID, RANDOM_STATE, ORDER_INDEX, ORDER_LENGTH = range(4)
FAILURES, LEARNING_STEPS, POLICY_PARAMETER, EVALUATION_PARAMETER = range(4, 8)


class QuiltState(NamedTuple):
    """The state of one quilt during a run, with the work arrays of the strategies."""

    board: Words
    """The set of covered squares."""
    remaining: Ints
    """For each shape: the number of tiles of the shape that come after the current tile."""
    weight: Ints
    """For each shape: how much each square that the shape can no longer cover adds to the regret."""
    scalars: Ints
    """Single numbers; constants such as `LAID` name their indices."""
    order: Ints
    """The shapes of the tiles in their order.

    Only evaluations whose `foresight` is above 0 read past the current tile.
    """
    valid_low: Words
    """For each shape: the first words of the placements that fit on the quilt.

    They are in the order of the list COVER of `placement_tables`. `valid_high` holds the second words.
    """
    valid_high: Words
    valid_count: Ints
    """For each shape: the number of placements that fit on the quilt."""
    valid_step: Ints
    """For each shape: the value of the scalar `LAID` when the entries of the shape in `valid_low` were last
    updated, or -1 if the entries have not been computed yet."""
    candidate_low: Words
    """The first words of the current shape's placements that fit; `candidate_high` holds the second words."""
    candidate_high: Words
    candidates: Ints
    """The indices, in the list LEX of `placement_tables`, of the placements of the current shape that fit."""
    alternatives: Ints
    """The placements that the policy offers, as indices into the list LEX."""
    reachable_low: Words
    """For each shape: the first word of the set of squares that it can still cover (see `compute_reachable`).

    The current shape is not laid yet. Squares that lie in all of its fitting placements are excluded for the
    later tiles. The last element is for the current shape. `reachable_high` holds the second words.
    """
    reachable_high: Words
    count_planes: Words
    """For each square: the number of later tiles that can cover it, in six bit planes of two words each."""
    memory: Reals
    """The statistics of learning policies; each row has one number for each of the 81 squares."""
    previous_low: Words
    """For each shape: the first word of the squares that it could cover just before the last patch was laid.

    Only learning policies use this array. `previous_high` holds the second words.
    """
    previous_high: Words


MEMORY_ROWS = 7 + SHAPE_COUNT


def new_quilt() -> QuiltState:
    """Allocate the arrays of one quilt; `clear` must be called before they are used."""
    size = placement_count()
    return QuiltState(
        board=np.zeros(2, np.uint64),
        remaining=np.zeros(SHAPE_COUNT, np.int64),
        weight=np.zeros(SHAPE_COUNT, np.int64),
        scalars=np.zeros(8, np.int64),
        order=np.zeros(64, np.int64),
        valid_low=np.zeros(size + BLOCK * (SHAPE_COUNT + 1), np.uint64),
        valid_high=np.zeros(size + BLOCK * (SHAPE_COUNT + 1), np.uint64),
        valid_count=np.zeros(SHAPE_COUNT, np.int64),
        valid_step=np.zeros(SHAPE_COUNT, np.int64),
        candidate_low=np.zeros(MAX_PLACEMENTS, np.uint64),
        candidate_high=np.zeros(MAX_PLACEMENTS, np.uint64),
        candidates=np.zeros(MAX_PLACEMENTS, np.int64),
        alternatives=np.zeros(MAX_PLACEMENTS, np.int64),
        reachable_low=np.zeros(SHAPE_COUNT + 1, np.uint64),
        reachable_high=np.zeros(SHAPE_COUNT + 1, np.uint64),
        count_planes=np.zeros((6, 2), np.uint64),
        memory=np.zeros((MEMORY_ROWS, CELLS), np.float64),
        previous_low=np.zeros(SHAPE_COUNT, np.uint64),
        previous_high=np.zeros(SHAPE_COUNT, np.uint64),
    )


@compiled
def square_count(low, high):
    """Return the number of squares in a set."""
    return popcount(low) + popcount(high)


@compiled
def first_square(low, high):
    """Return the first square, in reading order, of a non-empty set."""
    return lowest_bit(low) if low else lowest_bit(high) + LOW_CELLS


@compiled
def columns_of(low, high):
    """Return, as a bit mask, the columns that contain a square of the set."""
    all_low = low | low >> np.uint64(27)
    all_rows = all_low | high
    return (all_rows | all_rows >> np.uint64(9) | all_rows >> np.uint64(18)) & FULL_ROW


@compiled
def rows_of(low, high):
    """Return, as a bit mask, the rows that contain a square of the set."""
    rows = ZERO
    for row in range(6):
        if low >> np.uint64(9 * row) & FULL_ROW:
            rows |= ONE << np.uint64(row)
    for row in range(3):
        if high >> np.uint64(9 * row) & FULL_ROW:
            rows |= ONE << np.uint64(row + 6)
    return rows


@compiled
def last_of_initial_run(lines):
    """Return the last number of the unbroken run 0, 1, 2, ... in a set of rows or columns.

    The number 0 counts as a member of every set.
    """
    return lowest_bit(~(lines | ONE)) - 1


@compiled
def clear(lookup, quilt):
    """Empty the board and the order, and set `remaining` to 0; the caller then adds the tiles to come."""
    quilt.board[:] = ZERO
    quilt.remaining[:] = 0
    quilt.scalars[LAID] = 0
    quilt.scalars[ORDER_INDEX] = 0
    quilt.scalars[ORDER_LENGTH] = 0
    quilt.valid_step[:] = -1


@compiled
def lay(lookup, quilt, placement):
    """Cover the squares of a placement, and add 1 to the number of patches laid."""
    quilt.board[0] |= lookup.low[placement]
    quilt.board[1] |= lookup.high[placement]
    quilt.scalars[LAID] += 1


# --- Placements that fit ------------------------------------------------------------------------------


@compiled
def first_fit(lookup, begin, end, low, high):
    """Return the index of the first placement in `begin:end` that covers none of the given squares, or -1."""
    for index in range(begin, end):
        if (lookup.low[index] & low | lookup.high[index] & high) == ZERO:
            return index
    return np.int64(-1)


@compiled
def collect_fitting(lookup, quilt, list_index, owner):
    """Collect, as candidates, the placements of `owner` that fit on the quilt; return their number.

    Only the list `list_index` is searched. `owner` is a shape or, if the list is grouped by transform, a
    transform.
    """
    low, high = quilt.board[0], quilt.board[1]
    count = 0
    for index in range(lookup.start[list_index, owner], lookup.start[list_index, owner + 1]):
        if (lookup.low[index] & low | lookup.high[index] & high) == ZERO:
            quilt.candidate_low[count] = lookup.low[index]
            quilt.candidate_high[count] = lookup.high[index]
            quilt.candidates[count] = lookup.lex_index[index]
            count += 1
    return count


@compiled
def update_valid(lookup, quilt, shape):
    """Update the list of a shape's placements that fit on the quilt.

    Squares are never uncovered, so a placement that has been dropped from the list never fits again.
    """
    step = quilt.scalars[LAID]
    if quilt.valid_step[shape] == step:
        return
    begin = valid_start(lookup, shape)
    low, high = quilt.board[0], quilt.board[1]
    kept = begin
    if quilt.valid_step[shape] < 0:
        for index in range(lookup.start[COVER, shape], lookup.start[COVER, shape + 1]):
            quilt.valid_low[kept] = lookup.low[index]
            quilt.valid_high[kept] = lookup.high[index]
            kept += (lookup.low[index] & low | lookup.high[index] & high) == ZERO
    else:
        for index in range(begin, begin + quilt.valid_count[shape]):
            entry_low, entry_high = quilt.valid_low[index], quilt.valid_high[index]
            quilt.valid_low[kept] = entry_low
            quilt.valid_high[kept] = entry_high
            kept += (entry_low & low | entry_high & high) == ZERO
    quilt.valid_count[shape] = kept - begin
    quilt.valid_step[shape] = step
    for index in range(kept, kept + BLOCK):
        quilt.valid_low[index] = PADDING_BIT
        quilt.valid_high[index] = ZERO


@compiled
def valid_start(lookup, shape):
    """Return the index in `valid_low` at which the placements of a shape begin.

    The placements of each shape are followed by padding.
    """
    return lookup.start[COVER, shape] - lookup.start[COVER, 0] + BLOCK * shape
