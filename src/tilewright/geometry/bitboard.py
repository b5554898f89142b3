"""Bitboards of any size: a set of cells of a board as one Python integer.

Cell (row, column) of a board with `cols` columns is bit ``row * cols + column``, so ascending bits are cells in
reading order. No operation wraps cells around an edge of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tilewright.errors import BadInput
from tilewright.game import Cell

__all__ = ["Board", "bits"]


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of the set bits, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class Board:
    """A board of rows x cols cells, with operations on masks of its cells.

    >>> board = Board(2, 3)
    >>> board.cells(board.around(board.mask([(0, 0)])))
    ((0, 1), (1, 0))
    """

    rows: int
    cols: int
    full: int = field(init=False, repr=False, compare=False)
    """The mask of all cells."""
    _first_column: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise BadInput(f"a board of {self.rows} x {self.cols}: expected at least one row and one column")
        full = (1 << self.size) - 1
        object.__setattr__(self, "full", full)
        # The mask of the first column is the geometric sum 1 + 2^cols + 2^(2 cols) + ...
        object.__setattr__(self, "_first_column", full // ((1 << self.cols) - 1))

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    # cells and masks

    def index(self, cell: Cell) -> int:
        """Return the bit index of a cell."""
        row, column = cell
        if not (0 <= row < self.rows and 0 <= column < self.cols):
            raise BadInput(f"cell ({row}, {column}) is not on the {self.rows} x {self.cols} board")
        return row * self.cols + column

    def cell(self, index: int) -> Cell:
        """Return the cell with the given bit index."""
        if not 0 <= index < self.size:
            raise BadInput(f"bit {index} is not on the {self.rows} x {self.cols} board")
        return divmod(index, self.cols)

    def mask(self, cells: Iterable[Cell]) -> int:
        mask = 0
        for cell in cells:
            mask |= 1 << self.index(cell)
        return mask

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """Return the cells of a mask, in reading order."""
        return tuple(self.cell(index) for index in bits(mask))

    def row(self, row: int) -> int:
        """Return the mask of one row."""
        return ((1 << self.cols) - 1) << self.index((row, 0))

    def column(self, column: int) -> int:
        """Return the mask of one column."""
        return self._first_column << self.index((0, column))

    # shifts and neighbours

    def shift(self, mask: int, rows: int, columns: int) -> int:
        """Return the mask moved down by `rows` and right by `columns`, without cells that leave the board."""
        if abs(rows) >= self.rows or abs(columns) >= self.cols:
            return 0
        if columns > 0:
            mask &= ((1 << (self.cols - columns)) - 1) * self._first_column
            mask <<= columns
        elif columns < 0:
            mask = (mask >> -columns) & ((1 << (self.cols + columns)) - 1) * self._first_column
        steps = rows * self.cols
        return (mask << steps) & self.full if rows >= 0 else mask >> -steps

    def grow(self, mask: int) -> int:
        """Return the mask together with all neighbours of its cells."""
        left, right = self._first_column, self._first_column << (self.cols - 1)
        beside = (mask & ~right) << 1 | (mask & ~left) >> 1
        return (mask | beside | mask << self.cols | mask >> self.cols) & self.full

    def around(self, mask: int) -> int:
        """Return the cells outside the mask that are neighbours of a cell in the mask."""
        return self.grow(mask) & ~mask

    # regions

    def flood(self, start: int, within: int) -> int:
        """Return the cells of `within` that are connected to `start` through cells of `within`."""
        reached = start & within
        while (wider := self.grow(reached) & within) != reached:
            reached = wider
        return reached

    def regions(self, mask: int) -> Iterator[int]:
        """Yield the connected regions of a mask, ordered by their first cells."""
        while mask:
            region = self.flood(mask & -mask, mask)
            yield region
            mask &= ~region

    def is_connected(self, mask: int) -> bool:
        """Return whether the mask has at most one region."""
        return self.flood(mask & -mask, mask) == mask
