"""Solve variants F and K exactly for small decks, by applying the rules literally.

A *plan* assigns a level to each card. Plans are tried from the highest score to the lowest, so the first plan
that can be placed is optimal, and until then the score of the current plan is a proved upper bound. To decide
whether a plan can be placed, every legal placement of every card is tried (`literal_rules_kernel`).

In variant K the cards are placed in the order of the deck. In variant F the levels are filled from the bottom
up, in any order within a level. No stack is missed: a stack built in another order can also be built level by
level, keeping the order within each level, because the level below each part is then complete.

Some plans can be ruled out without a search: a level that supports another level needs at least two parts (with
support=types, two numbers), and no level has more cells than the level below. In variant F a plan is also
impossible if the same plan without its lowest level, or without its highest level, is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Answer, Cell, Run, Status
from tilewright.games.nmbr9.kernels import literal_rules_kernel as kernel
from tilewright.games.nmbr9.parts.shape_arrays import LONGEST
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance, Nmbr9Solution, orientations

__all__ = ["Group", "empty_search", "prepare", "solve"]

MOST_CARDS = 10
TRIES = 300_000
"""The approximate number of placements tested between two checks of whether the run was stopped; testing them
takes a few milliseconds."""

Group = tuple[int, tuple[int, ...]]
"""A level, and the values of cards that are placed there consecutively, in any order."""
Plan = tuple[Group, ...]


def prepare(instance: Nmbr9Instance) -> None:
    tiny = Nmbr9Instance("K", 9, 2, 3, (9, 9, 8), instance.grid)
    _PlanSearch(tiny, Run()).solution(((1, (9,)), (1, (9,)), (2, (8,))))


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant == "U":
        raise BadInput("the solver 'literal' solves variants F and K, not U")
    if instance.cards > MOST_CARDS:
        raise BadInput(f"the solver 'literal' solves up to {MOST_CARDS} cards, not {instance.cards}")
    search = _PlanSearch(instance, run)
    plans = _free_plans(instance, run) if instance.variant == "F" else _known_plans(instance)
    bound = _score_bound(instance)
    for score, group in groupby(plans, key=lambda scored: scored[0]):
        bound = score
        run.report(bound=bound)
        for _, plan in group:
            if search.may_be_possible(plan) and (solution := search.solution(plan)):
                return Answer(Status.OPTIMAL, solution, score, score, stats=search.stats)
            if run.stopped:
                return _unfinished(instance, bound, search.stats)
    if run.stopped:
        return _unfinished(instance, bound, search.stats)
    return Answer(Status.INFEASIBLE, stats=search.stats)


def _unfinished(instance: Nmbr9Instance, bound: int, stats: dict[str, int]) -> Answer:
    """Return the answer of a stopped run.

    The first stack that the search finds is optimal, so a stopped run can only return a solution with all cards
    side by side, which scores no points. On a grid even such a solution may not exist.
    """
    if instance.grid is not None:
        return Answer(Status.UNKNOWN, bound=bound, stats=stats)
    return Answer(Status.FEASIBLE, _side_by_side(instance), 0, bound, stats=stats)


def _side_by_side(instance: Nmbr9Instance) -> Nmbr9Solution:
    """Return a solution with all cards side by side on an unbounded table; it scores no points."""
    cards = [value for value in range(instance.max_value, -1, -1) for _ in range(instance.copies)]
    parts = []
    taken: frozenset[Cell] = frozenset()
    for value in instance.deck or cards[: instance.cards]:
        shape = orientations(value)[0]
        positions = shape.placements_touching(taken) if taken else (shape.cells,)
        cells = max(position for position in positions if taken.isdisjoint(position))
        parts.append((value, 1, cells))
        taken |= frozenset(cells)
    return Nmbr9Solution.of_parts(parts)


def _score_bound(instance: Nmbr9Instance) -> int:
    """Return an upper bound on the score: each part has at least two parts on every level below it."""
    cards = sorted(value for value in range(instance.max_value + 1) for _ in range(instance.copies))
    values = instance.deck or cards[-instance.cards :]
    return sum(value * (index // 2) for index, value in enumerate(values))


# --- Plans --------------------------------------------------------------------------------------------


def _free_plans(instance: Nmbr9Instance, run: Run) -> Iterator[tuple[int, Plan]]:
    """Generate the plans for variant F that may be possible, highest score first, until the run is stopped."""
    fillings = []
    for height in range(1, min(instance.levels or instance.cards, instance.cards) + 1):
        for profile in _profiles(instance.cards, height):
            fillings.append(_Filling(instance, profile, run))
            if run.stopped:
                return
    most = max(filling.most for filling in fillings)
    for score in range(most, -1, -1):
        for filling in fillings:
            for groups in filling.reaching(score):
                yield score, tuple(enumerate(groups, 1))


def _profiles(cards: int, height: int) -> Iterator[tuple[int, ...]]:
    """Generate every way to split the cards into `height` levels, as the number of cards on each level.

    A level that supports another level has at least two cards.
    """
    if height == 1:
        yield (cards,)
        return
    for lowest in range(2, cards):
        for rest in _profiles(cards - lowest, height - 1):
            yield (lowest, *rest)


class _Filling:
    """The ways to assign numbers to levels of given sizes."""

    def __init__(self, instance: Nmbr9Instance, profile: tuple[int, ...], run: Run) -> None:
        self.instance = instance
        self.profile = profile
        self.run = run
        self._ranges: dict[tuple[int, tuple[int, ...]], tuple[int, int] | None] = {}
        reach = self._range(instance.max_value, profile)
        self.most = -1 if reach is None else reach[1]

    def reaching(self, score: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Generate the assignments of numbers to levels that have exactly this score and pass `_may_stand`."""
        reach = self._range(self.instance.max_value, self.profile)
        if reach is not None and reach[0] <= score <= reach[1]:
            for groups in self._fill(self.instance.max_value, self.profile, score):
                if self.run.stopped:
                    return
                if _may_stand(groups, self.instance):
                    yield groups

    def _range(self, value: int, slots: tuple[int, ...]) -> tuple[int, int] | None:
        """Return the lowest and highest score if values up to `value` fill the levels; None if they cannot.

        `slots` contains the number of free places on each level.
        """
        if sum(slots) > (value + 1) * self.instance.copies:
            return None
        if value < 0:
            return 0, 0
        if (value, slots) not in self._ranges:
            ends = [
                (reach[0] + _points(value, taken), reach[1] + _points(value, taken))
                for taken in _taken(self.instance.copies, slots)
                if (reach := self._range(value - 1, _minus(slots, taken))) is not None
            ]
            least, greatest = (
                min((low for low, _ in ends), default=0),
                max((high for _, high in ends), default=0),
            )
            self._ranges[value, slots] = (least, greatest) if ends else None
        return self._ranges[value, slots]

    def _fill(self, value: int, slots: tuple[int, ...], left: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if value < 0:
            yield tuple(() for _ in slots)
            return
        for taken in _taken(self.instance.copies, slots):
            after, need = _minus(slots, taken), left - _points(value, taken)
            reach = self._range(value - 1, after)
            if reach is not None and reach[0] <= need <= reach[1]:
                for groups in self._fill(value - 1, after, need):
                    yield tuple((value,) * count + group for count, group in zip(taken, groups, strict=True))


def _taken(copies: int, slots: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Generate the ways to place at most `copies` copies of a number, as the number of copies on each level.

    `slots` contains the number of free places on each level.
    """
    for taken in product(*(range(min(copies, free) + 1) for free in slots)):
        if sum(taken) <= copies:
            yield taken


def _minus(slots: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(free - count for free, count in zip(slots, taken, strict=True))


def _points(value: int, taken: tuple[int, ...]) -> int:
    return value * sum(level * count for level, count in enumerate(taken))


def _known_plans(instance: Nmbr9Instance) -> Iterator[tuple[int, Plan]]:
    """Generate the plans for variant K that may be possible, highest score first."""
    deck = instance.deck or ()
    highest = instance.levels or instance.cards
    plans = []
    for levels in product(*(range(1, min(highest, index // 2 + 1) + 1) for index in range(len(deck)))):
        if _may_be_built(deck, levels, instance):
            score = sum(value * (level - 1) for value, level in zip(deck, levels, strict=True))
            plans.append((score, tuple((level, (value,)) for value, level in zip(deck, levels, strict=True))))
    return iter(sorted(plans, reverse=True))


def _may_be_built(deck: tuple[int, ...], levels: tuple[int, ...], instance: Nmbr9Instance) -> bool:
    """Return False if counts or areas show that the levels are impossible after some card."""
    stack: list[tuple[int, ...]] = [() for _ in range(max(levels))]
    for value, level in zip(deck, levels, strict=True):
        stack[level - 1] += (value,)
        if not _may_stand(tuple(stack), instance):
            return False
    return True


def _may_stand(groups: tuple[tuple[int, ...], ...], instance: Nmbr9Instance) -> bool:
    """Return False if a level has more cells than the level below or the grid, or too little support.

    A level above the table needs two parts on the level below; with support=types, parts of two numbers.
    """
    areas = [sum(len(PARTS[value]) for value in group) for group in groups]
    if instance.grid is not None and areas[0] > instance.grid**2:
        return False
    return all(
        not upper or (area >= above and (len(set(lower)) if instance.support == "types" else len(lower)) >= 2)
        for lower, upper, area, above in zip(groups, groups[1:], areas, areas[1:], strict=False)
    )


# --- Placing plans ------------------------------------------------------------------------------------


class _PlanSearch:
    """Searches for placements of plans, and caches the plans that are known to be impossible."""

    def __init__(self, instance: Nmbr9Instance, run: Run) -> None:
        self.instance = instance
        self.run = run
        self.known: dict[tuple[tuple[int, ...], ...], bool] = {}
        """For each list of levels, lowest first, whether the levels can be stacked on a table."""
        self.impossible: set[Plan] = set()
        self.searched = 0

    @property
    def stats(self) -> dict[str, int]:
        return {"plans_searched": self.searched}

    def may_be_possible(self, plan: Plan) -> bool:
        """Return False if a section of the plan is known to be impossible.

        For variant F, two shorter plans are searched first: the plan without its lowest level, and the plan
        without its highest level.
        """
        if any(plan[:end] in self.impossible for end in range(1, len(plan) + 1)):
            return False
        if self.instance.variant == "K":
            return True
        groups = tuple(values for _, values in plan)
        return all(self._levels_fit(part) for part in (groups[1:], groups[:-1]))

    def _levels_fit(self, groups: tuple[tuple[int, ...], ...]) -> bool:
        """Return whether these levels can be stacked on a table; True if the run is stopped."""
        if len(groups) < 2:
            return True
        if groups not in self.known:
            parts = (groups[1:], groups[:-1])
            plan = tuple(enumerate(groups, 1))
            possible = all(self._levels_fit(part) for part in parts) and self.solution(plan) is not None
            if self.run.stopped:
                return True
            self.known[groups] = possible
        return self.known[groups]

    def solution(self, plan: Plan) -> Nmbr9Solution | None:
        """Return a solution that follows the plan; None if there is none or the run is stopped."""
        self.searched += 1
        kernel_plan = _kernel_plan(plan, self.instance)
        search = empty_search(kernel_plan, int(max(kernel_plan.levels)))
        while not self.run.stopped:
            outcome = kernel.continue_search(kernel_plan, search, TRIES)
            if outcome == kernel.FOUND:
                return _solution(kernel_plan, search)
            if outcome == kernel.FAILED:
                self._add_impossible(plan, int(search.progress[1]))
                return None
        return None

    def _add_impossible(self, plan: Plan, deepest: int) -> None:
        """Record as impossible the plan up to and including the first group that was never completed."""
        placed = 0
        for end, (_, values) in enumerate(plan, 1):
            placed += len(values)
            if placed > deepest:
                self.impossible.add(plan[:end])
                return


def _kernel_plan(plan: Plan, instance: Nmbr9Instance) -> kernel.Plan:
    values: list[int] = []
    levels: list[int] = []
    begins: list[int] = []
    ends: list[int] = []
    for level, group in plan:
        begin = len(values)
        values += group
        levels += [level] * len(group)
        begins += [begin] * len(group)
        ends += [begin + len(group)] * len(group)
    room = LONGEST * len(values)
    return kernel.Plan(
        np.array(values, np.int64),
        np.array(levels, np.int64),
        np.array(begins, np.int64),
        np.array(ends, np.int64),
        types=instance.support == "types",
        grid=instance.grid or 0,
        origin=1 if instance.grid else room,
    )


def empty_search(plan: kernel.Plan, highest: int) -> kernel.Search:
    """Return the search arrays for a plan in which no level is above `highest`, with nothing placed."""
    cards, levels = len(plan.values), highest + 1
    side = plan.grid + 2 if plan.grid else 2 * plan.origin + LONGEST
    tried = np.zeros((cards, 5), np.int64)
    tried[:, 0] = kernel.NONE
    return kernel.Search(
        owner=np.zeros((levels, side, side), np.int64),
        boxes=np.zeros((cards + 1, levels, 4), np.int64),
        counts=np.zeros(levels, np.int64),
        used=np.zeros(cards, np.bool_),
        tried=tried,
        progress=np.zeros(2, np.int64),
    )


def _solution(plan: kernel.Plan, search: kernel.Search) -> Nmbr9Solution:
    values = plan.values.tolist()
    return Nmbr9Solution.of_parts(
        (values[card], level, orientations(values[card])[turn].at(row - plan.origin, column - plan.origin))
        for level, (card, turn, row, column, _) in zip(plan.levels.tolist(), search.tried.tolist(), strict=True)
    )
