"""What compiled code knows of the game: patches, their placements as bitboards, and the time board.

A quilt of 81 squares is two words: six rows in the first, three in the second. Square 9 * row + column is bit
9 * row + column of the first word, or 54 less of the second. No word uses its sign, so all numbers of the
kernels are plain signed integers. The 34 patches have 30 shapes with 128 transforms (different images).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.games.patchwork.quilt.placement_tables import SHAPES, shape_of

__all__ = [
    "INCOME_SPACES",
    "LAST_SPACE",
    "LOW_CELLS",
    "OFFERS",
    "SPECIAL_SPACES",
    "SQUARES",
    "Tables",
    "tables",
]

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]

SQUARES = SIDE * SIDE
LOW_CELLS = 54
"""Squares in the first word: six rows."""

LAST_SPACE = 53
INCOME_SPACES = tuple(range(5, LAST_SPACE + 1, 6))
SPECIAL_SPACES = (20, 26, 32, 44, 50)
OFFERS = 3
"""So many patches ahead of the marker may be bought."""

MOST_CELLS = max(patch.area for patch in PATCHES)


class Tables(NamedTuple):
    """Arrays by patch, by transform, and by space of the time board."""

    cost: Ints
    time: Ints
    income: Ints
    area: Ints
    first: Ints
    """The first transform of each patch."""
    images: Ints
    """How many transforms each patch has."""
    offset: Ints
    """By transform: how far each of its squares is from the top left corner of its box; padded with zeros."""
    cells: Ints
    """By transform: how many squares it has."""
    box_low: Ints
    """By transform: where the top left corner of its box may lie."""
    box_high: Ints
    place_low: Ints
    """By transform and corner: the squares that it covers."""
    place_high: Ints
    in_order: Ints
    """By patch: its transforms in the order of their squares, reading from the first one."""
    lead: Ints
    """By transform: how far its first square in reading order is from its box's corner."""
    collected: Ints
    """By space: how many income spaces there are up to it."""
    special: Ints
    """The spaces with a 1x1 patch."""
    seven_low: Ints
    """The nine squares of 7 x 7."""
    seven_high: Ints
    worth: Reals
    """By patch and the buyer's space: formula (1) of the paper."""


def _halves(mask: int) -> tuple[int, int]:
    return mask & (1 << LOW_CELLS) - 1, mask >> LOW_CELLS


def _mask(row: int, column: int, rows: int, columns: int) -> int:
    return sum(1 << SIDE * r + c for r in range(row, row + rows) for c in range(column, column + columns))


def worth(patch: int, space: int) -> float:
    """Formula (1): what a patch gains for each step of time, bought by a player on a space."""
    of = PATCHES[patch]
    to_come = sum(income > space for income in INCOME_SPACES)
    steps = min(of.time, LAST_SPACE - space)
    return (2 * of.area - of.buttons + to_come * of.income) / steps if steps else 0.0


@cache
def tables() -> Tables:
    """The tables, made once."""
    images = [image for shape in SHAPES for image in shape.orientations(mirror=True)]
    counts = [len(shape.orientations(mirror=True)) for shape in SHAPES]
    first_of_shape = np.concatenate([[0], np.cumsum(counts)])
    offset = np.zeros((len(images), MOST_CELLS), np.int64)
    box = np.zeros((len(images), 2), np.int64)
    place = np.zeros((2, len(images), SQUARES), np.int64)
    for at, image in enumerate(images):
        offset[at, : len(image)] = [SIDE * row + column for row, column in image.cells]
        rows, columns = SIDE - image.rows + 1, SIDE - image.cols + 1
        box[at] = _halves(_mask(0, 0, rows, columns))
        for row in range(rows):
            for column in range(columns):
                mask = sum(1 << SIDE * r + c for r, c in image.at(row, column))
                place[:, at, SIDE * row + column] = _halves(mask)
    in_order = np.zeros((len(PATCHES), 8), np.int64)
    first = np.array([first_of_shape[shape_of(patch.id)] for patch in PATCHES], np.int64)
    many = np.array([counts[shape_of(patch.id)] for patch in PATCHES], np.int64)
    for patch in range(len(PATCHES)):
        own = range(first[patch], first[patch] + many[patch])
        in_order[patch, : len(own)] = sorted(
            own, key=lambda at: list(offset[at, : len(images[at])] - offset[at, 0])
        )
    sevens = [_halves(_mask(row, column, 7, 7)) for row in range(3) for column in range(3)]
    return Tables(
        cost=np.array([patch.buttons for patch in PATCHES], np.int64),
        time=np.array([patch.time for patch in PATCHES], np.int64),
        income=np.array([patch.income for patch in PATCHES], np.int64),
        area=np.array([patch.area for patch in PATCHES], np.int64),
        first=first,
        images=many,
        offset=offset,
        cells=np.array([len(image) for image in images], np.int64),
        box_low=box[:, 0].copy(),
        box_high=box[:, 1].copy(),
        place_low=place[0].copy(),
        place_high=place[1].copy(),
        in_order=in_order,
        lead=offset[:, 0].copy(),
        collected=np.array([sum(s <= at for s in INCOME_SPACES) for at in range(LAST_SPACE + 1)], np.int64),
        special=np.array(SPECIAL_SPACES, np.int64),
        seven_low=np.array([low for low, _ in sevens], np.int64),
        seven_high=np.array([high for _, high in sevens], np.int64),
        worth=np.array([[worth(p.id, t) for t in range(LAST_SPACE + 1)] for p in PATCHES]),
    )
