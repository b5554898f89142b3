"""Perfect quilts by exact cover: boards that patches cover completely, one after the other."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.game import Run
from tilewright.games.patchwork import perfect_kernel as kernel
from tilewright.games.patchwork.perfect import Perfect, Wanted
from tilewright.games.patchwork.pieces import PATCHES
from tilewright.games.patchwork.rules import Placement
from tilewright.geometry import Board, Cell, Polyomino
from tilewright.geometry.words import pack

__all__ = ["find", "shapes_of"]

NODES = 20_000
"""So many nodes are searched between two looks at the clock."""


class Candidate(NamedTuple):
    """One way to lay a shape."""

    shape: int
    cells: tuple[Cell, ...]


def shapes_of(patches: Sequence[int]) -> dict[Polyomino, list[int]]:
    """The patches by shape: those of one shape stand in for one another."""
    shapes: dict[Polyomino, list[int]] = {}
    for patch in sorted(patches):
        shapes.setdefault(min(PATCHES[patch].orientations), []).append(patch)
    return shapes


def find(wanted: Wanted, run: Run, limit: int, show: int) -> Perfect:
    """Count perfect quilts up to a limit, in an order that the run's seed decides, and keep the first ones.

    Two quilts differ if some square lies under another shape or another part of it: patches of one shape are
    not told apart, and those of lower number are used first.
    """
    shapes = shapes_of(wanted.all_patches)
    candidates = [
        Candidate(number, cells)
        for number, shape in enumerate(shapes)
        for image in shape.orientations(mirror=True)
        for cells in image.placements(wanted.rows, wanted.cols)
    ]
    if wanted.area < wanted.rows * wanted.cols:
        return Perfect(wanted, (), 0, complete=True)
    random.Random(run.limits.seed).shuffle(candidates)
    search = _Search(wanted, shapes, candidates)
    shown: list[tuple[Placement, ...]] = []
    count = 0
    while not run.stopped and count < limit:
        outcome, met = search.go_on(1 if len(shown) < show else limit - count)
        count += met
        run.report(best=count)
        if outcome == kernel.DONE:
            return Perfect(wanted, tuple(shown), count, complete=True)
        if outcome == kernel.FOUND and len(shown) < show:
            shown.append(_named([candidates[at] for at in search.laid], list(shapes.values())))
    return Perfect(wanted, tuple(shown), count, complete=False)


def _named(laid: Sequence[Candidate], members: Sequence[Sequence[int]]) -> tuple[Placement, ...]:
    """The placements in reading order, with patches of one shape numbered as they come."""
    unused = [iter(patches) for patches in members]
    laid = sorted(laid, key=lambda each: each.cells)
    return tuple(Placement(next(unused[each.shape]), each.cells) for each in laid)


class _Search:
    """The arrays of a search, which goes on from where it was."""

    def __init__(
        self, wanted: Wanted, shapes: Mapping[Polyomino, list[int]], candidates: Sequence[Candidate]
    ) -> None:
        board = Board(wanted.rows, wanted.cols)
        words = pack([board.mask(each.cells) for each in candidates], bits=128)
        largest = max(len(each.cells) for each in candidates)
        cells = np.zeros((len(candidates), largest), np.int16)
        for row, each in zip(cells, candidates, strict=True):
            row[: len(each.cells)] = [r * wanted.cols + c for r, c in each.cells]
        deepest = len(wanted.all_patches) + 1
        left = np.array([len(members) for members in shapes.values()])
        # Where all patches are needed, each of them is one more thing to be covered.
        all_needed = wanted.area == board.size
        must = np.array([all_needed or members[0] == 0 for members in shapes.values()])
        self._fixed = (
            board.size,
            np.ascontiguousarray(words[:, 0]),
            np.ascontiguousarray(words[:, 1]),
            cells,
            np.array([len(each.cells) for each in candidates], np.int16),
            np.array([each.shape for each in candidates], np.int16),
            np.array([len(shape) for shape in shapes]),
            must,
            -1 if wanted.count is None else wanted.count + wanted.ones,
        )
        live = np.zeros((deepest + 1, len(candidates)), np.int16)
        live[0] = np.arange(len(candidates))
        counts = np.zeros(deepest + 1, np.int64)
        counts[0] = len(candidates)
        self._following = np.full(deepest + 1, -1, np.int64)
        self._chosen: npt.NDArray[np.int64] = np.zeros(deepest + 1, np.int64)
        self._moving = (live, counts, np.zeros(deepest + 1, np.int64), self._following, self._chosen, left)
        self._depth = 0

    def go_on(self, most: int) -> tuple[int, int]:
        """How the search ended, and how many covers it met: at most so many."""
        outcome, self._depth, met = kernel.search(*self._fixed, *self._moving, self._depth, NODES, most)
        return int(outcome), int(met)

    @property
    def laid(self) -> list[int]:
        """The placements of the cover that was met last."""
        return [int(placement) for placement in self._chosen[: self._depth]]
