"""All road synonyms, and the jobs into which the census divides the towns of these synonyms.

A job combines one choice of a side for every tile with a group of synonyms that need exactly the chosen kinds
of faces. A group consists of all such synonyms with the same number of roads, the same length of the longest
road, and the same largest number of roads of one length. At least half of the 26 scores are the same in all
towns of a job.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.census.face_tables import SHAPES, tables
from tilewright.games.nine_tiles.census.road_synonyms_kernel import TRACE, find_synonyms
from tilewright.games.nine_tiles.census.theme_score_ranges import THEMES
from tilewright.games.nine_tiles.town.road_synonyms import KIND_LIMITS
from tilewright.games.nine_tiles.town.tiles import FACES, Thing

__all__ = ["Job", "Synonyms", "jobs", "jobs_of_synonym", "synonyms"]


@dataclass(frozen=True, eq=False, slots=True)
class Synonyms:
    """All road synonyms, in the order of their patterns."""

    shapes: npt.NDArray[np.int8]
    traces: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.int8]
    """(n, 13): the number of roads of each synonym, then the length of each road."""

    def __len__(self) -> int:
        return len(self.shapes)

    @property
    def digits(self) -> npt.NDArray[np.uint8]:
        """(n, 18): the pattern of each synonym, nine kinds and nine turns, with one digit in each column."""
        kind, turn = np.array(SHAPES, np.uint8).T
        return np.concatenate([kind[self.shapes], turn[self.shapes]], axis=1)

    @property
    def kinds(self) -> npt.NDArray[np.uint8]:
        """(n, 5): the number of faces of each kind in each synonym."""
        digits = self.digits[:, :9]
        return np.stack([(digits == kind).sum(axis=1) for kind in range(5)], axis=1).astype(np.uint8)

    @property
    def roads(self) -> npt.NDArray[np.int8]:
        roads: npt.NDArray[np.int8] = self.lengths[:, 0]
        return roads

    @property
    def longest(self) -> npt.NDArray[np.int8]:
        longest: npt.NDArray[np.int8] = self.lengths[:, 1:].max(axis=1)
        return longest

    @property
    def same_length(self) -> npt.NDArray[np.int8]:
        """(n,): for each synonym, the number of roads that have its most frequent road length."""
        counts = [(self.lengths[:, 1:] == length).sum(axis=1) for length in range(1, TRACE + 1)]
        most: npt.NDArray[np.int8] = np.max(counts, axis=0).astype(np.int8)
        return most

    @property
    def towns(self) -> npt.NDArray[np.int64]:
        """(n,): the number of towns of each synonym."""
        by_kinds = {kinds: sum(map(_towns, masks)) for kinds, masks in _sides().items()}
        return np.array([by_kinds.get(tuple(row), 0) for row in self.kinds.tolist()], np.int64)


@dataclass(frozen=True, eq=False, slots=True)
class Job:
    """All towns that have one of the synonyms in `rows` (indices into `Synonyms`) and show the nine `faces`."""

    rows: npt.NDArray[np.int64]
    faces: tuple[int, ...]
    known: npt.NDArray[np.int64]
    """The numbers that all towns of the job share, as `_known_scores` returns them."""
    towns: int


@cache
def synonyms() -> Synonyms:
    """Return all road synonyms."""
    size = 2**16
    while True:
        shapes = np.zeros((size, 9), np.int8)
        traces = np.zeros((size, TRACE), np.uint8)
        lengths = np.zeros((size, 13), np.int8)
        count = find_synonyms(tables(), np.array(KIND_LIMITS), shapes, traces, lengths)
        if count <= size:
            break
        size = count
    unsorted = Synonyms(shapes[:count], traces[:count], lengths[:count])
    order = np.lexsort(unsorted.digits.T[::-1])
    return Synonyms(unsorted.shapes[order], unsorted.traces[order], unsorted.lengths[order])


@cache
def jobs() -> tuple[Job, ...]:
    """Return all jobs of the census, in a fixed order."""
    rows_by_group: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for row, group in enumerate(_groups(synonyms()).tolist()):
        rows_by_group[tuple(group)].append(row)
    return tuple(job for group, rows in sorted(rows_by_group.items()) for job in _jobs_of(group, rows))


def jobs_of_synonym(row: int) -> tuple[Job, ...]:
    """Return jobs that together contain exactly the towns of one synonym, given by its row in `Synonyms`."""
    return tuple(_jobs_of(tuple(_groups(synonyms())[row].tolist()), [row]))


def _groups(synonyms: Synonyms) -> npt.NDArray[Any]:
    """Return an array (n, 8): for each of the n synonyms, the values by which synonyms are grouped into jobs.

    The values are the number of faces of each kind, the number of roads, the length of the longest road, and
    the largest number of roads of one length.
    """
    return np.column_stack([synonyms.kinds, synonyms.roads, synonyms.longest, synonyms.same_length])


def _jobs_of(group: tuple[int, ...], rows: list[int]) -> Iterator[Job]:
    kinds, (roads, longest, same_length) = group[:5], group[5:]
    for faces in _sides().get(kinds, ()):
        yield Job(
            np.array(rows), faces, _known_scores(faces, roads, longest, same_length), len(rows) * _towns(faces)
        )


@cache
def _sides() -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """Return the 512 ways to choose a side of every tile, grouped by the number of faces of each kind."""
    by_kinds: dict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
    for mask in range(2**9):
        faces = tuple(2 * tile + (mask >> tile & 1) for tile in range(9))
        counts = Counter(tables().face_kind[list(faces)].tolist())
        by_kinds[tuple(counts[kind] for kind in range(5))].append(faces)
    return by_kinds


def _towns(faces: Sequence[int]) -> int:
    """Return the number of towns of one synonym that show these nine faces."""
    counts = Counter(tables().face_kind[list(faces)].tolist())
    ways = tables().ways.max(axis=1)[list(faces)]
    return prod(map(factorial, counts.values())) * int(ways.prod(dtype=np.int64))


def _known_scores(faces: Sequence[int], roads: int, longest: int, same_length: int) -> npt.NDArray[np.int64]:
    """Return 29 numbers that all towns of a job share.

    The first 26 are the scores in the themes in which all towns of the job score the same, with 0 for all other
    themes. The last three are the numbers of aliens (on and off the road), of hamburgers, and of UFOs.
    """
    shown = [FACES[face // 2][face % 2] for face in faces]
    things = [road.thing for face in shown for road in face.roads]
    dogs = sum(face.dogs for face in shown)
    girls = sum(face.girls for face in shown)
    boys = sum(face.boys for face in shown)
    known = {
        5: longest,
        6: sum(road.is_curve for face in shown for road in face.roads),
        7: sum(face.houses for face in shown),
        9: sum(face.agents for face in shown),
        10: roads,
        11: sum(not face.roads for face in shown),
        12: dogs,
        13: same_length,
        15: -roads,
        24: min(dogs, girls + boys),
        25: girls,
        26: boys,
        27: things.count(Thing.ALIEN) + sum(face.captives_offroad for face in shown),
        28: things.count(Thing.HAMBURGER),
        29: sum(face.ufos for face in shown),
    }
    return np.array([known.get(number, 0) for number in range(1, THEMES + 4)], np.int64)
