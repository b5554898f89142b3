"""Base classes for the boards of puzzles: grids of numbers and grids of regions.

A puzzle's own board is a subclass that sets `game` and, where necessary, adds checks of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, Self

from tilewright.errors import BadInput
from tilewright.game import Cell, Instance
from tilewright.geometry import is_connected
from tilewright.puzzles.message_text import brief, describe_cell, with_plural
from tilewright.puzzles.parse_board_size_and_clues import check_sides

__all__ = [
    "EMPTY",
    "UNKNOWN",
    "Grid",
    "GridBoard",
    "NumberGrid",
    "PairGrid",
    "RegionGrid",
    "cells_by_value",
    "check_rows",
    "check_state_size",
]

EMPTY, UNKNOWN = 0, -1
"""The values of a cell without a number, and of a cell whose number is unknown (shown as ``?``)."""


def check_rows(rows: Sequence[Sequence[object]], what: str) -> None:
    """Raise an error unless the rows have equal lengths and the grid is neither empty nor too large."""
    if not rows:
        raise BadInput(f"{what} has no rows")
    check_sides(len(rows), max(map(len, rows)))
    for number, row in enumerate(rows, 1):
        if not row:
            raise BadInput(f"row {number} of {what} has no cells")
        if len(row) != len(rows[0]):
            cells = with_plural(len(row), "cell")
            raise BadInput(f"row {number} of {what} has {cells}, but row 1 has {len(rows[0])}")


class Sized(Protocol):
    """An object that has a size: `height` is its number of rows, `width` its number of columns."""

    @property
    def height(self) -> int: ...

    @property
    def width(self) -> int: ...


def check_state_size(state: Sized, board: Sized) -> None:
    """Raise an error if a state and the board differ in size."""
    if (state.height, state.width) != (board.height, board.width):
        raise BadInput(
            f"the state has {state.height} x {state.width} cells, the board {board.height} x {board.width}"
        )


def check_whole(value: Any, cell: Cell) -> None:
    """Raise an error unless the value is a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{describe_cell(cell)}: expected a whole number, not {brief(value)}")


def cells_by_value(rows: Sequence[Sequence[Any]]) -> dict[Any, list[Cell]]:
    """Map each value to its cells in reading order; the values are in the order of their first cells."""
    cells: dict[Any, list[Cell]] = {}
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            cells.setdefault(value, []).append((row, column))
    return cells


class Grid:
    """Base class of boards and solutions that are stored as rows of equal length; it computes their size."""

    __slots__ = ()

    @property
    def grid(self) -> Sequence[Sequence[Any]]:
        """The rows, from top to bottom."""
        raise NotImplementedError

    @property
    def height(self) -> int:
        return len(self.grid)

    @property
    def width(self) -> int:
        return len(self.grid[0])

    def by_cell(self) -> dict[Cell, Any]:
        """Return the value of each cell, in reading order."""
        return {(row, column): value for row, line in enumerate(self.grid) for column, value in enumerate(line)}


class GridBoard(Grid, Instance):
    """A board with `height` rows and `width` columns; subclasses define `grid`."""

    __slots__ = ()

    @property
    def parts(self) -> int:
        """The number of cells of the board."""
        return self.height * self.width

    def cells(self) -> Iterator[Cell]:
        """Yield all cells in reading order."""
        for row in range(self.height):
            for column in range(self.width):
                yield row, column

    def clues(self) -> dict[Cell, int]:
        """Return the numbers on the board by cell; -1 is an unknown number, which is shown as ``?``."""
        return {}

    def blocked(self) -> Collection[Cell]:
        """Return the cells that do not belong to the puzzle; they are black in pictures."""
        return ()


