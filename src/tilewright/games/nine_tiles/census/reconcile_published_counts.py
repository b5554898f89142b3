"""The two published numbers of towns, and the calculation that leads from the first to the second.

The first number, in the article and in the census, is the number of *canonical forms*. Of several directions in
which a tile looks the same, only one is counted; of the four rotations of a town, only those with the smallest
road synonym are counted. A town whose roads look the same after a half turn therefore has two canonical forms.
No town has roads that look the same after a quarter turn: eight road synonyms do, but they have no town. The
second number comes from a public solver by rolim520, which distinguishes every tile, side and direction, and
divides the total by four.

So the second number is a sum over all canonical forms. Each form contributes the number of combinations of
directions in which its nine faces look the same as in this form, divided by the number of canonical forms of
its town.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.census.face_tables import tables
from tilewright.games.nine_tiles.census.synonyms_and_counting_jobs import jobs, synonyms
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION, TILES

__all__ = ["PublishedCounts", "published_counts"]


@dataclass(frozen=True, slots=True)
class PublishedCounts:
    """The numbers of towns under the two ways of counting, and the intermediate results."""

    canonical_forms: int
    """The number of canonical forms, which the article and the census count."""
    synonyms_by_symmetry: dict[int, int]
    """For each of the numbers 1, 2 and 4: the number of road synonyms that look the same in that many of their
    four rotations."""
    repeated_forms: int
    """The number of canonical forms that remain if one form of each town is left out."""
    towns_up_to_rotation: int
    """The number of towns if all rotations of a town count as one town."""
    alike_directions: tuple[int, ...]
    """For each face, in the order front of tile 0, back of tile 0, front of tile 1, ...: in how many of
    its four directions the face looks the same as in the first of them (at least 1)."""
    told_apart_quarter: int
    """The number of towns if every tile, side and direction is distinguished, divided by four."""

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as a dictionary with the field names as keys."""
        return {name: getattr(self, name) for name in self.__slots__}

    def lines(self) -> list[str]:
        """Return the steps of the calculation as lines of text."""
        symmetric = ", ".join(
            f"{count:,} with {number}" for number, count in sorted(self.synonyms_by_symmetry.items())
        )
        alike = sum(number > 1 for number in self.alike_directions)
        return [
            f"{self.canonical_forms:>15,}  canonical forms, as counted by the article and the census",
            f"{-self.repeated_forms:>15,}  rotations of towns already counted (synonyms with 1, 2 or 4 equal"
            f" rotations: {symmetric})",
            f"{self.towns_up_to_rotation:>15,}  towns up to rotation",
            f"{self.told_apart_quarter:>15,}  the count with all directions distinguished, divided by four"
            f" ({alike} of 18 faces look the same in 2 or 4 directions)",
        ]


def published_counts() -> PublishedCounts:
    """Compute all numbers from the road synonyms and the faces of the tiles."""
    alike = tuple(_alike_directions(tile, side) for tile in range(TILES) for side in range(2))
    symmetry = _equal_rotations(synonyms().shapes)
    forms = rotations = told_apart = 0
    for job in jobs():
        for_each_synonym = job.towns // len(job.rows)
        numbers = symmetry[job.rows]
        # If the synonym of a town has k equal rotations, the town has k canonical forms, and each of them adds
        # 4 / k to `rotations`. So each town, up to rotation, adds four, and the sums are multiples of four.
        quarters = int((4 // numbers).sum()) * for_each_synonym
        forms += job.towns
        rotations += quarters
        told_apart += quarters * prod(alike[face] for face in job.faces)
    counted = {int(number): int((symmetry == number).sum()) for number in np.unique(symmetry)}
    return PublishedCounts(forms, counted, forms - rotations // 4, rotations // 4, alike, told_apart // 4)


def _alike_directions(tile: int, side: int) -> int:
    """Return in how many of its four directions a face looks the same as in the first of them (at least 1)."""
    looks = {CANONICAL_DIRECTION[tile][4 * side + turn] for turn in range(4)}
    return 4 // len(looks)


def _equal_rotations(shapes: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Return, for each synonym, how many of its four rotations are equal to it."""
    turned_shape = tables().shape_turned
    equal = np.ones(len(shapes), np.int64)
    turned = shapes
    for _ in range(3):
        # A quarter turn to the left moves the tile in row r and column c to row 2 - c and column r.
        turned = turned_shape[turned].reshape(-1, 3, 3).transpose(0, 2, 1)[:, ::-1, :].reshape(-1, 9)
        equal += (turned == shapes).all(axis=1)
    return equal
