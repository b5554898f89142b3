# mypy: ignore-errors
"""The loops of rule touch: stones in a row, and the row on a board.

In a row each stone shares a label with the next. That label is their *joint*. A stone comes in by one joint and
goes out by another: it *stays* if both are the same half of it, it *crosses* if they are its two halves, and a
double is *free* to do either.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["CROSSES", "FREE", "STAYS", "lay", "line_up", "search_board", "winding"]

STAYS, CROSSES, FREE = 0, 1, 2
OUTER, INNER = 0, 1
DOWN = (0, 1, 0, -1)
RIGHT = (1, 0, -1, 0)


@njit(cache=True, nogil=True)
def winding(n, outer, inner, turns):
    """A strip two cells wide, wound clockwise from the wall to the middle: an outer and an inner cell a slot.

    In `turns` the last slot of each straight stretch is marked, where another stretch follows.
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
        # Back onto the last slot, and from there round the corner.
        row += 2 * DOWN[side] - DOWN[direction]
        column += 2 * RIGHT[side] - RIGHT[direction]
        length -= 2 * (direction % 2 == 0)
        direction = side


@njit(cache=True, nogil=True)
def line_up(trail, spare, turns, joint, other, manner):
    """Stones in a row: those of a trail, and spare ones where the trail passes one of their labels.

    `trail` holds the labels that it visits; `spare[a, b]` counts the stones beside it, the same both ways, with
    doubles on the diagonal. Spare stones come as early as possible, but the two stones of a corner should both
    stay or both cross, so there they wait for the trail to come back if it does. Answers how many stones stand
    in the row, at most one for each slot.
    """
    labels = len(spare)
    beside = np.array([spare[a].sum() - spare[a, a] for a in range(labels)])
    following = np.zeros(labels, np.int64)
    last = np.zeros(labels, np.int64)
    for at in range(len(trail)):
        last[trail[at]] = at
    at = 0
    for slot in range(len(turns)):
        here = trail[at]
        joint[slot] = here
        near = slot + 1 < len(turns) and turns[slot + 1]
        far = turns[slot]
        over = at == len(trail) - 1
        if far:
            wait = manner[slot - 1] == CROSSES
        else:
            wait = near and beside[here] < 2
        if spare[here, here] and (near or far or beside[here] == 0):
            spare[here, here] -= 1
            other[slot], manner[slot] = here, FREE
        elif beside[here] and (over or last[here] == at or not wait):
            while following[here] == here or spare[here, following[here]] == 0:
                following[here] += 1
            there = following[here]
            spare[here, there] -= 1
            spare[there, here] -= 1
            beside[here] -= 1
            beside[there] -= 1
            other[slot], manner[slot] = there, STAYS
        elif not over:
            at += 1
            other[slot], manner[slot] = trail[at], CROSSES
        else:
            return slot
    return len(turns)


@njit(cache=True, nogil=True)
def lay(outer, inner, turns, manner, side, first, second):
    """Lay a row along the strip; writes the cells of each stone's joint and other half. How many stones lie.

    Across the strip any two neighbours touch with both halves, so a joint simply keeps to its side. At a corner
    a joint on the outer side is passed on by two stones along the strip, one beside the other; one on the inner
    side by two stones across the strip, if both stay or both cross, and else by one stone along the strip,
    which wastes a slot.
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
                near, far = (slot + 1, slot) if crosses else (slot, slot + 1)
                _put(inner[near], inner[far], first, second, stone + 1)
            side = INNER if crosses == next_crosses else OUTER
            stone += 1 + pair
        elif not pair or free or crosses == next_crosses:
            _across(outer, inner, slot, INNER, first, second, stone)
            if pair:
                # A free stone does what the other one does.
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


@njit(cache=True, nogil=True)
def _across(outer, inner, slot, side, first, second, stone):
    if side == OUTER:
        _put(outer[slot], inner[slot], first, second, stone)
    else:
        _put(inner[slot], outer[slot], first, second, stone)


@njit(cache=True, nogil=True)
def _put(cell, other, first, second, stone):
    first[stone, 0], first[stone, 1] = cell[0], cell[1]
    second[stone, 0], second[stone, 1] = other[0], other[1]


@njit(cache=True, nogil=True)
def search_board(n, manner, first, second):
    """Lay a row anywhere on a small board, by trying all ways; whether there is one."""
    spare_cells = n * n - 2 * len(manner)
    covered = np.zeros((n, n), np.bool_)
    tried = np.full(len(manner), -1)
    lies = np.zeros(len(manner), np.bool_)
    stone = 0
    while stone < len(manner):
        if lies[stone]:
            covered[first[stone, 0], first[stone, 1]] = False
            covered[second[stone, 0], second[stone, 1]] = False
            lies[stone] = False
        tried[stone] += 1
        place, way = tried[stone] // 4, tried[stone] % 4
        if place == (4 if stone else n * n):
            if stone == 0:
                return False
            tried[stone] = -1
            stone -= 1
            continue
        row, column = place // n, place % n
        if stone:
            before = second[stone - 1] if manner[stone - 1] == CROSSES else first[stone - 1]
            row, column = before[0] + DOWN[place], before[1] + RIGHT[place]
        down, right = row + DOWN[way], column + RIGHT[way]
        if not (_is_free(covered, row, column) and _is_free(covered, down, right)):
            continue
        first[stone, 0], first[stone, 1] = row, column
        second[stone, 0], second[stone, 1] = down, right
        covered[row, column] = covered[down, right] = lies[stone] = True
        if _lonely(covered) <= spare_cells:
            stone += 1
    return True


@njit(cache=True, nogil=True)
def _is_free(covered, row, column):
    n = len(covered)
    return 0 <= row < n and 0 <= column < n and not covered[row, column]


@njit(cache=True, nogil=True)
def _lonely(covered):
    """How many cells no stone can cover any more: free ones without a free neighbour."""
    lonely = 0
    for row in range(len(covered)):
        for column in range(len(covered)):
            if not covered[row, column]:
                company = 0
                for way in range(4):
                    company += _is_free(covered, row + DOWN[way], column + RIGHT[way])
                lonely += company == 0
    return lonely
