"""The rules of Shikaku.

Divide the board along its grid lines into rectangles. Every rectangle contains exactly one number, and the
number is the area of the rectangle in cells. An unknown number (``?``) allows any area.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from tilewright.game import BrokenRule, Cell
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import UNKNOWN, NumberGrid
from tilewright.puzzles.build_violations import checker, violation
from tilewright.puzzles.message_text import with_plural

__all__ = ["RULES", "Board", "Division", "check"]

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell belongs to a rectangle.",
    "not-a-rectangle": "Every region is a rectangle.",
    "no-number": "Every rectangle contains a number.",
    "two-numbers": "No rectangle contains two numbers.",
    "wrong-area": "The number in a rectangle is the area of the rectangle in cells.",
}


@dataclass(frozen=True, slots=True)
class Board(NumberGrid):
    """A board with a number in some cells: 0 is an empty cell, -1 an unknown number."""

    game: ClassVar[str] = "shikaku"


class Division(solution_types.Regions):
    """A division of the board: cells with equal numbers form one rectangle; in a state, 0 means undecided."""

    __slots__ = ()
    game: ClassVar[str] = "shikaku"
    shape: ClassVar[str] = "rectangle"


@checker
def check(instance: Board, solution: Division) -> Iterator[BrokenRule]:
    """Yield a violation for the undecided cells, and others only if no further decision could repair them."""
    clues = instance.clues()
    parts = solution.cells_by_region()
    if undecided := parts.pop(0, []):
        yield violation("undecided", undecided, f"{with_plural(len(undecided), 'cell')} undecided")
    for number, cells in parts.items():
        box = _smallest_box(cells)
        if any(solution.rows[row][column] not in (0, number) for row, column in box):
            yield violation("not-a-rectangle", cells, f"the region of {len(cells)} cells is not a rectangle")
        inside = [clues[cell] for cell in cells if cell in clues]
        if len(inside) > 1:
            yield violation("two-numbers", cells, f"the region contains {len(inside)} numbers")
        if not inside and not undecided:
            yield violation("no-number", cells, "the region contains no number")
        if len(inside) == 1 and inside[0] != UNKNOWN:
            area = len(box) if undecided else len(cells)
            if area > inside[0] or (area < inside[0] and not undecided):
                what = "smallest rectangle around the region" if undecided else "region"
                message = f"the {what} of the {inside[0]} has {with_plural(area, 'cell')}"
                yield violation("wrong-area", cells, message)


def _smallest_box(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells of the smallest rectangle that contains all given cells."""
    rows, columns = zip(*cells, strict=True)
    return list(product(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)))
