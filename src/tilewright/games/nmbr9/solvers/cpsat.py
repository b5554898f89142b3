"""Solve variant F with CP-SAT, without modelling the order of play.

A stack can be built in some order if every level is connected, every part above the table is fully supported,
and no part rests on a single part: build it level by level, and within a level so that each part touches an
earlier part. So the model has one Boolean variable for each position of a number on a level. Besides limits on
the numbers of cards and copies, it has these constraints:

- a cell of a level is covered by at most one part, and a covered cell above the table is also covered on the
  level below;
- no part rests completely on one part or, with support=types, on parts of one number;
- a part that is not alone on its level touches another part. This connects levels of up to three parts. If a
  larger level is not connected, cuts are added and the model is solved again: if a cell of one component and a
  cell of another component are covered, some cell around the first component must also be covered.

If the table is unbounded, a solution of the model may omit parts on the table that support nothing. The
supporting parts on the table are connected because the parts above them are connected. The omitted parts are
added to the table afterwards and score nothing. `_box` computes how much space the other parts may need.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.errors import BadInput
from tilewright.game import Answer, Cell, Run, Status
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance, Nmbr9Solution, orientations
from tilewright.geometry import regions, surround

__all__ = ["solve"]

MOST_POSITIONS = 60_000
"""The maximum number of positions in a model; larger models take too long to solve."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a number's part on a level, with the cells that it covers."""

    value: int
    level: int
    cells: tuple[Cell, ...]


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant != "F":
        raise BadInput(f"the solver cpsat solves variant F, not {instance.variant}")
    rows, columns = _box(instance.cards) if instance.grid is None else (instance.grid, instance.grid)
    count = _count_positions(instance, rows, columns)
    if count > MOST_POSITIONS:
        raise BadInput(
            f"the instance is too large for the solver cpsat: its parts have {count:,} possible positions,"
            f" and the limit is {MOST_POSITIONS:,}"
        )
    positions = list(_positions(instance, rows, columns))
    if not positions:
        return Answer(Status.INFEASIBLE)
    stack = _StackModel(instance, positions)
    for _ in stack.add_constraints():  # Building a large model can take longer than the time limit.
        if run.stopped:
            return Answer(Status.UNKNOWN)
    cuts = 0
    while True:
        # The engine reports no progress, because a stack that it finds may have a disconnected level.
        outcome = cpsat.solve(stack.model, run.part(), stack.used)
        run.report(bound=outcome.bound)
        stats = {**outcome.stats, "cuts": cuts, "places": len(positions)}
        if outcome.best is None:
            return Answer(outcome.status, bound=outcome.bound, stats=stats)
        chosen = [position for position, value in outcome.best.items() if value]
        new = stack.add_cuts(chosen)
        if not new:
            solution = _solution(instance, chosen)
            return Answer(outcome.status, solution, outcome.objective, outcome.bound, stats=stats)
        if run.stopped:
            return Answer(Status.UNKNOWN, bound=outcome.bound, stats=stats)
        cuts += new


# --- Positions ----------------------------------------------------------------------------------------


