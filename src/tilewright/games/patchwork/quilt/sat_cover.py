"""Find perfect quilts with a SAT solver: a second method, which verifies the search in `exact_cover`.

The two methods share the patches and the types of query and result, but no other code. In particular, this
module computes the orientations and placements of the patches itself, and does not enumerate sets of patches.

A *division* states how many patches of each area a quilt has; the areas add up to the area of the board. There
is one formula for each division. It has a variable for each placement of a shape, and one for each patch, which
is true if the patch is used. It states that exactly one placement covers each square, that each shape has as
many placements as used patches, and that the number of used patches of each area matches the division.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from math import comb, prod

from tilewright.engines.sat import Sat
from tilewright.game import Cell, Run
from tilewright.games.patchwork.quilt.perfect_quilt_query_and_result import PerfectQuery, PerfectQuilts
from tilewright.games.patchwork.quilt.rules import Placement

__all__ = ["find_perfect_quilts_by_sat"]

SOLVER = "gluecard4"

Cells = tuple[Cell, ...]
"""Cells in reading order: a shape, moved to the top left corner, or the squares that a patch covers."""
Quilt = frozenset[Cells]
"""The squares of each patch."""
Division = Mapping[int, int]
"""The number of patches of each area, including the 1x1 patches."""


def find_perfect_quilts_by_sat(query: PerfectQuery, run: Run, limit: int, show: int) -> PerfectQuilts:
    """Return the number of perfect quilts, counted up to `limit`, and the first `show` quilts.

    Quilts are counted as in `exact_cover.find_perfect_quilts`, but are found in a different order.
    """
    patches = _patches_by_shape(query)
    shown: list[tuple[Placement, ...]] = []
    count = 0
    for division in _divisions(query):
        with _Formula(query, patches, division, run.limits.seed) as formula:
            while images := formula.next_quilts(run):
                images = images[: limit - count]
                count += len(images)
                shown += [_with_patch_numbers(quilt, patches) for quilt in images[: show - len(shown)]]
                run.report(best=count)
                if count == limit:
                    return PerfectQuilts(query, tuple(shown), count, complete=False)
            if not formula.exhausted:
                return PerfectQuilts(query, tuple(shown), count, complete=False)
    return PerfectQuilts(query, tuple(shown), count, complete=True)


def _divisions(query: PerfectQuery) -> list[Division]:
    """Return all divisions that fill the board, in descending order of the number of sets that fit them.

    A division states how many patches of each area are used; a set of patches fits it if it has these numbers.
    If many sets fit a division, a quilt is likely to exist and to be found soon.
    """
    available: dict[int, int] = defaultdict(int)
    for patch in query.patches:
        available[query.patch_set[patch].area] += 1
    areas = sorted(available)

    def choose(index: int, squares: int) -> Iterator[tuple[int, ...]]:
        if index == len(areas):
            if squares == 0:
                yield ()
            return
        for number in range(min(available[areas[index]], squares // areas[index]) + 1):
            for rest in choose(index + 1, squares - number * areas[index]):
                yield (number, *rest)

    squares = query.rows * query.cols - query.ones
    divisions = [
        dict(zip(areas, numbers, strict=True))
        for numbers in choose(0, squares)
        if query.count in (None, sum(numbers))
    ]
    divisions.sort(key=lambda each: -prod(comb(available[area], number) for area, number in each.items()))
    return [{1: query.ones, **division} for division in divisions]


class _Formula:
    """The formula for one division; it also excludes the quilts that were already found."""

    def __init__(
        self, query: PerfectQuery, patches: Mapping[Cells, list[int]], division: Division, seed: int
    ) -> None:
        self._query = query
        self._sat = Sat(SOLVER)
        self.exhausted = False
        """Whether the SAT solver has proved that the formula has no further solutions."""
        placements = [
            (cells, shape)
            for shape in patches
            if division[len(shape)]
            for cells in _placements(shape, query.rows, query.cols)
        ]
        random.Random(seed).shuffle(placements)
        self._variables = {cells: self._sat.new() for cells, _ in placements}
        self._cells = {variable: cells for cells, variable in self._variables.items()}
        covering: dict[Cell, list[int]] = defaultdict(list)
        of_shape: dict[Cells, list[int]] = defaultdict(list)
        used: dict[int, list[int]] = defaultdict(list)
        for cells, shape in placements:
            of_shape[shape].append(self._variables[cells])
            for cell in cells:
                covering[cell].append(self._variables[cells])
        for cell in product(range(query.rows), range(query.cols)):
            self._sat.exactly(covering[cell], 1)
        for shape, variables in of_shape.items():
            own = [self._sat.new() for _ in patches[shape]]
            used[len(shape)] += own
            # The number of placements equals the number of used patches. So the number of placements plus the
            # number of unused patches equals the number of patches of the shape.
            self._sat.exactly([*variables, *(-patch for patch in own)], len(own))
            # Patches of the same shape are interchangeable: those with lower numbers are used first.
            for lower, higher in pairwise(own):
                self._sat.add(lower, -higher)
        for area, number in division.items():
            self._sat.exactly(used[area], number)
        single = [shape for shape in of_shape if len(patches[shape]) == 1]
        if single:
            self._break_symmetry(of_shape[max(single, key=lambda shape: (len(shape), shape))])

    def _break_symmetry(self, placements: list[int]) -> None:
        """Allow only one of each set of placements that the symmetries of the board map to each other.

        `placements` contains the variables of all placements of one patch. At least one image of each quilt is
        still allowed.
        """
        for variable in placements:
            cells = self._cells[variable]
            if any(min(image) < cells for image in _images(frozenset([cells]), self._query)):
                self._sat.add(-variable)

    def __enter__(self) -> _Formula:
        return self

    def __exit__(self, *_: object) -> None:
        self._sat.close()

    def next_quilts(self, run: Run) -> list[Quilt]:
        """Return a new quilt and its images under the symmetries of the board, or [] if no quilt was found."""
        answer = self._sat.solve(run)
        if not answer:
            self.exhausted = answer is False
            return []
        quilt = frozenset(self._cells[variable] for variable in self._sat.model() if variable in self._cells)
        images = _images(quilt, self._query)
        for image in images:
            self._sat.add(*(-self._variables[cells] for cells in image))
        return images


def _images(quilt: Quilt, query: PerfectQuery) -> list[Quilt]:
    """Return the distinct images of a quilt under the symmetries of the board, beginning with the quilt."""
    rows, cols = query.rows, query.cols
    images = []
    for upside_down, mirrored, transposed in product((False, True), (False, True), (False, rows == cols)):
        image = []
        for cells in quilt:
            moved = [(rows - 1 - r if upside_down else r, cols - 1 - c if mirrored else c) for r, c in cells]
            image.append(tuple(sorted((c, r) if transposed else (r, c) for r, c in moved)))
        images.append(frozenset(image))
    return list(dict.fromkeys(images))


def _orientations(cells: Cells) -> set[Cells]:
    """Return the distinct rotations and reflections of a shape, each moved to the top left corner."""
    images = set()
    for _ in range(4):
        cells = tuple((column, -row) for row, column in cells)
        for image in (cells, tuple((row, -column) for row, column in cells)):
            top, left = min(row for row, _ in image), min(column for _, column in image)
            images.add(tuple(sorted((row - top, column - left) for row, column in image)))
    return images


def _placements(shape: Cells, rows: int, cols: int) -> list[Cells]:
    """Return every placement of a shape on the board."""
    return [
        tuple((row + down, column + right) for row, column in image)
        for image in sorted(_orientations(shape))
        for down in range(rows - max(row for row, _ in image))
        for right in range(cols - max(column for _, column in image))
    ]


def _patches_by_shape(query: PerfectQuery) -> dict[Cells, list[int]]:
    """Return the numbers of the patches of each shape, in ascending order."""
    patches: dict[Cells, list[int]] = defaultdict(list)
    for patch in sorted(query.all_patches):
        patches[min(_orientations(query.patch_set[patch].shape.cells))].append(patch)
    return dict(patches)


def _with_patch_numbers(quilt: Quilt, patches: Mapping[Cells, list[int]]) -> tuple[Placement, ...]:
    """Return the placements in reading order; the patches of a shape are used in ascending order."""
    unused = {shape: iter(numbers) for shape, numbers in patches.items()}
    return tuple(Placement(next(unused[min(_orientations(cells))]), cells) for cells in sorted(quilt))
