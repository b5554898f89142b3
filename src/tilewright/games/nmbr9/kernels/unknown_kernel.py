# mypy: ignore-errors
"""What can be made of a card against all decks that may follow: minimax and expectation, in Numba.

A stack lies in the arrays of `literal_kernel`: `plan.values` holds the cards drawn so far. A watcher may set
`stop[0]` at any time; what is returned afterwards means nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from tilewright.games.nmbr9.kernels.literal_kernel import TURNS, fits, lay, take_back, window

LOST = -1_000_000_000
"""Worth of a line in which some card finds no place; sums of it stay negative."""


class Question(NamedTuple):
    """What is asked about every line of play."""

    cards: int
    expected: bool
    """Add up the scores of all shuffles; otherwise ask whether the worst one reaches `need`."""
    need: int
    most_levels: int
    left: np.ndarray
    """How many copies of each number are still to come."""
    best: np.ndarray
    """For each depth the best placement found last: level, turn, row, column."""
    stop: np.ndarray


@njit(cache=True)
def most_to_come(question, depth):
    """No more can be scored by the cards from a depth on: the i-th of all lies at most on level i // 2 + 1."""
    points = 0
    for at in range(depth, question.cards):
        points += (len(question.left) - 1) * min(at // 2, question.most_levels - 1)
    return points


@njit(cache=True)
def height(search):
    """How many levels there are."""
    levels = 0
    while levels + 1 < len(search.counts) and search.counts[levels + 1] > 0:
        levels += 1
    return levels


@njit(cache=True, nogil=True)
def reply(plan, search, question, depth, card, score):
    """The best placement of a card on a stack of `depth` cards, and its worth: a sum of scores, or 1 or 0.

    Levels are tried from the highest down, and on each level every turn and every place. What a placement is
    worth is told by the replies to all cards that may come next. (One function, since Numba does not link two
    that call each other.)
    """
    plan.values[depth] = card
    expected, last = question.expected, depth + 1 == question.cards
    best = np.int64(LOST if expected else 0)
    if not expected and score + most_to_come(question, depth) < question.need:
        return best
    for level in range(min(height(search) + 1, question.most_levels), 0, -1):
        plan.levels[depth] = level
        points = score + card * (level - 1)
        if last and (points <= best if expected else points < question.need):
            break
        for turn in range(TURNS[card]):
            first_row, first_column, last_row, last_column = window(plan, search, depth, depth, turn)
            for row in range(first_row, last_row + 1):
                for column in range(first_column, last_column + 1):
                    if question.stop[0] != 0:
                        return best
                    if not fits(plan, search, level, depth, turn, row, column):
                        continue
                    worth = np.int64(points if expected else 1)
                    if not last:
                        search.at[depth, 0], search.at[depth, 1] = depth, turn
                        search.at[depth, 2], search.at[depth, 3] = row, column
                        lay(plan, search, depth)
                        total = np.int64(0)
                        for following in range(len(question.left)):
                            copies = question.left[following]
                            if copies == 0 or worth < 0 or (worth == 0 and not expected):
                                continue
                            question.left[following] -= 1
                            answer = reply(plan, search, question, depth + 1, following, points)
                            question.left[following] += 1
                            total += copies * answer
                            if expected and answer < 0:
                                worth = np.int64(LOST)
                            elif not expected:
                                worth = answer
                        take_back(plan, search, depth)
                        if expected and worth >= 0:
                            worth = total
                    if worth > best:
                        best = worth
                        question.best[depth, 0], question.best[depth, 1] = level, turn
                        question.best[depth, 2], question.best[depth, 3] = row, column
                        if last or not expected:
                            return best
    return best
