"""The parts as they can be turned, and sets of parts, as arrays that compiled code reads.

A *turned part* is a number with a turn; turns that look alike are one. A layer is a list of turned parts with
the top left corner of their boxes; each is packed into one number, and a layer is pushed into the corner,
turned to its least image and sorted, so that layers are equal if and only if their numbers are.

A set of parts is a number too: the count of the value v is its digit v in base copies + 1.
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
    "State",
    "Turned",
    "cells_of",
    "deck_of",
    "pack",
    "turned",
    "turned_index",
    "unpack",
]

Array = npt.NDArray[Any]
Layer = tuple[int, ...]
"""Packed parts of a layer, in its least image."""

SIDE = 64
"""Rows and columns of the board on which layers are covered: one machine word a row."""

MOST_SETS = 3**10
"""More sets of parts than two copies of ten numbers have are not searched."""


@dataclass(frozen=True, slots=True)
class State:
    """The lowest layer, the set of all parts down to it, and the score so far."""

    layer: Layer
    used: int
    score: int


class Turned(NamedTuple):
    """Turned parts, in the order of their values; `rows` are the bits of their rows, `window` those of all
    four rows in one number, four bits a row."""

    value: Array
    turn: Array
    rows: Array
    window: Array
    height: Array
    width: Array
    left: Array
    """The turned part after a quarter turn to the left."""
    cells: Array
    size: Array
    first: Array
    """The first turned part of each value, and the end of the last one."""


def _left(shape: Polyomino) -> Polyomino:
    return Polyomino.from_cells(Transform.ROT270.apply(cell) for cell in shape.cells)


@cache
def _shapes() -> tuple[tuple[int, int, Polyomino], ...]:
    """Value, quarter turns to the left, shape; a turn that looks like an earlier one is left out."""
    found = []
    for value, shape in enumerate(PARTS):
        seen: set[Polyomino] = set()
        for turn in range(4):
            if shape not in seen:
                seen.add(shape)
                found.append((value, turn, shape))
            shape = _left(shape)
    return tuple(found)


@cache
def turned_index(value: int, turns: int) -> int:
    """The turned part of a value after so many quarter turns to the left."""
    shape = PARTS[value]
    for _ in range(turns % 4):
        shape = _left(shape)
    return next(at for at, (each, _, look) in enumerate(_shapes()) if each == value and look == shape)


@cache
def turned() -> Turned:
    shapes = _shapes()
    count = len(shapes)
    cells = np.zeros((count, 10, 2), np.int64)
    rows = np.zeros((count, 4), np.uint64)
    for at, (_, _, shape) in enumerate(shapes):
        cells[at, : len(shape.cells)] = shape.cells
        for r, c in shape.cells:
            rows[at, r] |= np.uint64(1 << c)
    values = [value for value, _, _ in shapes]
    return Turned(
        value=np.array(values, np.int64),
        turn=np.array([turn for _, turn, _ in shapes], np.int64),
        rows=rows,
        window=np.array([sum(1 << (4 * r + c) for r, c in shape.cells) for _, _, shape in shapes], np.int64),
        height=np.array([shape.rows for _, _, shape in shapes], np.int64),
        width=np.array([shape.cols for _, _, shape in shapes], np.int64),
        left=np.array([turned_index(value, turn + 1) for value, turn, _ in shapes], np.int64),
        cells=cells,
        size=np.array([len(shape.cells) for _, _, shape in shapes], np.int64),
        first=np.array([*(values.index(value) for value in range(len(PARTS))), count], np.int64),
    )


def pack(part: int, row: int, col: int) -> int:
    return part << 14 | row << 7 | col


def unpack(packed: int) -> tuple[int, int, int]:
    """Turned part, top row, left column."""
    return packed >> 14, packed >> 7 & 127, packed & 127


def cells_of(part: int, row: int, col: int) -> frozenset[Cell]:
    return frozenset((row + r, col + c) for r, c in _shapes()[part][2].cells)


# --- Sets of parts ------------------------------------------------------------------------------------


class Sets(NamedTuple):
    """All sets of parts of a deck, as arrays over their numbers."""

    weight: Array
    digits: Array
    size: Array
    area: Array
    worth: Array
    area_of: Array
    """The area of each value, not of each set."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The numbers 0 to `top`, `copies` of each, of which `cards` are placed."""

    top: int
    copies: int
    cards: int
    types: bool
    """The reading of the rule of support: two numbers instead of two parts."""

    @property
    def values(self) -> range:
        return range(self.top + 1)

    def number(self, values: Iterable[int]) -> int:
        return sum(int((self.copies + 1) ** value) for value in values)

    def members(self, number: int) -> tuple[int, ...]:
        """The values in a set, in order."""
        found: list[int] = []
        for value in self.values:
            number, count = divmod(number, self.copies + 1)
            found += [value] * count
        return tuple(found)

    def sets_of(self, size: int) -> Iterator[tuple[int, ...]]:
        for values in combinations_with_replacement(self.values, size):
            if all(values.count(value) <= self.copies for value in values):
                yield values

    def sets(self) -> Sets:
        return _sets(self)


@cache
def _sets(deck: Deck) -> Sets:
    count = (deck.copies + 1) ** (deck.top + 1)
    numbers = np.arange(count)
    weight = np.array([(deck.copies + 1) ** value for value in deck.values], np.int64)
    digits = (numbers[:, None] // weight[None, :] % (deck.copies + 1)).astype(np.int64)
    areas = np.array([len(PARTS[value].cells) for value in deck.values], np.int64)
    values = np.array(deck.values, np.int64)
    return Sets(weight, digits, digits.sum(axis=1), digits @ areas, digits @ values, areas)


def deck_of(instance: Nmbr9Instance) -> Deck:
    """The deck of a free variant on a table without edges; others are refused."""
    if instance.variant != "F":
        raise BadInput(f"{instance.spec}: the second proof knows free decks only, such as F-9-2-20")
    if instance.grid is not None or instance.levels is not None:
        raise BadInput("grid, levels: the second proof knows tables without edges and limits only")
    copies = min(instance.copies, instance.cards)
    if (copies + 1) ** (instance.max_value + 1) > MOST_SETS or instance.cards > 20:
        raise BadInput(f"{instance.spec}: the second proof goes up to 20 cards of two copies of ten numbers")
    return Deck(instance.max_value, copies, instance.cards, instance.support == "types")
