"""The rules of Nurikabe.

Every cell of the board becomes sea or island, and some cells bear a number:

- the sea hangs together, by edges, and no 2 x 2 cells of it make a pool;
- an island, its cells joined by edges, has exactly one number, and as many cells as that number says;
- a number is never flooded; a number of unknown size allows its island any size.

A board without sea is legal if its islands obey. The judge reads states too: where cells are undecided, only
what no decision could mend counts as broken, beside the undecided cells themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Instance, Solution, Verdict
from tilewright.games.nurikabe.text.tokens import counted, place
from tilewright.geometry import regions, surround

__all__ = [
    "EMPTY",
    "ISLAND",
    "LARGEST_SIDE",
    "RULES",
    "SEA",
    "UNDECIDED",
    "UNKNOWN_SIZE",
    "Board",
    "Shading",
    "check",
    "check_sides",
]

EMPTY, UNKNOWN_SIZE = 0, -1
"""What a cell of the board holds instead of a known number."""

SEA, ISLAND, UNDECIDED = "#", ".", "-"
"""What a cell of a solution is; only a state has undecided ones."""

LARGEST_SIDE = 250
"""Rows and columns of the largest board."""

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell is sea or island.",
    "clue-flooded": "A cell with a number is island.",
    "sea-pool": "No 2 x 2 cells are all sea.",
    "sea-divided": "The sea hangs together.",
    "island-without-number": "Every island has a number.",
    "two-numbers": "No island has more than one number.",
    "island-too-big": "An island has no more cells than its number says.",
    "island-too-small": "An island has no fewer cells than its number says.",
}


@dataclass(frozen=True, slots=True)
class Board(Instance):
    """A board: 0 for an empty cell, -1 for a number of unknown size, else the size of the cell's island."""

    game: ClassVar[str] = "nurikabe"
    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(map(tuple, self.rows)))
        _check_shape([len(row) for row in self.rows], "the board")
        for cell, value in self._values():
            _check_value(cell, value, self.parts)

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def parts(self) -> int:
        """How many cells the board has."""
        return self.height * self.width

    def clues(self) -> dict[Cell, int]:
        """The numbers by their cells, in reading order; -1 where the size is unknown."""
        return {cell: value for cell, value in self._values() if value != EMPTY}

    def _values(self) -> Iterator[tuple[Cell, int]]:
        for row, values in enumerate(self.rows):
            for column, value in enumerate(values):
                yield (row, column), value


@dataclass(frozen=True, slots=True)
class Shading(Solution):
    """The cells of a board: ``#`` sea, ``.`` island and, while the puzzle is not finished, ``-`` undecided."""

    game: ClassVar[str] = "nurikabe"
    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(self.rows))
        _check_shape([len(row) for row in self.rows], "the solution")
        for at, row in enumerate(self.rows):
            if strange := set(row) - {SEA, ISLAND, UNDECIDED}:
                column = min(map(row.index, strange))
                raise BadInput(
                    f"{place((at, column))}: {row[column]!r} is no # (sea), . (island) or - (undecided)"
                )

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def cells(self, value: str) -> set[Cell]:
        """The cells that are ``#``, ``.`` or ``-``."""
        return {
            (row, column)
            for row, values in enumerate(self.rows)
            for column, found in enumerate(values)
            if found == value
        }


def check_sides(height: int, width: int) -> None:
    """Refuse a board of too many rows or columns, before anybody makes room for it."""
    if max(height, width) > LARGEST_SIDE:
        raise BadInput(
            f"{height} x {width} cells are too many: a board has at most {LARGEST_SIDE} rows and columns"
        )


def _check_shape(widths: list[int], what: str) -> None:
    if not widths:
        raise BadInput(f"{what} has no rows")
    check_sides(len(widths), max(widths))
    for row, width in enumerate(widths):
        if width == 0:
            raise BadInput(f"row {row} has no cells")
        if width != widths[0]:
            raise BadInput(f"row {row} has {counted(width, 'cell')}, but row 0 has {widths[0]}")


