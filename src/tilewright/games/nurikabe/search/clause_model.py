"""The model that SAT and CP-SAT share: truths about cells and islands, in clauses and in sums.

A truth is a number, its negation the negative number, and a clause a list of them, one of which holds. For each
cell there is the truth that it is island, and for each *group* and each cell in its reach the truth that the
cell belongs to it. An island of known size is a group by itself. All islands of unknown size are one group:
instead of a truth for each of them, far too many, their cells carry the number of their clue in bits.

That the sea and the islands hang together is not in the model. `cuts` finds what a board without that breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.games.nurikabe.rules import ISLAND, SEA, UNDECIDED
from tilewright.games.nurikabe.search.search_board import Chart

__all__ = ["Clause", "Group", "Model"]

Clause = list[int]


@dataclass(frozen=True, slots=True)
class Group:
    """An island of known size, or all those of unknown size (-1) together."""

    size: int
    clues: tuple[int, ...]
    belongs: dict[int, int]
    """For each cell within reach the truth that it belongs to the group."""


class Model:
    """The truths of a board, numbered from 1: first the cells', which are true for island."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.truths = chart.cells
        self.groups = [
            Group(size, (clue,), self._new(reach))
            for clue, size, reach in zip(chart.clues, chart.sizes, chart.reach, strict=True)
            if size > 0
        ]
        unknown = [island for island, size in enumerate(chart.sizes) if size < 0]
        if unknown:
            reach = sorted(set().union(*(chart.reach[island] for island in unknown)))
            clues = tuple(chart.clues[island] for island in unknown)
            self.groups.append(Group(-1, clues, self._new(reach)))
        self.bits = [self._new(self.groups[-1].belongs) for _ in range(max(len(unknown) - 1, 0).bit_length())]
        self.land = {cell for cell, kind in enumerate(chart.known) if kind == ISLAND}
        self._groups_of: list[list[Group]] = [[] for _ in range(chart.cells)]
        for group in self.groups:
            for cell in group.belongs:
                self._groups_of[cell].append(group)

    def groups_of(self, cell: int) -> Sequence[Group]:
        """The groups that the cell may belong to."""
        return self._groups_of[cell]

    def _new(self, cells: Sequence[int] | dict[int, int]) -> dict[int, int]:
        first = self.truths + 1
        self.truths += len(cells)
        return dict(zip(cells, range(first, self.truths + 1), strict=True))

    def clauses(self) -> Iterator[Clause]:
        """All clauses, those first that settle a truth for good."""
        chart = self.chart
        for cell, kind in enumerate(chart.known):
            if kind != UNDECIDED:
                yield [-(cell + 1) if kind == SEA else cell + 1]
        for group in self.groups:
            for clue in group.clues:
                yield [group.belongs[clue]]
        yield from self._numbered_clues()
        yield from self._sea()
        for cell, groups in enumerate(self._groups_of):
            truths = [group.belongs[cell] for group in groups]
            yield [-(cell + 1), *truths]
            yield from ([-truth, cell + 1] for truth in truths)
        for group in self.groups:
            yield from self._neighbourhood(group)

    def sums(self) -> Iterator[tuple[list[int], int]]:
        """Truths of which just so many hold."""
        for group in self.groups:
            if group.size > 0:
                yield list(group.belongs.values()), group.size

    def exclusive(self) -> Iterator[list[int]]:
        """Truths of which at most one holds: a cell belongs to one group."""
        for cell, groups in enumerate(self._groups_of):
            if len(groups) > 1:
                yield [group.belongs[cell] for group in groups]

    def _sea(self) -> Iterator[Clause]:
        """No pools; and no cell of the sea stands alone, if there are two."""
        chart = self.chart
        for row in range(chart.height - 1):
            for cell in range(row * chart.width + 1, (row + 1) * chart.width):
                yield [cell, cell + 1, cell + chart.width, cell + chart.width + 1]
        if chart.sea is None:
            at_least = chart.known.count(SEA)
        else:
            at_least = chart.sea
        if at_least > 1:
            for cell, beside in enumerate(chart.neighbours):
                yield [cell + 1, *(-(other + 1) for other in beside)]

    def _neighbourhood(self, group: Group) -> Iterator[Clause]:
        """What lies beside a cell of a group is sea or belongs to it, and only a clue can be alone."""
        for cell, truth in group.belongs.items():
            inside = []
            for other in self.chart.neighbours[cell]:
                beside = group.belongs.get(other)
                if beside is None:
                    yield [-truth, -(other + 1)]
                else:
                    inside.append(beside)
                    yield [-truth, -(other + 1), beside]
                    for bit in self.bits if group.size < 0 else ():
                        yield [-truth, -beside, -bit[cell], bit[other]]
            if group.size > 1 or (group.size < 0 and cell not in group.clues):
                yield [-truth, *inside]
            for bit in self.bits if group.size < 0 else ():
                yield [truth, -bit[cell]]

    def _numbered_clues(self) -> Iterator[Clause]:
        for at, bit in enumerate(self.bits):
            for number, clue in enumerate(self.groups[-1].clues):
                yield [bit[clue] if number >> at & 1 else -bit[clue]]