def _box(cards: int) -> tuple[int, int]:
    """Return the rows and columns of a box in which every stack fits, up to rotation.

    Only stacks in which every part supports another part or is supported are considered.

    No part is larger than 4 x 3. In a connected set of parts, each part after the first adds at most 6 to the
    sum of width and height, because it shares a row or a column with the others; and it adds at most 4 to the
    width. A part that supports another part has a cell below the bounding box of the level above, so it extends
    at most 3 cells beyond each side of that box. So the number of parts on the table (`low`) and the number of
    parts on level 2 (`high`) each limit the size of the box, and the smaller limit holds.
    """
    wide, around = 4, 7
    for low in range(2, cards):
        for high in range(1, cards - low + 1):
            wide = max(wide, min(4 * low, 4 * high + 6))
            around = max(around, min(6 * low + 1, 6 * high + 1 + 12))
    return min(wide, around // 2), wide


def _levels(instance: Nmbr9Instance) -> int:
    return min(instance.levels or instance.cards, (instance.cards + 1) // 2)


def _count_positions(instance: Nmbr9Instance, rows: int, columns: int) -> int:
    shapes = (shape for value in range(instance.max_value + 1) for shape in orientations(value))
    corners = (max(0, rows - shape.rows + 1) * max(0, columns - shape.cols + 1) for shape in shapes)
    return _levels(instance) * sum(corners)


def _positions(instance: Nmbr9Instance, rows: int, columns: int) -> Iterator[Position]:
    levels = _levels(instance)
    for value in range(instance.max_value + 1):
        for shape in orientations(value):
            for cells in shape.placements(rows, columns):
                yield from (Position(value, level, cells) for level in range(1, levels + 1))


# --- The model ----------------------------------------------------------------------------------------


class _StackModel:
    """The CP-SAT model. Its main variables tell which positions are used and which cells are covered."""

    def __init__(self, instance: Nmbr9Instance, positions: Sequence[Position]) -> None:
        self.instance = instance
        self.model = cp_model.CpModel()
        self.used = {position: self.model.new_bool_var("") for position in positions}
        highest = max(position.level for position in positions)
        self.on_level: dict[int, list[Position]] = {level: [] for level in range(1, highest + 1)}
        covering: dict[tuple[int, Cell], list[cp_model.IntVar]] = defaultdict(list)
        for position, literal in self.used.items():
            self.on_level[position.level].append(position)
            for cell in position.cells:
                covering[position.level, cell].append(literal)
        self.covered = {}
        for key, literals in covering.items():
            self.covered[key] = self.model.new_bool_var("")
            self.model.add(sum(literals) == self.covered[key])

    def add_constraints(self) -> Iterator[None]:
        """Add the constraints step by step; between the steps the caller can stop."""
        self._count()
        yield
        for level, positions in self.on_level.items():
            self._touch(level, positions)
            yield
            if level > 1:
                self._support(level)
                yield

    def _literals(self, positions: Iterable[Position]) -> list[cp_model.IntVar]:
        return [self.used[position] for position in positions]

    def _count(self) -> None:
        """Limit the number of parts by cards and copies, limit the area of each level, and set the objective.

        The score depends only on how many parts of each number are on each level, so CP-SAT can bound it
        without considering shapes.
        """
        numbers, levels = range(self.instance.max_value + 1), range(1, len(self.on_level) + 1)
        counts = {}
        for value, level in product(numbers, levels):
            literals = self._literals(each for each in self.on_level[level] if each.value == value)
            counts[value, level] = self.model.new_int_var(0, self.instance.copies, "")
            self.model.add(sum(literals) == counts[value, level])
        total = sum(counts.values())
        if self.instance.grid is None:
            self.model.add(total <= self.instance.cards)
        else:
            self.model.add(total == self.instance.cards)
        for value in numbers:
            self.model.add(sum(counts[value, level] for level in levels) <= self.instance.copies)
        for level in levels[1:]:
            self._count_support(
                [counts[value, level - 1] for value in numbers],
                [counts[value, level] for value in numbers],
                level,
            )
        self.model.maximize(sum(value * (level - 1) * count for (value, level), count in counts.items()))

    def _count_support(self, lower: list[cp_model.IntVar], upper: list[cp_model.IntVar], level: int) -> None:
        """Require at least two parts, and enough cells, on the level below a level that is used."""
        used = self.model.new_bool_var("")
        self.model.add(sum(upper) <= self.instance.cards * used)
        self.model.add(sum(lower) >= 2 * used)
        areas = [len(part) for part in PARTS[: len(lower)]]
        self.model.add(
            cp_model.LinearExpr.weighted_sum(lower, areas) >= cp_model.LinearExpr.weighted_sum(upper, areas)
        )
        if level == 2 and self.instance.grid is None:  # Break the translational symmetry.
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
        below: dict[Cell, list[tuple[frozenset[Cell], Position]]] = defaultdict(list)
        for position in self.on_level[level - 1]:
            cells_and_position = frozenset(position.cells), position
            for cell in position.cells:
                below[cell].append(cells_and_position)
        for position in self.on_level[level]:
            # A container is a position on the level below that would support the whole part by itself. All
            # containers cover the same cell, so at most one of them can be used anyway.
            containers = [each for cells, each in below[position.cells[0]] if cells.issuperset(position.cells)]
            self.model.add_at_most_one(self._literals([position, *containers]))

    def _two_numbers(self, level: int) -> None:
        """Require that the cells below a part are not all covered by the same number."""
        covering: dict[tuple[int, Cell], list[cp_model.IntVar]] = defaultdict(list)
        for position in self.on_level[level - 1]:
            for cell in position.cells:
                covering[position.value, cell].append(self.used[position])
        not_covered_by = {}
        for key, literals in covering.items():
            not_covered_by[key] = self.model.new_bool_var("")
            self.model.add(sum(literals) + not_covered_by[key] == 1)
        for position in self.on_level[level]:
            for value in range(self.instance.max_value + 1):
                cells = [
                    not_covered_by[value, cell] for cell in position.cells if (value, cell) in not_covered_by
                ]
                if len(cells) == len(position.cells):
                    self.model.add_bool_or(cells).only_enforce_if(self.used[position])

    def _touch(self, level: int, positions: Sequence[Position]) -> None:
        """Require that a part that is not alone on its level has an adjacent covered cell."""
        alone = self.model.new_bool_var("")
        self.model.add(sum(self._literals(positions)) <= 1).only_enforce_if(alone)
        for position in positions:
            around = ((level, cell) for cell in surround(position.cells))
            adjacent = [self.covered[key] for key in around if key in self.covered]
            self.model.add_bool_or([alone, *adjacent]).only_enforce_if(self.used[position])

    def add_cuts(self, chosen: Sequence[Position]) -> int:
        """Exclude the disconnected levels of a solution; return the number of cuts added."""
        cuts = 0
        for level in self.on_level:
            components = regions(cell for each in chosen if each.level == level for cell in each.cells)
            for component in components if len(components) > 1 else ():
                around = [
                    self.covered[level, cell] for cell in surround(component) if (level, cell) in self.covered
                ]
                for other in components:
                    if other is not component:
                        ends = [self.covered[level, min(component)], self.covered[level, min(other)]]
                        self.model.add_bool_or([*around, ~ends[0], ~ends[1]])
                        cuts += 1
        return cuts


# --- The solution -------------------------------------------------------------------------------------


def _solution(instance: Nmbr9Instance, chosen: Sequence[Position]) -> Nmbr9Solution:
    """Return the chosen positions in an order of play, with the remaining parts on the table.

    The order is level by level; within a level each part touches an earlier part.
    """
    ordered: list[Position] = []
    for level in range(1, len(chosen) + 1):
        waiting = sorted((each for each in chosen if each.level == level), key=lambda each: each.cells)
        reached: set[Cell] = set()
        while waiting:
            position = next(each for each in waiting if not reached or surround(each.cells) & reached)
            waiting.remove(position)
            reached |= set(position.cells)
            ordered.append(position)
    table = [position for position in ordered if position.level == 1]
    higher = [position for position in ordered if position.level > 1]
    while len(table) + len(higher) < instance.cards:
        table.append(_beside(instance, table, higher))
    return Nmbr9Solution.of_parts((each.value, each.level, each.cells) for each in (*table, *higher))


def _beside(instance: Nmbr9Instance, table: Sequence[Position], higher: Sequence[Position]) -> Position:
    """Return a position on the table for one of the remaining parts."""
    used = [position.value for position in (*table, *higher)]
    value = next(each for each in range(len(PARTS)) if used.count(each) < instance.copies)
    covered = [cell for position in table for cell in position.cells]
    if not covered:
        return Position(value, 1, PARTS[value].cells)
    return Position(value, 1, next(PARTS[value].placements_touching(covered)))
