"""The clause model that the SAT and CP-SAT solvers share.

Variables are numbered from 1; a literal is a variable's number or the negated number, and a clause is a list of
literals of which at least one is true. Each cell has a variable that is true if the cell is an island cell. For
each *group* and each cell within its reach, there is a variable that is true if the cell belongs to the group.
An island of known size is a group by itself. All islands of unknown size form one group, because one variable
for each of these islands and each cell would make the model too large. Instead, each cell of this group has
variables for the binary digits of an index: the position in `Group.clues` of its island's clue.

The model does not state that the sea and the islands are connected. `connectivity_clauses` finds clauses that a
disconnected assignment violates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.games.nurikabe.rules import ISLAND, SEA, UNDECIDED
from tilewright.games.nurikabe.search.board_with_island_reach import SearchBoard

__all__ = ["Clause", "Group", "Model"]

Clause = list[int]


@dataclass(frozen=True, slots=True)
class Group:
    """An island of known size, or all islands of unknown size (-1) together."""

    size: int
    clues: tuple[int, ...]
    belongs: dict[int, int]
    """For each cell within the group's reach, the variable that is true if the cell belongs to the group."""


class Model:
    """The variables, clauses and cardinality constraints of a board.

    Variable `cell + 1` is true if the cell is an island cell; the variables of the groups follow.
    """

    def __init__(self, board: SearchBoard) -> None:
        self.board = board
        self.variables = board.cells
        self.groups = [
            Group(size, (clue,), self._new(reach))
            for clue, size, reach in zip(board.clues, board.sizes, board.reach, strict=True)
            if size > 0
        ]
        unknown = [island for island, size in enumerate(board.sizes) if size < 0]
        if unknown:
            reach = sorted(set().union(*(board.reach[island] for island in unknown)))
            clues = tuple(board.clues[island] for island in unknown)
            self.groups.append(Group(-1, clues, self._new(reach)))
        self.bits = [self._new(self.groups[-1].belongs) for _ in range(max(len(unknown) - 1, 0).bit_length())]
        self.land = {cell for cell, kind in enumerate(board.known) if kind == ISLAND}
        self._groups_of: list[list[Group]] = [[] for _ in range(board.cells)]
        for group in self.groups:
            for cell in group.belongs:
                self._groups_of[cell].append(group)

    def groups_of(self, cell: int) -> Sequence[Group]:
        """Return the groups that the cell can belong to."""
        return self._groups_of[cell]

    def _new(self, cells: Sequence[int] | dict[int, int]) -> dict[int, int]:
        """Create a new variable for each of the given cells; return a map from cells to variables."""
        first = self.variables + 1
        self.variables += len(cells)
        return dict(zip(cells, range(first, self.variables + 1), strict=True))

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses, first those that fix the known cells and assign each clue to its group."""
        board = self.board
        for cell, kind in enumerate(board.known):
            if kind != UNDECIDED:
                yield [-(cell + 1) if kind == SEA else cell + 1]
        for group in self.groups:
            for clue in group.clues:
                yield [group.belongs[clue]]
        yield from self._numbered_clues()
        yield from self._sea()
        for cell, groups in enumerate(self._groups_of):
            variables = [group.belongs[cell] for group in groups]
            yield [-(cell + 1), *variables]
            yield from ([-variable, cell + 1] for variable in variables)
        for group in self.groups:
            yield from self._neighbourhood(group)

    def sums(self) -> Iterator[tuple[list[int], int]]:
        """Yield lists of variables, each with the number of variables in the list that must be true."""
        for group in self.groups:
            if group.size > 0:
                yield list(group.belongs.values()), group.size

    def exclusive(self) -> Iterator[list[int]]:
        """Yield lists of variables of which at most one is true: a cell belongs to at most one group."""
        for cell, groups in enumerate(self._groups_of):
            if len(groups) > 1:
                yield [group.belongs[cell] for group in groups]

    def _sea(self) -> Iterator[Clause]:
        """Yield clauses that exclude pools and, if the sea must have at least two cells, isolated sea cells."""
        board = self.board
        for row in range(board.height - 1):
            for cell in range(row * board.width + 1, (row + 1) * board.width):
                yield [cell, cell + 1, cell + board.width, cell + board.width + 1]
        if board.sea is None:
            at_least = board.known.count(SEA)
        else:
            at_least = board.sea
        if at_least > 1:
            for cell, beside in enumerate(board.neighbours):
                yield [cell + 1, *(-(other + 1) for other in beside)]

    def _neighbourhood(self, group: Group) -> Iterator[Clause]:
        """Yield the clauses that make each neighbour of a group's cell either sea or a member of the group.

        A cell without a neighbour in its group must be the clue of an island of size 1 or of unknown size. In
        the group of unknown sizes, neighbouring cells have the same digits; the digits of cells outside the
        group are all 0.
        """
        for cell, variable in group.belongs.items():
            inside = []
            for other in self.board.neighbours[cell]:
                beside = group.belongs.get(other)
                if beside is None:
                    yield [-variable, -(other + 1)]
                else:
                    inside.append(beside)
                    yield [-variable, -(other + 1), beside]
                    for bit in self.bits if group.size < 0 else ():
                        yield [-variable, -beside, -bit[cell], bit[other]]
            if group.size > 1 or (group.size < 0 and cell not in group.clues):
                yield [-variable, *inside]
            for bit in self.bits if group.size < 0 else ():
                yield [variable, -bit[cell]]

    def _numbered_clues(self) -> Iterator[Clause]:
        """Yield the clauses that set the digits of each clue of unknown size to its place in `Group.clues`."""
        for position, bit in enumerate(self.bits):
            for number, clue in enumerate(self.groups[-1].clues):
                yield [bit[clue] if number >> position & 1 else -bit[clue]]
