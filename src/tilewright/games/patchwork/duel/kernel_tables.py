"""Lookup tables of the game for compiled code: patches, placements as bitboards, and the time board.

A quilt of 81 squares is stored in two words: the first word holds six rows, the second word three. Square
s = 9 * row + column is bit s of the first word or bit s - 54 of the second. Neither word uses its sign bit, so
the kernels use signed integers throughout. The patches of all sets have 31 shapes with 129 transforms (distinct
orientations); the tables of a variant refer to the shapes of its set.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.games.patchwork.duel.moves import SQUARES, mask_of
from tilewright.games.patchwork.duel.pack_arrays_for_kernels import record_of
from tilewright.games.patchwork.duel.patch_set_and_edition import Variant
from tilewright.games.patchwork.duel.patch_value import gain
from tilewright.games.patchwork.duel.rules import INCOME_SPACES, LAST_SPACE, SEVENS
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE, SIDE, Patch
from tilewright.games.patchwork.quilt.placement_tables import LOW_CELLS, SHAPES, shape_of

__all__ = ["LOW_CELLS", "GameTables", "game_tables", "halves"]

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]

MAX_CELLS = max(map(len, SHAPES))
MAX_TRANSFORMS = 144
"""The number of transforms that the tables have room for.

The tables contain the transforms of the distinct shapes in `SHAPES`; patches of the same shape share them.
"""


class GameTables(NamedTuple):
    """Arrays by patch, by transform, and by space of the time board.

    The corner of a placement is the top left square of its bounding box. An offset is the difference
    between the numbers of two squares.
    """

    cost: Ints
    """For each patch: the price in buttons."""
    time: Ints
    """For each patch: the price in time steps."""
    income: Ints
    """For each patch: the number of buttons on the patch."""
    area: Ints
    """For each patch: the number of squares that the patch covers."""
    first_transform: Ints
    """For each patch: the index of the first transform of the patch."""
    transform_count: Ints
    """For each patch: the number of transforms of the patch."""
    offsets: Ints
    """For each transform: the offsets of the transform's squares from the corner, padded with zeros."""
    cell_count: Ints
    """For each transform: the number of squares that it covers."""
    corners_low: Ints
    """For each transform: the first word of the set of corners at which all its squares are on the board."""
    corners_high: Ints
    """For each transform: the second word of the same set of corners; `corners_low` holds the first word."""
    squares_low: Ints
    """For each transform and corner: the first word of the set of squares that the transform covers."""
    squares_high: Ints
    """For each transform and corner: the second word of the set of squares that the transform covers."""
    transforms_in_order: Ints
    """For each patch: its transforms, sorted by the offsets of their squares from their first squares.

    Each row is padded with zeros.
    """
    first_offset: Ints
    """For each transform: the offset of its first square (in reading order) from the corner."""
    incomes_up_to: Ints
    """For each space of the time board: the number of income spaces up to and including the space."""
    special_spaces: Ints
    """The spaces of the time board that have a 1x1 patch at the start of the game."""
    seven_low: Ints
    """For each of the nine 7 x 7 blocks of a quilt: the first word of its set of squares."""
    seven_high: Ints
    """For each of the nine 7 x 7 blocks of a quilt: the second word of its set of squares."""
    gain: Reals
    """For each patch and space of the buyer: the gain by formula (1) in ``patch_value.py``.

    The gain is 0 for the 1x1 patch, and for a buyer on the last space.
    """


def halves(mask: int) -> tuple[int, int]:
    """Return the two words of an 81-bit mask."""
    return mask & (1 << LOW_CELLS) - 1, mask >> LOW_CELLS


def _rectangle(rows: int, columns: int) -> int:
    """Return the mask of a rectangle in the top left corner of the board."""
    return sum(1 << SIDE * row + column for row in range(rows) for column in range(columns))


def _gain(patch: Patch, space: int) -> float:
    return gain(patch, space) if patch.id != ONE_BY_ONE and space < LAST_SPACE else 0.0


@cache
def game_tables(variant: Variant) -> np.record:
    """Return the tables of a variant, built on the first call, as a record with the fields of `GameTables`."""
    return record_of(_tables(variant))


def _tables(variant: Variant) -> GameTables:
    patches = variant.patch_set
    orientations = [orientation for shape in SHAPES for orientation in shape.orientations(mirror=True)]
    counts = [len(shape.orientations(mirror=True)) for shape in SHAPES]
    first_of_shape = np.concatenate([[0], np.cumsum(counts)])
    offsets = np.zeros((MAX_TRANSFORMS, MAX_CELLS), np.int64)
    corners = np.zeros((2, MAX_TRANSFORMS), np.int64)
    squares = np.zeros((2, MAX_TRANSFORMS, SQUARES), np.int64)
    cell_count = np.zeros(MAX_TRANSFORMS, np.int64)
    for transform, orientation in enumerate(orientations):
        cell_count[transform] = len(orientation)
        offsets[transform, : len(orientation)] = [SIDE * row + column for row, column in orientation.cells]
        rows, columns = SIDE - orientation.rows + 1, SIDE - orientation.cols + 1
        corners[:, transform] = halves(_rectangle(rows, columns))
        for row in range(rows):
            for column in range(columns):
                mask = mask_of(orientation.at(row, column))
                squares[:, transform, SIDE * row + column] = halves(mask)
    transforms_in_order = np.zeros((len(patches), 8), np.int64)
    first_transform = np.array([first_of_shape[shape_of(patches, patch.id)] for patch in patches], np.int64)
    transform_count = np.array([counts[shape_of(patches, patch.id)] for patch in patches], np.int64)
    for patch in range(len(patches)):
        transforms = range(first_transform[patch], first_transform[patch] + transform_count[patch])
        transforms_in_order[patch, : len(transforms)] = sorted(
            transforms,
            key=lambda transform: list(
                offsets[transform, : len(orientations[transform])] - offsets[transform, 0]
            ),
        )
    spaces = range(LAST_SPACE + 1)
    sevens = [halves(seven) for seven in SEVENS]
    return GameTables(
        cost=np.array([patch.buttons for patch in patches], np.int64),
        time=np.array([patch.time for patch in patches], np.int64),
        income=np.array([patch.income for patch in patches], np.int64),
        area=np.array([patch.area for patch in patches], np.int64),
        first_transform=first_transform,
        transform_count=transform_count,
        offsets=offsets,
        cell_count=cell_count,
        corners_low=corners[0].copy(),
        corners_high=corners[1].copy(),
        squares_low=squares[0].copy(),
        squares_high=squares[1].copy(),
        transforms_in_order=transforms_in_order,
        first_offset=offsets[:, 0].copy(),
        incomes_up_to=np.array(
            [sum(income <= space for income in INCOME_SPACES) for space in spaces], np.int64
        ),
        special_spaces=np.array(variant.special_spaces, np.int64),
        seven_low=np.array([low for low, _ in sevens], np.int64),
        seven_high=np.array([high for _, high in sevens], np.int64),
        gain=np.array([[_gain(patch, space) for space in spaces] for patch in patches]),
    )
