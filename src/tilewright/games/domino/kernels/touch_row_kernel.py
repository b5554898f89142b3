# mypy: ignore-errors
"""Compiled loops for rule `touch`: arrange stones in a row, and lay a row on the board.

In a row each stone shares a label with the next stone; this label is the *joint* of the two stones. So each
stone has an incoming and an outgoing joint. A stone *stays* if both joints are on the same half, it *crosses*
if they are on different halves, and a double is *free*: it can either stay or cross. The *manner* of a stone is
staying, crossing or free.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = ["CROSSES", "FREE", "STAYS", "lay", "line_up", "search_board", "winding"]

STAYS, CROSSES, FREE = 0, 1, 2
OUTER, INNER = 0, 1
DOWN = (0, 1, 0, -1)
RIGHT = (1, 0, -1, 0)


@compiled
def winding(n, outer, inner, turns):
    """Compute a strip two cells wide that spirals clockwise from the border to the centre of the board.

    A slot of the strip consists of an outer and an inner cell, which are written to `outer` and `inner` as row
    and column. `turns` becomes True for the last slot of every straight section but the final one.
    """
    slots = len(outer)
    slot = direction = row = column = 0
    length = n
    while slot < slots:
        side = (direction + 1) % 4
        length = min(length, slots - slot)
        for _ in range(length):
            outer[slot, 0], outer[slot, 1] = row, column
            inner[slot, 0], inner[slot, 1] = row + DOWN[side], column + RIGHT[side]
            row += DOWN[direction]
            column += RIGHT[direction]
            slot += 1
        turns[slot - 1] = slot < slots
        # Step back to the last slot, and continue from there around the corner.
        row += 2 * DOWN[side] - DOWN[direction]
        column += 2 * RIGHT[side] - RIGHT[direction]
        length -= 2 * (direction % 2 == 0)
        direction = side


@compiled
def line_up(trail, spare, turns, joint, other, manner):
    """Arrange the stones of a trail in a row, and insert spare stones where the trail visits their labels.

    `trail` contains the labels in the order of the trail. `spare[a, b]` is the number of stones with the labels
    a and b that are not on the trail; the table is symmetric, with doubles on the diagonal. Spare stones are
    inserted as early as possible. But the two stones at a corner of the strip should both stay or both cross
    (the docstring of this module defines *stays*, *crosses* and *manner*), so a spare stone that would prevent
    this is postponed if the trail visits its label again. Away from corners, a spare double is inserted only
    when no other kind of spare stone with its label is left. For each stone, the label of its incoming joint,
    the label of its other half and its manner are written to the arrays `joint`, `other` and `manner`. Return
    the number of stones in the row, which is at most the number of slots of the strip.
    """
    labels = len(spare)
    beside = np.array([spare[a].sum() - spare[a, a] for a in range(labels)])
    following = np.zeros(labels, np.int64)
    last = np.zeros(labels, np.int64)
    for position in range(len(trail)):
        last[trail[position]] = position
    position = 0
    for slot in range(len(turns)):
        label = trail[position]
        joint[slot] = label
        first_at_corner = slot + 1 < len(turns) and turns[slot + 1]
        second_at_corner = turns[slot]
        at_end = position == len(trail) - 1
        if second_at_corner:
            wait = manner[slot - 1] == CROSSES
        else:
            wait = first_at_corner and beside[label] < 2
        if spare[label, label] and (first_at_corner or second_at_corner or beside[label] == 0):
            spare[label, label] -= 1
            other[slot], manner[slot] = label, FREE
        elif beside[label] and (at_end or last[label] == position or not wait):
            while following[label] == label or spare[label, following[label]] == 0:
                following[label] += 1
            spare_end = following[label]
            spare[label, spare_end] -= 1
            spare[spare_end, label] -= 1
            beside[label] -= 1
            beside[spare_end] -= 1
            other[slot], manner[slot] = spare_end, STAYS
        elif not at_end:
            position += 1
            other[slot], manner[slot] = trail[position], CROSSES
        else:
            return slot
    return len(turns)


@compiled
def lay(outer, inner, turns, manner, side, first, second):
    """Lay a row along the strip and return the number of stones laid.

    The *joint half* of a stone is the half with its incoming joint. The cell of this half is written to
    `first`, and the cell of the other half to `second`. The joint half of the first stone is laid on the given
    side of the strip, `OUTER` or `INNER`. Consecutive stones that lie across the strip touch with both halves,
    so on a straight section they can be joined on either side. A corner takes two slots. If the joint is on the
    outer side, two stones are laid along the strip, side by side. If it is on the inner side, two stones are
    laid across the strip if both stay or both cross (the docstring of this module defines these words; a free
    stone does as the other one does); otherwise one stone is laid along the strip, which wastes a slot.
    """
    slot = stone = 0
    while slot < len(outer) and stone < len(manner):
        crosses = manner[stone] == CROSSES
        if slot + 1 == len(outer) or not turns[slot + 1]:
            _across(outer, inner, slot, side, first, second, stone)
            side ^= int(crosses)
            slot += 1
            stone += 1
            continue
        pair = stone + 1 < len(manner)
        next_crosses = pair and manner[stone + 1] == CROSSES
        free = manner[stone] == FREE or (pair and manner[stone + 1] == FREE)
        if side == OUTER:
            _put(outer[slot], outer[slot + 1], first, second, stone)
            if pair:
                joint_slot, other_slot = (slot + 1, slot) if crosses else (slot, slot + 1)
                _put(inner[joint_slot], inner[other_slot], first, second, stone + 1)
            side = INNER if crosses == next_crosses else OUTER
            stone += 1 + pair
        elif not pair or free or crosses == next_crosses:
            _across(outer, inner, slot, INNER, first, second, stone)
            if pair:
                # If one of the two stones at the corner is free, it crosses or stays as the other stone does.
                crossed = crosses or (manner[stone] == FREE and next_crosses)
                _across(outer, inner, slot + 1, OUTER if crossed else INNER, first, second, stone + 1)
            side = OUTER
            stone += 1 + pair
        else:
            _put(inner[slot], inner[slot + 1], first, second, stone)
            side = OUTER if crosses else INNER
            stone += 1
        slot += 2
    return stone


@compiled
def _across(outer, inner, slot, side, first, second, stone):
    if side == OUTER:
        _put(outer[slot], inner[slot], first, second, stone)
    else:
        _put(inner[slot], outer[slot], first, second, stone)


@compiled
def _put(cell, other, first, second, stone):
    first[stone, 0], first[stone, 1] = cell[0], cell[1]
    second[stone, 0], second[stone, 1] = other[0], other[1]


@compiled
def search_board(n, manner, first, second):
    """Lay a row on a small board by backtracking over all positions; return whether the row fits."""
    spare_cells = n * n - 2 * len(manner)
    covered = np.zeros((n, n), np.bool_)
    tried = np.full(len(manner), -1)
    is_laid = np.zeros(len(manner), np.bool_)
    stone = 0
    while stone < len(manner):
        if is_laid[stone]:
            covered[first[stone, 0], first[stone, 1]] = False
            covered[second[stone, 0], second[stone, 1]] = False
            is_laid[stone] = False
        tried[stone] += 1
        place, direction = tried[stone] // 4, tried[stone] % 4
        if place == (4 if stone else n * n):
            if stone == 0:
                return False
            tried[stone] = -1
            stone -= 1
            continue
        row, column = place // n, place % n
        if stone:
            previous = second[stone - 1] if manner[stone - 1] == CROSSES else first[stone - 1]
            row, column = previous[0] + DOWN[place], previous[1] + RIGHT[place]
        other_row, other_column = row + DOWN[direction], column + RIGHT[direction]
        if not (_is_free(covered, row, column) and _is_free(covered, other_row, other_column)):
            continue
        first[stone, 0], first[stone, 1] = row, column
        second[stone, 0], second[stone, 1] = other_row, other_column
        covered[row, column] = covered[other_row, other_column] = is_laid[stone] = True
        if _isolated_cells(covered) <= spare_cells:
            stone += 1
    return True


@compiled
def _is_free(covered, row, column):
    n = len(covered)
    return 0 <= row < n and 0 <= column < n and not covered[row, column]


@compiled
def _isolated_cells(covered):
    """Return the number of free cells without a free neighbour, which no stone can cover."""
    isolated = 0
    for row in range(len(covered)):
        for column in range(len(covered)):
            if not covered[row, column]:
                free_neighbours = 0
                for direction in range(4):
                    free_neighbours += _is_free(covered, row + DOWN[direction], column + RIGHT[direction])
                isolated += free_neighbours == 0
    return isolated
