"""The offline problem: how many squares can be covered if the order of the patches is known?

The rules are those of the placement study: a patch that fits when its turn comes must be laid. Beam searches of
increasing width look for a good quilt; then CP-SAT tries to improve the quilt or to prove that it is optimal.
No strategy can cover more squares than the proved bound.
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
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE, SIDE, PatchSet
from tilewright.games.patchwork.quilt import offline_beam_kernel as kernel
from tilewright.games.patchwork.quilt.placement_ranking import match_to_order
from tilewright.games.patchwork.quilt.regular_model.cpsat_model import QuiltModel, TileVariables
from tilewright.games.patchwork.quilt.rules import Placement
from tilewright.geometry import Board, Polyomino
from tilewright.geometry.packed_masks import pack

__all__ = ["OfflineQuilt", "PlacementModel", "best_quilt", "most_squares", "placements_of", "prepare"]

WIDTHS = (4, 16, 64, 256, 1024, 2048, 2048, 2048)
SHARPNESS = (1.0, 2.0, 0.6)
"""The sharpness of each of the three beam searches that are run with each width.

If k patches can still cover a square, the estimated chance that the square will be covered is
1 - exp(-k / sharpness).
"""
NOISE = 0.5
"""The largest random noise in the evaluation, in squares; the first beam search of each width has no noise."""
EVALUATED_PER_KEPT = 4
"""The largest number of boards that one step of a beam search evaluates, as a multiple of the width."""


@dataclass(frozen=True, slots=True)
class OfflineQuilt:
    """The best known quilt, the method that found it, its area, and the proved upper bound on the area."""

    placements: tuple[Placement, ...]
    area: int
    bound: int
    found_by: str

    @property
    def proved(self) -> bool:
        return self.area == self.bound


def prepare(patches: PatchSet) -> None:
    """Compile the beam search and build its placement table."""
    _Beam(patches, (ONE_BY_ONE,)).search(1, SHARPNESS[0], 0, 0.0, Run())


def best_quilt(patches: PatchSet, order: Sequence[int], run: Run, *, prove: bool = True) -> OfflineQuilt:
    """Return the best quilt that is found for a known order of patches.

    Beam searches find a quilt. If its area is below the upper bound and `prove` is true, CP-SAT then tries to
    improve the quilt or to prove that it is optimal.
    """
    bound = most_squares(patches, order)
    best = OfflineQuilt((), 0, bound, "none")
    if not order:
        return best
    beam = _Beam(patches, tuple(order))
    kernel.seed(run.limits.seed)
    for width, sharpness, noise in _rounds():
        placements = beam.search(width, sharpness, best.area + bool(best.area), noise, run)
        if placements is not None and (area := sum(len(laid.cells) for laid in placements)) > best.area:
            best = OfflineQuilt(placements, area, bound, f"beam of {width}")
            run.report(area, bound)
        if best.proved or run.stopped:
            return best
    return _improve_with_cpsat(patches, order, best, run) if prove else best


def most_squares(patches: PatchSet, order: Iterable[int]) -> int:
    """Return the largest total area, up to the area of the board, that a subset of the patches has."""
    sums = 1  # bit n is set if some subset of the patches so far has a total area of n squares
    for patch in order:
        sums |= sums << patches[patch].area
    return (sums & ((1 << SIDE * SIDE + 1) - 1)).bit_length() - 1


def _rounds() -> Iterator[tuple[int, float, float]]:
    """Yield the width, the sharpness and the noise of each beam search."""
    for width in WIDTHS:
        for index, sharpness in enumerate(SHARPNESS):
            yield width, sharpness, NOISE * (index > 0)


# --- Beam search --------------------------------------------------------------------------------------


Counts = npt.NDArray[np.int64]


class _BeamPlacements(NamedTuple):
    """The placement table of the beam search: all placements, grouped by shape."""

    shape_of: dict[int, int]
    """For each patch: the index of its shape."""
    cells: list[tuple[Cell, ...]]
    first: Counts
    """For each shape: the index of its first placement. The last element is the number of placements."""
    lows: npt.NDArray[np.uint64]
    highs: npt.NDArray[np.uint64]


@cache
def _beam_placements(patches: PatchSet) -> _BeamPlacements:
    shapes: dict[Polyomino, int] = {}
    shape_of = {patch.id: shapes.setdefault(min(patch.orientations), len(shapes)) for patch in patches}
    cells: list[tuple[Cell, ...]] = []
    first = [0]
    for shape in shapes:
        cells += [c for image in shape.orientations(mirror=True) for c in image.placements(SIDE, SIDE)]
        first.append(len(cells))
    board = Board(SIDE, SIDE)
    words = pack([board.mask(squares) for squares in cells], bits=128)
    lows, highs = (np.ascontiguousarray(word) for word in words.T)
    return _BeamPlacements(shape_of, cells, np.array(first), lows, highs)


class _Beam:
    """A beam search over the quilts of one order."""

    def __init__(self, patches: PatchSet, order: tuple[int, ...]) -> None:
        self._order = order
        self._table = _beam_placements(patches)
        self._shapes = np.array([self._table.shape_of[patch] for patch in order])

    def search(
        self, width: int, sharpness: float, target: int, noise: float, run: Run
    ) -> tuple[Placement, ...] | None:
        """Return the best quilt found that covers at least `target` squares.

        Returns None if the beam search finds no such quilt or is stopped.
        """
        table, shapes = self._table, self._shapes
        chance = 1 - np.exp(-np.arange(len(shapes) + 1) / sharpness)
        remaining = np.bincount(shapes, minlength=len(table.first) - 1)
        low, high = np.zeros(width, np.uint64), np.zeros(width, np.uint64)
        parent, placed = np.zeros((2, len(shapes), width), np.int64)
        count = 1
        for step, shape in enumerate(shapes):
            remaining[shape] -= 1
            count = kernel.advance(
                shape,
                table.first,
                table.lows,
                table.highs,
                remaining,
                chance,
                EVALUATED_PER_KEPT * width,
                target,
                noise,
                count,
                low,
                high,
                parent[step],
                placed[step],
            )
            # The first beam search is narrow and has no target. It is never stopped, so it returns a quilt.
            if count == 0 or (target and run.stopped):
                return None
        area = sum(np.bitwise_count(words[:count]).astype(int) for words in (low, high))
        return self._trace_back(int(np.argmax(area)), parent, placed)

    def _trace_back(self, state: int, parent: Counts, placed: Counts) -> tuple[Placement, ...]:
        """Return the placements that lead to a board of the last step."""
        laid: list[Placement] = []
        for patch, parents, placements in zip(self._order[::-1], parent[::-1], placed[::-1], strict=True):
            if placements[state] != kernel.SKIPPED:
                laid.append(Placement(patch, self._table.cells[placements[state]]))
            state = parents[state]
        return tuple(laid[::-1])


# --- CP-SAT -------------------------------------------------------------------------------------------


class PlacementModel(QuiltModel):
    """A quilt model with a Boolean variable per placement instead of automata: larger, but solved faster."""

    def _tile(self, number: int, shape: Polyomino, usage: bool) -> TileVariables:
        model = self.model
        orientations = shape.orientations(mirror=True)
        chosen = {
            (transform, cells): model.new_bool_var("")
            for transform, orientation in enumerate(orientations, start=1)
            for cells in orientation.placements(self.rows, self.cols, blocked=self.blocked)
        }
        covering: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in self.cells}
        for (_, cells), variable in chosen.items():
            for cell in cells:
                covering[cell].append(variable)
        used = model.new_bool_var(f"U{number}")
        model.add_exactly_one(~used, *chosen.values())
        covers = {cell: model.new_bool_var(f"B{number}{cell}") for cell in self.cells}
        for cell in self.cells:
            model.add_exactly_one(~covers[cell], *covering[cell])
        transform_variable = model.new_int_var(0, len(orientations), f"T{number}")
        model.add(
            transform_variable == sum(transform * variable for (transform, _), variable in chosen.items())
        )
        return TileVariables(used, transform_variable, covers, [], [])


def _improve_with_cpsat(patches: PatchSet, order: Sequence[int], best: OfflineQuilt, run: Run) -> OfflineQuilt:
    """Return a better quilt that CP-SAT finds, or else the best known quilt, with the smallest proved bound."""
    quilt = PlacementModel([patches[patch].shape for patch in order])
    quilt.lay_in_order()
    quilt.maximise_area()
    quilt.model.add(quilt.area >= best.area)
    hints = {index: laid.cells for index, laid in match_to_order(order, best.placements)}
    for number, tile in enumerate(quilt.tiles):
        for cell, covers in tile.covers.items():
            quilt.model.add_hint(covers, cell in hints.get(number, ()))
    outcome = cpsat.solve(quilt.model, run, quilt.watched)
    bound = best.bound if outcome.bound is None else min(best.bound, outcome.bound)
    if outcome.best is None or outcome.objective is None or outcome.objective <= best.area:
        bound = best.area if outcome.status is Status.OPTIMAL else bound
        return OfflineQuilt(best.placements, best.area, bound, best.found_by)
    return OfflineQuilt(placements_of(order, outcome.best), outcome.objective, bound, "CP-SAT")


def placements_of(order: Sequence[int], covers: Mapping[tuple[int, Cell], int]) -> tuple[Placement, ...]:
    """Return the placements of a model's solution.

    ``covers[index, square]`` is 1 if the patch ``order[index]`` covers the square, else 0.
    """
    cells: dict[int, list[Cell]] = {}
    for (number, cell), value in covers.items():
        if value:
            cells.setdefault(number, []).append(cell)
    return tuple(Placement(order[number], tuple(sorted(cells[number]))) for number in sorted(cells))
