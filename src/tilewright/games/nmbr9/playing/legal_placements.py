"""What may be done at a moment of a game: the legal placements of a card on a stack built by the rules.

On a table without edges the first part may lie anywhere; here it lies with its box in the corner [0, 0].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.game import Cell
from tilewright.games.nmbr9.rules import Nmbr9Instance, Placement, orientations
from tilewright.geometry import neighbours

__all__ = ["legal_placements", "legal_places", "refusal"]

Place = tuple[int, int, int, int]
"""A level, a turn, and the row and column of the corner of the part's box."""


def legal_placements(instance: Nmbr9Instance, placed: Sequence[Placement], value: int) -> tuple[Placement, ...]:
    """Every legal way to place the next copy of a number, the lowest level first."""
    copy = sum(old.value == value for old in placed)
    return tuple(
        Placement(value, copy, level, orientations(value)[turn].at(row, column))
        for level, turn, row, column in legal_places(instance, placed, value)
    )


def legal_places(instance: Nmbr9Instance, placed: Sequence[Placement], value: int) -> Iterator[Place]:
    top = max((old.level for old in placed), default=0)
    highest = top + 1 if instance.levels is None else min(top + 1, instance.levels)
    for level in range(1, highest + 1):
        beside, below = _around(instance, placed, level)
        for turn, shape in enumerate(orientations(value)):
            if beside:
                found = shape.placements_touching(beside)
            elif level > 1:
                found = shape.placements_within(below)
            elif instance.grid is None:
                found = iter([shape.cells])
            else:
                found = shape.placements(instance.grid, instance.grid)
            row, column = shape.cells[0]
            for cells in found:
                if (level == 1 or _carried(cells, below)) and _on_grid(cells, instance.grid):
                    yield level, turn, cells[0][0] - row, cells[0][1] - column


def refusal(instance: Nmbr9Instance, placed: Sequence[Placement], level: int, cells: Sequence[Cell]) -> str:
    """Why a part may not lie on these cells of a level now, empty if it may. They have the shape of a part."""
    if not _on_grid(cells, instance.grid):
        return "it does not lie on the grid"
    if level < 1 or (instance.levels is not None and level > instance.levels):
        return f"there is no level {level}"
    beside, below = _around(instance, placed, level)
    if not beside.isdisjoint(cells):
        return "its cells are not free"
    if level > 1 and not below.keys() >= set(cells):
        return f"some of its cells have nothing below them on level {level - 1}"
    if level > 1 and not _carried(cells, below):
        return f"it would rest on a single {'number' if instance.support == 'types' else 'part'}"
    if beside and not any(near in beside for cell in cells for near in neighbours(cell)):
        return "it touches no part of its level"
    if not beside and level == 1 and instance.grid is None:
        corner = min(row for row, _ in cells), min(column for _, column in cells)
        return "" if corner == (0, 0) else "the first part lies in the corner 0,0"
    return ""


def _around(
    instance: Nmbr9Instance, placed: Sequence[Placement], level: int
) -> tuple[set[Cell], dict[Cell, int]]:
    """The cells of a level, and what lies under it: the part, or its number if numbers are what counts."""
    beside = {cell for old in placed if old.level == level for cell in old.cells}
    below = {
        cell: old.value if instance.support == "types" else at
        for at, old in enumerate(placed)
        if old.level == level - 1
        for cell in old.cells
    }
    return beside, below


def _carried(cells: Sequence[Cell], below: dict[Cell, int]) -> bool:
    """Every cell is supported, and not all by the same."""
    carriers = {below.get(cell, -1) for cell in cells}
    return len(carriers) > 1 and -1 not in carriers


def _on_grid(cells: Sequence[Cell], grid: int | None) -> bool:
    return grid is None or all(0 <= row < grid and 0 <= column < grid for row, column in cells)
