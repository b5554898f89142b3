"""Variants F and K, exactly, for small decks: bottom-up, placement by placement, by the literal rules.

A plan says which card lies on which level. Plans come in the order of their scores, the best first, and the
first one that can be placed is the optimum; until then the score of the next plan is a proved bound. Whether a
plan can be placed is found out by trying every legal placement of every card (`literal_kernel`).

Variant K: the cards keep the order of the deck. Variant F: level by level, in any order inside a level. That
loses nothing: a stack that was built in another order may be built in this one, for inside each level the
order can stay as it was, and below each part there is then at least what was there before.

What makes a plan hopeless without a search: a level of a single part carries nothing, nor does (support
types) one of a single number; a level has no more cells than the one below. And a plan for F is hopeless when
it is so without its lowest or without its highest level.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Answer, Cell, Run, Status
from tilewright.games.nmbr9.kernels import literal_kernel as kernel
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance, Nmbr9Solution, Placement, orientations

__all__ = ["Group", "prepare", "solve"]

MOST_CARDS = 10
TRIES = 300_000
"""Placements tried between two looks at the clock: some milliseconds."""

Group = tuple[int, tuple[int, ...]]
"""A level, and the values of the cards that are placed there, one after the other or in any order."""
Plan = tuple[Group, ...]


def prepare(instance: Nmbr9Instance) -> None:
    tiny = Nmbr9Instance("K", 9, 2, 3, (9, 9, 8), instance.grid)
    _Table(tiny, Run()).possible(((1, (9,)), (1, (9,)), (2, (8,))))


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant == "U":
        raise BadInput("literal plays variants F and K, not U")
    if instance.cards > MOST_CARDS:
        raise BadInput(f"literal plays up to {MOST_CARDS} cards, not {instance.cards}")
    table = _Table(instance, run)
    plans = _free_plans(instance, run) if instance.variant == "F" else _known_plans(instance)
    bound = _most(instance)
    for score, group in groupby(plans, key=lambda scored: scored[0]):
        bound = score
        run.report(bound=bound)
        for _, plan in group:
            if table.promising(plan) and (placements := table.possible(plan)):
                solution = Nmbr9Solution(tuple(placements))
                return Answer(Status.OPTIMAL, solution, score, score, stats=table.stats)
            if run.stopped:
                return _unfinished(instance, bound, table.stats)
    if run.stopped:
        return _unfinished(instance, bound, table.stats)
    return Answer(Status.INFEASIBLE, stats=table.stats)


def _unfinished(instance: Nmbr9Instance, bound: int, stats: dict[str, int]) -> Answer:
    """The first stack that is found is the best, so until then there are only the cards side by side."""
    if instance.grid is not None:
        return Answer(Status.UNKNOWN, bound=bound, stats=stats)
    return Answer(Status.FEASIBLE, _side_by_side(instance), 0, bound, stats=stats)


def _side_by_side(instance: Nmbr9Instance) -> Nmbr9Solution:
    """All cards on a table without edges, in a row: a stack of no points."""
    every = [value for value in range(instance.max_value, -1, -1) for _ in range(instance.copies)]
    placements: list[Placement] = []
    taken: frozenset[Cell] = frozenset()
    for at, value in enumerate(instance.deck or every[: instance.cards]):
        shape = orientations(value)[0]
        spots = shape.placements_touching(taken) if taken else (shape.cells,)
        cells = max(spot for spot in spots if taken.isdisjoint(spot))
        copy = sum(1 for placed in placements[:at] if placed.value == value)
        placements.append(Placement(value, copy, 1, tuple(cells)))
        taken |= frozenset(cells)
    return Nmbr9Solution(tuple(placements))


def _most(instance: Nmbr9Instance) -> int:
    """No more can be scored: below a card there are two others for each level."""
    every = sorted(value for value in range(instance.max_value + 1) for _ in range(instance.copies))
    values = instance.deck or every[-instance.cards :]
    return sum(value * (at // 2) for at, value in enumerate(values))


# --- Plans --------------------------------------------------------------------------------------------


def _free_plans(instance: Nmbr9Instance, run: Run) -> Iterator[tuple[int, Plan]]:
    """Every plan for F that is not hopeless, the best score first; it ends early when the run is over."""
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
    """How many cards lie on each level; a level that carries another one has at least two."""
    if height == 1:
        yield (cards,)
        return
    for lowest in range(2, cards):
        for rest in _profiles(cards - lowest, height - 1):
            yield (lowest, *rest)


class _Filling:
    """The ways to fill levels of given sizes with numbers."""

    def __init__(self, instance: Nmbr9Instance, profile: tuple[int, ...], run: Run) -> None:
        self.instance = instance
        self.profile = profile
        self.run = run
        self._ranges: dict[tuple[int, tuple[int, ...]], tuple[int, int] | None] = {}
        reach = self._range(instance.max_value, profile)
        self.most = -1 if reach is None else reach[1]

    def reaching(self, score: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Those that reach a score and have no hopeless level."""
        reach = self._range(self.instance.max_value, self.profile)
        if reach is not None and reach[0] <= score <= reach[1]:
            for groups in self._fill(self.instance.max_value, self.profile, score):
                if self.run.stopped:
                    return
                if _hopeful(groups, self.instance):
                    yield groups

    def _range(self, value: int, slots: tuple[int, ...]) -> tuple[int, int] | None:
        """The least and the greatest score of filling slots with values up to `value`; None: not possible."""
        if sum(slots) > (value + 1) * self.instance.copies:
            return None
        if value < 0:
            return 0, 0
        if (value, slots) not in self._ranges:
            ends = [
                (reach[0] + _worth(value, taken), reach[1] + _worth(value, taken))
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
            after, need = _minus(slots, taken), left - _worth(value, taken)
            reach = self._range(value - 1, after)
            if reach is not None and reach[0] <= need <= reach[1]:
                for groups in self._fill(value - 1, after, need):
                    yield tuple((value,) * count + group for count, group in zip(taken, groups, strict=True))


def _taken(copies: int, slots: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """How many copies of a number go to each level."""
    for taken in product(*(range(min(copies, free) + 1) for free in slots)):
        if sum(taken) <= copies:
            yield taken


def _minus(slots: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(free - count for free, count in zip(slots, taken, strict=True))


def _worth(value: int, taken: tuple[int, ...]) -> int:
    return value * sum(level * count for level, count in enumerate(taken))


def _known_plans(instance: Nmbr9Instance) -> Iterator[tuple[int, Plan]]:
    """Every plan for K that is not hopeless, the best score first."""
    deck = instance.deck or ()
    highest = instance.levels or instance.cards
    found = []
    for levels in product(*(range(1, min(highest, at // 2 + 1) + 1) for at in range(len(deck)))):
        if _grows(deck, levels, instance):
            score = sum(value * (level - 1) for value, level in zip(deck, levels, strict=True))
            found.append((score, tuple((level, (value,)) for value, level in zip(deck, levels, strict=True))))
    return iter(sorted(found, reverse=True))


def _grows(deck: tuple[int, ...], levels: tuple[int, ...], instance: Nmbr9Instance) -> bool:
    """True when no level is hopeless at any moment."""
    stack: list[tuple[int, ...]] = [() for _ in range(max(levels))]
    for value, level in zip(deck, levels, strict=True):
        stack[level - 1] += (value,)
        if not _hopeful(tuple(stack), instance):
            return False
    return True


def _hopeful(groups: tuple[tuple[int, ...], ...], instance: Nmbr9Instance) -> bool:
    """No level has more cells than the one below, and what carries a level is at least two parts."""
    areas = [sum(len(PARTS[value]) for value in group) for group in groups]
    if instance.grid is not None and areas[0] > instance.grid**2:
        return False
    return all(
        not upper or (area >= above and (len(set(lower)) if instance.support == "types" else len(lower)) >= 2)
        for lower, upper, area, above in zip(groups, groups[1:], areas, areas[1:], strict=False)
    )


# --- Placing ------------------------------------------------------------------------------------------


class _Table:
    """Answers whether a plan can be placed, and remembers what cannot."""

    def __init__(self, instance: Nmbr9Instance, run: Run) -> None:
        self.instance = instance
        self.run = run
        self.known: dict[tuple[tuple[int, ...], ...], bool] = {}
        self.hopeless: set[Plan] = set()
        self.searched = 0

    @property
    def stats(self) -> dict[str, int]:
        return {"plans_searched": self.searched}

    def promising(self, plan: Plan) -> bool:
        """False when something smaller than the plan is known, or found now, to be impossible."""
        if any(plan[:end] in self.hopeless for end in range(1, len(plan) + 1)):
            return False
        if self.instance.variant == "K":
            return True
        groups = tuple(values for _, values in plan)
        return all(self._stands(part) for part in (groups[1:], groups[:-1]))

    def _stands(self, groups: tuple[tuple[int, ...], ...]) -> bool:
        """Can these levels lie on a table, one on the other? An answer that time cut short is yes."""
        if len(groups) < 2:
            return True
        if groups not in self.known:
            parts = (groups[1:], groups[:-1])
            plan = tuple(enumerate(groups, 1))
            possible = all(self._stands(part) for part in parts) and self.possible(plan) is not None
            if self.run.stopped:
                return True
            self.known[groups] = possible
        return self.known[groups]

    def possible(self, plan: Plan) -> list[Placement] | None:
        """The placements of the plan in order of play, or None: impossible, or the time is up."""
        self.searched += 1
        cards = _kernel_plan(plan, self.instance)
        search = _kernel_search(cards)
        while not self.run.stopped:
            outcome = kernel.go_on(cards, search, TRIES)
            if outcome == kernel.FOUND:
                return _placements(cards, search)
            if outcome == kernel.FAILED:
                self._remember(plan, int(search.progress[1]))
                return None
        return None

    def _remember(self, plan: Plan, deepest: int) -> None:
        """The plan up to the group whose last card was never placed is impossible, whatever follows."""
        placed = 0
        for end, (_, values) in enumerate(plan, 1):
            placed += len(values)
            if placed > deepest:
                self.hopeless.add(plan[:end])
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
    room = kernel.LONGEST * len(values)
    return kernel.Plan(
        np.array(values, np.int64),
        np.array(levels, np.int64),
        np.array(begins, np.int64),
        np.array(ends, np.int64),
        types=instance.support == "types",
        grid=instance.grid or 0,
        origin=1 if instance.grid else room,
    )


def _kernel_search(plan: kernel.Plan) -> kernel.Search:
    cards, levels = len(plan.values), int(max(plan.levels)) + 1
    side = plan.grid + 2 if plan.grid else 2 * plan.origin + kernel.LONGEST
    at = np.zeros((cards, 5), np.int64)
    at[:, 0] = kernel.NONE
    return kernel.Search(
        owner=np.zeros((levels, side, side), np.int64),
        boxes=np.zeros((cards + 1, levels, 4), np.int64),
        counts=np.zeros(levels, np.int64),
        used=np.zeros(cards, np.bool_),
        at=at,
        progress=np.zeros(2, np.int64),
    )


def _placements(plan: kernel.Plan, search: kernel.Search) -> list[Placement]:
    placements: list[Placement] = []
    for level, (card, turn, row, column, _) in zip(plan.levels.tolist(), search.at.tolist(), strict=True):
        value = int(plan.values[card])
        copy = sum(placed.value == value for placed in placements)
        cells = orientations(value)[turn].at(row - plan.origin, column - plan.origin)
        placements.append(Placement(value, copy, level, cells))
    return placements
