"""The offline question: how many squares could be covered if the order of the patches were known?

The rules stay: a patch that fits when its turn comes must be laid. First beams of growing width look for a good
quilt; then CP-SAT settles what is still open. No strategy can cover more than the proved bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Cell, Run, Status
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.games.patchwork.quilt import offline_beam_kernel as kernel
from tilewright.games.patchwork.quilt.placement_ranking import laid_at
from tilewright.games.patchwork.quilt.regular_model.cpsat_model import QuiltModel, TileVariables
from tilewright.games.patchwork.quilt.rules import Placement
from tilewright.geometry import Board, Polyomino
from tilewright.geometry.packed_masks import pack

__all__ = ["Offline", "PlacementModel", "best_quilt", "laid_from", "most_squares", "prepare"]

WIDTHS = (4, 16, 64, 256, 1024, 2048, 2048, 2048)
SHARPNESS = (1.0, 2.0, 0.6)
"""A square that k of the patches left may cover counts as covered with a chance of 1 - exp(-k / sharpness)."""
NOISE = 0.5
"""Beams after the first of a width judge boards with so much noise, in squares."""
LOOKED_AT = 4
"""So many boards are judged for each that is kept."""


@dataclass(frozen=True, slots=True)
class Offline:
    """The best quilt found, the squares that it covers, and the most that any quilt can."""

    placements: tuple[Placement, ...]
    area: int
    bound: int
    found_by: str

    @property
    def proved(self) -> bool:
        return self.area == self.bound


def prepare() -> None:
    """Compile the beam, and make the tables of placements."""
    _Beam((0,)).search(1, SHARPNESS[0], 0, 0.0, Run())


def best_quilt(order: Sequence[int], run: Run, *, prove: bool = True) -> Offline:
    """The best quilt for an order of patches that is known; without `prove` by beams alone."""
    bound = most_squares(order)
    best = Offline((), 0, bound, "none")
    if not order:
        return best
    beam = _Beam(tuple(order))
    kernel.seed(run.limits.seed)
    for width, sharpness, noise in _rounds():
        found = beam.search(width, sharpness, best.area + bool(best.area), noise, run)
        if found is not None and (area := sum(len(each.cells) for each in found)) > best.area:
            best = Offline(found, area, bound, f"beam of {width}")
            run.report(area, bound)
        if best.proved or run.stopped:
            return best
    return _settle(order, best, run) if prove else best


def most_squares(order: Iterable[int]) -> int:
    """The most squares, up to those of the board, that some of the patches have together."""
    sums = 1  # bit n is set if some of the patches seen have n squares together
    for patch in order:
        sums |= sums << PATCHES[patch].area
    return (sums & ((1 << SIDE * SIDE + 1) - 1)).bit_length() - 1


def _rounds() -> Iterator[tuple[int, float, float]]:
    for width in WIDTHS:
        for at, sharpness in enumerate(SHARPNESS):
            yield width, sharpness, NOISE * (at > 0)


# --- By beams -----------------------------------------------------------------------------------------


Counts = npt.NDArray[np.int64]


class _Tables(NamedTuple):
    """Every placement of every shape, shape by shape, and which shape a patch has."""

    shape_of: dict[int, int]
    cells: list[tuple[Cell, ...]]
    first: Counts
    lows: npt.NDArray[np.uint64]
    highs: npt.NDArray[np.uint64]


@cache
def _tables() -> _Tables:
    shapes: dict[Polyomino, int] = {}
    shape_of = {patch.id: shapes.setdefault(min(patch.orientations), len(shapes)) for patch in PATCHES}
    cells: list[tuple[Cell, ...]] = []
    first = [0]
    for shape in shapes:
        cells += [c for image in shape.orientations(mirror=True) for c in image.placements(SIDE, SIDE)]
        first.append(len(cells))
    board = Board(SIDE, SIDE)
    words = pack([board.mask(each) for each in cells], bits=128)
    lows, highs = (np.ascontiguousarray(word) for word in words.T)
    return _Tables(shape_of, cells, np.array(first), lows, highs)


class _Beam:
    """Beams over the quilts of one order."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self._order = order
        self._tables = _tables()
        self._shapes = np.array([self._tables.shape_of[patch] for patch in order])

    def search(
        self, width: int, sharpness: float, target: int, noise: float, run: Run
    ) -> tuple[Placement, ...] | None:
        """A quilt that covers at least `target` squares; None if the beam loses them all, or is stopped."""
        tables, shapes = self._tables, self._shapes
        worth = 1 - np.exp(-np.arange(len(shapes) + 1) / sharpness)
        left = np.bincount(shapes, minlength=len(tables.first) - 1)
        low, high = np.zeros(width, np.uint64), np.zeros(width, np.uint64)
        parent, placed = np.zeros((2, len(shapes), width), np.int64)
        count = 1
        for step, shape in enumerate(shapes):
            left[shape] -= 1
            count = kernel.advance(
                shape,
                tables.first,
                tables.lows,
                tables.highs,
                left,
                worth,
                LOOKED_AT * width,
                target,
                noise,
                count,
                low,
                high,
                parent[step],
                placed[step],
            )
            # The first beam, which has no target, is narrow and always ends with a quilt.
            if count == 0 or (target and run.stopped):
                return None
        area = sum(np.bitwise_count(words[:count]).astype(int) for words in (low, high))
        return self._traced(int(np.argmax(area)), parent, placed)

    def _traced(self, state: int, parent: Counts, placed: Counts) -> tuple[Placement, ...]:
        """The way to a board of the last step."""
        laid: list[Placement] = []
        for patch, before, numbers in zip(self._order[::-1], parent[::-1], placed[::-1], strict=True):
            if numbers[state] != kernel.SKIPPED:
                laid.append(Placement(patch, self._tables.cells[numbers[state]]))
            state = before[state]
        return tuple(laid[::-1])


