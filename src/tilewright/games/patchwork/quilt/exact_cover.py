"""Perfect quilts by exact cover: boards that patches cover completely, one after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.game import Run
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE, PATCHES
from tilewright.games.patchwork.quilt import exact_cover_kernel as kernel
from tilewright.games.patchwork.quilt.perfect_quilts import Perfect, Wanted
from tilewright.games.patchwork.quilt.rules import Placement
from tilewright.geometry import Board, Cell, Polyomino
from tilewright.geometry.packed_masks import pack

__all__ = ["find", "shapes_of"]

MOST_SETS = 500
"""A question that falls into so many sets of patches is asked of each."""
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
    shown: list[tuple[Placement, ...]] = []
    count = 0
    for part in _parts(wanted):
        search = _Search(part, run.limits.seed)
        outcome = kernel.BUDGET_SPENT
        while outcome != kernel.DONE:
            if run.stopped or count >= limit:
                return Perfect(wanted, tuple(shown), count, complete=False)
            outcome, met = search.go_on(1 if len(shown) < show else limit - count)
            count += met
            run.report(best=count)
            if outcome == kernel.FOUND and len(shown) < show:
                shown.append(search.quilt)
    return Perfect(wanted, tuple(shown), count, complete=True)


def _parts(wanted: Wanted) -> list[Wanted]:
    """The question, or the questions into which it falls: one for each set of patches, if these are few.

    When it is known which patches lie on the board, each of them has to be covered too: that is much easier.
    """
    squares = wanted.rows * wanted.cols
    if wanted.area < squares:
        return []
    if wanted.count is None:
        return [wanted]
    sets = list(islice(_sets(wanted.patches, wanted.count, squares - wanted.ones), MOST_SETS + 1))
    if len(sets) > MOST_SETS:
        return [wanted]
    return [replace(wanted, patches=tuple(sorted(chosen)), count=None) for chosen in sets]


def _sets(patches: Sequence[int], count: int, squares: int) -> Iterator[tuple[int, ...]]:
    """Every choice of so many patches with so many squares; of those of one shape the lower numbers first."""
    shapes = list(shapes_of(patches).items())
    # What can be reached, in patches and squares, with the shapes from each on: no choice leads nowhere.
    reach = [{(0, 0)}]
    for shape, members in reversed(shapes):
        uses = range(len(members) + 1)
        reach.append({(n + used, area + used * len(shape)) for n, area in reach[-1] for used in uses})
    reach.reverse()

    def choose(at: int, count: int, squares: int) -> Iterator[tuple[int, ...]]:
        if at == len(shapes):
            yield ()
            return
        shape, members = shapes[at]
        for used in range(len(members) + 1):
            left = count - used, squares - used * len(shape)
            if left in reach[at + 1]:
                for rest in choose(at + 1, *left):
                    yield (*members[:used], *rest)

    if (count, squares) in reach[0]:
        yield from choose(0, count, squares)


def _named(laid: Sequence[Candidate], members: Sequence[Sequence[int]]) -> tuple[Placement, ...]:
    """The placements in reading order, with patches of one shape numbered as they come."""
    unused = [iter(patches) for patches in members]
    laid = sorted(laid, key=lambda each: each.cells)
    return tuple(Placement(next(unused[each.shape]), each.cells) for each in laid)


class _Search:
    """The arrays of a search, which goes on from where it was."""

    def __init__(self, wanted: Wanted, seed: int) -> None:
        shapes = shapes_of(wanted.all_patches)
        self._members = list(shapes.values())
        self._candidates = candidates = [
            Candidate(number, cells)
            for number, shape in enumerate(shapes)
            for image in shape.orientations(mirror=True)
            for cells in image.placements(wanted.rows, wanted.cols)
        ]
        random.Random(seed).shuffle(candidates)
        board = Board(wanted.rows, wanted.cols)
        words = pack([board.mask(each.cells) for each in candidates], bits=128)
        largest = max((len(each.cells) for each in candidates), default=1)
        cells = np.zeros((len(candidates), largest), np.int16)
        for row, each in zip(cells, candidates, strict=True):
            row[: len(each.cells)] = [r * wanted.cols + c for r, c in each.cells]
        deepest = len(wanted.all_patches) + 1
        left = np.array([len(members) for members in shapes.values()])
        area = np.array([len(shape) for shape in shapes])
        count = -1 if wanted.count is None else wanted.count + wanted.ones
        must = np.array([members[0] == ONE_BY_ONE for members in shapes.values()])
        # A patch without which the squares cannot be filled is one more thing to be covered.
        for shape in range(len(shapes)):
            fewer = left.copy()
            fewer[shape] -= 1
            must[shape] |= not kernel.attainable(fewer, must & (area == 1), area, board.size, count)
        self._fixed = (
            board.size,
            np.ascontiguousarray(words[:, 0]),
            np.ascontiguousarray(words[:, 1]),
            cells,
            np.array([len(each.cells) for each in candidates], np.int16),
            np.array([each.shape for each in candidates], np.int16),
            area,
            must,
            count,
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
    def quilt(self) -> tuple[Placement, ...]:
        """The cover that was met last."""
        return _named([self._candidates[at] for at in self._chosen[: self._depth]], self._members)
