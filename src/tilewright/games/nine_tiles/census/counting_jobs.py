"""What there is to count: the synonyms, and the jobs into which their towns are divided.

A job is a class of synonyms with the same number of faces of each kind, the same number of roads, longest
road and roads of one length, together with the sides of the tiles that are shown. All its towns share half of
the scores.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.census.face_tables import KIND_LIMITS, SHAPES, tables
from tilewright.games.nine_tiles.census.score_ranges import known_scores
from tilewright.games.nine_tiles.census.synonyms_kernel import TRACE, find_synonyms

__all__ = ["Job", "Synonyms", "jobs", "jobs_of_synonym", "synonyms"]


@dataclass(frozen=True, eq=False, slots=True)
class Synonyms:
    """All town synonyms in the order of their patterns."""

    shapes: npt.NDArray[np.int8]
    traces: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.int8]
    """(n, 13): the number of roads, then the length of each."""

    def __len__(self) -> int:
        return len(self.shapes)

    @property
    def digits(self) -> npt.NDArray[np.uint8]:
        """(n, 18): the pattern of each, kinds and then turns, one digit a column."""
        kind, turn = np.array(SHAPES, np.uint8).T
        return np.concatenate([kind[self.shapes], turn[self.shapes]], axis=1)

    @property
    def kinds(self) -> npt.NDArray[np.uint8]:
        """(n, 5): how many faces of each kind."""
        found = self.digits[:, :9]
        return np.stack([(found == kind).sum(axis=1) for kind in range(5)], axis=1).astype(np.uint8)

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
        """How many roads have the most frequent length."""
        counts = [(self.lengths[:, 1:] == length).sum(axis=1) for length in range(1, TRACE + 1)]
        most: npt.NDArray[np.int8] = np.max(counts, axis=0).astype(np.int8)
        return most

    @property
    def towns(self) -> npt.NDArray[np.int64]:
        """How many towns each has."""
        by_kinds = {kinds: sum(map(_towns, masks)) for kinds, masks in _sides().items()}
        return np.array([by_kinds.get(tuple(row), 0) for row in self.kinds.tolist()], np.int64)


@dataclass(frozen=True, eq=False, slots=True)
class Job:
    """Some synonyms, nine faces to lay on them, and what all these towns share."""

    rows: npt.NDArray[np.int64]
    faces: tuple[int, ...]
    known: npt.NDArray[np.int64]
    towns: int


@cache
def synonyms() -> Synonyms:
    size = 2**16
    while True:
        shapes = np.zeros((size, 9), np.int8)
        traces = np.zeros((size, TRACE), np.uint8)
        lengths = np.zeros((size, 13), np.int8)
        found = find_synonyms(tables(), np.array(KIND_LIMITS), shapes, traces, lengths)
        if found <= size:
            break
        size = found
    unsorted = Synonyms(shapes[:found], traces[:found], lengths[:found])
    order = np.lexsort(unsorted.digits.T[::-1])
    return Synonyms(unsorted.shapes[order], unsorted.traces[order], unsorted.lengths[order])


@cache
def jobs() -> tuple[Job, ...]:
    """All jobs of the census, in a fixed order."""
    found = synonyms()
    members: dict[tuple[int, ...], list[int]] = defaultdict(list)
    shared = np.column_stack([found.kinds, found.roads, found.longest, found.same_length])
    for row, group in enumerate(shared.tolist()):
        members[tuple(group)].append(row)
    return tuple(job for group, rows in sorted(members.items()) for job in _jobs_of(group, rows))


def jobs_of_synonym(row: int) -> tuple[Job, ...]:
    """The jobs that one synonym alone would have."""
    found = synonyms()
    shared = (found.kinds[row], found.roads[row], found.longest[row], found.same_length[row])
    return tuple(_jobs_of(tuple(np.hstack(shared).tolist()), [row]))


def _jobs_of(group: tuple[int, ...], rows: list[int]) -> Iterator[Job]:
    kinds, (roads, longest, same_length) = group[:5], group[5:]
    for faces in _sides().get(kinds, ()):
        yield Job(
            np.array(rows), faces, known_scores(faces, roads, longest, same_length), len(rows) * _towns(faces)
        )


@cache
def _sides() -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """The 512 ways to choose a side of every tile, by the number of faces of each kind."""
    by_kinds: dict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
    for mask in range(2**9):
        faces = tuple(2 * tile + (mask >> tile & 1) for tile in range(9))
        counts = Counter(tables().face_kind[list(faces)].tolist())
        by_kinds[tuple(counts[kind] for kind in range(5))].append(faces)
    return by_kinds


def _towns(faces: Sequence[int]) -> int:
    """How many towns nine faces make on one synonym."""
    counts = Counter(tables().face_kind[list(faces)].tolist())
    ways = tables().ways.max(axis=1)[list(faces)]
    return prod(map(factorial, counts.values())) * int(ways.prod(dtype=np.int64))
