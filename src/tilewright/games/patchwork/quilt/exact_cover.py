"""Find perfect quilts by exact cover: enumerate the ways to cover a board completely with patches."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.game import Run
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE, PatchSet
from tilewright.games.patchwork.quilt import exact_cover_kernel as kernel
from tilewright.games.patchwork.quilt.perfect_quilt_query_and_result import PerfectQuery, PerfectQuilts
from tilewright.games.patchwork.quilt.rules import Placement
from tilewright.geometry import Board, Cell, Polyomino
from tilewright.geometry.packed_masks import pack

__all__ = ["find_perfect_quilts", "shapes_of"]

MAX_SETS = 500
"""A query is split into one query per set of patches (see `_split`) if there are at most this many sets."""
NODES_PER_CALL = 20_000
"""The largest number of search nodes between two checks of the time limit."""


class Candidate(NamedTuple):
    """One placement of a shape."""

    shape: int
    cells: tuple[Cell, ...]


def shapes_of(patch_set: PatchSet, patches: Sequence[int]) -> dict[Polyomino, list[int]]:
    """Return the patches of each shape; patches of the same shape are interchangeable."""
    shapes: dict[Polyomino, list[int]] = {}
    for patch in sorted(patches):
        shapes.setdefault(min(patch_set[patch].orientations), []).append(patch)
    return shapes


def find_perfect_quilts(query: PerfectQuery, run: Run, limit: int, show: int) -> PerfectQuilts:
    """Return the number of perfect quilts, counted up to `limit`, and the first `show` quilts.

    The run's seed determines the order of the search. Two quilts are the same if their patches cover the same
    sets of squares. Patches of the same shape are interchangeable, so those with lower numbers are used first.
    """
    shown: list[tuple[Placement, ...]] = []
    count = 0
    for part in _split(query):
        search = _Search(part, run.limits.seed)
        outcome = kernel.BUDGET_SPENT
        while outcome != kernel.DONE:
            if run.stopped or count >= limit:
                return PerfectQuilts(query, tuple(shown), count, complete=False)
            outcome, new_covers = search.resume(1 if len(shown) < show else limit - count)
            count += new_covers
            run.report(best=count)
            if outcome == kernel.FOUND and len(shown) < show:
                shown.append(search.quilt)
    return PerfectQuilts(query, tuple(shown), count, complete=True)


def _split(query: PerfectQuery) -> list[PerfectQuery]:
    """Split a query for a fixed number of patches into one query for each possible set of patches.

    Other queries, and queries with more than `MAX_SETS` such sets, are not split. In a query for one set, every
    patch must be used, which makes the search much easier. The list is empty if all patches together are too
    small for the board, or if the number of patches is fixed and no set of that many patches has the required
    area.
    """
    squares = query.rows * query.cols
    if query.area < squares:
        return []
    if query.count is None:
        return [query]
    sets = list(islice(_sets(query, query.count, squares - query.ones), MAX_SETS + 1))
    if len(sets) > MAX_SETS:
        return [query]
    return [replace(query, patches=tuple(sorted(chosen)), count=None) for chosen in sets]


def _sets(query: PerfectQuery, count: int, squares: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of `count` of the query's patches whose total area is `squares`.

    Of the sets that differ only in which patches of a shape they contain, only the one with the lowest numbers
    is yielded.
    """
    shapes = list(shapes_of(query.patch_set, query.patches).items())
    # attainable[i] contains the (count, area) pairs that the shapes from index i on can produce. Choices that
    # lead outside these pairs are skipped, so the enumeration has no dead ends.
    attainable = [{(0, 0)}]
    for shape, members in reversed(shapes):
        uses = range(len(members) + 1)
        attainable.append({(n + used, area + used * len(shape)) for n, area in attainable[-1] for used in uses})
    attainable.reverse()

    def choose(index: int, count: int, squares: int) -> Iterator[tuple[int, ...]]:
        if index == len(shapes):
            yield ()
            return
        shape, members = shapes[index]
        for used in range(len(members) + 1):
            remaining = count - used, squares - used * len(shape)
            if remaining in attainable[index + 1]:
                for rest in choose(index + 1, *remaining):
                    yield (*members[:used], *rest)

    if (count, squares) in attainable[0]:
        yield from choose(0, count, squares)


