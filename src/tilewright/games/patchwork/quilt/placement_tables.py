"""All placements of all patches on the quilt as bitboards, in the orders in which strategies try placements.

A quilt of 81 squares is stored in two words: the first word holds six rows, the second word three. The patches
of all sets together have 31 shapes, 129 transforms (distinct orientations of a shape) and 6,502 placements. The
tables contain all placements, so all sets use the same tables. A placement is identified by its index in the
list `LEX`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import BOX, PAPER, SIDE, PatchSet
from tilewright.geometry import Board, Polyomino
from tilewright.geometry.packed_masks import pack

__all__ = [
    "LISTS",
    "LOW_CELLS",
    "SHAPES",
    "PlacementTables",
    "cells_of",
    "placement_count",
    "placement_tables",
    "shape_of",
]

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

LOW_CELLS = 54
"""The number of squares in the first word: six rows."""

# Each list holds all placements. The first four lists are grouped by shape. Within a shape, they are sorted
# lexicographically (LEX); by first column, then first row (BL, bottom left); by first row, then first column
# (LB, left bottom); and so that the first few entries together cover every square that the shape can cover
# (COVER, see `_covering`). The last two lists are grouped by transform; within a transform, they are sorted
# like LEX and BL, respectively.
LISTS = 6
LEX, BL, LB, COVER, LEX_OF_TRANSFORM, BL_OF_TRANSFORM = range(LISTS)

SHAPES: tuple[Polyomino, ...] = tuple(
    dict.fromkeys(patch.shape for patches in (PAPER, BOX) for patch in patches)
)
"""The distinct shapes of all sets: first those of the set `paper`, then the other shapes of the set `box`.

Patches of the same shape are interchangeable on the quilt.
"""


class PlacementTables(NamedTuple):
    """Lookup tables of all placements, for compiled code.

    `low`, `high` and `lex_index` contain the entries of all lists, from `LEX` to `BL_OF_TRANSFORM`, one list
    after the other.
    """

    low: Words
    """For each entry: the first word (six rows) of the squares that the placement covers."""
    high: Words
    """For each entry: the second word (three rows) of the squares that the placement covers."""
    lex_index: Ints
    """For each entry: the index of the placement in the list LEX."""
    start: Ints
    """For each list and each shape or transform: the index of the first entry.

    The elements after the last shape or transform contain the index one past the end of the list.
    """
    column_start: Ints
    """For each of two lists, each shape or transform, and each column: the index of an entry of the list.

    The entry is the first one of the shape or transform whose placement has its leftmost square in this column
    or a later one; if there is none, the index is one past the last entry of the shape or transform. The first
    index of the array selects the list: 0 is BL, by shape; 1 is BL_OF_TRANSFORM, by transform. The last
    element of each row is the index one past the last entry of the shape or transform.
    """
    first_transform: Ints
    """For each shape: the index of its first transform. The last element is the number of transforms."""
    area: Ints
    """For each shape: the number of squares that the shape has."""
    shapes_in_set: int
    """The number of distinct shapes in the set of patches."""


class _Placed(NamedTuple):
    cells: tuple[Cell, ...]
    """The squares in reading order. Sorting by these tuples gives the lexicographic order of the placements."""
    transform: int
    row: int
    column: int
    mask: int


@cache
def shape_of(patches: PatchSet, patch: int) -> int:
    """Return the index of a patch's shape in `SHAPES`."""
    return SHAPES.index(patches[patch].shape)


@cache
def cells_of(number: int) -> tuple[Cell, ...]:
    """Return the squares of a placement, given by its index in the list LEX."""
    return _placements()[number].cells


@cache
def _placements() -> tuple[_Placed, ...]:
    """Return all placements in the order of the list `LEX`: by shape, and lexicographically within a shape."""
    placements: list[_Placed] = []
    board = Board(SIDE, SIDE)
    transform = 0
    for shape in SHAPES:
        own: list[_Placed] = []
        for image in shape.orientations(mirror=True):
            for cells in image.placements(SIDE, SIDE):
                row, column = min(r for r, _ in cells), min(c for _, c in cells)
                own.append(_Placed(tuple(sorted(cells)), transform, row, column, board.mask(cells)))
            transform += 1
        placements += sorted(own)
    return tuple(placements)