def _check_value(cell: Cell, value: Any, cells: int) -> None:
    where = place(cell)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{where}: expected a whole number, not {_brief(value)}")
    if value < UNKNOWN_SIZE:
        raise BadInput(f"{where}: {_brief(value)} is no clue: a clue is positive, or -1 for unknown size")
    if value > cells:
        raise BadInput(
            f"{where}: the clue {_brief(value)} is larger than the board of {counted(cells, 'cell')}"
        )


def _brief(value: Any) -> str:
    """The value for a message: one short line."""
    try:
        text = repr(value)
    except ValueError:  # Python writes out no number of more than some thousand digits
        return "a number of thousands of digits"
    return text if len(text) <= 40 else text[:37] + "..."


# --- The judge ----------------------------------------------------------------------------------------


def check(instance: Board, solution: Shading) -> Verdict:
    """Every rule that the solution breaks, once for each island, pool or part of the sea that breaks it."""
    return Verdict(tuple(_broken(instance, solution)))


def _broken(instance: Board, solution: Shading) -> Iterator[BrokenRule]:
    ours, theirs = ((board.height, board.width) for board in (instance, solution))
    if ours != theirs:
        message = f"the solution has {theirs[0]} x {theirs[1]} cells, the board has {ours[0]} x {ours[1]}"
        yield BrokenRule("wrong-size", message)
        return
    clues = instance.clues()
    sea, land, undecided = (solution.cells(value) for value in (SEA, ISLAND, UNDECIDED))
    if undecided:
        yield _break("undecided", undecided, f"{_number(undecided)} undecided")
    for cell in sorted(sea & clues.keys()):
        yield _break("clue-flooded", [cell], f"the number {_size(clues[cell])} is flooded")
    yield from _pools(sea)
    yield from _sea_parts(sea, undecided)
    for island in regions(land):
        yield from _island(island, {cell: clues[cell] for cell in sorted(island & clues.keys())}, undecided)


def _pools(sea: set[Cell]) -> Iterator[BrokenRule]:
    """Pools that overlap or touch are told as one."""
    deep: set[Cell] = set()
    for row, column in sea:
        square = set(product((row, row + 1), (column, column + 1)))
        if square <= sea:
            deep |= square
    for pool in regions(deep):
        yield _break("sea-pool", pool, f"{_number(pool)} a pool of the sea")


def _sea_parts(sea: set[Cell], undecided: set[Cell]) -> Iterator[BrokenRule]:
    """The parts of the sea that can never flow together with its largest part."""
    parts = [part & sea for part in regions(sea | undecided) if part & sea]
    if parts:
        parts.remove(max(parts, key=len))
    for part in parts:
        yield _break("sea-divided", part, f"{_number(part)} cut off from the rest of the sea")


def _island(island: frozenset[Cell], clues: Mapping[Cell, int], undecided: set[Cell]) -> Iterator[BrokenRule]:
    may_grow = not undecided.isdisjoint(surround(island))
    if not clues:
        if not may_grow:
            yield _break("island-without-number", island, f"{_number(island)} an island without a number")
        return
    if len(clues) > 1:
        numbers = " and ".join(map(_size, clues.values()))
        yield _break("two-numbers", island, f"{_number(island)} one island with the numbers {numbers}")
        return
    (size,) = clues.values()
    if size == UNKNOWN_SIZE:
        return
    if len(island) > size:
        yield _break("island-too-big", island, f"{_number(island)} an island of the number {size}")
    elif len(island) < size and not may_grow:
        yield _break("island-too-small", island, f"{_number(island)} an island of the number {size}")


def _break(rule: str, cells: Collection[Cell], what: str) -> BrokenRule:
    places = tuple(sorted(cells))
    return BrokenRule(rule, f"{place(places[0])}: {what}", places)


def _number(cells: Collection[Cell]) -> str:
    return "one cell is" if len(cells) == 1 else f"{len(cells)} cells are"


def _size(clue: int) -> str:
    return "?" if clue == UNKNOWN_SIZE else str(clue)
