"""The rules of My Puzzle.

Some cells of the board are blocked. Draw lines between the centres of neighbouring cells so that:

- every open cell has exactly two lines, and no blocked cell has a line;
- all lines form one loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import NumberGrid, check_whole
from tilewright.puzzles.build_violations import checker, violation
from tilewright.puzzles.message_text import brief, describe_cell, with_plural

__all__ = ["BLOCKED", "RULES", "Board", "Loop", "check"]

RULES: Mapping[str, str] = {
    "off-board": "Every line is on the board.",
    "blocked": "No line enters a blocked cell.",
    "loose-end": "Every open cell has two lines.",
    "crossing": "No cell has more than two lines.",
    "several-loops": "All lines form one loop.",
}

BLOCKED = 1


@dataclass(frozen=True, slots=True)
class Board(NumberGrid):
    """A board with 0 for an open cell and 1 for a blocked cell."""

    game: ClassVar[str] = "puzzle-name"

    def check_number(self, cell: Cell, value: Any) -> None:
        """Raise an error for a value that is neither 0 nor 1."""
        check_whole(value, cell)
        if value not in (0, BLOCKED):
            raise BadInput(f"{describe_cell(cell)}: {brief(value)} is neither 0 (open) nor 1 (blocked)")

    def blocked(self) -> list[Cell]:
        """Return the blocked cells."""
        return [cell for cell in self.cells() if self.rows[cell[0]][cell[1]] == BLOCKED]


class Loop(solution_types.Loop):
    """Lines between neighbouring cells; in a solution they form one loop."""

    __slots__ = ()
    game: ClassVar[str] = "puzzle-name"


@checker
def check(instance: Board, solution: Loop) -> Iterator[BrokenRule]:
    """Yield every violation; if lines leave the board, yield only the violation ``off-board``."""
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in instance.cells()}
    off_board = sorted({cell for line in set(solution.lines) for cell in line} - set(beside))
    if off_board:
        yield violation("off-board", off_board, "this cell is not on the board")
        return
    for first, second in set(solution.lines):
        beside[first].append(second)
        beside[second].append(first)
    blocked = set(instance.blocked())
    for cell, others in beside.items():
        lines = f"the cell has {with_plural(len(others), 'line')}"
        if cell in blocked and others:
            yield violation("blocked", [cell], f"{lines}, but it is blocked")
        if cell not in blocked and len(others) < 2:
            yield violation("loose-end", [cell], f"{lines} instead of 2")
        if cell not in blocked and len(others) > 2:
            yield violation("crossing", [cell], f"{lines} instead of 2")
    with_lines = [cell for cell, others in beside.items() if others]
    parts = sorted(map(sorted, solution_types.components(with_lines, set(solution.lines))))
    for part in parts[1:]:
        yield violation("several-loops", part, f"{len(part)} cells that the first loop does not visit")