def placement_count() -> int:
    """Return the number of placements of all shapes."""
    return len(_placements())


@cache
def placement_tables(patches: PatchSet) -> PlacementTables:
    """Return the tables of a set of patches; all sets share the arrays, which are built on the first call."""
    return _tables()._replace(shapes_in_set=len({patch.shape for patch in patches}))


@cache
def _tables() -> PlacementTables:
    placed = _placements()
    transforms = [len(shape.orientations(mirror=True)) for shape in SHAPES]
    first = np.concatenate([[0], np.cumsum(transforms)])
    shape_of_transform = np.repeat(np.arange(len(SHAPES)), transforms)
    shape = [int(shape_of_transform[placement.transform]) for placement in placed]
    transform = [placement.transform for placement in placed]
    numbers = range(len(placed))

    def ordered(key: Callable[[int], tuple[int, ...]]) -> list[int]:
        return sorted(numbers, key=key)

    lists = [
        list(numbers),
        ordered(lambda i: (shape[i], placed[i].column, placed[i].row, i)),
        ordered(lambda i: (shape[i], placed[i].row, placed[i].column, i)),
        [i for s in range(len(SHAPES)) for i in _covering([n for n in numbers if shape[n] == s])],
        ordered(lambda i: (transform[i], i)),
        ordered(lambda i: (transform[i], placed[i].column, placed[i].row, i)),
    ]
    owners = [shape, shape, shape, shape, transform, transform]
    order = np.array(lists, np.int64).ravel()
    words = pack([placed[i].mask for i in order], bits=SIDE * SIDE, per_word=LOW_CELLS)
    column = np.zeros((2, len(shape_of_transform), SIDE + 1), np.int64)
    for row, list_index in enumerate((BL, BL_OF_TRANSFORM)):
        keys = [(owners[list_index][i], placed[i].column) for i in lists[list_index]]
        column[row] = _starts(keys, len(shape_of_transform), list_index * len(placed))
    start = np.zeros((LISTS, len(shape_of_transform) + 1), np.int64)
    for list_index in range(LISTS):
        counts = np.bincount(
            [owners[list_index][i] for i in lists[list_index]], minlength=len(shape_of_transform)
        )
        start[list_index] = list_index * len(placed) + np.concatenate([[0], np.cumsum(counts)])
    return PlacementTables(
        low=np.ascontiguousarray(words[:, 0]),
        high=np.ascontiguousarray(words[:, 1]),
        lex_index=order,
        start=start,
        column_start=column,
        first_transform=first.astype(np.int64),
        area=np.array([len(polyomino) for polyomino in SHAPES], np.int64),
        shapes_in_set=len(SHAPES),
    )


def _starts(keys: Sequence[tuple[int, int]], owners: int, offset: int) -> Ints:
    """Return, for each owner and each column, the index of the first entry in this column or a later one.

    An owner is a shape or a transform. The keys are pairs of the owner and the leftmost covered column of a
    placement; they must be sorted.
    """
    flat = np.array([owner * SIDE + column for owner, column in keys])
    bounds = np.searchsorted(flat, np.arange(owners * SIDE + 1)) + offset
    return np.stack([bounds[owner * SIDE : owner * SIDE + SIDE + 1] for owner in range(owners)])


def _covering(placements: Iterable[int]) -> list[int]:
    """Reorder a shape's placements so that the first few together cover every square that the shape can cover.

    The next few cover every square that the remaining placements can cover, and so on. The placements must be
    given in increasing order. Each step chooses the placement that covers the most new squares; ties go to the
    first placement.
    """
    masks = {placement: _placements()[placement].mask for placement in placements}
    order: list[int] = []
    while masks:
        missing = 0
        for mask in masks.values():
            missing |= mask
        while missing:
            best, most = -1, -1
            for placement, mask in masks.items():
                if (count := (mask & missing).bit_count()) > most:
                    best, most = placement, count
                    if count == mask.bit_count():
                        break  # all placements of a shape have the same size, so none covers more
            order.append(best)
            missing &= ~masks.pop(best)
    return order
