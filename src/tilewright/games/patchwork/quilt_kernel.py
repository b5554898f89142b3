# mypy: ignore-errors
"""The quilt as compiled code sees it: covered squares, placements that are left, and domains.

A square's domain, in the constraint model of the paper, is the set of tiles that can still cover it, and
*empty*. Every tile but the one in hand is optional, so the domains are exact when each tile is looked at alone:
`cover` gives the squares that a shape can still reach. The tile in hand must be laid, which takes away a little
more (see `look_ahead_of`). Names: a shape has placements; `left` tiles of a shape have not come yet.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from tilewright.games.patchwork.compiling import compiled
from tilewright.games.patchwork.quilt_tables import (
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
STEP, RANDOM, PLACE, TILES, CLOCK, STEPS = range(6)


class Quilt(NamedTuple):
    """One quilt in the making, and room to think."""

    board: Words
    """The covered squares."""
    left: Ints
    """How many tiles of each shape are still to come."""
    weight: Ints
    """What it costs when a shape can no longer reach a square."""
    facts: Ints
    """Patches laid, state of the random generator, place in the order, tiles in the order; failures and lessons."""
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
    """For each shape the squares that it can reach when the shape in hand is laid; then the same of that one."""
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


# --- Domains ------------------------------------------------------------------------------------------


@compiled
def cover_in(valid_low, valid_high, begin, end, low, high, goal_low, goal_high):
    """The squares of all entries of a list that touch none of some squares.

    `goal` holds all squares that they may possibly cover; when they are reached nobody looks further. The inner
    loop has no way out, and its indices are unsigned, so that it becomes vector code.
    """
    low |= NEVER
    found_low, found_high = ZERO, ZERO
    stop = begin
    while stop < end:
        begin, stop = stop, min(stop + LOOK, end + -(end - stop) % BLOCK)
        for at in range(np.uint64(begin), np.uint64(stop)):
            one, two = valid_low[at], valid_high[at]
            if (one & low | two & high) == ZERO:
                found_low |= one
                found_high |= two
        if found_low == goal_low and found_high == goal_high:
            break
    return found_low, found_high


@compiled
def cover(table, quilt, shape, low, high, goal_low, goal_high):
    """The squares that a shape can cover on the board when some more squares are taken."""
    begin = first_valid(table, shape)
    end = begin + quilt.valid[shape]
    return cover_in(quilt.valid_low, quilt.valid_high, begin, end, low, high, goal_low, goal_high)


@compiled
def reach(table, quilt):
    """The squares that any tile still to come can cover."""
    free_low, free_high = ALL_LOW & ~quilt.board[0], ALL_HIGH & ~quilt.board[1]
    if quilt.left[0]:
        return free_low, free_high
    return reach_beside(table, quilt, ZERO, ZERO)


@compiled
def reach_beside(table, quilt, low, high):
    """The squares that any tile still to come can cover when some more squares are taken."""
    goal_low = ALL_LOW & ~(quilt.board[0] | low)
    goal_high = ALL_HIGH & ~(quilt.board[1] | high)
    if quilt.left[0]:
        return goal_low, goal_high
    found_low, found_high = ZERO, ZERO
    for shape in range(KINDS):
        if quilt.left[shape]:
            refresh(table, quilt, shape)
            one, two = cover(table, quilt, shape, low, high, goal_low, goal_high)
            found_low |= one
            found_high |= two
            if found_low == goal_low and found_high == goal_high:
                break
    return found_low, found_high


@compiled
def look_ahead_of(table, quilt, shape, count):
    """What every tile can cover, given that the shape in hand is laid in one of its first `count` placements.

    Squares that all of these placements share belong to the shape already, so that others lose what touches
    them. And a tile whose area and the shape's are together more than all squares that can be covered has no
    room. Gives the shared squares; the covers are in `root`, with the shape's own in the last place.
    """
    low, high = ZERO, ZERO
    shared_low, shared_high = ALL_LOW, ALL_HIGH
    own_low, own_high = quilt.own_low, quilt.own_high
    for at in range(count):
        low |= own_low[at]
        high |= own_high[at]
        shared_low &= own_low[at]
        shared_high &= own_high[at]
    quilt.root_low[KINDS] = low
    quilt.root_high[KINDS] = high
    goal_low = ALL_LOW & ~(quilt.board[0] | shared_low)
    goal_high = ALL_HIGH & ~(quilt.board[1] | shared_high)
    left, valid, valid_low, valid_high = quilt.left, quilt.valid, quilt.valid_low, quilt.valid_high
    root_low, root_high, fresh, start = quilt.root_low, quilt.root_high, quilt.fresh, table.start
    step = quilt.facts[STEP]
    for other in range(KINDS):
        one, two = ZERO, ZERO
        if left[other]:
            if fresh[other] != step:
                refresh(table, quilt, other)
            begin = start[COVER, other] - start[COVER, 0] + BLOCK * other
            end = begin + valid[other]
            one, two = cover_in(valid_low, valid_high, begin, end, shared_low, shared_high, goal_low, goal_high)
            low |= one
            high |= two
        root_low[other] = one
        root_high[other] = two
    room = size_of(low, high)
    while True:
        low, high = quilt.root_low[KINDS], quilt.root_high[KINDS]
        for other in range(KINDS):
            if table.area[other] + table.area[shape] > room:
                quilt.root_low[other] = ZERO
                quilt.root_high[other] = ZERO
            low |= quilt.root_low[other]
            high |= quilt.root_high[other]
        now = size_of(low, high)
        if now == room:
            return shared_low, shared_high
        room = now


@compiled
def count_domains(quilt):
    """For each square, in `counts`, how many tiles to come can cover it: the shape in hand left aside."""
    counts = quilt.counts
    counts[:] = ZERO
    for shape in range(KINDS):
        tiles = quilt.left[shape]
        for plane in range(3):
            if tiles >> plane & 1:
                low, high = quilt.root_low[shape], quilt.root_high[shape]
                at = plane
                while (low | high) and at < 6:
                    carry_low, carry_high = counts[at, 0] & low, counts[at, 1] & high
                    counts[at, 0] ^= low
                    counts[at, 1] ^= high
                    low, high = carry_low, carry_high
                    at += 1


@compiled
def count_at(quilt, cell):
    """The number that `count_domains` found for a square."""
    word, bit = (0, cell) if cell < LOW_CELLS else (1, cell - LOW_CELLS)
    found = 0
    for plane in range(6):
        found += np.int64(quilt.counts[plane, word] >> np.uint64(bit) & ONE) << plane
    return found


@compiled
def extreme_domain(quilt, low, high, largest):
    """The first of some squares whose domain is largest, or smallest."""
    for back in range(6):
        plane_low, plane_high = quilt.counts[5 - back, 0], quilt.counts[5 - back, 1]
        if largest:
            some_low, some_high = low & plane_low, high & plane_high
        else:
            some_low, some_high = low & ~plane_low, high & ~plane_high
        if some_low | some_high:
            low, high = some_low, some_high
    return first_cell(low, high)


# --- Regret -------------------------------------------------------------------------------------------


@compiled
def regret_of(start, weight, valid, valid_low, valid_high, root_low, root_high, low, high, limit):
    """The regret of covering some squares, from `root`; anything above the limit if it is more.

    With the tiles that are left as weights it is formula (7).
    """
    total = size_of(root_low[KINDS] & ~low, root_high[KINDS] & ~high)
    for back in range(KINDS):
        shape = KINDS - 1 - back
        if weight[shape] == 0:
            continue
        goal_low, goal_high = root_low[shape] & ~low, root_high[shape] & ~high
        if goal_low | goal_high:
            begin = start[COVER, shape] - start[COVER, 0] + BLOCK * shape
            end = begin + valid[shape]
            one, two = cover_in(valid_low, valid_high, begin, end, low, high, goal_low, goal_high)
            total += weight[shape] * (size_of(goal_low, goal_high) - size_of(one, two))
            if total > limit:
                break
    return total


@compiled
def contact_of(taken_low, taken_high, low, high):
    """How many sides of the covered squares lie against the edge or against squares that are covered already."""
    left_low, left_high = LEFT_LOW, LEFT_HIGH
    right_low, right_high = left_low << np.uint64(8), left_high << np.uint64(8)
    # A square touches its right side when the one to the right is covered or it lies in the last column.
    east_low = (taken_low & ~left_low) >> ONE | right_low
    east_high = (taken_high & ~left_high) >> ONE | right_high
    west_low = (taken_low & ~right_low) << ONE | left_low
    west_high = (taken_high & ~right_high) << ONE | left_high
    north_low = (taken_low << np.uint64(9)) & ALL_LOW | FULL_ROW
    north_high = (taken_high << np.uint64(9)) & ALL_HIGH | taken_low >> np.uint64(45)
    south_low = taken_low >> np.uint64(9) | (taken_high & FULL_ROW) << np.uint64(45)
    south_high = taken_high >> np.uint64(9) | FULL_ROW << np.uint64(18)
    return (
        size_of(low & east_low, high & east_high)
        + size_of(low & west_low, high & west_high)
        + size_of(low & north_low, high & north_high)
        + size_of(low & south_low, high & south_high)
    )