@dataclass(frozen=True, slots=True)
class NumberGrid(GridBoard):
    """A board of numbers; 0 is an empty cell, and -1 an unknown number."""

    rows: tuple[tuple[int, ...], ...]
    least: ClassVar[int] = UNKNOWN
    """The smallest value that a cell may have: -1, or 0 in puzzles without unknown numbers."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(map(tuple, self.rows)))
        check_rows(self.rows, "the board")
        for cell, value in self.by_cell().items():
            self.check_number(cell, value)

    @property
    def grid(self) -> Sequence[Sequence[Any]]:
        return self.rows

    def check_number(self, cell: Cell, value: Any) -> None:
        """Raise an error if the value is not allowed in a cell of the puzzle."""
        check_whole(value, cell)
        if value < self.least:
            unknown = ", or -1 for an unknown number" if self.least == UNKNOWN else ""
            raise BadInput(f"{describe_cell(cell)}: {brief(value)} is not a clue: a clue is positive{unknown}")
        if value > self.parts:
            cells = with_plural(self.parts, "cell")
            raise BadInput(
                f"{describe_cell(cell)}: the clue {brief(value)} is larger than the board of {cells}"
            )

    def clues(self) -> dict[Cell, int]:
        """Return the numbers on the board by cell, in reading order; -1 is an unknown number."""
        return {cell: value for cell, value in self.by_cell().items() if value != EMPTY}

    def with_number(self, number: int, cells: Iterable[Cell]) -> Self:
        """Return a copy of the board in which the given cells have the given number."""
        rows = [list(row) for row in self.rows]
        for row, column in cells:
            rows[row][column] = number
        return replace(self, rows=tuple(map(tuple, rows)))

    def empty_cells(self, cell: Cell, down: int, across: int) -> int:
        """Count the empty cells between a cell and the next number, or the edge of the board, in a direction.

        `down` and `across` are the row step and the column step of the direction.
        """
        row, column, count = cell[0] + down, cell[1] + across, 0
        while 0 <= row < self.height and 0 <= column < self.width and self.rows[row][column] == EMPTY:
            row, column, count = row + down, column + across, count + 1
        return count


@dataclass(frozen=True, slots=True)
class PairGrid(NumberGrid):
    """A board in which each number occurs twice; if `fill` is true, a solution must use every cell."""

    fill: bool = False

    def __post_init__(self) -> None:
        super(PairGrid, self).__post_init__()
        if not isinstance(self.fill, bool):
            raise BadInput(f"fill must be true or false, not {brief(self.fill)}")
        for number, count in sorted(Counter(self.clues().values()).items()):
            if count != 2:
                times = "once" if count == 1 else f"{count} times"
                raise BadInput(f"the number {number} occurs {times}: each number must occur exactly twice")

    def check_number(self, cell: Cell, value: Any) -> None:
        """Raise an error unless the value is 0 or positive; any positive number can identify a pair."""
        check_whole(value, cell)
        if value == UNKNOWN:
            raise BadInput(f"{describe_cell(cell)}: unknown numbers (-1 or ?) are not allowed in this puzzle")
        if value < 0:
            raise BadInput(f"{describe_cell(cell)}: {brief(value)} is not a positive number")

    def ends(self) -> dict[int, list[Cell]]:
        """Return the two cells of each number, sorted by number."""
        cells: dict[int, list[Cell]] = {}
        for cell, number in self.clues().items():
            cells.setdefault(number, []).append(cell)
        return dict(sorted(cells.items()))


@dataclass(frozen=True, slots=True)
class RegionGrid(GridBoard):
    """A board that is divided into connected regions: cells with equal numbers belong to one region."""

    regions: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "regions", tuple(map(tuple, self.regions)))
        check_rows(self.regions, "the board")
        for cell, number in self.by_cell().items():
            check_whole(number, cell)
        for number, cells in self.cells_by_region().items():
            if not is_connected(cells):
                raise BadInput(f"region {brief(number)}, at {describe_cell(cells[0])}, is not connected")

    @property
    def grid(self) -> Sequence[Sequence[Any]]:
        return self.regions

    def cells_by_region(self) -> dict[int, list[Cell]]:
        """Map each region to its cells in reading order; the regions are in the order of their first cells."""
        return cells_by_value(self.regions)
