# mypy: ignore-errors
"""Can these cards be placed on these levels? A search placement by placement, by the literal rules, in Numba.

A plan lists cards in groups: a group's cards lie on one level and may be placed in any order, the groups are
placed one after the other. The search tries every legal placement of every card. Two things are taken for
granted, and each is plain to see: a table without edges may be turned and moved, so the first card lies where
and as it is given; and parts that hang together may be placed starting with any of them.

A search is kept in arrays that the caller owns, so that it can pause and go on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from tilewright.games.nmbr9.rules import PARTS, orientations

FAILED, FOUND, PAUSED = 0, 1, 2
NONE = -1

LONGEST = 4
"""The longest side of a part."""

SIZES = np.array([len(part) for part in PARTS], np.int64)
TURNS = np.array([len(orientations(value)) for value in range(10)], np.int64)
SHAPES = np.zeros((10, 4, 10, 2), np.int64)
"""The cells of each number in each of its orientations."""
EXTENTS = np.zeros((10, 4, 2), np.int64)
for _value in range(10):
    for _turn, _shape in enumerate(orientations(_value)):
        SHAPES[_value, _turn, : len(_shape)] = _shape.cells
        EXTENTS[_value, _turn] = _shape.rows, _shape.cols


class Plan(NamedTuple):
    """Card by card: its value, its level, and the first card of its group and of the next group."""

    values: np.ndarray
    levels: np.ndarray
    begins: np.ndarray
    ends: np.ndarray
    types: bool
    grid: int
    """Side of the grid, 0 without one."""
    origin: int
    """Where the grid begins on the board; without a grid, where the first card lies."""


class Search(NamedTuple):
    """Where a search stands."""

    owner: np.ndarray
    """For each level and cell the card that lies there, plus one; 0 where none lies."""
    boxes: np.ndarray
    """For each depth and level: top, left, bottom and right of the level before a card is placed."""
    counts: np.ndarray
    used: np.ndarray
    at: np.ndarray
    """For each depth the placement tried last: card, turn, row, column, and 1 while it lies there."""
    progress: np.ndarray
    """Depth, and the greatest depth reached."""


@njit(cache=True)
def fits(plan, search, level, card, turn, row, column):
    """May the card lie there now?"""
    owner, value = search.owner, plan.values[card]
    touches = search.counts[level] == 0
    several = level == 1
    first = NONE
    for i in range(SIZES[value]):
        r = row + SHAPES[value, turn, i, 0]
        c = column + SHAPES[value, turn, i, 1]
        if owner[level, r, c] != 0:
            return False
        if level > 1:
            below = owner[level - 1, r, c]
            if below == 0:
                return False
            kind = plan.values[below - 1] if plan.types else below
            if first == NONE:
                first = kind
            elif kind != first:
                several = True
        if not touches:
            touches = (
                owner[level, r - 1, c] != 0
                or owner[level, r + 1, c] != 0
                or owner[level, r, c - 1] != 0
                or owner[level, r, c + 1] != 0
            )
    return touches and several


@njit(cache=True)
def put(plan, search, level, card, turn, row, column, mark):
    value = plan.values[card]
    for i in range(SIZES[value]):
        search.owner[level, row + SHAPES[value, turn, i, 0], column + SHAPES[value, turn, i, 1]] = mark


@njit(cache=True)
def next_card(plan, search, depth, card):
    """The card to try at a depth after `card` (NONE: the first one), or NONE.

    A group begins with its first card; later, of equal cards only the first unused one is tried.
    """
    begin = plan.begins[depth]
    if depth == begin:
        return begin if card == NONE else NONE
    for candidate in range(max(card + 1, begin), plan.ends[depth]):
        new = not search.used[candidate]
        for other in range(begin, candidate):
            if not search.used[other] and plan.values[other] == plan.values[candidate]:
                new = False
        if new:
            return candidate
    return NONE


@njit(cache=True)
def window(plan, search, depth, card, turn):
    """The first and last row and column where the corner of the part's box may lie."""
    high, wide = EXTENTS[plan.values[card], turn]
    level = plan.levels[depth]
    if level > 1:
        top, left, bottom, right = search.boxes[depth, level - 1]
        return top, left, bottom - high + 1, right - wide + 1
    last_row, last_column = plan.origin + plan.grid - high, plan.origin + plan.grid - wide
    if search.counts[level] == 0:
        if plan.grid > 0:
            return plan.origin, plan.origin, last_row, last_column
        last = plan.origin if turn == 0 else NONE
        return plan.origin, plan.origin, last, last
    top, left, bottom, right = search.boxes[depth, level]
    top, left, bottom, right = top - LONGEST, left - LONGEST, bottom + 1, right + 1
    if plan.grid > 0:
        top, left = max(top, plan.origin), max(left, plan.origin)
        bottom, right = min(bottom, last_row), min(right, last_column)
    return top, left, bottom, right


@njit(cache=True)
def next_placement(plan, search, depth):
    """Move `at[depth]` on to the next legal placement; the number of tries, and whether there is one."""
    card, turn, row, column = search.at[depth, :4]
    tries = 0
    fresh = card == NONE
    if fresh:
        card, turn = next_card(plan, search, depth, NONE), 0
    while card != NONE:
        while turn < TURNS[plan.values[card]]:
            top, left, bottom, right = window(plan, search, depth, card, turn)
            if fresh:
                row, column = top, left - 1
            column += 1
            while row <= bottom:
                while column <= right:
                    tries += 1
                    if fits(plan, search, plan.levels[depth], card, turn, row, column):
                        search.at[depth, 0], search.at[depth, 1] = card, turn
                        search.at[depth, 2], search.at[depth, 3] = row, column
                        return tries, True
                    column += 1
                row, column = row + 1, left
            turn, fresh = turn + 1, True
        card, turn = next_card(plan, search, depth, card), 0
    search.at[depth, 0] = NONE
    return tries, False


@njit(cache=True)
def lay(plan, search, depth):
    card, turn, row, column = search.at[depth, :4]
    level = plan.levels[depth]
    put(plan, search, level, card, turn, row, column, card + 1)
    high, wide = EXTENTS[plan.values[card], turn]
    search.boxes[depth + 1] = search.boxes[depth]
    box = search.boxes[depth + 1, level]
    first = search.counts[level] == 0
    box[0] = row if first else min(row, box[0])
    box[1] = column if first else min(column, box[1])
    box[2] = row + high - 1 if first else max(row + high - 1, box[2])
    box[3] = column + wide - 1 if first else max(column + wide - 1, box[3])
    search.used[card] = True
    search.counts[level] += 1
    search.at[depth, 4] = 1


@njit(cache=True)
def take_back(plan, search, depth):
    card, turn, row, column = search.at[depth, :4]
    level = plan.levels[depth]
    put(plan, search, level, card, turn, row, column, 0)
    search.used[card] = False
    search.counts[level] -= 1
    search.at[depth, 4] = 0


@njit(cache=True)
def go_on(plan, search, budget):
    """Search until the plan is found possible or impossible, or so many placements were tried."""
    depth, deepest = search.progress
    cards = len(plan.values)
    outcome = PAUSED
    while budget > 0:
        if depth == cards:
            outcome = FOUND
            break
        if search.at[depth, 4] == 1:
            take_back(plan, search, depth)
        tries, placed = next_placement(plan, search, depth)
        budget -= tries + 1
        if placed:
            lay(plan, search, depth)
            depth += 1
            deepest = max(deepest, depth)
        elif depth == 0:
            outcome = FAILED
            break
        else:
            depth -= 1
    search.progress[0], search.progress[1] = depth, deepest
    return outcome