# --- By CP-SAT ----------------------------------------------------------------------------------------


class PlacementModel(QuiltModel):
    """The model with one truth for each placement instead of automata: larger to write, quicker to solve."""

    def _tile(self, number: int, shape: Polyomino, usage: bool) -> TileVariables:
        model = self.model
        images = shape.orientations(mirror=True)
        lies = {
            (at, cells): model.new_bool_var("")
            for at, image in enumerate(images, start=1)
            for cells in image.placements(self.rows, self.cols, blocked=self.blocked)
        }
        over: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in self.cells}
        for (_, cells), truth in lies.items():
            for cell in cells:
                over[cell].append(truth)
        used = model.new_bool_var(f"U{number}")
        model.add_exactly_one(~used, *lies.values())
        covers = {cell: model.new_bool_var(f"B{number}{cell}") for cell in self.cells}
        for cell in self.cells:
            model.add_exactly_one(~covers[cell], *over[cell])
        transform = model.new_int_var(0, len(images), f"T{number}")
        model.add(transform == sum(at * truth for (at, _), truth in lies.items()))
        return TileVariables(used, transform, covers, [], [])


def _settle(order: Sequence[int], best: Offline, run: Run) -> Offline:
    """The best quilt by CP-SAT, from the best one known; what it cannot settle in time stays open."""
    quilt = PlacementModel([PATCHES[patch].shape for patch in order])
    quilt.lay_in_order()
    quilt.maximise_area()
    quilt.model.add(quilt.area >= best.area)
    hints = {place: each.cells for place, each in laid_at(order, best.placements)}
    for number, tile in enumerate(quilt.tiles):
        for cell, covers in tile.covers.items():
            quilt.model.add_hint(covers, cell in hints.get(number, ()))
    outcome = cpsat.solve(quilt.model, run, quilt.watched)
    bound = best.bound if outcome.bound is None else min(best.bound, outcome.bound)
    if outcome.best is None or outcome.objective is None or outcome.objective <= best.area:
        area = best.area if outcome.status is Status.OPTIMAL else bound
        return Offline(best.placements, best.area, area, best.found_by)
    return Offline(laid_from(order, outcome.best), outcome.objective, bound, "CP-SAT")


def laid_from(order: Sequence[int], covers: Mapping[tuple[int, Cell], int]) -> tuple[Placement, ...]:
    """The placements of a model's solution, in order."""
    cells: dict[int, list[Cell]] = {}
    for (number, cell), value in covers.items():
        if value:
            cells.setdefault(number, []).append(cell)
    return tuple(Placement(order[number], tuple(sorted(cells[number]))) for number in sorted(cells))
