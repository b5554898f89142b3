"""The oriented parts, and sets of parts, as arrays for compiled code.

An *oriented part* is a number with a rotation; rotations that look alike are one oriented part. A layer is a
list of oriented parts with the top left corners of their bounding boxes. Each part is packed with its corner
into one integer. To find the canonical form of a layer, each of its four rotations is translated to the origin
and written as a sorted list of packed parts; the smallest of the four lists is the canonical form. So two
layers are equal up to rotation and translation if and only if their canonical forms are equal.

A set of parts is represented by an integer in base copies + 1; digit v is the number of parts of value v.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance
from tilewright.geometry import Polyomino, Transform

__all__ = [
    "Deck",
    "Layer",
    "OrientedParts",
    "State",
    "cells_of",
    "deck_of",
    "oriented_index",
    "oriented_parts",
    "pack",
    "unpack",
]

Array = npt.NDArray[Any]
Layer = tuple[int, ...]
"""The canonical form of a layer: a sorted list of packed parts."""

MOST_SETS = 3**10
"""The maximum number of sets of parts: the number of sets with up to two copies of ten numbers."""


@dataclass(frozen=True, slots=True)
class State:
    """A state of the search: the lowest layer, the set of all parts used, and the score so far."""

    layer: Layer
    used: int
    score: int


class OrientedParts(NamedTuple):
    """The oriented parts, in the order of their values."""

    value: Array
    turn: Array
    """The number of anticlockwise quarter turns from the printed orientation."""
    rows: Array
    """For each oriented part, the cells of each row as bits."""
    window: Array
    """For each oriented part, the cells as bits of one integer, four bits per row."""
    height: Array
    width: Array
    left: Array
    """For each oriented part, the oriented part after an anticlockwise quarter turn."""
    cells: Array
    size: Array
    first: Array
    """For each value, the index of its first oriented part; the last entry is the number of oriented parts."""


def _left(shape: Polyomino) -> Polyomino:
    return Polyomino.from_cells(Transform.ROT270.apply(cell) for cell in shape.cells)


@cache
def _shapes() -> tuple[tuple[int, int, Polyomino], ...]:
    """Return the value, the number of anticlockwise quarter turns, and the shape of each oriented part."""
    shapes = []
    for value, shape in enumerate(PARTS):
        seen: set[Polyomino] = set()
        for turn in range(4):
            if shape not in seen:
                seen.add(shape)
                shapes.append((value, turn, shape))
            shape = _left(shape)
    return tuple(shapes)


@cache
def oriented_index(value: int, turns: int) -> int:
    """Return the index of the oriented part of a value after `turns` anticlockwise quarter turns."""
    shape = PARTS[value]
    for _ in range(turns % 4):
        shape = _left(shape)
    return next(index for index, (each, _, look) in enumerate(_shapes()) if each == value and look == shape)


@cache
def oriented_parts() -> OrientedParts:
    shapes = _shapes()
    count = len(shapes)
    cells = np.zeros((count, 10, 2), np.int64)
    rows = np.zeros((count, 4), np.uint64)
    for index, (_, _, shape) in enumerate(shapes):
        cells[index, : len(shape.cells)] = shape.cells
        for r, c in shape.cells:
            rows[index, r] |= np.uint64(1 << c)
    values = [value for value, _, _ in shapes]
    return OrientedParts(
        value=np.array(values, np.int64),
        turn=np.array([turn for _, turn, _ in shapes], np.int64),
        rows=rows,
        window=np.array([sum(1 << (4 * r + c) for r, c in shape.cells) for _, _, shape in shapes], np.int64),
        height=np.array([shape.rows for _, _, shape in shapes], np.int64),
        width=np.array([shape.cols for _, _, shape in shapes], np.int64),
        left=np.array([oriented_index(value, turn + 1) for value, turn, _ in shapes], np.int64),
        cells=cells,
        size=np.array([len(shape.cells) for _, _, shape in shapes], np.int64),
        first=np.array([*(values.index(value) for value in range(len(PARTS))), count], np.int64),
    )


def pack(part: int, row: int, col: int) -> int:
    return part << 14 | row << 7 | col


def unpack(packed: int) -> tuple[int, int, int]:
    """Return the oriented part, its top row and its left column."""
    return packed >> 14, packed >> 7 & 127, packed & 127


def cells_of(part: int, row: int, col: int) -> frozenset[Cell]:
    return frozenset((row + r, col + c) for r, c in _shapes()[part][2].cells)


# --- Sets of parts ------------------------------------------------------------------------------------


class Sets(NamedTuple):
    """All sets of parts of a deck. Except for `weight` and `part_area`, the arrays are indexed by set."""

    weight: Array
    """For each value, the number that must be added to a set to add one part of that value."""
    digits: Array
    """The number of parts of each value in each set."""
    size: Array
    """The number of parts in each set."""
    area: Array
    total_value: Array
    """The total value of the parts in each set."""
    part_area: Array
    """For each value, the area of the part with this value."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The available parts: `copies` of each number from 0 to `max_value`, of which `cards` are placed."""

    max_value: int
    copies: int
    cards: int
    types: bool
    """True if a part must rest on parts of at least two different numbers (support=types)."""

    @property
    def values(self) -> range:
        return range(self.max_value + 1)

    def number(self, values: Iterable[int]) -> int:
        """Return the set of parts with these values, as an integer."""
        return sum(int((self.copies + 1) ** value) for value in values)

    def members(self, number: int) -> tuple[int, ...]:
        """Return the sorted values of the parts in a set."""
        members: list[int] = []
        for value in self.values:
            number, count = divmod(number, self.copies + 1)
            members += [value] * count
        return tuple(members)

    def sets_of(self, size: int) -> Iterator[tuple[int, ...]]:
        """Generate, for each set with `size` parts, the sorted values of its parts."""
        for values in combinations_with_replacement(self.values, size):
            if all(values.count(value) <= self.copies for value in values):
                yield values

    def sets(self) -> Sets:
        return _sets(self)


@cache
def _sets(deck: Deck) -> Sets:
    count = (deck.copies + 1) ** (deck.max_value + 1)
    numbers = np.arange(count)
    weight = np.array([(deck.copies + 1) ** value for value in deck.values], np.int64)
    digits = (numbers[:, None] // weight[None, :] % (deck.copies + 1)).astype(np.int64)
    areas = np.array([len(PARTS[value].cells) for value in deck.values], np.int64)
    values = np.array(deck.values, np.int64)
    return Sets(weight, digits, digits.sum(axis=1), digits @ areas, digits @ values, areas)


def deck_of(instance: Nmbr9Instance) -> Deck:
    """Return the deck of an instance of variant F without a grid and without a limit on the number of levels.

    For all other instances, and for instances that are too large, `BadInput` is raised.
    """
    if instance.variant != "F":
        raise BadInput(f"{instance.spec}: the second search supports only variant F (for example F-9-2-20)")
    if instance.grid is not None or instance.levels is not None:
        raise BadInput(
            "grid, levels: the second search supports only unbounded tables "
            "without a limit on the number of levels"
        )
    copies = min(instance.copies, instance.cards)
    if (copies + 1) ** (instance.max_value + 1) > MOST_SETS or instance.cards > 20:
        raise BadInput(
            f"{instance.spec}: the second search supports at most 20 cards, and at most {MOST_SETS:,} sets of "
            "parts (as with two copies of ten numbers)"
        )
    return Deck(instance.max_value, copies, instance.cards, instance.support == "types")
