"""The rules of Dominosa.

Every cell of the board has a number. Divide the board into dominoes of two neighbouring cells, called stones,
so that each pair of numbers from 0 to the largest number, doubles included, occurs on exactly one stone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import NumberGrid, check_whole
from tilewright.puzzles.build_violations import checker, violation
from tilewright.puzzles.message_text import brief, describe_cell, with_plural

__all__ = ["RULES", "Board", "Stones", "check", "largest_number"]

RULES: Mapping[str, str] = {
    "not-on-board": "Every stone is on the board.",
    "not-neighbours": "The two cells of a stone share an edge.",
    "overlap": "No two stones have a cell in common.",
    "uncovered": "Every cell belongs to a stone.",
    "repeated": "Every stone of the full set occurs only once.",
}


def largest_number(cells: int) -> int | None:
    """Return the largest number in the full set of stones that fills this many cells; None if no set does."""
    number = 0
    while (number + 1) * (number + 2) < cells:
        number += 1
    return number if (number + 1) * (number + 2) == cells else None


@dataclass(frozen=True, slots=True)
class Board(NumberGrid):
    """A board with a number in every cell; the numbers are those of a full set of dominoes."""

    game: ClassVar[str] = "dominosa"

    def __post_init__(self) -> None:
        super(Board, self).__post_init__()
        largest = self.largest
        if largest is None:
            sets = [
                f"0 to {n}, fills {(n + 1) * (n + 2)}" for n in range(250) if (n + 1) * (n + 2) > self.parts
            ]
            raise BadInput(
                f"no full set of dominoes fills {self.parts} cells: the next larger set, {sets[0]} cells"
            )
        counts = Counter(number for row in self.rows for number in row)
        for number in range(largest + 1):
            if counts[number] != largest + 2:
                times = with_plural(counts[number], "time")
                raise BadInput(
                    f"the number {number} occurs {times}, but must occur {largest + 2} times in this full set"
                )

    @property
    def largest(self) -> int | None:
        """The largest number in the full set of stones that fills the board; None if no full set does."""
        return largest_number(self.parts)

    def check_number(self, cell: Cell, value: Any) -> None:
        check_whole(value, cell)
        largest = self.largest
        if value < 0 or (largest is not None and value > largest):
            full_set = f"from 0 to {largest} (the board has {self.parts} cells)"
            expected = "of at least 0" if largest is None else full_set
            raise BadInput(f"{describe_cell(cell)}: expected a number {expected}, not {brief(value)}")

    def clues(self) -> dict[Cell, int]:
        """Return the number in each cell, by cell."""
        return self.by_cell()

    def stone(self, first: Cell, second: Cell) -> tuple[int, int]:
        """Return the numbers of a stone on two cells, the smaller number first."""
        low, high = sorted((self.rows[first[0]][first[1]], self.rows[second[0]][second[1]]))
        return low, high


class Stones(solution_types.Dominoes):
    """The stones on the board, each a pair of cells. In a state, these are only the stones found so far."""

    __slots__ = ()
    game: ClassVar[str] = "dominosa"


@checker
def check(instance: Board, solution: Stones) -> Iterator[BrokenRule]:
    """Yield every violation that no further stone could repair, and the cells without a stone."""
    board = set(instance.cells())
    on_board = [stone for stone in solution.stones if board.issuperset(stone)]
    if len(on_board) < len(solution.stones):
        outside = sorted(cell for stone in solution.stones for cell in stone if cell not in board)
        message = (
            f"{describe_cell(outside[0])} is not on the board of {instance.height} x {instance.width} cells"
        )
        yield BrokenRule("not-on-board", message, ())
    for first, second in on_board:
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1:
            yield violation("not-neighbours", [first, second], "the cells of the stone do not share an edge")
    covered = Counter(cell for stone in on_board for cell in stone)
    for cell, count in sorted(covered.items()):
        if count > 1:
            yield violation("overlap", [cell], f"{count} halves of stones cover the cell")
    uncovered = sorted(board - covered.keys())
    if uncovered:
        yield violation("uncovered", uncovered, f"{with_plural(len(uncovered), 'cell')} without a stone")
    places: dict[tuple[int, int], list[Cell]] = {}
    for first, second in on_board:
        places.setdefault(instance.stone(first, second), []).extend((first, second))
    for (low, high), cells in sorted(places.items()):
        if len(cells) > 2:
            yield violation("repeated", cells, f"the stone {low}-{high} occurs {len(cells) // 2} times")
