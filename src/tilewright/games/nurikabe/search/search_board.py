"""The board as the searching solvers see it: cells by number, and which island may have which cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.game import Run
from tilewright.games.nurikabe.rules import ISLAND, SEA, UNDECIDED, Board

__all__ = ["Chart", "draw_chart"]


@dataclass(frozen=True, slots=True)
class Chart:
    """Cells are numbered row by row, islands in the order of their clues."""

    height: int
    width: int
    known: str
    """For each cell sea, island or undecided; a clue is island."""
    neighbours: tuple[tuple[int, ...], ...]
    clues: tuple[int, ...]
    """The cell of each island's clue."""
    sizes: tuple[int, ...]
    """The size of each island, -1 if unknown."""
    reach: tuple[tuple[int, ...], ...]
    """The cells that each island may have; the clue comes first."""
    owners: tuple[tuple[int, ...], ...]
    """The islands that may have each cell."""

    @property
    def cells(self) -> int:
        return self.height * self.width

    @property
    def sea(self) -> int | None:
        """How many cells are sea; None where an island's size is unknown."""
        return None if -1 in self.sizes else self.cells - sum(self.sizes)

    def rows(self, land: Sequence[bool]) -> tuple[str, ...]:
        """The board with its island cells, as a solution writes it."""
        text = "".join(ISLAND if island else SEA for island in land)
        return tuple(text[at : at + self.width] for at in range(0, self.cells, self.width))


def draw_chart(instance: Board, run: Run, state: Sequence[str] | None = None) -> Chart | None:
    """The chart of a board of which a part may be known; None when the run was over first."""
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
    return Chart(
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
    found = []
    for cell in range(height * width):
        row, column = divmod(cell, width)
        beside = (
            (row > 0, cell - width),
            (row < height - 1, cell + width),
            (column > 0, cell - 1),
            (column < width - 1, cell + 1),
        )
        found.append(tuple(other for on_board, other in beside if on_board))
    return tuple(found)


def _part(clue: int, known: Sequence[str], neighbours: Sequence[Sequence[int]]) -> list[int]:
    """The known cells of a clue's island that hang together with the clue."""
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
    """For each cell the islands whose known part has it or touches it."""
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
    """The cells that lie near enough to the island's known part and do not touch another island's."""
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
