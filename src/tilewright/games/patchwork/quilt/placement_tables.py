"""Every placement of every patch on the quilt as a bitboard, in the orders in which strategies look at them.

A quilt of 81 squares is two words: six rows in the first, three in the second. The 34 patches have 30 shapes,
128 transforms and 6,438 placements. A placement is known by its index in the list `LEX`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.geometry import Board, Polyomino
from tilewright.geometry.packed_masks import pack

__all__ = ["LISTS", "SHAPES", "Tables", "cells_of", "shape_of", "tables"]

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

LOW_CELLS = 54
"""Squares in the first word: six rows."""

# The lists, each with all placements. Of a shape: row by row, column by column, row of the box first, and in an
# order that covers the board with few; of a transform of a shape: row by row, and column by column.
LISTS = 6
LEX, BL, LB, COVER, LEX_OF_TRANSFORM, BL_OF_TRANSFORM = range(LISTS)

SHAPES: tuple[Polyomino, ...] = tuple(
    dict.fromkeys(patch.shape for patch in sorted(PATCHES, key=lambda patch: patch.id))
)
"""The different shapes; patches of one shape are alike on the quilt."""


class Tables(NamedTuple):
    """What compiled code knows of the placements."""

    low: Words
    """Six rows of the squares of each placement, list after list."""
    high: Words
    """The other three rows."""
    number: Ints
    """The index in the list LEX of each entry of the lists."""
    start: Ints
    """For each list, where the placements of each shape or transform begin, and one past the end."""
    column: Ints
    """Where those with each first column begin: of each shape in BL, of each transform in BL_OF_TRANSFORM."""
    transform: Ints
    """Where the transforms of each shape begin, and one past the end."""
    area: Ints
    """How many squares each shape covers."""


class _Placed(NamedTuple):
    cells: tuple[Cell, ...]
    """In reading order, so that tuples sort as the board's words do with 1 before 0."""
    transform: int
    row: int
    column: int
    mask: int


def shape_of(patch: int) -> int:
    """The number of a patch's shape."""
    return SHAPES.index(PATCHES[patch].shape)


@cache
def cells_of(number: int) -> tuple[Cell, ...]:
    """The squares of a placement, by its index in the list LEX."""
    return _placements()[number].cells


@cache
def _placements() -> tuple[_Placed, ...]:
    """All placements in the list LEX."""
    found: list[_Placed] = []
    board = Board(SIDE, SIDE)
    transform = 0
    for shape in SHAPES:
        own: list[_Placed] = []
        for image in shape.orientations(mirror=True):
            for cells in image.placements(SIDE, SIDE):
                row, column = min(r for r, _ in cells), min(c for _, c in cells)
                own.append(_Placed(tuple(sorted(cells)), transform, row, column, board.mask(cells)))
            transform += 1
        found += sorted(own)
    return tuple(found)


@cache
def tables() -> Tables:
    """The tables, made once."""
    placed = _placements()
    transforms = [len(shape.orientations(mirror=True)) for shape in SHAPES]
    first = np.concatenate([[0], np.cumsum(transforms)])
    shape_of_transform = np.repeat(np.arange(len(SHAPES)), transforms)
    shape = [int(shape_of_transform[each.transform]) for each in placed]
    transform = [each.transform for each in placed]
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
    for k, which in enumerate((BL, BL_OF_TRANSFORM)):
        keys = [(owners[which][i], placed[i].column) for i in lists[which]]
        column[k] = _starts(keys, len(shape_of_transform), which * len(placed))
    start = np.zeros((LISTS, len(shape_of_transform) + 1), np.int64)
    for which in range(LISTS):
        seen = np.bincount([owners[which][i] for i in lists[which]], minlength=len(shape_of_transform))
        start[which] = which * len(placed) + np.concatenate([[0], np.cumsum(seen)])
    return Tables(
        low=np.ascontiguousarray(words[:, 0]),
        high=np.ascontiguousarray(words[:, 1]),
        number=order,
        start=start,
        column=column,
        transform=first.astype(np.int64),
        area=np.array([len(each) for each in SHAPES], np.int64),
    )


def _starts(keys: Sequence[tuple[int, int]], owners: int, offset: int) -> Ints:
    """Where each owner's placements with each first column begin in a list that is sorted by both."""
    flat = np.array([owner * SIDE + column for owner, column in keys])
    bounds = np.searchsorted(flat, np.arange(owners * SIDE + 1)) + offset
    return np.stack([bounds[at * SIDE : at * SIDE + SIDE + 1] for at in range(owners)])


def _covering(numbers: Iterable[int]) -> list[int]:
    """The placements in an order in which a few cover the board, a few more cover it again, and so on."""
    masks = {number: _placements()[number].mask for number in numbers}
    order: list[int] = []
    while masks:
        missing = 0
        for mask in masks.values():
            missing |= mask
        while missing:
            best = max(masks, key=lambda number: ((masks[number] & missing).bit_count(), -number))
            order.append(best)
            missing &= ~masks.pop(best)
    return order
