# mypy: ignore-errors
"""Domains on bitboards: which squares each tile can still cover, and what a placement takes from them.

A square's domain, in the constraint model of the paper, is the set of tiles that can still cover it, and
*empty*. Every tile but the one in hand is optional, so the domains are exact when each tile is looked at alone:
`cover` gives the squares that a shape can still reach. The tile in hand must be laid, which takes away a little
more (see `look_ahead_of`).
"""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.kernels.compiling import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    ALL_HIGH,
    ALL_LOW,
    BLOCK,
    FULL_ROW,
    KINDS,
    LEFT_HIGH,
    LEFT_LOW,
    LOOK,
    LOW_CELLS,
    NEVER,
    ONE,
    STEP,
    ZERO,
    first_cell,
    first_valid,
    refresh,
    size_of,
)
from tilewright.games.patchwork.quilt.placement_tables import COVER


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
    """How many sides of the covered squares lie against the edge or against covered ones."""
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
