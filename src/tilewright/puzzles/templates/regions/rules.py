"""The rules of My Puzzle.

Some cells of the board have a number or a question mark. Divide the board into bars so that:

- each bar is one cell wide and straight;
- each bar has exactly one number or question mark;
- a number is the length of its bar in cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import UNKNOWN, NumberGrid
from tilewright.puzzles.build_violations import checker, violation
from tilewright.puzzles.message_text import describe_cell, with_plural

__all__ = ["RULES", "Board", "Regions", "check"]

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell belongs to a bar.",
    "not-a-bar": "A bar is one cell wide, straight and without gaps.",
    "wrong-count": "Each bar has exactly one number or question mark.",
    "wrong-length": "A number is the length of its bar in cells.",
}


@dataclass(frozen=True, slots=True)
class Board(NumberGrid):
    """A board with numbers; 0 is an empty cell, -1 a question mark."""

    game: ClassVar[str] = "puzzle-name"

    def check_number(self, cell: Cell, value: Any) -> None:
        """Raise an error for a number that is larger than the longer side of the board."""
        super(Board, self).check_number(cell, value)
        if value > (longest := max(self.height, self.width)):
            raise BadInput(f"{describe_cell(cell)}: a bar has at most {longest} cells, not {value}")


class Regions(solution_types.Regions):
    """A division of the board: cells with equal numbers form one bar; in a state, 0 is an undecided cell."""

    __slots__ = ()
    game: ClassVar[str] = "puzzle-name"


@checker
def check(instance: Board, solution: Regions) -> Iterator[BrokenRule]:
    """Yield every violation; all undecided cells together are one violation."""
    clues = instance.clues()
    for number, cells in solution.cells_by_region().items():
        if number == 0:
            yield violation("undecided", cells, f"{with_plural(len(cells), 'cell')} in no bar")
            continue
        if not _is_bar(cells):
            yield violation("not-a-bar", cells, f"these {len(cells)} cells do not form a straight bar")
        inside = [clues[cell] for cell in cells if cell in clues]
        if len(inside) != 1:
            yield violation("wrong-count", cells, f"the bar has {len(inside)} numbers or question marks")
        elif inside[0] not in (UNKNOWN, len(cells)):
            length = with_plural(len(cells), "cell")
            yield violation("wrong-length", cells, f"the bar with the number {inside[0]} has {length}")


def _is_bar(cells: list[Cell]) -> bool:
    """Return whether cells, given in reading order, form a straight line without gaps."""
    (row, column), length = cells[0], len(cells)
    return cells in ([(row, column + i) for i in range(length)], [(row + i, column) for i in range(length)])
