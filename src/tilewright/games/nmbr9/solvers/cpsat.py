"""Variant F by CP-SAT, without an order: which part lies where on which level.

A stack can be built in some order if every level hangs together, every part above the table is supported
everywhere, and none rests on too little: build it level by level, inside a level by contact. So there is one
truth for each way to lay a number on a level, and

- a cell of a level is under at most one part, and a covered cell above the table is covered below;
- support parts: no part lies wholly on one part below; support types: nor on parts of one number;
- a part that is not alone on its level touches another one. That makes up to three parts hang together; where
  more fall apart, a cut is added and the model solved again: between a cell of one piece and a cell of another
  some cell around the first piece is covered.

On a table without edges only parts on the table that carry something are modelled; the others are put beside
them afterwards, for no points. The parts that carry hang together by themselves, since what lies on them does.
`_box` tells how far they can reach.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.errors import BadInput
from tilewright.game import Answer, Cell, Run, Status
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance, Nmbr9Solution, Placement, orientations
from tilewright.geometry import regions, surround

__all__ = ["solve"]

MOST_PLACES = 60_000
"""Ways to lay a number on a level; more make a model that is not worth waiting for."""


@dataclass(frozen=True, slots=True)
class Place:
    """A way to lay a number on a level."""

    value: int
    level: int
    cells: tuple[Cell, ...]


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant != "F":
        raise BadInput(f"cpsat plays variant F, not {instance.variant}")
    rows, columns = _box(instance.cards) if instance.grid is None else (instance.grid, instance.grid)
    count = _count_places(instance, rows, columns)
    if count > MOST_PLACES:
        raise BadInput(f"cpsat plays small tables: {count:,} ways to lay a part are more than {MOST_PLACES:,}")
    places = list(_places(instance, rows, columns))
    if not places:
        return Answer(Status.INFEASIBLE)
    stack = _Stack(instance, places)
    for _ in stack.state():  # a large model takes longer to state than some limits are
        if run.stopped:
            return Answer(Status.UNKNOWN)
    cuts = 0
    while True:
        outcome = cpsat.solve(stack.model, run.part(), stack.lies)
        run.report(bound=outcome.bound)
        stats = {**outcome.stats, "cuts": cuts, "places": len(places)}
        if outcome.best is None:
            return Answer(outcome.status, bound=outcome.bound, stats=stats)
        chosen = [place for place, value in outcome.best.items() if value]
        new = stack.cut(chosen)
        if not new:
            placements = _in_order(instance, chosen)
            return Answer(
                outcome.status, Nmbr9Solution(placements), outcome.objective, outcome.bound, stats=stats
            )
        if run.stopped:
            return Answer(Status.UNKNOWN, bound=outcome.bound, stats=stats)
        cuts += new


# --- Places -------------------------------------------------------------------------------------------


def _box(cards: int) -> tuple[int, int]:
    """Rows and columns that hold, turned the right way, every stack of so many parts that carry or are carried.

    No part is larger than 4 x 3. When parts hang together by edges, each one after the first adds at most 6 to
    the sum of width and height, for it shares a row or a column with the others; and each adds at most 4 to
    the width. A part that carries has a cell below the box of the level above, so it reaches at most 3 beyond
    each side. With `low` parts on the table and `high` on level 2 both give a limit, and the smaller counts.
    """
    wide, around = 4, 7
    for low in range(2, cards):
        for high in range(1, cards - low + 1):
            wide = max(wide, min(4 * low, 4 * high + 6))
            around = max(around, min(6 * low + 1, 6 * high + 1 + 12))
    return min(wide, around // 2), wide


def _levels(instance: Nmbr9Instance) -> int:
    return min(instance.levels or instance.cards, (instance.cards + 1) // 2)


def _count_places(instance: Nmbr9Instance, rows: int, columns: int) -> int:
    shapes = (shape for value in range(instance.max_value + 1) for shape in orientations(value))
    corners = (max(0, rows - shape.rows + 1) * max(0, columns - shape.cols + 1) for shape in shapes)
    return _levels(instance) * sum(corners)


def _places(instance: Nmbr9Instance, rows: int, columns: int) -> Iterator[Place]:
    levels = _levels(instance)
    for value in range(instance.max_value + 1):
        for shape in orientations(value):
            for cells in shape.placements(rows, columns):
                yield from (Place(value, level, cells) for level in range(1, levels + 1))


# --- The model ----------------------------------------------------------------------------------------


class _Stack:
    """The variables: a part in a place, a cell of a level covered."""

    def __init__(self, instance: Nmbr9Instance, places: Sequence[Place]) -> None:
        self.instance = instance
        self.model = cp_model.CpModel()
        self.lies = {place: self.model.new_bool_var("") for place in places}
        highest = max(place.level for place in places)
        self.on_level: dict[int, list[Place]] = {level: [] for level in range(1, highest + 1)}
        over: dict[tuple[int, Cell], list[cp_model.IntVar]] = defaultdict(list)
        for place, literal in self.lies.items():
            self.on_level[place.level].append(place)
            for cell in place.cells:
                over[place.level, cell].append(literal)
        self.covered = {}
        for key, literals in over.items():
            self.covered[key] = self.model.new_bool_var("")
            self.model.add(sum(literals) == self.covered[key])

    def state(self) -> Iterator[None]:
        """State the rules, one after the other, with a break after each."""
        self._count()
        yield
        for level, places in self.on_level.items():
            self._touch(level, places)
            yield
            if level > 1:
                self._support(level)
                yield

    def _literals(self, places: Iterable[Place]) -> list[cp_model.IntVar]:
        return [self.lies[place] for place in places]

    def _count(self) -> None:
        """As many parts as there are cards and copies; a level has no more cells than the one below.

        Numbers are counted level by level, and the score is told by these counts: so CP-SAT bounds it before
        it thinks of shapes.
        """
        numbers, levels = range(self.instance.max_value + 1), range(1, len(self.on_level) + 1)
        counts = {}
        for value, level in product(numbers, levels):
            alike = self._literals(place for place in self.on_level[level] if place.value == value)
            counts[value, level] = self.model.new_int_var(0, self.instance.copies, "")
            self.model.add(sum(alike) == counts[value, level])
        total = sum(counts.values())
        if self.instance.grid is None:
            self.model.add(total <= self.instance.cards)
        else:
            self.model.add(total == self.instance.cards)
        for value in numbers:
            self.model.add(sum(counts[value, level] for level in levels) <= self.instance.copies)
        for level in levels[1:]:
            self._carry(
                [counts[value, level - 1] for value in numbers],
                [counts[value, level] for value in numbers],
                level,
            )
        self.model.maximize(sum(value * (level - 1) * count for (value, level), count in counts.items()))

    def _carry(self, lower: list[cp_model.IntVar], upper: list[cp_model.IntVar], level: int) -> None:
        """The counts of two levels, one on the other: two parts or more, and cells enough."""
        used = self.model.new_bool_var("")
        self.model.add(sum(upper) <= self.instance.cards * used)
        self.model.add(sum(lower) >= 2 * used)
        areas = [len(part) for part in PARTS[: len(lower)]]
        self.model.add(
            cp_model.LinearExpr.weighted_sum(lower, areas) >= cp_model.LinearExpr.weighted_sum(upper, areas)
        )
        if level == 2 and self.instance.grid is None:  # push the stack into the corner
            for side in (0, 1):
                edge = [
                    covered for (each, cell), covered in self.covered.items() if each == 1 and cell[side] == 0
                ]
                self.model.add_bool_or(edge).only_enforce_if(used)

    def _support(self, level: int) -> None:
        for cell in {cell for each, cell in self.covered if each == level}:
            self.model.add_implication(self.covered[level, cell], self.covered[level - 1, cell])
        if self.instance.support == "types":
            self._two_numbers(level)
        below: dict[Cell, list[tuple[frozenset[Cell], Place]]] = defaultdict(list)
        for place in self.on_level[level - 1]:
            holder = frozenset(place.cells), place
            for cell in place.cells:
                below[cell].append(holder)
        for place in self.on_level[level]:
            # At most one of them can lie there, for they all share the cells of the place.
            holders = [each for cells, each in below[place.cells[0]] if cells.issuperset(place.cells)]
            self.model.add_at_most_one(self._literals([place, *holders]))

    def _two_numbers(self, level: int) -> None:
        """Not all cells below a part are covered by one number."""
        shows: dict[tuple[int, Cell], list[cp_model.IntVar]] = defaultdict(list)
        for place in self.on_level[level - 1]:
            for cell in place.cells:
                shows[place.value, cell].append(self.lies[place])
        other = {}
        for key, literals in shows.items():
            other[key] = self.model.new_bool_var("")
            self.model.add(sum(literals) + other[key] == 1)
        for place in self.on_level[level]:
            for value in range(self.instance.max_value + 1):
                cells = [other[value, cell] for cell in place.cells if (value, cell) in other]
                if len(cells) == len(place.cells):
                    self.model.add_bool_or(cells).only_enforce_if(self.lies[place])

    def _touch(self, level: int, places: Sequence[Place]) -> None:
        """A part that is not alone on its level has a covered cell beside it."""
        alone = self.model.new_bool_var("")
        self.model.add(sum(self._literals(places)) <= 1).only_enforce_if(alone)
        for place in places:
            around = ((level, cell) for cell in surround(place.cells))
            beside = [self.covered[key] for key in around if key in self.covered]
            self.model.add_bool_or([alone, *beside]).only_enforce_if(self.lies[place])

    def cut(self, chosen: Sequence[Place]) -> int:
        """Forbid the way in which levels fall apart; the number of cuts, 0 when they hang together."""
        cuts = 0
        for level in self.on_level:
            pieces = regions(cell for place in chosen if place.level == level for cell in place.cells)
            for piece in pieces if len(pieces) > 1 else ():
                around = [
                    self.covered[level, cell] for cell in surround(piece) if (level, cell) in self.covered
                ]
                for other in pieces:
                    if other is not piece:
                        ends = [self.covered[level, min(piece)], self.covered[level, min(other)]]
                        self.model.add_bool_or([*around, ~ends[0], ~ends[1]])
                        cuts += 1
        return cuts


# --- The solution -------------------------------------------------------------------------------------


def _in_order(instance: Nmbr9Instance, chosen: Sequence[Place]) -> tuple[Placement, ...]:
    """Level by level, inside a level by contact; the parts that carry nothing join the table."""
    placed: list[Place] = []
    for level in range(1, len(chosen) + 1):
        waiting = sorted((place for place in chosen if place.level == level), key=lambda place: place.cells)
        reached: set[Cell] = set()
        while waiting:
            place = next(each for each in waiting if not reached or surround(each.cells) & reached)
            waiting.remove(place)
            reached |= set(place.cells)
            placed.append(place)
    table = [place for place in placed if place.level == 1]
    higher = [place for place in placed if place.level > 1]
    while len(table) + len(higher) < instance.cards:
        table.append(_beside(instance, table, higher))
    return tuple(_numbered([*table, *higher]))


def _beside(instance: Nmbr9Instance, table: Sequence[Place], higher: Sequence[Place]) -> Place:
    used = [place.value for place in (*table, *higher)]
    value = next(each for each in range(len(PARTS)) if used.count(each) < instance.copies)
    covered = [cell for place in table for cell in place.cells]
    if not covered:
        return Place(value, 1, PARTS[value].cells)
    return Place(value, 1, next(PARTS[value].placements_touching(covered)))


def _numbered(places: Iterable[Place]) -> Iterator[Placement]:
    copies: Counter[int] = Counter()
    for place in places:
        yield Placement(place.value, copies[place.value], place.level, place.cells)
        copies[place.value] += 1
