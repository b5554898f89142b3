"""Variant U, exactly, for few cards: the score that can be forced against the worst shuffle, or the best mean.

Minimax over cards and placements. For the forced score it is asked again and again whether one more point can
be forced, so that a single bad card or a single good placement ends the question. The mean adds up the scores
of all shuffles, the copies of a number told apart. The answer is the whole policy, a reply to every line of
play, so that the checker can follow each of them to its score.
"""

from __future__ import annotations

from fractions import Fraction
from math import perm

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.nmbr9.kernels import literal_kernel, unknown_kernel
from tilewright.games.nmbr9.models.unknown_decks import MOST_LINES, lines_of_play, value_bound, watched
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Policy, Reply, orientations

__all__ = ["prepare", "solve"]

Replies = tuple[tuple[int, Reply], ...]


def prepare(instance: Nmbr9Instance) -> None:
    if instance.variant == "U":
        tiny = _Draft(Nmbr9Instance("U", 1, 1, 2, grid=instance.grid))
        tiny.replies(0)


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant != "U":
        raise BadInput(f"unknown plays variant U, not {instance.variant}")
    if lines_of_play(instance) > MOST_LINES:
        raise BadInput(f"unknown plays up to {MOST_LINES:,} lines of play; {instance.spec} has more")
    draft = _Draft(instance)
    with watched(run, draft.stop):
        return _mean(draft, run) if instance.objective == "expected" else _forced(draft, run)


def _forced(draft: _Draft, run: Run) -> Answer:
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


def _mean(draft: _Draft, run: Run) -> Answer:
    """Any policy first, to have one when the time is up; then the best."""
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
    """Asks the kernel for replies, and gathers them into a policy."""

    def __init__(self, instance: Nmbr9Instance) -> None:
        self.instance = instance
        self.stop = np.zeros(1, np.int64)
        self.total = 0
        """The sum of scores over all shuffles, in the policy made last."""
        cards = instance.cards
        self.levels = min(instance.levels or cards, (cards + 1) // 2)
        room = 1 if instance.grid else literal_kernel.LONGEST * cards
        self.plan = literal_kernel.Plan(
            values=np.zeros(cards, np.int64),
            levels=np.zeros(cards, np.int64),
            begins=np.arange(cards),
            ends=np.arange(1, cards + 1),
            types=instance.support == "types",
            grid=instance.grid or 0,
            origin=room,
        )
        side = instance.grid + 2 if instance.grid else 2 * room + literal_kernel.LONGEST
        self.search = literal_kernel.Search(
            owner=np.zeros((self.levels + 1, side, side), np.int64),
            boxes=np.zeros((cards + 1, self.levels + 1, 4), np.int64),
            counts=np.zeros(self.levels + 1, np.int64),
            used=np.zeros(cards, np.bool_),
            at=np.zeros((cards, 5), np.int64),
            progress=np.zeros(2, np.int64),
        )

    @property
    def mean(self) -> Fraction:
        instance = self.instance
        return Fraction(self.total, perm((instance.max_value + 1) * instance.copies, instance.cards))

    def replies(self, need: int | None) -> Replies | None:
        """A policy that forces so many points, or (None) has the best mean; None: impossible, or time is up."""
        question = unknown_kernel.Question(
            cards=self.instance.cards,
            expected=need is None,
            need=need or 0,
            most_levels=self.levels,
            left=np.full(self.instance.max_value + 1, self.instance.copies, np.int64),
            best=np.zeros((self.instance.cards, 4), np.int64),
            stop=self.stop,
        )
        self.total = 0
        return self._replies(question, 0, 0, 1)

    def _replies(
        self, question: unknown_kernel.Question, depth: int, score: int, weight: int
    ) -> Replies | None:
        found: list[tuple[int, Reply]] = []
        for card, copies in enumerate(question.left.tolist()):
            if copies == 0:
                continue
            question.left[card] -= 1
            worth = unknown_kernel.reply(self.plan, self.search, question, depth, card, score)
            good = worth >= 0 if question.expected else worth > 0
            reply = self._reply(question, depth, card, score, weight * copies) if good else None
            question.left[card] += 1
            if reply is None or self.stop[0]:
                return None
            found.append((card, reply))
        return tuple(found)

    def _reply(
        self, question: unknown_kernel.Question, depth: int, card: int, score: int, weight: int
    ) -> Reply | None:
        """The placement that the kernel just found best, and the replies after it."""
        level, turn, row, column = question.best[depth].tolist()
        points = score + card * (level - 1)
        cells = orientations(card)[turn].at(row - self.plan.origin, column - self.plan.origin)
        if depth + 1 == question.cards:
            self.total += weight * points
            return Reply(level, cells)
        self.plan.values[depth], self.plan.levels[depth] = card, level
        self.search.at[depth] = depth, turn, row, column, 1
        literal_kernel.lay(self.plan, self.search, depth)
        following = self._replies(question, depth + 1, points, weight)
        literal_kernel.take_back(self.plan, self.search, depth)
        return None if following is None else Reply(level, cells, following)
