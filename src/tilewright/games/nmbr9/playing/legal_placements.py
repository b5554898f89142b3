"""The legal placements of a card on a legal stack.

On an unbounded table the position of the first part is arbitrary; here its bounding box begins at [0, 0].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.game import Cell
from tilewright.games.nmbr9.rules import Nmbr9Instance, Placement, orientations
from tilewright.geometry import neighbours

__all__ = ["illegal_reason", "legal_placements", "legal_positions"]

Position = tuple[int, int, int, int]
"""A level, the index of an orientation, and the row and column of the top left corner of the part's bounding
box."""


def legal_placements(instance: Nmbr9Instance, placed: Sequence[Placement], value: int) -> tuple[Placement, ...]:
    """Return all legal placements of the next copy of a number, lowest level first."""
    copy = sum(old.value == value for old in placed)
    return tuple(
        Placement(value, copy, level, orientations(value)[turn].at(row, column))
        for level, turn, row, column in legal_positions(instance, placed, value)
    )


def legal_positions(instance: Nmbr9Instance, placed: Sequence[Placement], value: int) -> Iterator[Position]:
    """Generate all legal positions of a number, lowest level first."""
    top = max((old.level for old in placed), default=0)
    highest = top + 1 if instance.levels is None else min(top + 1, instance.levels)
    for level in range(1, highest + 1):
        occupied, below = _level_and_below(instance, placed, level)
        for turn, shape in enumerate(orientations(value)):
            if occupied:
                candidates = shape.placements_touching(occupied)
            elif level > 1:
                candidates = shape.placements_within(below)
            elif instance.grid is None:
                candidates = iter([shape.cells])
            else:
                candidates = shape.placements(instance.grid, instance.grid)
            row, column = shape.cells[0]
            for cells in candidates:
                if (level == 1 or _supported(cells, below)) and _on_grid(cells, instance.grid):
                    yield level, turn, cells[0][0] - row, cells[0][1] - column


def illegal_reason(
    instance: Nmbr9Instance, placed: Sequence[Placement], level: int, cells: Sequence[Cell]
) -> str:
    """Return the reason why a part may not be placed on these cells; "" if it may be placed.

    The cells must have the shape of the part.
    """
    if not _on_grid(cells, instance.grid):
        return "some of its cells are outside the grid"
    if level < 1 or (instance.levels is not None and level > instance.levels):
        return f"there is no level {level}"
    occupied, below = _level_and_below(instance, placed, level)
    if not occupied.isdisjoint(cells):
        return "some of its cells are not free"
    if level > 1 and not below.keys() >= set(cells):
        return f"some of its cells have nothing below them on level {level - 1}"
    if level > 1 and not _supported(cells, below):
        return f"it would rest on a single {'number' if instance.support == 'types' else 'part'}"
    if occupied and not any(near in occupied for cell in cells for near in neighbours(cell)):
        return "it touches no part on its level"
    if not occupied and level == 1 and instance.grid is None:
        corner = min(row for row, _ in cells), min(column for _, column in cells)
        return "" if corner == (0, 0) else "the bounding box of the first part must begin at 0,0"
    return ""


def _level_and_below(
    instance: Nmbr9Instance, placed: Sequence[Placement], level: int
) -> tuple[set[Cell], dict[Cell, int]]:
    """Return the occupied cells of a level and, for each occupied cell of the level below, the part there.

    A part on the level below is given by its index or, with support=types, by its number.
    """
    occupied = {cell for old in placed if old.level == level for cell in old.cells}
    below = {
        cell: old.value if instance.support == "types" else index
        for index, old in enumerate(placed)
        if old.level == level - 1
        for cell in old.cells
    }
    return occupied, below


def _supported(cells: Sequence[Cell], below: dict[Cell, int]) -> bool:
    """Return True if every cell is supported and `below` has at least two different values under the cells."""
    supporters = {below.get(cell, -1) for cell in cells}
    return len(supporters) > 1 and -1 not in supporters


def _on_grid(cells: Sequence[Cell], grid: int | None) -> bool:
    return grid is None or all(0 <= row < grid and 0 <= column < grid for row, column in cells)
