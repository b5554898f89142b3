# mypy: ignore-errors
"""Domains on bitboards: the squares that each tile can still cover, and how a placement shrinks these sets.

In the constraint model of the paper, the domain of a square consists of the tiles that can still cover the
square, and the value *empty*. Every tile except the current tile is optional, so considering each tile by
itself gives the exact domains: `reachable_by_shape` returns the squares that a shape can still cover. The
current tile must be laid, which removes a few more values (see `compute_reachable`).
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    ALL_HIGH,
    ALL_LOW,
    BLOCK,
    CHUNK,
    FULL_ROW,
    LAID,
    LEFT_HIGH,
    LEFT_LOW,
    LOW_CELLS,
    ONE,
    PADDING_BIT,
    SHAPE_COUNT,
    ZERO,
    first_square,
    square_count,
    update_valid,
    valid_start,
)
from tilewright.games.patchwork.quilt.placement_tables import COVER


@compiled
def union_of_fitting(valid_low, valid_high, begin, end, low, high, goal_low, goal_high):
    """Return the union of the placements `begin` to `end` - 1 that contain none of the given squares.

    The goal (`goal_low`, `goal_high`) contains all squares that can be in the union: the loop stops when the
    union equals the goal. The inner loop has no early exit and uses unsigned indices, so that the compiler
    turns it into vector code.
    """
    low |= PADDING_BIT
    union_low, union_high = ZERO, ZERO
    stop = begin
    while stop < end:
        begin, stop = stop, min(stop + CHUNK, end + -(end - stop) % BLOCK)
        for index in range(np.uint64(begin), np.uint64(stop)):
            entry_low, entry_high = valid_low[index], valid_high[index]
            if (entry_low & low | entry_high & high) == ZERO:
                union_low |= entry_low
                union_high |= entry_high
        if union_low == goal_low and union_high == goal_high:
            break
    return union_low, union_high


@compiled
def reachable_by_shape(lookup, quilt, shape, low, high, goal_low, goal_high):
    """Return the squares that a shape can still cover after a further set of squares has been covered.

    `low` and `high` are the two words of this set; `union_of_fitting` describes the goal.
    """
    begin = valid_start(lookup, shape)
    end = begin + quilt.valid_count[shape]
    return union_of_fitting(quilt.valid_low, quilt.valid_high, begin, end, low, high, goal_low, goal_high)


@compiled
def reachable_by_any(lookup, quilt, low, high):
    """Return the squares that at least one remaining tile can cover.

    `low` and `high` have the same meaning as in `reachable_by_shape`.
    """
    goal_low = ALL_LOW & ~(quilt.board[0] | low)
    goal_high = ALL_HIGH & ~(quilt.board[1] | high)
    if quilt.remaining[0]:  # a 1x1 patch reaches every open square
        return goal_low, goal_high
    union_low, union_high = ZERO, ZERO
    for shape in range(SHAPE_COUNT):
        if quilt.remaining[shape]:
            update_valid(lookup, quilt, shape)
            cover_low, cover_high = reachable_by_shape(lookup, quilt, shape, low, high, goal_low, goal_high)
            union_low |= cover_low
            union_high |= cover_high
            if union_low == goal_low and union_high == goal_high:
                break
    return union_low, union_high


@compiled
def compute_reachable(lookup, quilt, shape, count):
    """Compute the squares that each tile can cover, given that the current shape must be laid.

    The current shape takes one of the first `count` candidates. Squares that all these candidates share belong
    to the current shape, so no other tile can cover them. A tile is ruled out if its area plus the area of the
    current shape exceeds the number of squares that can be covered at all. The result is written into
    `reachable_low` and `reachable_high`, with the current shape in the last element. Returns the shared
    squares.
    """
    low, high = ZERO, ZERO
    shared_low, shared_high = ALL_LOW, ALL_HIGH
    candidate_low, candidate_high = quilt.candidate_low, quilt.candidate_high
    for index in range(count):
        low |= candidate_low[index]
        high |= candidate_high[index]
        shared_low &= candidate_low[index]
        shared_high &= candidate_high[index]
    quilt.reachable_low[SHAPE_COUNT] = low
    quilt.reachable_high[SHAPE_COUNT] = high
    goal_low = ALL_LOW & ~(quilt.board[0] | shared_low)
    goal_high = ALL_HIGH & ~(quilt.board[1] | shared_high)
    remaining, start = quilt.remaining, lookup.start
    valid_count, valid_step = quilt.valid_count, quilt.valid_step
    valid_low, valid_high = quilt.valid_low, quilt.valid_high
    reachable_low, reachable_high = quilt.reachable_low, quilt.reachable_high
    step = quilt.scalars[LAID]
    for other in range(SHAPE_COUNT):
        cover_low, cover_high = ZERO, ZERO
        if remaining[other]:
            if valid_step[other] != step:
                update_valid(lookup, quilt, other)
            begin = start[COVER, other] - start[COVER, 0] + BLOCK * other
            end = begin + valid_count[other]
            cover_low, cover_high = union_of_fitting(
                valid_low, valid_high, begin, end, shared_low, shared_high, goal_low, goal_high
            )
            low |= cover_low
            high |= cover_high
        reachable_low[other] = cover_low
        reachable_high[other] = cover_high
    coverable = square_count(low, high)
    while True:
        low, high = quilt.reachable_low[SHAPE_COUNT], quilt.reachable_high[SHAPE_COUNT]
        for other in range(SHAPE_COUNT):
            if lookup.area[other] + lookup.area[shape] > coverable:
                quilt.reachable_low[other] = ZERO
                quilt.reachable_high[other] = ZERO
            low |= quilt.reachable_low[other]
            high |= quilt.reachable_high[other]
        still_coverable = square_count(low, high)
        if still_coverable == coverable:
            return shared_low, shared_high
        coverable = still_coverable


@compiled
def count_domains(quilt):
    """For each square, count the remaining tiles, not including the current one, that can cover the square.

    The counts are written into `count_planes`.
    """
    count_planes = quilt.count_planes
    count_planes[:] = ZERO
    for shape in range(SHAPE_COUNT):
        tiles = quilt.remaining[shape]
        for plane in range(3):
            if tiles >> plane & 1:
                low, high = quilt.reachable_low[shape], quilt.reachable_high[shape]
                digit = plane
                while (low | high) and digit < 6:
                    carry_low, carry_high = count_planes[digit, 0] & low, count_planes[digit, 1] & high
                    count_planes[digit, 0] ^= low
                    count_planes[digit, 1] ^= high
                    low, high = carry_low, carry_high
                    digit += 1


@compiled
def domain_count(quilt, cell):
    """Return the number of tiles that `count_domains` has counted for a square."""
    word, bit = (0, cell) if cell < LOW_CELLS else (1, cell - LOW_CELLS)
    number = 0
    for plane in range(6):
        number += np.int64(quilt.count_planes[plane, word] >> np.uint64(bit) & ONE) << plane
    return number


@compiled
def extreme_domain(quilt, low, high, largest):
    """Of the squares in a set, return the one with the largest domain, or the smallest if `largest` is false.

    If several squares qualify, the first of them in reading order is returned.
    """
    for back in range(6):
        plane_low, plane_high = quilt.count_planes[5 - back, 0], quilt.count_planes[5 - back, 1]
        if largest:
            some_low, some_high = low & plane_low, high & plane_high
        else:
            some_low, some_high = low & ~plane_low, high & ~plane_high
        if some_low | some_high:
            low, high = some_low, some_high
    return first_square(low, high)


# --- Regret -------------------------------------------------------------------------------------------


@compiled
def regret_of_squares(
    start, weight, valid_count, valid_low, valid_high, reachable_low, reachable_high, low, high, limit
):
    """Return the regret of covering the squares in a set, which is given as the words `low` and `high`.

    If the regret exceeds `limit`, some number above `limit` is returned. If the weights are the numbers of
    remaining tiles, the regret is the value of formula (7) in the paper.
    """
    total = square_count(reachable_low[SHAPE_COUNT] & ~low, reachable_high[SHAPE_COUNT] & ~high)
    for back in range(SHAPE_COUNT):
        shape = SHAPE_COUNT - 1 - back
        if weight[shape] == 0:
            continue
        goal_low, goal_high = reachable_low[shape] & ~low, reachable_high[shape] & ~high
        if goal_low | goal_high:
            begin = start[COVER, shape] - start[COVER, 0] + BLOCK * shape
            end = begin + valid_count[shape]
            cover_low, cover_high = union_of_fitting(
                valid_low, valid_high, begin, end, low, high, goal_low, goal_high
            )
            total += weight[shape] * (square_count(goal_low, goal_high) - square_count(cover_low, cover_high))
            if total > limit:
                break
    return total


@compiled
def contact_length(taken_low, taken_high, low, high):
    """Return how many sides of the given squares touch the edge of the board or a covered square.

    `low` and `high` contain the given squares; `taken_low` and `taken_high` contain the covered squares.
    """
    left_low, left_high = LEFT_LOW, LEFT_HIGH
    right_low, right_high = left_low << np.uint64(8), left_high << np.uint64(8)
    # `east` contains the squares whose right side touches a covered square or the edge of the board. `west`,
    # `north` and `south` contain the corresponding squares for the other three sides.
    east_low = (taken_low & ~left_low) >> ONE | right_low
    east_high = (taken_high & ~left_high) >> ONE | right_high
    west_low = (taken_low & ~right_low) << ONE | left_low
    west_high = (taken_high & ~right_high) << ONE | left_high
    north_low = (taken_low << np.uint64(9)) & ALL_LOW | FULL_ROW
    north_high = (taken_high << np.uint64(9)) & ALL_HIGH | taken_low >> np.uint64(45)
    south_low = taken_low >> np.uint64(9) | (taken_high & FULL_ROW) << np.uint64(45)
    south_high = taken_high >> np.uint64(9) | FULL_ROW << np.uint64(18)
    return (
        square_count(low & east_low, high & east_high)
        + square_count(low & west_low, high & west_high)
        + square_count(low & north_low, high & north_high)
        + square_count(low & south_low, high & south_high)
    )
