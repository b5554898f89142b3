"""Functions that build common violations for the checkers of puzzles. No solver uses this module."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import wraps
from typing import TypeVar

from tilewright.game import BrokenRule, Cell, Verdict
from tilewright.geometry import regions
from tilewright.puzzles.board_base_classes import GridBoard
from tilewright.puzzles.kinds_and_states import UNDECIDED
from tilewright.puzzles.message_text import describe_cell, with_plural
from tilewright.puzzles.solution_types import PuzzleSolution, RowsOfCells, Shading

__all__ = ["checker", "divided", "undecided", "violation"]

Board = TypeVar("Board", bound=GridBoard)
Solved = TypeVar("Solved", bound=PuzzleSolution)


def violation(rule: str, cells: Collection[Cell], message: str) -> BrokenRule:
    """Return a violation whose message begins with the position of its first cell."""
    ordered = sorted(cells)
    return BrokenRule(rule, f"{describe_cell(ordered[0])}: {message}", tuple(ordered))


def checker(
    violations: Callable[[Board, Solved], Iterator[BrokenRule]],
) -> Callable[[Board, Solved], Verdict]:
    """Turn a generator of violations into the function `check` of a puzzle, which returns the verdict.

    If a solution has a value for each cell, but differs from the board in size, the only violation is
    ``wrong-size``, and the generator is not called.
    """

    @wraps(violations)
    def check(instance: Board, solution: Solved) -> Verdict:
        if isinstance(solution, RowsOfCells):
            size, expected = (solution.height, solution.width), (instance.height, instance.width)
            if size != expected:
                sizes = "{} x {} cells, the board {} x {}".format(*size, *expected)
                return Verdict((BrokenRule("wrong-size", f"the solution has {sizes}"),))
        return Verdict(tuple(violations(instance, solution)))

    return check


def undecided(solution: Shading) -> Iterator[BrokenRule]:
    """Yield the violation ``undecided`` if the solution has undecided cells."""
    if cells := solution.cells(UNDECIDED):
        yield violation("undecided", cells, f"{with_plural(len(cells), 'cell')} undecided")


def divided(value: str, name: str, solution: Shading) -> Iterator[BrokenRule]:
    """Yield the violation ``divided`` for each connected part of the cells with `value`, except the largest.

    Parts that can still become connected through undecided cells are treated as one part. In messages, `name`
    is the word for the value.
    """
    cells = solution.cells(value)
    parts = [part & cells for part in regions(cells | solution.cells(UNDECIDED))]
    for part in sorted(filter(None, parts), key=len)[:-1]:
        yield violation("divided", part, f"{with_plural(len(part), f'{name} cell')} cut off from the rest")
