"""The rules of Fillomino.

Some cells of the board have a number. Fill in a number in each remaining cell so that every polyomino has as
many cells as its number says. A polyomino is a maximal group of cells with the same number that are connected
edge to edge, so two polyominoes of the same size never share an edge. A polyomino may contain several of the
given numbers, or none. A board may also have borders between neighbouring cells: the two cells that a border
separates have different numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from tilewright.game import BrokenRule, Cell
from tilewright.geometry import flood, regions
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import EMPTY
from tilewright.puzzles.build_violations import checker, violation
from tilewright.puzzles.message_text import with_plural
from tilewright.puzzles.numbers_and_borders import BorderedNumberGrid

__all__ = ["RULES", "Board", "Numbers", "check"]

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell has a number.",
    "changed-clue": "A given number is not changed.",
    "too-large": "A polyomino has no more cells than its number says.",
    "too-small": "A polyomino has no fewer cells than its number says.",
    "equal-at-border": "The two cells at a given border have different numbers.",
}


@dataclass(frozen=True, slots=True)
class Board(BorderedNumberGrid):
    """A board in which an empty cell is 0, and any other cell contains the size of its polyomino."""

    game: ClassVar[str] = "fillomino"
    least: ClassVar[int] = EMPTY


class Numbers(solution_types.Numbers):
    """A board in which each cell contains the size of its polyomino; a state has 0 for undecided cells."""

    __slots__ = ()
    game: ClassVar[str] = "fillomino"


@checker
def check(instance: Board, solution: Numbers) -> Iterator[BrokenRule]:
    """Yield every violation that no further decision could repair, and the undecided cells."""
    cells: dict[int, set[Cell]] = {}
    for cell, number in solution.by_cell().items():
        cells.setdefault(number, set()).add(cell)
    undecided = cells.pop(EMPTY, set())
    if undecided:
        yield violation("undecided", undecided, f"{with_plural(len(undecided), 'cell')} undecided")
    for cell, clue in instance.clues().items():
        number = solution.rows[cell[0]][cell[1]]
        if number not in (clue, EMPTY):
            yield violation("changed-clue", {cell}, f"the given number is {clue}, not {number}")
    for number, own in sorted(cells.items()):
        for polyomino in regions(own):
            size = f"the polyomino of {number}s has {with_plural(len(polyomino), 'cell')}"
            if len(polyomino) > number:
                yield violation("too-large", polyomino, size)
            elif len(polyomino) < number and len(flood(polyomino, own | undecided)) < number:
                can_grow = " and cannot grow enough" if undecided else ""
                yield violation("too-small", polyomino, size + can_grow)
    for border in instance.borders:
        number, other = (solution.rows[row][column] for row, column in border)
        if number == other != EMPTY:
            yield violation("equal-at-border", set(border), f"both cells at the border are {number}")
