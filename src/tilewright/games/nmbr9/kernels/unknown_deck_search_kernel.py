# mypy: ignore-errors
"""Find the best placement of a card, considering all cards that may follow: minimax and expectimax.

The stack is stored in the arrays of `literal_rules_kernel`; `plan.values` contains the cards drawn so far. The
caller may stop the search at any time by setting `stop[0]`; the result is then meaningless.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.kernels.literal_rules_kernel import fits, place, remove, window
from tilewright.games.nmbr9.parts.shape_arrays import TURNS

LOST = -1_000_000_000
"""The value of a line of play in which some card cannot be placed; sums that contain it stay negative."""


class Problem(NamedTuple):
    """The cards, the objective, and the arrays shared with the caller."""

    cards: int
    expected: bool
    """True to sum the scores of all shuffles; False to decide whether the worst shuffle reaches `need`."""
    need: int
    most_levels: int
    left: np.ndarray
    """For each number, how many cards with this number remain."""
    best: np.ndarray
    """For each depth, the best placement (level, turn, row, column) that the last call of `reply` found."""
    stop: np.ndarray
    """Set to a nonzero value by the caller to stop the search."""


@compiled
def score_bound(problem, depth):
    """Return an upper bound on the score of the cards from index `depth` on.

    The card with index i is on level i // 2 + 1 or lower, because every level that supports another level has
    at least two parts.
    """
    points = 0
    for index in range(depth, problem.cards):
        points += (len(problem.left) - 1) * min(index // 2, problem.most_levels - 1)
    return points


@compiled
def height(search):
    """Return the number of levels of the stack."""
    levels = 0
    while levels + 1 < len(search.counts) and search.counts[levels + 1] > 0:
        levels += 1
    return levels


@compiled
def reply(plan, search, problem, depth, card, score):
    """Find the best placement of a card on a stack of `depth` cards and return its value.

    The value is the sum of the scores over all orders of the remaining cards (LOST if some card cannot be
    placed) or, for a forced score, 1 if `need` points can be forced and 0 if not. Levels are tried from the
    highest down, and on each level every rotation and position. A placement is evaluated by the replies to all
    cards that may be drawn next. (The recursion is one function, because two kernels cannot call each other.)
    """
    plan.values[depth] = card
    expected, last = problem.expected, depth + 1 == problem.cards
    best = np.int64(LOST if expected else 0)
    if not expected and score + score_bound(problem, depth) < problem.need:
        return best
    for level in range(min(height(search) + 1, problem.most_levels), 0, -1):
        plan.levels[depth] = level
        points = score + card * (level - 1)
        if last and (points <= best if expected else points < problem.need):
            break
        for turn in range(TURNS[card]):
            first_row, first_column, last_row, last_column = window(plan, search, depth, depth, turn)
            for row in range(first_row, last_row + 1):
                for column in range(first_column, last_column + 1):
                    if problem.stop[0] != 0:
                        return best
                    if not fits(plan, search, level, depth, turn, row, column):
                        continue
                    value = np.int64(points if expected else 1)
                    if not last:
                        search.tried[depth, 0], search.tried[depth, 1] = depth, turn
                        search.tried[depth, 2], search.tried[depth, 3] = row, column
                        place(plan, search, depth)
                        total = np.int64(0)
                        for following in range(len(problem.left)):
                            copies = problem.left[following]
                            if copies == 0 or value < 0 or (value == 0 and not expected):
                                continue
                            problem.left[following] -= 1
                            answer = reply(plan, search, problem, depth + 1, following, points)
                            problem.left[following] += 1
                            total += copies * answer
                            if expected and answer < 0:
                                value = np.int64(LOST)
                            elif not expected:
                                value = answer
                        remove(plan, search, depth)
                        if expected and value >= 0:
                            value = total
                    if value > best:
                        best = value
                        problem.best[depth, 0], problem.best[depth, 1] = level, turn
                        problem.best[depth, 2], problem.best[depth, 3] = row, column
                        if last or not expected:
                            return best
    return best
