"""The rules of LITS.

The board is divided into regions. Shade four cells in each region so that:

- the four cells of a region form a tetromino: L, I, T or S;
- all shaded cells are connected edge to edge;
- no 2 x 2 block of cells is all shaded;
- no two equal tetrominoes share an edge; rotations and reflections of a tetromino are equal to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from tilewright.game import BrokenRule, Cell
from tilewright.geometry import neighbours
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import RegionGrid
from tilewright.puzzles.build_violations import checker, divided, undecided, violation
from tilewright.puzzles.kinds_and_states import SHADED, UNDECIDED, all_edges
from tilewright.puzzles.message_text import with_plural

__all__ = ["RULES", "Board", "Shading", "check"]

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell is shaded or unshaded.",
    "not-four": "Every region has four shaded cells.",
    "not-a-tetromino": "The four shaded cells of a region are connected edge to edge.",
    "square": "No 2 x 2 block of cells is all shaded.",
    "equal-neighbours": "No two equal tetrominoes share an edge.",
    "divided": "All shaded cells are connected edge to edge.",
}


@dataclass(frozen=True, slots=True)
class Board(RegionGrid):
    """A board of regions."""

    game: ClassVar[str] = "lits"


class Shading(solution_types.Shading):
    """A board with ``#`` for shaded, ``.`` for unshaded and, in a state, ``-`` for undecided cells."""

    __slots__ = ()
    game: ClassVar[str] = "lits"


@checker
def check(instance: Board, solution: Shading) -> Iterator[BrokenRule]:
    """Yield every violation that no further decision could repair, and the undecided cells."""
    yield from undecided(solution)
    shaded, open_cells = (solution.cells(value) for value in (SHADED, UNDECIDED))
    shapes: dict[Cell, tuple[int, str]] = {}
    for region, cells in instance.cells_by_region().items():
        four = shaded.intersection(cells)
        possible = open_cells.intersection(cells)
        if not len(four) <= 4 <= len(four) + len(possible):
            yield violation("not-four", cells, f"the region has {with_plural(len(four), 'shaded cell')}, not 4")
        elif _is_torn(four, possible):
            yield violation("not-a-tetromino", four, "the region's shaded cells cannot belong to one tetromino")
        elif len(four) == 4 and (shape := _shape(four)) is not None:
            shapes |= dict.fromkeys(four, (region, shape))
    for row in range(instance.height - 1):
        for column in range(instance.width - 1):
            block = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            if shaded.issuperset(block):
                yield violation("square", block, "a 2 x 2 block is shaded")
    for first, second in all_edges(instance.height, instance.width):
        here, there = shapes.get(first), shapes.get(second)
        if here is not None and there is not None and here[0] != there[0] and here[1] == there[1]:
            yield violation("equal-neighbours", (first, second), f"two {here[1]} tetrominoes share an edge")
    yield from divided(SHADED, "shaded", solution)


def _is_torn(shaded: set[Cell], possible: set[Cell]) -> bool:
    """Return whether the `shaded` cells cannot be extended by cells in `possible` to four connected cells.

    Without shaded cells, return False.
    """
    if not shaded:
        return False
    reachable = {frozenset([min(shaded)])}
    for _ in range(3):
        reachable = {
            cells | {other}
            for cells in reachable
            for cell in cells
            for other in neighbours(cell)
            if other not in cells and other in shaded | possible
        }
    return not any(shaded <= cells for cells in reachable)


def _shape(cells: Collection[Cell]) -> str | None:
    """Return the letter of a tetromino; None for a 2 x 2 block, which another rule excludes."""
    degrees = {cell: [other for other in neighbours(cell) if other in cells] for cell in cells}
    if max(map(len, degrees.values())) == 3:
        return "T"
    inner = [around for around in degrees.values() if len(around) == 2]
    straight = sum(first[0] == second[0] or first[1] == second[1] for first, second in inner)
    return {2: "I", 1: "L", 0: "S"}[straight] if len(inner) == 2 else None