def _with_patches(laid: Sequence[Candidate], members: Sequence[Sequence[int]]) -> tuple[Placement, ...]:
    """Return the placements in reading order; the patches of each shape are assigned in this order."""
    unused = [iter(patches) for patches in members]
    laid = sorted(laid, key=lambda candidate: candidate.cells)
    return tuple(Placement(next(unused[candidate.shape]), candidate.cells) for candidate in laid)


class _Search:
    """The state of a search that can be interrupted and continued: the arrays of the kernel."""

    def __init__(self, query: PerfectQuery, seed: int) -> None:
        shapes = shapes_of(query.patch_set, query.all_patches)
        self._members = list(shapes.values())
        self._candidates = candidates = [
            Candidate(number, cells)
            for number, shape in enumerate(shapes)
            for image in shape.orientations(mirror=True)
            for cells in image.placements(query.rows, query.cols)
        ]
        random.Random(seed).shuffle(candidates)
        board = Board(query.rows, query.cols)
        words = pack([board.mask(candidate.cells) for candidate in candidates], bits=128)
        largest = max((len(candidate.cells) for candidate in candidates), default=1)
        cells = np.zeros((len(candidates), largest), np.int16)
        for row, candidate in zip(cells, candidates, strict=True):
            row[: len(candidate.cells)] = [r * query.cols + c for r, c in candidate.cells]
        max_depth = len(query.all_patches) + 1
        remaining = np.array([len(members) for members in shapes.values()])
        area = np.array([len(shape) for shape in shapes])
        count = -1 if query.count is None else query.count + query.ones
        required = np.array([members[0] == ONE_BY_ONE for members in shapes.values()])
        # All patches of a shape must be used if the board cannot be filled when one of them is left out.
        for shape in range(len(shapes)):
            fewer = remaining.copy()
            fewer[shape] -= 1
            required[shape] |= not kernel.attainable(fewer, required & (area == 1), area, board.size, count)
        self._fixed = (
            board.size,
            np.ascontiguousarray(words[:, 0]),
            np.ascontiguousarray(words[:, 1]),
            cells,
            np.array([len(candidate.cells) for candidate in candidates], np.int16),
            np.array([candidate.shape for candidate in candidates], np.int16),
            area,
            required,
            count,
        )
        live = np.zeros((max_depth + 1, len(candidates)), np.int16)
        live[0] = np.arange(len(candidates))
        counts = np.zeros(max_depth + 1, np.int64)
        counts[0] = len(candidates)
        self._next_index = np.full(max_depth + 1, -1, np.int64)
        self._chosen: npt.NDArray[np.int64] = np.zeros(max_depth + 1, np.int64)
        self._mutable = (
            live,
            counts,
            np.zeros(max_depth + 1, np.int64),
            self._next_index,
            self._chosen,
            remaining,
        )
        self._depth = 0

    def resume(self, most: int) -> tuple[int, int]:
        """Search until `most` covers are found, `NODES_PER_CALL` nodes are visited, or the search is finished.

        Returns the outcome and the number of covers found in this call.
        """
        outcome, self._depth, covers = kernel.search(
            *self._fixed, *self._mutable, self._depth, NODES_PER_CALL, most
        )
        return int(outcome), int(covers)

    @property
    def quilt(self) -> tuple[Placement, ...]:
        """The cover that was found last; valid only if `resume` has just returned `kernel.FOUND`."""
        chosen = [self._candidates[index] for index in self._chosen[: self._depth]]
        return _with_patches(chosen, self._members)
