"""Cells of an unbounded grid: neighbours, bounding boxes, connected regions.

A cell is ``(row, column)``; row numbers increase downward. Two cells are neighbours if they share an edge. A
region is connected if any two of its cells are joined by a path of neighbours inside the region.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from tilewright.errors import BadInput
from tilewright.game import Cell

__all__ = [
    "Box",
    "Cell",
    "bounding_box",
    "flood",
    "holes",
    "is_connected",
    "neighbours",
    "regions",
    "surround",
    "translate",
]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of cells; it includes the row `bottom` and the column `right`."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    @property
    def cols(self) -> int:
        return self.right - self.left + 1

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells in reading order."""
        columns = range(self.left, self.right + 1)
        return tuple((row, column) for row in range(self.top, self.bottom + 1) for column in columns)

    def __contains__(self, cell: Cell) -> bool:
        return self.top <= cell[0] <= self.bottom and self.left <= cell[1] <= self.right


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the four cells that share an edge with the cell, in reading order: above, left, right, below.

    >>> neighbours((3, 5))
    ((2, 5), (3, 4), (3, 6), (4, 5))
    """
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def bounding_box(cells: Iterable[Cell]) -> Box:
    """Return the smallest box that contains all the cells."""
    cells = tuple(cells)
    if not cells:
        raise BadInput("a bounding box needs at least one cell")
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    return Box(min(rows), min(columns), max(rows), max(columns))


def translate(cells: Iterable[Cell], rows: int, columns: int) -> frozenset[Cell]:
    """Return the cells moved down by `rows` and to the right by `columns`."""
    return frozenset((row + rows, column + columns) for row, column in cells)


def flood(start: Iterable[Cell], within: Container[Cell]) -> frozenset[Cell]:
    """Return the cells of `within` that are connected to a start cell through cells of `within`.

    `within` is any container of cells: a set, or a :class:`Box`.

    >>> sorted(flood([(0, 0)], {(0, 0), (0, 1), (5, 5)}))
    [(0, 0), (0, 1)]
    """
    reached = {cell for cell in start if cell in within}
    frontier = list(reached)
    while frontier:
        for cell in neighbours(frontier.pop()):
            if cell not in reached and cell in within:
                reached.add(cell)
                frontier.append(cell)
    return frozenset(reached)


def regions(cells: Iterable[Cell]) -> tuple[frozenset[Cell], ...]:
    """Return the connected regions of a set of cells, ordered by their first cells.

    >>> [sorted(region) for region in regions([(0, 0), (2, 2), (0, 1)])]
    [[(0, 0), (0, 1)], [(2, 2)]]
    """
    cells = frozenset(cells)
    components: list[frozenset[Cell]] = []
    seen: set[Cell] = set()
    for cell in sorted(cells):
        if cell not in seen:
            region = flood([cell], cells)
            seen |= region
            components.append(region)
    return tuple(components)


def is_connected(cells: Iterable[Cell]) -> bool:
    """Return whether the cells form at most one region."""
    cells = frozenset(cells)
    return not cells or flood([next(iter(cells))], cells) == cells


def surround(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return the cells outside the set that share an edge with a cell of the set, including cells in holes."""
    cells = frozenset(cells)
    return frozenset(near for cell in cells for near in neighbours(cell)) - cells


def holes(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return the cells that the set encloses but does not contain.

    >>> ring = set(Box(0, 0, 2, 2).cells()) - {(1, 1)}
    >>> holes(ring)
    frozenset({(1, 1)})
    """
    inside = frozenset(cells)
    if not inside:
        return frozenset()
    box = bounding_box(inside)
    # With a margin of one cell on each side, all cells that the set does not enclose are connected.
    wide = Box(box.top - 1, box.left - 1, box.bottom + 1, box.right + 1)
    free = frozenset(wide.cells()) - inside
    return free - flood([(wide.top, wide.left)], free)
