"""Domains and regret, computed twice: from plain sets of squares, and by the bitboards under test."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import PAPER, SIDE
from tilewright.games.patchwork.quilt import board_kernel as bitboards
from tilewright.games.patchwork.quilt import domains_kernel as quilt_domains
from tilewright.games.patchwork.quilt.placement_tables import LEX, cells_of, placement_tables, shape_of
from tilewright.games.patchwork.quilt.rules import Placement

SQUARES = tuple((row, column) for row in range(SIDE) for column in range(SIDE))
Cells = tuple[Cell, ...]


@dataclass(frozen=True)
class Quilt:
    """A partly laid quilt: the order of patches, the placements so far, and the index of the current patch."""

    order: tuple[int, ...]
    laid: tuple[Placement, ...]
    index: int

    @property
    def patch(self) -> int:
        """The patch to be laid next."""
        return self.order[self.index]

    @property
    def to_come(self) -> tuple[int, ...]:
        return self.order[self.index + 1 :]

    @property
    def covered(self) -> frozenset[Cell]:
        return frozenset(cell for placement in self.laid for cell in placement.cells)


def random_quilts(count: int, seed: int, fewest: int = 0, most: int = 30) -> Iterator[Quilt]:
    """Yield random quilts on which the current patch fits; on most quilts, the patches lie close together."""
    source = random.Random(seed)
    made = 0
    while made < count:
        tiles = list(range(38))
        source.shuffle(tiles)
        order = tuple(max(0, tile - 4) for tile in tiles)
        index = source.randint(fewest, most)
        dense = source.random() < 0.7
        laid: list[Placement] = []
        covered: frozenset[Cell] = frozenset()
        for patch in order[:index]:
            if placements := plain_placements(patch, covered):
                tries = source.sample(placements, min(len(placements), 8 if dense else 1))
                cells = max(tries, key=lambda each: contact(each, covered))
                laid.append(Placement(patch, cells))
                covered |= set(cells)
        if plain_placements(order[index], covered):
            made += 1
            yield Quilt(order, tuple(laid), index)


def contact(cells: Cells, covered: frozenset[Cell]) -> int:
    neighbours = [(r + dr, c + dc) for r, c in cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return sum(cell in covered or cell not in SQUARES for cell in neighbours)


# --- Plain rules --------------------------------------------------------------------------------------


@cache
def all_placements(patch: int) -> tuple[Cells, ...]:
    """Return all placements of a patch on an empty board, in lexicographic order, without library functions."""
    placements = set()
    cells = PAPER[patch].shape.cells
    for mirrored in (cells, [(r, -c) for r, c in cells]):
        rotated = list(mirrored)
        for _ in range(4):
            rotated = [(c, -r) for r, c in rotated]
            for down in range(-SIDE, 2 * SIDE):
                for right in range(-SIDE, 2 * SIDE):
                    moved = tuple(sorted((r + down, c + right) for r, c in rotated))
                    if all(0 <= r < SIDE and 0 <= c < SIDE for r, c in moved):
                        placements.add(moved)
    return tuple(sorted(placements))


def plain_placements(patch: int, covered: frozenset[Cell]) -> list[Cells]:
    return [cells for cells in all_placements(patch) if covered.isdisjoint(cells)]


def plain_cover(patch: int, covered: frozenset[Cell]) -> set[Cell]:
    """Return the squares that at least one placement of the patch covers."""
    return {cell for cells in plain_placements(patch, covered) for cell in cells}


def domains_after(quilt: Quilt, cells: Cells) -> Counter[Cell]:
    """Return the domain size of every square after a placement.

    The values of an open square are "empty" and every patch to come that can cover the square. A covered square
    has only one value.
    """
    taken = quilt.covered | set(cells)
    sizes = Counter(dict.fromkeys(SQUARES, 1))
    for patch in quilt.to_come:
        sizes.update(plain_cover(patch, taken))
    return sizes


def domains_before(quilt: Quilt) -> Counter[Cell]:
    """Return the domain size of every square before a placement of the current patch is chosen.

    A square that every placement of the current patch covers belongs to that patch. A later patch is ruled out
    if it and the current patch together need more squares than can be covered.
    """
    own = [set(cells) for cells in plain_placements(quilt.patch, quilt.covered)]
    shared = frozenset(set.intersection(*own))
    covers = [(patch, plain_cover(patch, quilt.covered | shared)) for patch in quilt.to_come]
    while True:
        room = len(set.union(*own, *(cover for _, cover in covers)))
        fitting = [
            (patch, cover) for patch, cover in covers if PAPER[patch].area + PAPER[quilt.patch].area <= room
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
    """Return the regret of a placement by formula (7) of the paper."""
    before, after = domains_before(quilt), domains_after(quilt, cells)
    return sum(before[cell] - after[cell] for cell in SQUARES if before[cell] > 1 and cell not in cells)


# --- Bitboards ----------------------------------------------------------------------------------------


class Bitboards:
    """A quilt stored as bitboards, with the squares that patches can cover before the current patch is laid."""

    def __init__(self, quilt: Quilt) -> None:
        self.lookup, self.quilt = placement_tables(PAPER), bitboards.new_quilt()
        bitboards.clear(self.lookup, self.quilt)
        for patch in quilt.to_come:
            self.quilt.remaining[shape_of(PAPER, patch)] += 1
        for placement in quilt.laid:
            bitboards.lay(self.lookup, self.quilt, lex_index_of(placement))
        self.patch = quilt.patch
        self.shape = shape_of(PAPER, quilt.patch)
        count = bitboards.collect_fitting(self.lookup, self.quilt, LEX, self.shape)
        self.placements = [cells_of(int(index)) for index in self.quilt.candidates[:count]]
        self.shared = self._cells(*quilt_domains.compute_reachable(self.lookup, self.quilt, self.shape, count))
        self.own = self._cells(self.quilt.reachable_low[-1], self.quilt.reachable_high[-1])

    def domains_before(self) -> Counter[Cell]:
        quilt_domains.count_domains(self.quilt)
        sizes = Counter(dict.fromkeys(SQUARES, 1))
        for row, column in SQUARES:
            sizes[row, column] += int(quilt_domains.domain_count(self.quilt, row * SIDE + column))
        sizes.update(self.own - self.shared)
        return sizes

    def regret(self, cells: Cells) -> int:
        index = lex_index_of(Placement(self.patch, cells))
        lookup, quilt = self.lookup, self.quilt
        return int(
            quilt_domains.regret_of_squares(
                lookup.start,
                quilt.remaining,
                quilt.valid_count,
                quilt.valid_low,
                quilt.valid_high,
                quilt.reachable_low,
                quilt.reachable_high,
                lookup.low[index],
                lookup.high[index],
                np.int64(10**6),
            )
        )

    @staticmethod
    def _cells(low: int, high: int) -> set[Cell]:
        mask = int(low) | int(high) << bitboards.LOW_CELLS
        return {cell for index, cell in enumerate(SQUARES) if mask >> index & 1}


@cache
def _lex_indices(shape: int) -> dict[Cells, int]:
    start = placement_tables(PAPER).start[LEX]
    return {cells_of(index): index for index in range(int(start[shape]), int(start[shape + 1]))}


def lex_index_of(placement: Placement) -> int:
    return _lex_indices(shape_of(PAPER, placement.patch))[tuple(sorted(placement.cells))]
