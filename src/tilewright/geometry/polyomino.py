"""Polyominoes: shapes made of cells, their orientations, and their placements."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.geometry.cells import bounding_box, is_connected, surround

__all__ = ["Polyomino", "Transform"]


class Transform(StrEnum):
    """The eight symmetries of the square, in the order that all lists of orientations use."""

    ID = "id"
    ROT90 = "rot90"
    """A quarter turn clockwise."""
    ROT180 = "rot180"
    ROT270 = "rot270"
    FLIPX = "flipx"
    """Mirrored: left and right are swapped."""
    FLIPY = "flipy"
    """Mirrored: top and bottom are swapped."""
    FLIPD1 = "flipd1"
    """Mirrored across the diagonal from the top left to the bottom right: rows and columns are swapped."""
    FLIPD2 = "flipd2"
    """Mirrored across the diagonal from the top right to the bottom left."""

    @property
    def mirrors(self) -> bool:
        return self.startswith("flip")

    def apply(self, cell: Cell) -> Cell:
        """Return the image of a cell under the transformation that keeps cell (0, 0) fixed."""
        return _IMAGES[self](*cell)


_IMAGES: dict[Transform, Callable[[int, int], Cell]] = {
    Transform.ID: lambda row, column: (row, column),
    Transform.ROT90: lambda row, column: (column, -row),
    Transform.ROT180: lambda row, column: (-row, -column),
    Transform.ROT270: lambda row, column: (-column, row),
    Transform.FLIPX: lambda row, column: (row, -column),
    Transform.FLIPY: lambda row, column: (-row, column),
    Transform.FLIPD1: lambda row, column: (column, row),
    Transform.FLIPD2: lambda row, column: (-column, -row),
}


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Polyomino:
    """A shape of at least one cell, moved so that its smallest row and its smallest column are 0.

    Shapes that differ only by a translation are equal; shapes that differ by a rotation or reflection are not.
    Holes are allowed, and so are shapes that are not connected (see `is_connected`).

    >>> corner = Polyomino.from_rows(["##", ".#"])
    >>> corner.rotated()
    Polyomino.from_rows(['.#', '##'])
    >>> print(corner.rotated())
    .#
    ##
    """

    cells: tuple[Cell, ...]
    """The cells in reading order; the smallest row and the smallest column are 0."""

    def __post_init__(self) -> None:
        cells = frozenset(self.cells)
        if not cells:
            raise BadInput("a polyomino needs at least one cell")
        box = bounding_box(cells)
        object.__setattr__(self, "cells", tuple(sorted((r - box.top, c - box.left) for r, c in cells)))

    # notation

    @classmethod
    def from_cells(cls, cells: Iterable[Cell]) -> Polyomino:
        return cls(tuple(cells))

    @classmethod
    def from_rows(cls, rows: Iterable[str] | str) -> Polyomino:
        """Parse rows of ``#`` (cell) and ``.`` (no cell), as strings or as one string with a row per line."""
        rows = tuple(rows.split() if isinstance(rows, str) else rows)
        cells: list[Cell] = []
        for r, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise BadInput(
                    f"row {r} of the shape has length {len(row)}, but row 0 has length {len(rows[0])}"
                )
            for c, mark in enumerate(row):
                if mark not in "#.":
                    raise BadInput(f"row {r}, column {c} of the shape is {mark!r}; expected '#' or '.'")
                if mark == "#":
                    cells.append((r, c))
        if not cells:
            raise BadInput("the shape is empty: expected at least one '#'")
        return cls(tuple(cells))

    def to_rows(self) -> tuple[str, ...]:
        """Return the rows in the notation of `from_rows`."""
        cells = frozenset(self.cells)
        return tuple("".join(".#"[(r, c) in cells] for c in range(self.cols)) for r in range(self.rows))

    def __repr__(self) -> str:
        return f"Polyomino.from_rows({list(self.to_rows())})"

    def __str__(self) -> str:
        return "\n".join(self.to_rows())

    # size

    @property
    def rows(self) -> int:
        return self.cells[-1][0] + 1

    @property
    def cols(self) -> int:
        return max(column for _, column in self.cells) + 1

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.cells)

    @property
    def is_connected(self) -> bool:
        return is_connected(self.cells)

    # orientations

    def transformed(self, transform: Transform) -> Polyomino:
        return Polyomino(tuple(transform.apply(cell) for cell in self.cells))

    def rotated(self, quarter_turns: int = 1) -> Polyomino:
        """Return the shape rotated clockwise, or counterclockwise if `quarter_turns` is negative."""
        turns = (Transform.ID, Transform.ROT90, Transform.ROT180, Transform.ROT270)
        return self.transformed(turns[quarter_turns % 4])

    def mirrored(self) -> Polyomino:
        """Return the shape with left and right swapped."""
        return self.transformed(Transform.FLIPX)

    def orientations(self, mirror: bool) -> tuple[Polyomino, ...]:
        """Return the distinct orientations of the shape: rotations, and with `mirror` also mirror images.

        The orientations are in the order of :class:`Transform`, without duplicates.

        >>> len(Polyomino.from_rows(["#..", "###"]).orientations(mirror=True))
        8
        """
        images = (self.transformed(way) for way in Transform if mirror or not way.mirrors)
        return tuple(dict.fromkeys(images))

    def canonical(self, mirror: bool) -> Polyomino:
        """Return the first orientation in sort order, a canonical form that all orientations have in common."""
        return min(self.orientations(mirror))

    # placements

    def at(self, row: int, column: int) -> tuple[Cell, ...]:
        """Return the cells of the shape, with the top left cell of its bounding box at the given cell."""
        return tuple((row + r, column + c) for r, c in self.cells)

    def placements(self, rows: int, cols: int, blocked: Container[Cell] = ()) -> Iterator[tuple[Cell, ...]]:
        """Yield every placement of the shape, without rotation, on the free cells of a rows x cols board.

        >>> list(Polyomino.from_rows(["##"]).placements(2, 2, blocked={(0, 1)}))
        [((1, 0), (1, 1))]
        """
        for row in range(rows - self.rows + 1):
            for column in range(cols - self.cols + 1):
                placed = self.at(row, column)
                if not any(cell in blocked for cell in placed):
                    yield placed

    def placements_over(self, region: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
        """Yield every placement, without rotation, that covers a cell of the region; the board is unbounded."""
        anchors = {(row - r, column - c) for row, column in region for r, c in self.cells}
        for row, column in sorted(anchors):
            yield self.at(row, column)

    def placements_touching(self, region: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
        """Yield every placement, without rotation, that is adjacent to the region and covers none of it."""
        region = frozenset(region)
        for placed in self.placements_over(surround(region)):
            if region.isdisjoint(placed):
                yield placed

    def placements_within(self, region: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
        """Yield every placement, without rotation, inside the region."""
        region = frozenset(region)
        first_row, first_column = self.cells[0]
        for row, column in sorted(region):
            placed = self.at(row - first_row, column - first_column)
            if region.issuperset(placed):
                yield placed
