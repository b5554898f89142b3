"""Variants U and K, exactly, for few cards: each stack is valued once, however it came about.

Another way than `unknown` and `literal`, with other code. For the forced score the question is whether one more
point can be forced, as there; the mean is a sum over all shuffles, and a known deck is the only one of its
shuffles. Something is found at once when of each card only the placements with the most contact are looked at;
then more of them, and in the end all. Where a policy would be too long to be written down, there is only its
opening.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import perm

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.nmbr9.kernels import draft_kernel as kernel
from tilewright.games.nmbr9.models.unknown_decks import (
    MOST_LINES,
    deck_bound,
    forced_bound,
    lines_of_play,
    mean_bound,
    value_bound,
    watched,
)
from tilewright.games.nmbr9.rules import (
    Nmbr9Instance,
    Nmbr9Policy,
    Nmbr9Solution,
    Placement,
    Reply,
    orientations,
)

__all__ = ["prepare", "solve"]

WIDTHS = (2, 8, kernel.MOST_MOVES)
PLACES = (2**18, 2**20, 2**23)
"""Room for stacks while so many placements are looked at."""

OPENING = 2
"""Cards to which an opening has replies."""

Replies = tuple[tuple[int, Reply], ...]


def prepare(instance: Nmbr9Instance) -> None:
    _Draft(Nmbr9Instance("U", 1, 1, 2), 2, 2**10).policy(0)


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant == "F":
        raise BadInput("draft plays variants K and U, not F")
    if instance.variant == "K":
        if instance.cards > kernel.MOST_CARDS:
            raise BadInput(f"draft plays known decks of up to {kernel.MOST_CARDS} cards, not {instance.cards}")
        return _known(instance, run)
    if instance.cards > kernel.MOST_CARDS or lines_of_play(instance) > MOST_LINES:
        return _opening(instance, run)
    return _mean(instance, run) if instance.objective == "expected" else _forced(instance, run)


def _opening(instance: Nmbr9Instance, run: Run) -> Answer:
    """Where there are too many lines of play: the best beginning of a few cards, and the bound of the whole."""
    found = _mean(replace(instance, cards=OPENING + 1, objective="expected"), run)
    if not isinstance(found.solution, Nmbr9Policy):
        return replace(found, bound=None if found.status is Status.INFEASIBLE else value_bound(instance))
    policy = Nmbr9Policy(_beginning(found.solution.replies, OPENING))
    return Answer(Status.FEASIBLE, policy, None, value_bound(instance), stats={"opening": OPENING})


def _beginning(replies: Replies, depth: int) -> Replies:
    return tuple(
        (card, replace(reply, next=_beginning(reply.next, depth - 1) if depth > 1 else ()))
        for card, reply in replies
    )


def _forced(instance: Nmbr9Instance, run: Run) -> Answer:
    draft = _Draft(instance, WIDTHS[-1], PLACES[-1])
    bound, best = forced_bound(instance), -1
    policy: Replies | None = None
    run.report(bound=bound)
    with watched(run, draft.question.stop):
        while best < bound and (replies := draft.policy(best + 1)) is not None:
            policy, best = replies, best + 1
            run.report(best=best)
    stats = {"stacks": draft.stacks}
    if policy is None:
        status = Status.UNKNOWN if draft.stopped else Status.INFEASIBLE
        return Answer(status, bound=bound if draft.stopped else None, stats=stats)
    status = Status.FEASIBLE if draft.stopped else Status.OPTIMAL
    return Answer(status, Nmbr9Policy(policy), best, bound if draft.stopped else best, stats=stats)


def _mean(instance: Nmbr9Instance, run: Run) -> Answer:
    bound, best = mean_bound(instance), Fraction(-1)
    policy: Replies | None = None
    stacks = 0
    run.report(bound=bound)
    for width, places in zip(WIDTHS, PLACES, strict=True):
        draft = _Draft(instance, width, places)
        with watched(run, draft.question.stop):
            replies = draft.policy(None)
        stacks += draft.stacks
        if replies is not None and draft.mean > best:
            policy, best = replies, draft.mean
            run.report(best=best)
        if width == WIDTHS[-1]:
            bound = min(bound, draft.bound)
        if draft.stopped or best == bound:
            break
    if policy is None:
        status = Status.UNKNOWN if draft.stopped else Status.INFEASIBLE
        return Answer(status, bound=bound if draft.stopped else None, stats={"stacks": stacks})
    status = Status.OPTIMAL if best == bound else Status.FEASIBLE
    return Answer(status, Nmbr9Policy(policy), best, bound, stats={"mean": str(best), "stacks": stacks})


def _known(instance: Nmbr9Instance, run: Run) -> Answer:
    """A known deck is a shuffle of which there is only one."""
    bound = deck_bound(instance)
    best: Nmbr9Solution | None = None
    objective, stacks = -1, 0
    run.report(bound=bound)
    for width, places in zip(WIDTHS, PLACES, strict=True):
        draft = _Draft(instance, width, places)
        with watched(run, draft.question.stop):
            placements = draft.line()
        stacks += draft.stacks
        if placements is not None and draft.total > objective:
            best, objective = Nmbr9Solution(placements), draft.total
            run.report(best=objective)
        if width == WIDTHS[-1] and not draft.stopped:
            bound = objective
        if draft.stopped or objective == bound:
            break
    if best is None:
        status = Status.UNKNOWN if draft.stopped else Status.INFEASIBLE
        return Answer(status, bound=bound if draft.stopped else None, stats={"stacks": stacks})
    status = Status.OPTIMAL if objective == bound else Status.FEASIBLE
    return Answer(status, best, objective, bound, stats={"stacks": stacks})


# --- Policies -----------------------------------------------------------------------------------------


class _Draft:
    """Asks the kernel for replies, and gathers them into a policy."""

    def __init__(self, instance: Nmbr9Instance, width: int, places: int) -> None:
        self.instance = instance
        cards, parts = instance.cards, (instance.max_value + 1) * instance.copies
        grid = min(instance.grid or 0, kernel.MOST_SIDE - 2)
        side = grid + 2 if grid else 2 * kernel.LONGEST * cards
        self.origin = 1 if grid else (side - kernel.LONGEST) // 2
        self.stack = kernel.empty_stack(cards, side)
        self.memory = kernel.empty_memory(places)
        self.buffers = np.zeros((cards, kernel.MOST_MOVES, 4), np.int64)
        self.question = kernel.Question(
            cards=cards,
            expected=instance.deck is not None or instance.objective == "expected",
            most_levels=min(instance.levels or cards, (cards + 1) // 2),
            types=instance.support == "types",
            grid=grid,
            side=side,
            width=width,
            left=np.full(instance.max_value + 1, instance.copies, np.int64),
            shuffles=np.array(
                [1 if instance.deck else perm(parts - at, cards - at) for at in range(cards + 1)], np.int64
            ),
            coming=np.array(instance.deck or (-1,) * cards, np.int64),
            asked=np.full(1, -1, np.int64),
            chosen=np.zeros(4, np.int64),
            stop=np.zeros(1, np.int64),
        )
        self.total = 0
        """The sum of scores over all shuffles, in the policy made last."""
        self.bound = mean_bound(instance)
        """No policy has a better mean, if all placements are looked at: first cards that are done are exact."""

    @property
    def stopped(self) -> bool:
        return bool(self.question.stop[0])

    @property
    def stacks(self) -> int:
        return int(self.memory.count[0])

    @property
    def mean(self) -> Fraction:
        return Fraction(self.total, int(self.question.shuffles[0]))

    def policy(self, need: int | None) -> Replies | None:
        """One that forces so many points, or (None) has the best mean; None: impossible, or the time is up."""
        self.total = 0
        return self._replies(0, need or 0, 0, 1)

    def line(self) -> tuple[Placement, ...] | None:
        """The best placements of a known deck; None: impossible, or the time is up."""
        self.total = 0
        placements: list[Placement] = []
        for depth, card in enumerate(self.question.coming.tolist()):
            if self._ask(depth, card, 0) < 0:
                return None
            level, turn, row, column = self.question.chosen.tolist()
            kernel.put(self.stack, depth, card, turn, level, row, column)
            cells = orientations(card)[turn].at(row - self.origin, column - self.origin)
            copy = sum(placed.value == card for placed in placements)
            placements.append(Placement(card, copy, level + 1, cells))
            self.total += card * level
        return tuple(placements)

    def _replies(self, depth: int, need: int, score: int, weight: int) -> Replies | None:
        question = self.question
        found: list[tuple[int, Reply]] = []
        for card, copies in enumerate(question.left.tolist()):
            if copies == 0:
                continue
            worth = self._ask(depth, card, need)
            question.left[card] -= 1
            if depth == 0 and worth >= 0 and question.expected:
                self._settle(card, worth)
            good = worth >= 0 if question.expected else worth > 0
            reply = self._reply(depth, card, need, score, weight * copies) if good else None
            question.left[card] += 1
            if reply is None:
                return None
            found.append((card, reply))
        return tuple(found)

    def _ask(self, depth: int, card: int, need: int) -> int:
        """What a card is worth, its best placement in `chosen`."""
        question, any_card = self.question, int(self.question.coming[depth])
        question.asked[0], question.coming[depth] = depth, card
        found = int(kernel.worth(self.stack, question, self.memory, self.buffers, depth, need))
        question.coming[depth] = any_card
        return found

    def _settle(self, card: int, worth: int) -> None:
        """The mean with this first card is known now."""
        copies, parts = self.instance.copies, (self.instance.max_value + 1) * self.instance.copies
        exact = Fraction(worth, int(self.question.shuffles[1]))
        self.bound += (exact - mean_bound(self.instance, (card,))) * copies / parts

    def _reply(self, depth: int, card: int, need: int, score: int, weight: int) -> Reply | None:
        """The placement that the kernel just found best, and the replies after it."""
        level, turn, row, column = self.question.chosen.tolist()
        points = card * level
        cells = orientations(card)[turn].at(row - self.origin, column - self.origin)
        if depth + 1 == self.question.cards:
            self.total += weight * (score + points)
            return Reply(level + 1, cells)
        place = (card, turn, level, row, column)
        kernel.put(self.stack, depth, *place)
        following = self._replies(depth + 1, max(0, need - points), score + points, weight)
        kernel.put(self.stack, depth, *place)
        return None if following is None else Reply(level + 1, cells, following)
