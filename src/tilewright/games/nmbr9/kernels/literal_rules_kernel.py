# mypy: ignore-errors
"""Decide whether cards can be placed on given levels, by applying the rules literally.

A plan lists the cards in groups. The cards of a group are on one level and may be placed in any order; the
groups are placed one after the other. The search tries every legal placement of every card, with three
exceptions that do not change the answer: on an unbounded table the first card has a fixed position and
rotation, because the table is symmetric; each group starts with its first card, because connected parts can be
placed starting with any of them; and of several equal cards only the first unused one is tried.

The state of a search is stored in arrays owned by the caller, so that a search can be paused and continued.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.parts.shape_arrays import EXTENTS, LONGEST, SHAPES, SIZES, TURNS

FAILED, FOUND, PAUSED = 0, 1, 2
NONE = -1


class Plan(NamedTuple):
    """The cards with their levels and groups, the support rule, and the grid."""

    values: np.ndarray
    levels: np.ndarray
    begins: np.ndarray
    """For each card, the index of the first card of its group."""
    ends: np.ndarray
    """For each card, one more than the index of the last card of its group."""
    types: bool
    grid: int
    """The side of the grid; 0 for an unbounded table."""
    origin: int
    """The index, in `Search.owner`, of the grid's first row, which is also the index of its first column.
    Without a grid, the index of the top row and of the left column of the first card's bounding box."""


class Search(NamedTuple):
    """The current state of a search. A depth is a number of placed cards."""

    owner: np.ndarray
    """For each level and cell, one more than the index of the card there; 0 if the cell is free."""
    boxes: np.ndarray
    """For each depth and level, the bounding box of the level's occupied cells before the card of that depth is
    placed: top, left, bottom and right."""
    counts: np.ndarray
    """The number of cards on each level."""
    used: np.ndarray
    tried: np.ndarray
    """For each depth, the last placement tried (card, turn, row, column), then 1 if its part is on the stack
    now, else 0."""
    progress: np.ndarray
    """The current depth, and the greatest depth reached."""


@compiled
def fits(plan, search, level, card, turn, row, column):
    """Return True if the placement is legal on the current stack; its position must be inside the `window`."""
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


@compiled
def mark_cells(plan, search, level, card, turn, row, column, mark):
    """Set `owner` to `mark` on the cells of a placement."""
    value = plan.values[card]
    for i in range(SIZES[value]):
        search.owner[level, row + SHAPES[value, turn, i, 0], column + SHAPES[value, turn, i, 1]] = mark


@compiled
def next_card(plan, search, depth, card):
    """Return the next card to try at a depth; NONE if there is none.

    `card` is the card that was tried last, or NONE if no card has been tried.

    A group begins with its first card. After that, of several equal cards only the first unused one is tried.
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


@compiled
def window(plan, search, depth, card, turn):
    """Return the first row, first column, last row and last column where the part's bounding box may begin."""
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


@compiled
def next_placement(plan, search, depth):
    """Advance `tried[depth]` to the next legal placement.

    Return the number of placements tested, and whether there is a next legal placement.
    """
    card, turn, row, column = search.tried[depth, :4]
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
                        search.tried[depth, 0], search.tried[depth, 1] = card, turn
                        search.tried[depth, 2], search.tried[depth, 3] = row, column
                        return tries, True
                    column += 1
                row, column = row + 1, left
            turn, fresh = turn + 1, True
        card, turn = next_card(plan, search, depth, card), 0
    search.tried[depth, 0] = NONE
    return tries, False


@compiled
def place(plan, search, depth):
    """Place the part on the stack as `tried[depth]` describes."""
    card, turn, row, column = search.tried[depth, :4]
    level = plan.levels[depth]
    mark_cells(plan, search, level, card, turn, row, column, card + 1)
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
    search.tried[depth, 4] = 1


@compiled
def remove(plan, search, depth):
    """Remove from the stack the part that `tried[depth]` describes."""
    card, turn, row, column = search.tried[depth, :4]
    level = plan.levels[depth]
    mark_cells(plan, search, level, card, turn, row, column, 0)
    search.used[card] = False
    search.counts[level] -= 1
    search.tried[depth, 4] = 0


@compiled
def continue_search(plan, search, budget):
    """Search until the plan is proved possible or impossible, or until about `budget` placements are tested.

    Return FOUND if the plan is possible, FAILED if it is impossible, and PAUSED if the search is not finished.
    """
    depth, deepest = search.progress
    cards = len(plan.values)
    outcome = PAUSED
    while budget > 0:
        if depth == cards:
            outcome = FOUND
            break
        if search.tried[depth, 4] == 1:
            remove(plan, search, depth)
        tries, placed = next_placement(plan, search, depth)
        budget -= tries + 1
        if placed:
            place(plan, search, depth)
            depth += 1
            deepest = max(deepest, depth)
        elif depth == 0:
            outcome = FAILED
            break
        else:
            depth -= 1
    search.progress[0], search.progress[1] = depth, deepest
    return outcome
