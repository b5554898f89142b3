"""Solve variants U and K exactly for few cards, with a transposition table of stacks.

The solvers `unknown` and `literal` are used to verify this solver, so it shares no code with them except the
part shapes and `unknown_deck_bounds`. For the forced score it decides repeatedly whether one more point can be
forced, as `unknown` does. The mean is computed from a sum over all shuffles; a known deck is treated as the
only shuffle. For the mean and for known decks, the search first tries only a few placements of each card (on
the highest levels, with the most contact), then more, and finally all placements, so that a solution is found
early. For an unknown deck with too many cards or lines of play, only an opening is returned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import perm

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Answer, Cell, Run, Status, Value
from tilewright.games.nmbr9.kernels import all_card_orders_kernel as kernel
from tilewright.games.nmbr9.models.unknown_deck_bounds import (
    MOST_LINES,
    deck_bound,
    forced_bound,
    lines_of_play,
    mean_bound,
    set_when_stopped,
    value_bound,
)
from tilewright.games.nmbr9.parts.shape_arrays import LONGEST
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Policy, Nmbr9Solution, Reply, orientations

__all__ = ["prepare", "solve"]

WIDTHS = (2, 8, kernel.MOST_PLACEMENTS)
"""For each pass, the maximum number of placements tried for each card; the last pass tries all placements."""
SLOTS = (2**18, 2**20, 2**23)
"""For each pass, the number of slots of the transposition table."""

OPENING = 2
"""The number of successive cards for which an opening contains replies."""

Replies = tuple[tuple[int, Reply], ...]


def prepare(instance: Nmbr9Instance) -> None:
    _Draft(Nmbr9Instance("U", 1, 1, 2), 2, 2**10).policy(0)


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant == "F":
        raise BadInput("the solver 'draft' solves variants K and U, not F")
    if instance.variant == "K":
        if instance.cards > kernel.MOST_CARDS:
            raise BadInput(
                f"the solver 'draft' solves known decks of up to {kernel.MOST_CARDS} cards,"
                f" not {instance.cards}"
            )
        return _solve_known(instance, run)
    if instance.cards > kernel.MOST_CARDS or lines_of_play(instance) > MOST_LINES:
        return _solve_opening(instance, run)
    return _solve_mean(instance, run) if instance.objective == "expected" else _solve_forced(instance, run)


def _solve_opening(instance: Nmbr9Instance, run: Run) -> Answer:
    """Return replies to the first OPENING cards, and the upper bound for the whole deck.

    Unless the run is stopped, the replies maximise the mean score after OPENING + 1 cards.
    """
    answer = _solve_mean(replace(instance, cards=OPENING + 1, objective="expected"), run)
    if not isinstance(answer.solution, Nmbr9Policy):
        return replace(answer, bound=None if answer.status is Status.INFEASIBLE else value_bound(instance))
    policy = Nmbr9Policy(_truncated(answer.solution.replies, OPENING))
    return Answer(Status.FEASIBLE, policy, None, value_bound(instance), stats={"opening": OPENING})


def _truncated(replies: Replies, depth: int) -> Replies:
    """Return the replies to the first `depth` cards only."""
    return tuple(
        (card, replace(reply, next=_truncated(reply.next, depth - 1) if depth > 1 else ()))
        for card, reply in replies
    )


def _solve_forced(instance: Nmbr9Instance, run: Run) -> Answer:
    draft = _Draft(instance, WIDTHS[-1], SLOTS[-1])
    bound, best = forced_bound(instance), -1
    policy: Replies | None = None
    run.report(bound=bound)
    with set_when_stopped(run, draft.problem.stop):
        while best < bound and (replies := draft.policy(best + 1)) is not None:
            policy, best = replies, best + 1
            run.report(best=best)
    stats = {"stacks": draft.stacks}
    if policy is None:
        status = Status.UNKNOWN if draft.stopped else Status.INFEASIBLE
        return Answer(status, bound=bound if draft.stopped else None, stats=stats)
    status = Status.FEASIBLE if draft.stopped else Status.OPTIMAL
    return Answer(status, Nmbr9Policy(policy), best, bound if draft.stopped else best, stats=stats)


def _solve_mean(instance: Nmbr9Instance, run: Run) -> Answer:
    def best_policy(draft: _Draft) -> tuple[Nmbr9Policy, Fraction] | None:
        replies = draft.policy(None)
        return None if replies is None else (Nmbr9Policy(replies), draft.mean)

    return _solve_widening(instance, run, mean_bound(instance), best_policy)


def _solve_known(instance: Nmbr9Instance, run: Run) -> Answer:
    def best_stack(draft: _Draft) -> tuple[Nmbr9Solution, int] | None:
        solution = draft.solution()
        return None if solution is None else (solution, draft.total)

    return _solve_widening(instance, run, deck_bound(instance), best_stack)


def _solve_widening(
    instance: Nmbr9Instance,
    run: Run,
    bound: Value,
    attempt: Callable[[_Draft], tuple[Nmbr9Solution | Nmbr9Policy, Value] | None],
) -> Answer:
    """Return the best answer of search passes that try more and more placements of each card.

    `attempt` returns the best solution that one pass finds and its objective, or None if the pass finds no
    solution or the run is stopped.
    """
    best: Nmbr9Solution | Nmbr9Policy | None = None
    objective: Value = -1
    stacks = 0
    run.report(bound=bound)
    for width, slots in zip(WIDTHS, SLOTS, strict=True):
        draft = _Draft(instance, width, slots)
        with set_when_stopped(run, draft.problem.stop):
            result = attempt(draft)
        stacks += draft.stacks
        if result is not None and result[1] > objective:
            best, objective = result
            run.report(best=objective)
        if width == WIDTHS[-1]:
            bound = min(bound, draft.bound)
        if draft.stopped or objective == bound:
            break
    stats: dict[str, object] = {"stacks": stacks}
    if best is None:
        status = Status.UNKNOWN if draft.stopped else Status.INFEASIBLE
        return Answer(status, bound=bound if draft.stopped else None, stats=stats)
    if instance.objective == "expected":
        stats = {"mean": str(objective), **stats}
    status = Status.OPTIMAL if objective == bound else Status.FEASIBLE
    return Answer(status, best, objective, bound, stats=stats)


# --- Policies -----------------------------------------------------------------------------------------


class _Draft:
    """One pass of the search: assembles a policy or a stack from the best placements that the kernel finds."""

    def __init__(self, instance: Nmbr9Instance, width: int, slots: int) -> None:
        self.instance = instance
        cards, parts = instance.cards, (instance.max_value + 1) * instance.copies
        grid = min(instance.grid or 0, kernel.MOST_SIDE - 2)
        side = grid + 2 if grid else 2 * LONGEST * cards
        self.origin = 1 if grid else (side - LONGEST) // 2
        self.stack = kernel.empty_stack(cards, side)
        self.transpositions = kernel.empty_transpositions(slots)
        self.buffers = np.zeros((cards, kernel.MOST_PLACEMENTS, 4), np.int64)
        self.problem = kernel.Problem(
            cards=cards,
            expected=instance.deck is not None or instance.objective == "expected",
            most_levels=min(instance.levels or cards, (cards + 1) // 2),
            types=instance.support == "types",
            grid=grid,
            side=side,
            width=width,
            left=np.full(instance.max_value + 1, instance.copies, np.int64),
            orders=np.array(
                [1 if instance.deck else perm(parts - depth, cards - depth) for depth in range(cards + 1)],
                np.int64,
            ),
            deck=np.array(instance.deck or (-1,) * cards, np.int64),
            asked_depth=np.full(1, -1, np.int64),
            best_placement=np.zeros(4, np.int64),
            stop=np.zeros(1, np.int64),
        )
        self.total = 0
        """The sum, over all shuffles, of the scores that the last solution reaches."""
        self.bound: Value = mean_bound(instance) if instance.deck is None else deck_bound(instance)
        """An upper bound on the mean, or on the score of a known deck, valid if all placements are tried.

        The bound is tightened when the mean score over all decks with the same first card, or the score of a
        known deck, has been computed.
        """

    @property
    def stopped(self) -> bool:
        return bool(self.problem.stop[0])

    @property
    def stacks(self) -> int:
        return int(self.transpositions.count[0])

    @property
    def mean(self) -> Fraction:
        return Fraction(self.total, int(self.problem.orders[0]))

    def policy(self, need: int | None) -> Replies | None:
        """Return a policy that forces `need` points or, if `need` is None, a policy with the best mean.

        Only the placements that the pass tries are considered. The result is None if there is no such policy or
        the run was stopped.
        """
        self.total = 0
        return self._replies(0, need or 0, 0, 1)

    def solution(self) -> Nmbr9Solution | None:
        """Return the best solution found for a known deck; None if none was found or the run was stopped."""
        self.total = 0
        parts = []
        for depth, card in enumerate(self.problem.deck.tolist()):
            if self._evaluate(depth, card, 0) < 0:
                return None
            level, turn, row, column = self.problem.best_placement.tolist()
            kernel.toggle_part(self.stack, depth, card, turn, level, row, column)
            parts.append((card, level + 1, self._cells(card, turn, row, column)))
            self.total += card * level
        self.bound = self.total
        return Nmbr9Solution.of_parts(parts)

    def _cells(self, card: int, turn: int, row: int, column: int) -> tuple[Cell, ...]:
        """Return the cells of a part whose row and column are given in the numbering of the kernel."""
        return orientations(card)[turn].at(row - self.origin, column - self.origin)

    def _replies(self, depth: int, need: int, score: int, weight: int) -> Replies | None:
        problem = self.problem
        replies: list[tuple[int, Reply]] = []
        for card, copies in enumerate(problem.left.tolist()):
            if copies == 0:
                continue
            value = self._evaluate(depth, card, need)
            problem.left[card] -= 1
            if depth == 0 and value >= 0 and problem.expected:
                self._tighten_bound(card, value)
            good = value >= 0 if problem.expected else value > 0
            reply = self._reply(depth, card, need, score, weight * copies) if good else None
            problem.left[card] += 1
            if reply is None:
                return None
            replies.append((card, reply))
        return tuple(replies)

    def _evaluate(self, depth: int, card: int, need: int) -> int:
        """Return the value of the remaining cards if `card` is drawn next, as `kernel.evaluate` defines it.

        The best placement of the card is stored in `best_placement`.
        """
        problem, previous = self.problem, int(self.problem.deck[depth])
        problem.asked_depth[0], problem.deck[depth] = depth, card
        value = int(kernel.evaluate(self.stack, problem, self.transpositions, self.buffers, depth, need))
        problem.deck[depth] = previous
        return value

    def _tighten_bound(self, card: int, value: int) -> None:
        """Tighten `bound`: replace the term for decks that begin with this card by their exact mean."""
        copies, parts = self.instance.copies, (self.instance.max_value + 1) * self.instance.copies
        exact = Fraction(value, int(self.problem.orders[1]))
        self.bound += (exact - mean_bound(self.instance, (card,))) * copies / parts

    def _reply(self, depth: int, card: int, need: int, score: int, weight: int) -> Reply | None:
        """Return the best placement, which the kernel has just found, with the replies to the following cards.

        The result is None if there are no such replies or the run was stopped.
        """
        level, turn, row, column = self.problem.best_placement.tolist()
        points = card * level
        cells = self._cells(card, turn, row, column)
        if depth + 1 == self.problem.cards:
            self.total += weight * (score + points)
            return Reply(level + 1, cells)
        part = (card, turn, level, row, column)
        kernel.toggle_part(self.stack, depth, *part)
        following = self._replies(depth + 1, max(0, need - points), score + points, weight)
        kernel.toggle_part(self.stack, depth, *part)
        return None if following is None else Reply(level + 1, cells, following)
