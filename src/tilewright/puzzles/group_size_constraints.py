"""Clauses and lazy constraints for puzzles in which every number is the size of its group of equal numbers.

A *group* is a maximal connected set of cells with the same number. Cells are numbered in reading order, and
`beside` lists the neighbours of each cell.

The model has separate values only for the numbers up to a limit, which is at least the largest given number.
One value, `large`, which is the limit plus one, represents all larger numbers; it occurs only in groups without
a given number. Connected cells with this value can form a single group, unless there is a border between two
of them. `LargeGroups` divides them into several groups where this is necessary or leads to further solutions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from tilewright.geometry.connected_graph_parts import connected_parts
from tilewright.puzzles.possible_group_sizes import Beside
from tilewright.puzzles.rule_model import Clause, LazyConstraint, Model, Truth

__all__ = ["GroupSizes", "LargeGroups", "border_clauses", "neighbour_clauses"]

MOST_CLAUSES_PER_GROUP = 8
"""At most this many clauses are added for a group with a wrong size."""


def neighbour_clauses(cell: int, literals: Sequence[Mapping[int, int]], beside: Beside) -> Iterator[Clause]:
    """Yield clauses: a 1 has no equal neighbour, a 2 has exactly one, and a larger number has at least one."""
    for number, variable in literals[cell].items():
        same = [literals[other][number] for other in beside[cell] if number in literals[other]]
        if number == 1:
            yield from ([-variable, -other] for other in same)
        else:
            yield [-variable, *same]
        if number == 2:
            yield from ([-variable, -one, -other] for one, other in combinations(same, 2))


def border_clauses(
    literals: Sequence[Mapping[int, int]], first: int, second: int, large: int
) -> Iterator[Clause]:
    """Yield clauses: two cells with a border between them do not have the same number below `large`."""
    for number, variable in literals[first].items():
        if number < large and number in literals[second]:
            yield [-variable, -literals[second][number]]


class GroupSizes(LazyConstraint):
    """The size of every group is its number; groups with the number `large` have at least `large` cells.

    `literals` contains, for each cell, the variable of each number that the cell may have. A cell with only one
    possible number is called *sure*. If `starts` is given, only the groups of these cells are checked. Groups
    that contain a cell of `apart` are not checked. `too_small` and `too_large` say which violations are
    reported.
    """

    def __init__(
        self,
        literals: Sequence[Mapping[int, int]],
        beside: Beside,
        large: int,
        starts: Sequence[int] | None = None,
        apart: Collection[int] = (),
        too_small: bool = True,
        too_large: bool = True,
    ) -> None:
        self.literals = literals
        self.beside = beside
        self.large = large
        self.starts = range(len(literals)) if starts is None else starts
        self.apart = frozenset(apart)
        self.too_small = too_small
        self.too_large = too_large
        self.sure = {cell for cell, own in enumerate(literals) if len(own) == 1}

    @property
    def about(self) -> Collection[int]:
        """For each sure cell in `starts`: the variables that give its number to the cells in its reach.

        A cell is in reach if the group of the sure cell can contain it.
        """
        variables: set[int] = set()
        for start in self.sure.intersection(self.starts):
            (number,) = self.literals[start]
            reached = {start}
            for _ in range(number - 1):
                near = {other for cell in reached for other in self.beside[cell]}
                reached |= {other for other in near if number in self.literals[other]}
            variables.update(self.literals[cell][number] for cell in reached)
        return variables

    def violated(self, truth: Truth) -> Iterator[Clause]:
        literals, beside = self.literals, self.beside
        seen: set[int] = set()
        for start in self.starts:
            if start in seen:
                continue
            number = next(number for number, variable in literals[start].items() if truth[variable])
            group = [start]
            seen.add(start)
            for cell in group:
                for other in beside[cell]:
                    if other not in seen and number in literals[other] and truth[literals[other][number]]:
                        seen.add(other)
                        group.append(other)
            if self.apart and not self.apart.isdisjoint(group):
                continue
            if len(group) < number and self.too_small:
                yield from self._too_small(group, number, truth)
            elif len(group) > number and number < self.large and self.too_large:
                yield from self._too_large(group, number)

    def _too_small(self, group: Sequence[int], number: int, truth: Truth) -> Iterator[Clause]:
        """Yield clauses: if a cell of the group has the number, a cell around the group also has the number.

        Such a clause is valid for every set with fewer cells than the number. Cells are added to the group as
        long as the clause does not become longer; this makes the clause stronger.
        """
        literals, beside = self.literals, self.beside
        inside = set(group)
        around = {o for cell in group for o in beside[cell] if o not in inside and number in literals[o]}
        queue = sorted(around)
        for cell in queue:
            if len(inside) + 1 >= number:
                break
            new = [o for o in beside[cell] if number in literals[o] and o not in inside and o not in around]
            if len(new) <= 1 and not any(truth[literals[o][number]] for o in new):
                inside.add(cell)
                around.remove(cell)
                around.update(new)
                queue += new
        out = [literals[cell][number] for cell in sorted(around)]
        if not self.sure.isdisjoint(group):
            yield out
        else:
            yield from ([-literals[cell][number], *out] for cell in group[:MOST_CLAUSES_PER_GROUP])

    def _too_large(self, group: Sequence[int], number: int) -> Iterator[Clause]:
        """Yield clauses: at least one cell of a connected set that is too large does not have the number."""
        inside = set(group)
        sure = self.sure.intersection(inside)
        starts = [min(part) for part in connected_parts(sure, self.beside)] or [group[0], group[-1]]
        found: set[tuple[int, ...]] = set()
        for start in starts[:MOST_CLAUSES_PER_GROUP]:
            found.add(tuple(sorted(self._excess(start, inside, sure, number))))
        for cells in sorted(found):
            yield [-self.literals[cell][number] for cell in cells]

    def _excess(self, start: int, group: set[int], sure: set[int], number: int) -> set[int]:
        """Choose ``number + 1`` connected cells, including `start`; return those that are not in `sure`.

        The set grows along shortest paths to sure cells and, when no sure cells are left, cell by cell.
        """
        chosen = {start}
        while len(chosen) <= number:
            came_from: dict[int, int] = {}
            queue = list(chosen)
            end = -1
            for cell in queue:
                if cell in sure and cell not in chosen:
                    end = cell
                    break
                for other in self.beside[cell]:
                    if other in group and other not in chosen and other not in came_from:
                        came_from[other] = cell
                        queue.append(other)
            if end < 0:
                chosen.update(queue[len(chosen) : number + 1])
                break
            path = [end]
            while came_from[path[-1]] not in chosen:
                path.append(came_from[path[-1]])
            chosen.update(path[-1 : -2 - number + len(chosen) : -1])
        return chosen - sure


class LargeGroups(LazyConstraint):
    """Divides the cells with the value `large`, which represents all sizes of at least `large`, into groups.

    Each group has at least `large` cells, and neighbouring groups have different sizes. For each pair of
    neighbouring cells that may both have this value, a variable is true if the two cells belong to the
    same group. Two neighbouring groups have at least ``2 * large + 1`` cells together, so fewer connected cells
    always form one group and need no variables. `apart` contains pairs of neighbouring cells that do not belong
    to the same group.
    """

    def __init__(
        self,
        model: Model,
        literals: Sequence[Mapping[int, int]],
        beside: Beside,
        large: int,
        apart: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.large = large
        self.literals = {cell: own[large] for cell, own in enumerate(literals) if large in own}
        self.beside = beside
        self.joins: dict[tuple[int, int], int] = {}
        for part in connected_parts(self.literals, beside):
            if len(part) > 2 * large:
                for cell in sorted(part):
                    for other in beside[cell]:
                        if cell < other and other in self.literals:
                            self.joins[cell, other] = model.variable()
        for cell, other in apart:
            if cell in self.literals and other in self.literals:
                join = self.joins.get((cell, other))
                model.definitions.append([-join] if join else [-self.literals[cell], -self.literals[other]])
        if self.joins:
            self._define_joins(model)
            model.choices += (variable for own in literals for variable in own.values())

    def _define_joins(self, model: Model) -> None:
        """Define the variable of each pair, and another variable for its negation.

        Both are needed because only the true variables of `choices` distinguish solutions.
        """
        for (cell, other), join in self.joins.items():
            model.definitions += [[-join, self.literals[cell]], [-join, self.literals[other]]]
            border = model.variable()
            model.definitions += [[join, border], [-join, -border]]
            model.choices += [join, border]

    def groups(self, truth: Truth) -> list[JoinedCells]:
        """Return the groups of cells with the value `large` in an assignment."""
        large = {cell for cell, variable in self.literals.items() if truth[variable]}
        beside: dict[int, list[int]] = {cell: [] for cell in sorted(large)}
        for cell in beside:
            for other in self.beside[cell]:
                join = self.joins.get((min(cell, other), max(cell, other)))
                if other in large and (join is None or truth[join]):
                    beside[cell].append(other)
        groups: list[JoinedCells] = []
        seen: set[int] = set()
        for cell in beside:
            if cell not in seen:
                groups.append(JoinedCells(cell, beside, self.joins))
                seen.update(groups[-1].came_from)
        return groups

    def violated(self, truth: Truth) -> Iterator[Clause]:
        if not self.joins:
            return
        groups = self.groups(truth)
        group_of = {cell: index for index, group in enumerate(groups) for cell in group.came_from}
        leaving: list[list[int]] = [[] for _ in groups]
        touching = set()
        for (first, second), join in self.joins.items():
            one, other = group_of.get(first), group_of.get(second)
            if one is not None and one == other and not truth[join]:
                yield [*groups[one].path(first, second), join]
            if one != other:
                for index in (one, other):
                    if index is not None:
                        leaving[index].append(join)
                if one is not None and other is not None:
                    touching.add((min(one, other), max(one, other)))
        for index, group in enumerate(groups):
            if len(group.came_from) < self.large:
                cells = list(group.came_from)[:MOST_CLAUSES_PER_GROUP]
                yield from ([-self.literals[cell], *leaving[index]] for cell in cells)
        for one, other in sorted(touching):
            if len(groups[one].came_from) == len(groups[other].came_from) >= self.large:
                around = {*leaving[one], *leaving[other]}
                yield [*groups[one].tree(), *groups[other].tree(), *sorted(around)]


class JoinedCells:
    """A group of joined cells with a spanning tree; `came_from` maps each cell to its parent in the tree."""

    def __init__(
        self, start: int, beside: Mapping[int, list[int]], joins: Mapping[tuple[int, int], int]
    ) -> None:
        self.came_from = {start: start}
        self._joins = joins
        queue = [start]
        for cell in queue:
            for other in beside[cell]:
                if other not in self.came_from:
                    self.came_from[other] = cell
                    queue.append(other)

    def _step(self, cell: int) -> int:
        """Return the literal that is true if a cell is not joined to its parent in the tree."""
        other = self.came_from[cell]
        return -self._joins[min(cell, other), max(cell, other)]

    def tree(self) -> Clause:
        """Return a clause: at least one pair of neighbouring cells in the tree is not joined."""
        return [self._step(cell) for cell, other in self.came_from.items() if other != cell]

    def path(self, first: int, second: int) -> Clause:
        """Return a clause: at least one pair of neighbours on the path between two cells is not joined."""
        steps: set[int] = set()
        for cell in (first, second):
            while self.came_from[cell] != cell:
                steps ^= {self._step(cell)}  # steps that are on both paths to the root cancel out
                cell = self.came_from[cell]
        return sorted(steps)
