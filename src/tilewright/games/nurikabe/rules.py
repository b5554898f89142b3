"""The rules of Nurikabe.

Some cells of the board have a number. Every cell becomes sea or island according to these rules:

- All sea cells are connected edge to edge, and no 2 x 2 block is all sea.
- An island (island cells connected edge to edge) contains exactly one number and has that many cells.
- A cell with a number is never sea. The island of an unknown number (``?``) may have any size.

A board without sea is legal if its islands obey the rules. The checker also accepts states with undecided
cells. It then reports the undecided cells, and only those violations that no further decision could repair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import ClassVar

from tilewright.game import BrokenRule, Cell, Verdict
from tilewright.geometry import regions, surround
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import UNKNOWN, NumberGrid
from tilewright.puzzles.build_violations import violation
from tilewright.puzzles.kinds_and_states import SHADED, UNDECIDED, UNSHADED
from tilewright.puzzles.message_text import with_plural

__all__ = [
    "ISLAND",
    "RULES",
    "SEA",
    "UNDECIDED",
    "UNKNOWN_SIZE",
    "VALUE_NAMES",
    "Board",
    "Rows",
    "Shading",
    "check",
]

UNKNOWN_SIZE = UNKNOWN
"""The value of a cell with an unknown number (``?``)."""

SEA, ISLAND = SHADED, UNSHADED
"""The values of a cell in a solution or state; only a state has undecided cells."""

VALUE_NAMES = {SEA: "sea", ISLAND: "island"}
"""For each value, the word for it in messages and hints."""

Rows = tuple[str, ...]
"""The rows of a solution or state."""

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell is sea or island.",
    "clue-flooded": "A cell with a number belongs to an island.",
    "sea-pool": "No 2 x 2 block is all sea.",
    "sea-divided": "All sea cells are connected edge to edge.",
    "island-without-number": "Every island has a number.",
    "two-numbers": "No island has more than one number.",
    "island-too-big": "An island has no more cells than its number.",
    "island-too-small": "An island has no fewer cells than its number.",
}


class Board(NumberGrid):
    """A board of numbers; 0 is an empty cell, and -1 an unknown number."""

    __slots__ = ()
    game: ClassVar[str] = "nurikabe"


class Shading(solution_types.Shading):
    """A filled board: ``#`` sea, ``.`` island and, in an unfinished state, ``-`` undecided."""

    __slots__ = ()
    game: ClassVar[str] = "nurikabe"
    shaded_name: ClassVar[str] = VALUE_NAMES[SEA]
    unshaded_name: ClassVar[str] = VALUE_NAMES[ISLAND]


# --- The checker --------------------------------------------------------------------------------------


def check(instance: Board, solution: Shading) -> Verdict:
    """Return the verdict; each wrong island, pool, flooded clue or cut-off part of the sea is one violation."""
    return Verdict(tuple(_broken(instance, solution)))


def _broken(instance: Board, solution: Shading) -> Iterator[BrokenRule]:
    if (solution.height, solution.width) != (instance.height, instance.width):
        solution_size = f"{solution.height} x {solution.width}"
        board_size = f"{instance.height} x {instance.width}"
        yield BrokenRule("wrong-size", f"the solution has {solution_size} cells, the board has {board_size}")
        return
    clues = instance.clues()
    sea, land, undecided = (solution.cells(value) for value in (SEA, ISLAND, UNDECIDED))
    if undecided:
        yield violation("undecided", undecided, f"{_count(undecided)} undecided")
    for cell in sorted(sea & clues.keys()):
        yield violation("clue-flooded", [cell], f"the cell with the number {_size(clues[cell])} is sea")
    yield from _pools(sea)
    yield from _separated_sea(sea, undecided)
    for island in regions(land):
        island_clues = {cell: clues[cell] for cell in sorted(island & clues.keys())}
        yield from _island_violations(island, island_clues, undecided)


def _pools(sea: set[Cell]) -> Iterator[BrokenRule]:
    """Yield a violation for each pool; overlapping or touching pools are reported as one."""
    pool_cells: set[Cell] = set()
    for row, column in sea:
        square = set(product((row, row + 1), (column, column + 1)))
        if square <= sea:
            pool_cells |= square
    for pool in regions(pool_cells):
        yield violation("sea-pool", pool, f"{len(pool)} sea cells form a pool")


def _separated_sea(sea: set[Cell], undecided: set[Cell]) -> Iterator[BrokenRule]:
    """Yield a violation for each part of the sea that can no longer be connected to the largest part."""
    parts = [part & sea for part in regions(sea | undecided) if part & sea]
    if parts:
        parts.remove(max(parts, key=len))
    for part in parts:
        yield violation("sea-divided", part, f"{_count(part)} cut off from the rest of the sea")


def _island_violations(
    island: frozenset[Cell], clues: Mapping[Cell, int], undecided: set[Cell]
) -> Iterator[BrokenRule]:
    can_grow = not undecided.isdisjoint(surround(island))
    cells = with_plural(len(island), "cell")
    if not clues:
        if not can_grow:
            yield violation("island-without-number", island, f"the island of {cells} has no number")
        return
    if len(clues) > 1:
        numbers = " and ".join(map(_size, clues.values()))
        yield violation("two-numbers", island, f"the island of {cells} has the numbers {numbers}")
        return
    (size,) = clues.values()
    if size == UNKNOWN_SIZE:
        return
    if len(island) > size:
        yield violation("island-too-big", island, f"the island with the number {size} has {cells}")
    elif len(island) < size and not can_grow:
        yield violation("island-too-small", island, f"the island with the number {size} has only {cells}")


def _count(cells: Collection[Cell]) -> str:
    return "one cell is" if len(cells) == 1 else f"{len(cells)} cells are"


def _size(clue: int) -> str:
    return "?" if clue == UNKNOWN_SIZE else str(clue)
