"""The rules of My Puzzle.

Some cells of the board have a number. Shade cells so that:

- each number equals the number of shaded cells among its own cell and the cells around it (at most eight);
- all shaded cells are connected edge to edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import NumberGrid
from tilewright.puzzles.build_violations import checker, divided, undecided, violation
from tilewright.puzzles.kinds_and_states import SHADED, UNDECIDED
from tilewright.puzzles.message_text import describe_cell, with_plural

__all__ = ["RULES", "Board", "Shading", "check"]

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell is shaded or unshaded.",
    "wrong-count": "Each number equals the number of shaded cells in and around its cell.",
    "divided": "All shaded cells are connected edge to edge.",
}


@dataclass(frozen=True, slots=True)
class Board(NumberGrid):
    """A board with numbers; 0 is a cell without a number."""

    game: ClassVar[str] = "puzzle-name"
    least: ClassVar[int] = 0

    def check_number(self, cell: Cell, value: Any) -> None:
        """Raise an error for a number that is larger than the number of cells in and around its cell."""
        super(Board, self).check_number(cell, value)
        most = len(self.around(cell))
        if value > most:
            raise BadInput(f"{describe_cell(cell)}: the number in this cell can be at most {most}, not {value}")

    def around(self, cell: Cell) -> list[Cell]:
        """Return `cell` and the cells around it (at most eight): those to which a number in `cell` refers."""
        row, column = cell
        return [
            (r, c)
            for r in range(max(row - 1, 0), min(row + 2, self.height))
            for c in range(max(column - 1, 0), min(column + 2, self.width))
        ]


class Shading(solution_types.Shading):
    """A board with ``#`` for shaded, ``.`` for unshaded and, in a state, ``-`` for undecided cells."""

    __slots__ = ()
    game: ClassVar[str] = "puzzle-name"


@checker
def check(instance: Board, solution: Shading) -> Iterator[BrokenRule]:
    """Yield a violation for the undecided cells, and every violation that no further decision could repair."""
    yield from undecided(solution)
    shaded, open_cells = solution.cells(SHADED), solution.cells(UNDECIDED)
    for cell, number in instance.clues().items():
        counted = instance.around(cell)
        count = len(shaded.intersection(counted))
        if count > number or count + len(open_cells.intersection(counted)) < number:
            yield violation("wrong-count", counted, f"{with_plural(count, 'shaded cell')} instead of {number}")
    yield from divided(SHADED, "shaded", solution)
