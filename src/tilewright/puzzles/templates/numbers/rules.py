"""The rules of My Puzzle.

Write a number from 1 to the length of the board's longer side into each cell so that:

- no row and no column contains a number twice;
- the given numbers are not changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import NumberGrid
from tilewright.puzzles.build_violations import checker, violation
from tilewright.puzzles.kinds_and_states import rows_and_columns
from tilewright.puzzles.message_text import describe_cell, with_plural

__all__ = ["RULES", "Board", "Numbers", "check"]

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell has a number.",
    "changed": "The given numbers are not changed.",
    "too-large": "No number is larger than the longer side of the board.",
    "twice": "No row and no column contains a number twice.",
}


@dataclass(frozen=True, slots=True)
class Board(NumberGrid):
    """A board with some numbers; 0 is an empty cell."""

    game: ClassVar[str] = "puzzle-name"
    least: ClassVar[int] = 0

    @property
    def largest(self) -> int:
        """The largest number that a cell may have."""
        return max(self.height, self.width)

    def lines(self) -> list[list[Cell]]:
        """Return the cells of each row, and then the cells of each column."""
        return rows_and_columns(self.height, self.width)

    def check_number(self, cell: Cell, value: Any) -> None:
        """Raise an error for a number that is larger than the longer side of the board."""
        super(Board, self).check_number(cell, value)
        if value > self.largest:
            raise BadInput(f"{describe_cell(cell)}: {value} is larger than the longer side, {self.largest}")


class Numbers(solution_types.Numbers):
    """A board with a number in each cell; a state has 0 for undecided cells."""

    __slots__ = ()
    game: ClassVar[str] = "puzzle-name"


@checker
def check(instance: Board, solution: Numbers) -> Iterator[BrokenRule]:
    """Yield a violation for the undecided cells, and every violation that no further decision could repair."""
    numbers = solution.by_cell()
    undecided = [cell for cell, number in numbers.items() if number == 0]
    if undecided:
        yield violation("undecided", undecided, f"{with_plural(len(undecided), 'cell')} without a number")
    for cell, number in instance.clues().items():
        if numbers[cell] not in (0, number):
            yield violation("changed", [cell], f"the board shows {number}, not {numbers[cell]}")
    for cell, number in numbers.items():
        if number > instance.largest:
            yield violation("too-large", [cell], f"{number} is larger than the longer side, {instance.largest}")
    for line in instance.lines():
        counts = Counter(numbers[cell] for cell in line if numbers[cell])
        for number in [number for number, count in counts.items() if count > 1]:
            cells = [cell for cell in line if numbers[cell] == number]
            yield violation("twice", cells, f"{number} occurs {len(cells)} times in one row or column")
