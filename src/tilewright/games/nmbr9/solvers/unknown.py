"""Solve variant U exactly for few cards: the score forced against the worst shuffle, or the best mean score.

The forced score is found by a minimax search that decides repeatedly whether one more point can be forced, so
that a single bad card or a single good placement settles each decision. The mean is computed from the sum of
the scores of all shuffles, where copies of a number count as different cards. The solution is a complete policy
with a reply in every line of play, so that the checker can verify its score.

This solver and `draft` are used to verify each other, so they share no code except the part shapes and
`unknown_deck_bounds`.
"""

from __future__ import annotations

from fractions import Fraction
from math import perm

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.nmbr9.kernels import literal_rules_kernel, unknown_deck_search_kernel
from tilewright.games.nmbr9.models.unknown_deck_bounds import (
    MOST_LINES,
    lines_of_play,
    set_when_stopped,
    value_bound,
)
from tilewright.games.nmbr9.parts.shape_arrays import LONGEST
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Policy, Reply, orientations
from tilewright.games.nmbr9.solvers.literal import empty_search

__all__ = ["prepare", "solve"]

Replies = tuple[tuple[int, Reply], ...]


def prepare(instance: Nmbr9Instance) -> None:
    if instance.variant == "U":
        tiny = _Draft(Nmbr9Instance("U", 1, 1, 2, grid=instance.grid))
        tiny.replies(0)


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant != "U":
        raise BadInput(f"the solver 'unknown' solves variant U, not {instance.variant}")
    if lines_of_play(instance) > MOST_LINES:
        raise BadInput(
            f"the solver 'unknown' solves instances with up to {MOST_LINES:,} lines of play;"
            f" {instance.spec} has more"
        )
    draft = _Draft(instance)
    with set_when_stopped(run, draft.stop):
        return _solve_mean(draft, run) if instance.objective == "expected" else _solve_forced(draft, run)


def _solve_forced(draft: _Draft, run: Run) -> Answer:
    policy: Replies | None = None
    need = 0
    while (replies := draft.replies(need)) is not None:
        policy = replies
        run.report(best=need)
        need += 1
    bound = value_bound(draft.instance)
    if policy is None:
        return Answer(Status.UNKNOWN, bound=bound) if run.stopped else Answer(Status.INFEASIBLE)
    if run.stopped and need - 1 < bound:
        return Answer(Status.FEASIBLE, Nmbr9Policy(policy), need - 1, bound)
    return Answer(Status.OPTIMAL, Nmbr9Policy(policy), need - 1, need - 1)


def _solve_mean(draft: _Draft, run: Run) -> Answer:
    """Return a policy with the best mean, or an arbitrary policy if the run is stopped.

    An arbitrary policy is found first, so that a stopped run has a solution.
    """
    bound = value_bound(draft.instance)
    replies, mean = draft.replies(0), draft.mean
    if replies is None:
        return Answer(Status.UNKNOWN, bound=bound) if run.stopped else Answer(Status.INFEASIBLE)
    run.report(mean, bound)
    best = draft.replies(None)
    if best is None:
        return Answer(Status.FEASIBLE, Nmbr9Policy(replies), mean, bound, stats={"mean": str(mean)})
    mean = draft.mean
    return Answer(Status.OPTIMAL, Nmbr9Policy(best), mean, mean, stats={"mean": str(mean)})


# --- Policies -----------------------------------------------------------------------------------------


class _Draft:
    """Assembles a policy from the best placements that the kernel finds."""

    def __init__(self, instance: Nmbr9Instance) -> None:
        self.instance = instance
        self.stop = np.zeros(1, np.int64)
        self.total = 0
        """The sum of the scores of the last policy over all shuffles."""
        cards = instance.cards
        self.levels = min(instance.levels or cards, (cards + 1) // 2)
        self.plan = literal_rules_kernel.Plan(
            values=np.zeros(cards, np.int64),
            levels=np.zeros(cards, np.int64),
            begins=np.arange(cards),
            ends=np.arange(1, cards + 1),
            types=instance.support == "types",
            grid=instance.grid or 0,
            origin=1 if instance.grid else LONGEST * cards,
        )
        self.search = empty_search(self.plan, self.levels)

    @property
    def mean(self) -> Fraction:
        instance = self.instance
        return Fraction(self.total, perm((instance.max_value + 1) * instance.copies, instance.cards))

    def replies(self, need: int | None) -> Replies | None:
        """Return a policy that forces `need` points or, if `need` is None, a policy with the best mean.

        The result is None if there is no such policy or the run was stopped.
        """
        problem = unknown_deck_search_kernel.Problem(
            cards=self.instance.cards,
            expected=need is None,
            need=need or 0,
            most_levels=self.levels,
            left=np.full(self.instance.max_value + 1, self.instance.copies, np.int64),
            best=np.zeros((self.instance.cards, 4), np.int64),
            stop=self.stop,
        )
        self.total = 0
        return self._replies(problem, 0, 0, 1)

    def _replies(
        self, problem: unknown_deck_search_kernel.Problem, depth: int, score: int, weight: int
    ) -> Replies | None:
        replies: list[tuple[int, Reply]] = []
        for card, copies in enumerate(problem.left.tolist()):
            if copies == 0:
                continue
            problem.left[card] -= 1
            value = unknown_deck_search_kernel.reply(self.plan, self.search, problem, depth, card, score)
            good = value >= 0 if problem.expected else value > 0
            reply = self._reply(problem, depth, card, score, weight * copies) if good else None
            problem.left[card] += 1
            if reply is None or self.stop[0]:
                return None
            replies.append((card, reply))
        return tuple(replies)

    def _reply(
        self, problem: unknown_deck_search_kernel.Problem, depth: int, card: int, score: int, weight: int
    ) -> Reply | None:
        """Return the best placement, which the kernel has just found, with the replies to the following cards.

        The result is None if there are no such replies or the run was stopped.
        """
        level, turn, row, column = problem.best[depth].tolist()
        points = score + card * (level - 1)
        cells = orientations(card)[turn].at(row - self.plan.origin, column - self.plan.origin)
        if depth + 1 == problem.cards:
            self.total += weight * points
            return Reply(level, cells)
        self.plan.values[depth], self.plan.levels[depth] = card, level
        self.search.tried[depth] = depth, turn, row, column, 1
        literal_rules_kernel.place(self.plan, self.search, depth)
        following = self._replies(problem, depth + 1, points, weight)
        literal_rules_kernel.remove(self.plan, self.search, depth)
        return None if following is None else Reply(level, cells, following)
