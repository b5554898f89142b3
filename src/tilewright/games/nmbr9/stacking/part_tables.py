"""The parts and the sets of parts as tables for compiled code."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance, orientations
from tilewright.geometry import Polyomino

__all__ = ["Catalogue", "Sets", "catalogue", "sets", "within_reach"]

Ints = npt.NDArray[np.int64]

MOST_CARDS = 20
MOST_SETS = 70_000
"""Most sub-multisets of the parts that the tables are made for; the standard game has 59,049."""


class Catalogue(NamedTuple):
    """Every part in each of its orientations. Rows are bits, the leftmost cell the lowest one."""

    values: Ints
    heights: Ints
    widths: Ints
    rows: Ints
    """For each orientation its four rows."""
    turned: Ints
    """The orientation after a quarter turn."""
    cells: Ints
    """For each orientation the row and the column of its cells, up to ten."""
    sizes: Ints
    over: Ints
    """Ways to lay a part over a given cell: orientation, row and column of the part's cell that lies there."""
    over_from: Ints
    """For each value where its ways begin in `over`; one more number at the end."""


@cache
def catalogue(max_value: int) -> Catalogue:
    shapes = [(value, shape) for value in range(max_value + 1) for shape in orientations(value)]
    at = {shape: number for number, (_, shape) in enumerate(shapes)}
    rows = np.zeros((len(shapes), 4), np.int64)
    cells = np.zeros((len(shapes), 10, 2), np.int64)
    for number, (_, shape) in enumerate(shapes):
        for index, (row, column) in enumerate(shape.cells):
            rows[number, row] |= 1 << column
            cells[number, index] = row, column
    over = [(number, row, column) for number, (_, shape) in enumerate(shapes) for row, column in shape.cells]
    values = np.array([value for value, _ in shapes], np.int64)
    starts = [
        next(i for i, way in enumerate(over) if values[way[0]] == value) for value in range(max_value + 1)
    ]
    return Catalogue(
        values=values,
        heights=np.array([shape.rows for _, shape in shapes], np.int64),
        widths=np.array([shape.cols for _, shape in shapes], np.int64),
        rows=rows,
        turned=np.array([at[_quarter_turn(shape)] for _, shape in shapes], np.int64),
        cells=cells,
        sizes=np.array([len(shape) for _, shape in shapes], np.int64),
        over=np.array(over, np.int64),
        over_from=np.array([*starts, len(over)], np.int64),
    )


def _quarter_turn(shape: Polyomino) -> Polyomino:
    """The turn that takes the cell (row, column) to (column, -row)."""
    return Polyomino.from_cells((column, -row) for row, column in shape.cells)


class Sets(NamedTuple):
    """All sub-multisets of the parts, as numbers whose digits (base copies + 1) count each value."""

    digits: npt.NDArray[np.int8]
    power: Ints
    """Adding power[v] adds one part of value v."""
    counts: Ints
    areas: Ints
    values: Ints
    whole: int
    """All parts."""
    cards: int
    """How many of them are placed."""


def within_reach(instance: Nmbr9Instance) -> bool:
    """Whether there can be tables for the instance."""
    return instance.cards <= MOST_CARDS and _base(instance) ** (instance.max_value + 1) <= MOST_SETS


def _base(instance: Nmbr9Instance) -> int:
    return min(instance.copies, instance.cards) + 1


def sets(instance: Nmbr9Instance) -> Sets:
    kinds, base = instance.max_value + 1, _base(instance)
    power = base ** np.arange(kinds, dtype=np.int64)
    digits = (np.arange(base**kinds)[:, None] // power % base).astype(np.int8)
    areas = np.array([len(part) for part in PARTS[:kinds]], np.int64)
    return Sets(
        digits=digits,
        power=power,
        counts=digits.sum(1, dtype=np.int64),
        areas=digits @ areas,
        values=digits @ np.arange(kinds, dtype=np.int64),
        whole=len(digits) - 1,
        cards=instance.cards,
    )
