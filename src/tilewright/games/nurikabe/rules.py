"""The rules of Nurikabe.

Every cell of the board becomes sea or island, and some cells have a number:

- All sea cells are connected edge to edge, and no 2 x 2 block is all sea.
- An island (island cells connected edge to edge) contains exactly one number and has that many cells.
- A cell with a number is never sea. The island of a number of unknown size may have any size.

A board without sea is legal if its islands obey the rules. The checker also accepts states with undecided
cells. It then reports the undecided cells, and only those violations that no further decision could repair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Instance, Solution, Verdict
from tilewright.games.nurikabe.text.tokens import describe_cell, with_plural
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
"""The values of a cell without a number, and of a cell with a number of unknown size."""

SEA, ISLAND, UNDECIDED = "#", ".", "-"
"""The values of a cell in a solution or state; only a state has undecided cells."""

LARGEST_SIDE = 250
"""The largest number of rows, and the largest number of columns, of a board."""

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell is sea or island.",
    "clue-flooded": "A cell with a number is island.",
    "sea-pool": "No 2 x 2 block is all sea.",
    "sea-divided": "All sea cells are connected edge to edge.",
    "island-without-number": "Every island has a number.",
    "two-numbers": "No island has more than one number.",
    "island-too-big": "An island has no more cells than its number.",
    "island-too-small": "An island has no fewer cells than its number.",
}


class _Grid:
    """A grid whose rows all have the same length."""

    __slots__ = ()
    rows: tuple[Sequence[object], ...]

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])


@dataclass(frozen=True, slots=True)
class Board(_Grid, Instance):
    """A board. A cell is 0 if it is empty, -1 if it has a number of unknown size, and otherwise the number."""

    game: ClassVar[str] = "nurikabe"
    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(map(tuple, self.rows)))
        _check_shape([len(row) for row in self.rows], "the board")
        for cell, value in self._values():
            _check_value(cell, value, self.parts)

    @property
    def parts(self) -> int:
        """The number of cells of the board."""
        return self.height * self.width

    def clues(self) -> dict[Cell, int]:
        """Return a map from cells to their numbers, in reading order; -1 for a number of unknown size."""
        return {cell: value for cell, value in self._values() if value != EMPTY}

    def _values(self) -> Iterator[tuple[Cell, int]]:
        for row, values in enumerate(self.rows):
            for column, value in enumerate(values):
                yield (row, column), value


@dataclass(frozen=True, slots=True)
class Shading(_Grid, Solution):
    """A filled board: ``#`` sea, ``.`` island and, in an unfinished state, ``-`` undecided."""

    game: ClassVar[str] = "nurikabe"
    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(self.rows))
        _check_shape([len(row) for row in self.rows], "the solution")
        for row, values in enumerate(self.rows):
            if unknown := set(values) - {SEA, ISLAND, UNDECIDED}:
                column = min(map(values.index, unknown))
                raise BadInput(
                    f"{describe_cell((row, column))}: {values[column]!r} is not # (sea), . (island) "
                    "or - (undecided)"
                )

    def cells(self, value: str) -> set[Cell]:
        """Return the cells with the value ``#``, ``.`` or ``-``."""
        return {
            (row, column)
            for row, values in enumerate(self.rows)
            for column, cell_value in enumerate(values)
            if cell_value == value
        }


def check_sides(height: int, width: int) -> None:
    """Raise an error for a board with too many rows or columns, before memory is allocated for it."""
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
            raise BadInput(f"row {row} has {with_plural(width, 'cell')}, but row 0 has {widths[0]}")


def _check_value(cell: Cell, value: Any, cells: int) -> None:
    where = describe_cell(cell)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{where}: expected a whole number, not {_brief(value)}")
    if value < UNKNOWN_SIZE:
        raise BadInput(f"{where}: {_brief(value)} is not a clue: a clue is positive, or -1 for unknown size")
    if value > cells:
        raise BadInput(
            f"{where}: the clue {_brief(value)} is larger than the board of {with_plural(cells, 'cell')}"
        )


def _brief(value: Any) -> str:
    """Return the value as a string for a message, on one line and shortened if necessary."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to convert integers with several thousand digits
        return "(a number with thousands of digits)"
    return text if len(text) <= 40 else text[:37] + "..."


# --- The checker --------------------------------------------------------------------------------------


def check(instance: Board, solution: Shading) -> Verdict:
    """Return every violation: one for each island, pool or separated part of the sea that breaks a rule."""
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
        yield _violation("undecided", undecided, f"{_count(undecided)} undecided")
    for cell in sorted(sea & clues.keys()):
        yield _violation("clue-flooded", [cell], f"the cell with the number {_size(clues[cell])} is sea")
    yield from _pools(sea)
    yield from _separated_sea(sea, undecided)
    for island in regions(land):
        island_clues = {cell: clues[cell] for cell in sorted(island & clues.keys())}
        yield from _island_violations(island, island_clues, undecided)


def _pools(sea: set[Cell]) -> Iterator[BrokenRule]:
    """Yield the pools; overlapping or touching pools count as one."""
    pool_cells: set[Cell] = set()
    for row, column in sea:
        square = set(product((row, row + 1), (column, column + 1)))
        if square <= sea:
            pool_cells |= square
    for pool in regions(pool_cells):
        yield _violation("sea-pool", pool, f"{len(pool)} sea cells form a pool")


def _separated_sea(sea: set[Cell], undecided: set[Cell]) -> Iterator[BrokenRule]:
    """Yield the parts of the sea that can no longer be connected to the largest part."""
    parts = [part & sea for part in regions(sea | undecided) if part & sea]
    if parts:
        parts.remove(max(parts, key=len))
    for part in parts:
        yield _violation("sea-divided", part, f"{_count(part)} cut off from the rest of the sea")


def _island_violations(
    island: frozenset[Cell], clues: Mapping[Cell, int], undecided: set[Cell]
) -> Iterator[BrokenRule]:
    can_grow = not undecided.isdisjoint(surround(island))
    cells = with_plural(len(island), "cell")
    if not clues:
        if not can_grow:
            yield _violation("island-without-number", island, f"the island of {cells} has no number")
        return
    if len(clues) > 1:
        numbers = " and ".join(map(_size, clues.values()))
        yield _violation("two-numbers", island, f"the island of {cells} has the numbers {numbers}")
        return
    (size,) = clues.values()
    if size == UNKNOWN_SIZE:
        return
    if len(island) > size:
        yield _violation("island-too-big", island, f"the island of the number {size} has {cells}")
    elif len(island) < size and not can_grow:
        yield _violation("island-too-small", island, f"the island of the number {size} has only {cells}")


def _violation(rule: str, cells: Collection[Cell], message: str) -> BrokenRule:
    ordered = tuple(sorted(cells))
    return BrokenRule(rule, f"{describe_cell(ordered[0])}: {message}", ordered)


def _count(cells: Collection[Cell]) -> str:
    return "one cell is" if len(cells) == 1 else f"{len(cells)} cells are"


def _size(clue: int) -> str:
    return "?" if clue == UNKNOWN_SIZE else str(clue)
