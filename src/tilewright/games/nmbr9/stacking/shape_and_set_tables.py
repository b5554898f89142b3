"""The orientations of the parts, and all sets of parts, as arrays for compiled code."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance, orientations
from tilewright.geometry import Polyomino

__all__ = ["Sets", "Shapes", "can_build_tables", "set_tables", "shape_tables"]

Ints = npt.NDArray[np.int64]

MOST_CARDS = 20
MOST_SETS = 70_000
"""The maximum number of sets (sub-multisets of the parts) for which tables are built; the standard game has
59,049 sets."""


class Shapes(NamedTuple):
    """Every part in each of its orientations. Rows are stored as bits; bit 0 is the leftmost column."""

    values: Ints
    heights: Ints
    widths: Ints
    rows: Ints
    """For each orientation, its four rows, each as a number whose bits are the cells of the row."""
    next_turn: Ints
    """For each orientation, the orientation after a clockwise quarter turn."""
    cells: Ints
    """For each orientation, the row and the column of each cell (up to ten)."""
    sizes: Ints
    """For each orientation, its number of cells."""


@cache
def shape_tables(max_value: int) -> Shapes:
    shapes = [(value, shape) for value in range(max_value + 1) for shape in orientations(value)]
    indexes = {shape: number for number, (_, shape) in enumerate(shapes)}
    rows = np.zeros((len(shapes), 4), np.int64)
    cells = np.zeros((len(shapes), 10, 2), np.int64)
    for number, (_, shape) in enumerate(shapes):
        for index, (row, column) in enumerate(shape.cells):
            rows[number, row] |= 1 << column
            cells[number, index] = row, column
    return Shapes(
        values=np.array([value for value, _ in shapes], np.int64),
        heights=np.array([shape.rows for _, shape in shapes], np.int64),
        widths=np.array([shape.cols for _, shape in shapes], np.int64),
        rows=rows,
        next_turn=np.array([indexes[_quarter_turn(shape)] for _, shape in shapes], np.int64),
        cells=cells,
        sizes=np.array([len(shape) for _, shape in shapes], np.int64),
    )


def _quarter_turn(shape: Polyomino) -> Polyomino:
    """Return a shape after a clockwise quarter turn: the cell (row, column) moves to (column, -row)."""
    return Polyomino.from_cells((column, -row) for row, column in shape.cells)


class Sets(NamedTuple):
    """All sub-multisets of the parts.

    A set is stored as a number. In base min(copies, cards) + 1, its digit v is the number of parts of value v.
    """

    digits: npt.NDArray[np.int8]
    power: Ints
    """Adding power[v] to a set adds one part of value v."""
    counts: Ints
    """The number of parts in each set."""
    areas: Ints
    """The total area of each set."""
    values: Ints
    """The total value of each set."""
    full: int
    """The set of all parts."""
    cards: int
    """The number of parts in a complete stack, which may be smaller than the number of all parts."""


def can_build_tables(instance: Nmbr9Instance) -> bool:
    """Return True if the instance is small enough for the tables."""
    return instance.cards <= MOST_CARDS and _base(instance) ** (instance.max_value + 1) <= MOST_SETS


def _base(instance: Nmbr9Instance) -> int:
    return min(instance.copies, instance.cards) + 1


def set_tables(instance: Nmbr9Instance) -> Sets:
    numbers, base = instance.max_value + 1, _base(instance)
    power = base ** np.arange(numbers, dtype=np.int64)
    digits = (np.arange(base**numbers)[:, None] // power % base).astype(np.int8)
    areas = np.array([len(part) for part in PARTS[:numbers]], np.int64)
    return Sets(
        digits=digits,
        power=power,
        counts=digits.sum(1, dtype=np.int64),
        areas=digits @ areas,
        values=digits @ np.arange(numbers, dtype=np.int64),
        full=len(digits) - 1,
        cards=instance.cards,
    )
