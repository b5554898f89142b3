"""The rules of Numberlink.

Some cells have a number, and each number occurs twice. Draw lines from cell to cell so that:

- a path joins the two cells of each number;
- no two paths share a cell, and no path visits a cell twice;
- a path passes through no cell with a number;
- if `fill` is true, every cell belongs to a path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from tilewright.game import BrokenRule, Cell
from tilewright.geometry import neighbours
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import PairGrid
from tilewright.puzzles.build_violations import checker
from tilewright.puzzles.message_text import describe_cell, with_plural

__all__ = ["RULES", "Board", "Paths", "check"]

RULES: Mapping[str, str] = {
    "wrong-count": "The solution has one path for each number, in the order of the numbers.",
    "off-board": "All cells of a path are on the board.",
    "wrong-ends": "A path begins in one cell of its number and ends in the other.",
    "gap": "Consecutive cells of a path share an edge.",
    "visited-twice": "A path visits no cell twice.",
    "shared-cell": "No two paths share a cell.",
    "passes-number": "A path passes through no cell with a number.",
    "unused-cell": "If `fill` is true, every cell belongs to a path.",
}


class Board(PairGrid):
    """A board in which each number occurs twice; if `fill` is true, every cell must be used."""

    __slots__ = ()
    game: ClassVar[str] = "numberlink"


class Paths(solution_types.Paths):
    """A path for each number, in the order of the numbers; a state may have unfinished paths."""

    __slots__ = ()
    game: ClassVar[str] = "numberlink"


@checker
def check(instance: Board, solution: Paths) -> Iterator[BrokenRule]:
    """Yield every violation; if the number of paths is wrong, yield only that violation."""
    ends, cells = instance.ends(), set(instance.cells())
    if len(solution.paths) != len(ends):
        counts = f"{with_plural(len(solution.paths), 'path')} for {with_plural(len(ends), 'number')}"
        yield BrokenRule("wrong-count", f"the solution has {counts}")
        return
    for (number, (first, last)), path in zip(ends.items(), solution.paths, strict=True):
        if outside := [cell for cell in path if cell not in cells]:
            yield BrokenRule("off-board", f"the path of the {number}s leaves the board", tuple(outside))
        if len(path) < 2 or {path[0], path[-1]} != {first, last}:
            yield _violation("wrong-ends", [first, last], f"the path of the {number}s does not join them")
        for here, there in pairwise(path):
            if there not in neighbours(here):
                yield _violation("gap", [here, there], f"the path of the {number}s has a gap")
        if twice := [cell for cell, count in Counter(path).items() if count > 1]:
            yield _violation(
                "visited-twice", twice, f"the path of the {number}s visits the cell more than once"
            )
        if passed := [cell for cell in path[1:-1] if instance.clues().get(cell)]:
            yield _violation("passes-number", passed, f"the path of the {number}s passes through a number")
    uses = Counter(cell for path in solution.paths for cell in set(path))
    if shared := sorted(cell for cell, count in uses.items() if count > 1):
        yield _violation("shared-cell", shared, f"{with_plural(len(shared), 'cell')} shared by several paths")
    if instance.fill and (unused := sorted(cells - set(uses))):
        yield _violation("unused-cell", unused, f"{with_plural(len(unused), 'cell')} without a path")


def _violation(rule: str, cells: Sequence[Cell], message: str) -> BrokenRule:
    return BrokenRule(rule, f"{describe_cell(cells[0])}: {message}", tuple(cells))
