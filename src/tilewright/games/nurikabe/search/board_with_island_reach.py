"""The board as the search solvers represent it: indexed cells, and the cells that each island can reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.game import Run
from tilewright.games.nurikabe.rules import ISLAND, SEA, UNDECIDED, Board

__all__ = ["SearchBoard", "build_search_board"]


@dataclass(frozen=True, slots=True)
class SearchBoard:
    """A board whose cells and islands are identified by an index, and the known facts about its cells.

    The indices start at 0; cells are in reading order, islands in the order of their clues.
    """

    height: int
    width: int
    known: str
    """For each cell, whether it is sea, island or undecided; cells with a clue are island cells."""
    neighbours: tuple[tuple[int, ...], ...]
    clues: tuple[int, ...]
    """For each island, the cell of its clue."""
    sizes: tuple[int, ...]
    """For each island, its size, or -1 if the size is unknown."""
    reach: tuple[tuple[int, ...], ...]
    """For each island, the cells that can belong to it; the cell of the clue comes first."""
    owners: tuple[tuple[int, ...], ...]
    """For each cell, the islands to which it can belong."""

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.height * self.width

    @property
    def sea(self) -> int | None:
        """The number of sea cells in a solution; None if the size of an island is unknown."""
        return None if -1 in self.sizes else self.cells - sum(self.sizes)

    def rows(self, land: Sequence[bool]) -> tuple[str, ...]:
        """Return the rows of the solution in which the cells marked in `land` are island cells."""
        text = "".join(ISLAND if island else SEA for island in land)
        return tuple(text[index : index + self.width] for index in range(0, self.cells, self.width))


def build_search_board(instance: Board, run: Run, state: Sequence[str] | None = None) -> SearchBoard | None:
    """Return the search board of an instance and, if given, a state; return None if the run is stopped."""
    height, width = instance.height, instance.width
    clues = {row * width + column: size for (row, column), size in instance.clues().items()}
    known = list("".join(state)) if state else [UNDECIDED] * (height * width)
    for cell in clues:
        known[cell] = ISLAND
    neighbours = _neighbours(height, width)
    parts = [_part(cell, known, neighbours) for cell in clues]
    beside = _islands_beside(parts, neighbours, len(known))
    reach = []
    for island, size in enumerate(clues.values()):
        if run.stopped:
            return None
        reach.append(_reach(island, parts[island], size, known, beside, neighbours))
    owners: list[list[int]] = [[] for _ in known]
    for island, cells in enumerate(reach):
        for cell in cells:
            owners[cell].append(island)
    return SearchBoard(
        height,
        width,
        "".join(known),
        neighbours,
        tuple(clues),
        tuple(clues.values()),
        tuple(map(tuple, reach)),
        tuple(map(tuple, owners)),
    )


def _neighbours(height: int, width: int) -> tuple[tuple[int, ...], ...]:
    neighbours = []
    for cell in range(height * width):
        row, column = divmod(cell, width)
        beside = (
            (row > 0, cell - width),
            (row < height - 1, cell + width),
            (column > 0, cell - 1),
            (column < width - 1, cell + 1),
        )
        neighbours.append(tuple(other for on_board, other in beside if on_board))
    return tuple(neighbours)


def _part(clue: int, known: Sequence[str], neighbours: Sequence[Sequence[int]]) -> list[int]:
    """Return the known island cells that are connected to a clue, including the clue."""
    part, seen = [clue], {clue}
    for cell in part:
        for other in neighbours[cell]:
            if known[other] == ISLAND and other not in seen:
                seen.add(other)
                part.append(other)
    return part


def _islands_beside(
    parts: Sequence[Sequence[int]], neighbours: Sequence[Sequence[int]], cells: int
) -> list[set[int]]:
    """Return, for each cell, the islands whose known part contains the cell or is next to it."""
    beside: list[set[int]] = [set() for _ in range(cells)]
    for island, part in enumerate(parts):
        for cell in part:
            beside[cell].add(island)
            for other in neighbours[cell]:
                beside[other].add(island)
    return beside


def _reach(
    island: int,
    part: Sequence[int],
    size: int,
    known: Sequence[str],
    beside: Sequence[set[int]],
    neighbours: Sequence[Sequence[int]],
) -> list[int]:
    """Return the cells that the island can reach, beginning with its known part.

    The path from the known part to any other of these cells has at most as many steps as the island lacks
    cells, and contains neither known sea nor cells in or next to another island's known part.
    """
    steps = dict.fromkeys(part, 0)
    cells = list(part)
    left = len(known) if size < 0 else size - len(part)
    for cell in cells:
        if steps[cell] >= left:
            break
        for other in neighbours[cell]:
            if other not in steps and known[other] != SEA and beside[other] <= {island}:
                steps[other] = steps[cell] + 1
                cells.append(other)
    return cells
