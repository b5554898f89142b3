"""Second ways to the same answers: quilts as plain sets of squares, and the bitboards' domains."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.games.patchwork.quilt import board_kernel as bitboards
from tilewright.games.patchwork.quilt import domains_kernel as quilt_domains
from tilewright.games.patchwork.quilt.placement_tables import LEX, cells_of, shape_of, tables
from tilewright.games.patchwork.quilt.rules import Placement

SQUARES = tuple((row, column) for row in range(SIDE) for column in range(SIDE))
Cells = tuple[Cell, ...]


@dataclass(frozen=True)
class Quilt:
    """An order, the patches laid of those before `place`, and the patch at `place` in hand."""

    order: tuple[int, ...]
    laid: tuple[Placement, ...]
    place: int

    @property
    def patch(self) -> int:
        return self.order[self.place]

    @property
    def to_come(self) -> tuple[int, ...]:
        return self.order[self.place + 1 :]

    @property
    def covered(self) -> frozenset[Cell]:
        return frozenset(cell for placement in self.laid for cell in placement.cells)


def random_quilts(count: int, seed: int, fewest: int = 0, most: int = 30) -> Iterator[Quilt]:
    """Quilts in the making, some loose and some dense; the patch in hand fits."""
    source = random.Random(seed)
    made = 0
    while made < count:
        tiles = list(range(38))
        source.shuffle(tiles)
        order = tuple(max(0, tile - 4) for tile in tiles)
        place = source.randint(fewest, most)
        dense = source.random() < 0.7
        laid: list[Placement] = []
        covered: frozenset[Cell] = frozenset()
        for patch in order[:place]:
            if room := plain_placements(patch, covered):
                tries = source.sample(room, min(len(room), 8 if dense else 1))
                cells = max(tries, key=lambda each: contact(each, covered))
                laid.append(Placement(patch, cells))
                covered |= set(cells)
        if plain_placements(order[place], covered):
            made += 1
            yield Quilt(order, tuple(laid), place)


def contact(cells: Cells, covered: frozenset[Cell]) -> int:
    beside = [(r + dr, c + dc) for r, c in cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return sum(cell in covered or cell not in SQUARES for cell in beside)


# --- Plain rules --------------------------------------------------------------------------------------


@cache
def everywhere(patch: int) -> tuple[Cells, ...]:
    """Every way to lay a patch on an empty board, first squares first: turned and turned over by hand."""
    found = set()
    cells = PATCHES[patch].shape.cells
    for mirrored in (cells, [(r, -c) for r, c in cells]):
        image = list(mirrored)
        for _ in range(4):
            image = [(c, -r) for r, c in image]
            for down in range(-SIDE, 2 * SIDE):
                for right in range(-SIDE, 2 * SIDE):
                    moved = tuple(sorted((r + down, c + right) for r, c in image))
                    if all(0 <= r < SIDE and 0 <= c < SIDE for r, c in moved):
                        found.add(moved)
    return tuple(sorted(found))


def plain_placements(patch: int, covered: frozenset[Cell]) -> list[Cells]:
    return [cells for cells in everywhere(patch) if covered.isdisjoint(cells)]


def plain_cover(patch: int, covered: frozenset[Cell]) -> set[Cell]:
    """The squares that some placement of the patch covers."""
    return {cell for cells in plain_placements(patch, covered) for cell in cells}


def domains_after(quilt: Quilt, cells: Cells) -> Counter[Cell]:
    """Domain sizes when the patch in hand lies there: empty and every patch to come that can cover the square.

    Covered squares have one value.
    """
    taken = quilt.covered | set(cells)
    sizes = Counter(dict.fromkeys(SQUARES, 1))
    for patch in quilt.to_come:
        sizes.update(plain_cover(patch, taken))
    return sizes


def domains_before(quilt: Quilt) -> Counter[Cell]:
    """Domain sizes when the patch in hand is known to come, but not where.

    Squares that all its placements share are its own, and a patch to come is out if it and the patch in hand
    need more squares than can be covered.
    """
    own = [set(cells) for cells in plain_placements(quilt.patch, quilt.covered)]
    shared = frozenset(set.intersection(*own))
    covers = [(patch, plain_cover(patch, quilt.covered | shared)) for patch in quilt.to_come]
    while True:
        room = len(set.union(*own, *(cover for _, cover in covers)))
        fitting = [
            (patch, cover) for patch, cover in covers if PATCHES[patch].area + PATCHES[quilt.patch].area <= room
        ]
        if len(fitting) == len(covers):
            break
        covers = fitting
    sizes = Counter(dict.fromkeys(SQUARES, 1))
    sizes.update(set.union(*own) - shared)
    for _, cover in covers:
        sizes.update(cover)
    return sizes


def plain_regret(quilt: Quilt, cells: Cells) -> int:
    """Formula (7) on plain domains."""
    before, after = domains_before(quilt), domains_after(quilt, cells)
    return sum(before[cell] - after[cell] for cell in SQUARES if before[cell] > 1 and cell not in cells)


# --- Bitboards ----------------------------------------------------------------------------------------


class Bitboards:
    """A quilt as the bitboards hold it, with the look-ahead for the patch in hand."""

    def __init__(self, quilt: Quilt) -> None:
        self.table, self.quilt = tables(), bitboards.new_quilt()
        bitboards.clear(self.table, self.quilt)
        for patch in quilt.to_come:
            self.quilt.left[shape_of(patch)] += 1
        for placement in quilt.laid:
            bitboards.lay(self.table, self.quilt, number_of(placement))
        self.patch = quilt.patch
        self.shape = shape_of(quilt.patch)
        count = bitboards.fitting(self.table, self.quilt, LEX, self.shape)
        self.placements = [cells_of(int(number)) for number in self.quilt.own[:count]]
        self.shared = self._cells(*quilt_domains.look_ahead_of(self.table, self.quilt, self.shape, count))
        self.own = self._cells(self.quilt.root_low[-1], self.quilt.root_high[-1])

    def domains_before(self) -> Counter[Cell]:
        quilt_domains.count_domains(self.quilt)
        sizes = Counter(dict.fromkeys(SQUARES, 1))
        for row, column in SQUARES:
            sizes[row, column] += int(quilt_domains.count_at(self.quilt, row * SIDE + column))
        sizes.update(self.own - self.shared)
        return sizes

    def regret(self, cells: Cells) -> int:
        number = number_of(Placement(self.patch, cells))
        table, quilt = self.table, self.quilt
        return int(
            quilt_domains.regret_of(
                table.start,
                quilt.left,
                quilt.valid,
                quilt.valid_low,
                quilt.valid_high,
                quilt.root_low,
                quilt.root_high,
                table.low[number],
                table.high[number],
                np.int64(10**6),
            )
        )

    @staticmethod
    def _cells(low: int, high: int) -> set[Cell]:
        mask = int(low) | int(high) << bitboards.LOW_CELLS
        return {cell for at, cell in enumerate(SQUARES) if mask >> at & 1}


@cache
def _numbers(shape: int) -> dict[Cells, int]:
    start = tables().start[LEX]
    return {cells_of(number): number for number in range(int(start[shape]), int(start[shape + 1]))}


def number_of(placement: Placement) -> int:
    return _numbers(shape_of(placement.patch))[tuple(sorted(placement.cells))]


def orders_of_shapes(orders: Sequence[Sequence[int]]) -> np.ndarray:
    return np.array([[shape_of(patch) for patch in order] for order in orders])
