"""Towns counted, and towns listed: what the compiled code finds, as arrays.

`count_all` is the whole census in memory: every synonym found, every town scored, every distinct vector counted
and sorted. Compiled code leaves Python's lock alone, so that threads share the work.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.census.counting_jobs import Job, jobs, synonyms
from tilewright.games.nine_tiles.census.face_tables import TWINS, tables
from tilewright.games.nine_tiles.census.packed_scores_kernel import collect
from tilewright.games.nine_tiles.census.roads_kernel import CODES, weigh_roads
from tilewright.games.nine_tiles.census.towns_kernel import Room, clear, count_job, list_job, make_room

__all__ = ["Vectors", "count", "count_all", "list_towns", "ranges"]

_SHARE = 2**22
_lock = threading.Lock()
_DECIMAL = np.array([int(f"{number:o}") for number in range(8**3)], np.int32)


@dataclass(frozen=True, eq=False, slots=True)
class Vectors:
    """Distinct vectors as packed numbers, ascending, how many towns have each, and their smallest patterns."""

    codes: npt.NDArray[np.uint64]
    towns: npt.NDArray[np.int32]
    patterns: npt.NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.codes)

    @classmethod
    def empty(cls, size: int) -> Vectors:
        return cls(np.empty(size, np.uint64), np.empty(size, np.int32), np.empty(size, np.uint64))

    @classmethod
    def merged(cls, parts: Sequence[Vectors]) -> Vectors:
        """All vectors of some parts. No two jobs share a vector, so nothing has to be added up."""
        codes = np.concatenate([part.codes for part in parts])
        order = np.argsort(codes).astype(np.int32)
        codes = codes[order]
        if (codes[1:] == codes[:-1]).any():
            raise AssertionError("two jobs share a vector")
        towns = np.concatenate([part.towns for part in parts])[order]
        return cls(codes, towns, np.concatenate([part.patterns for part in parts])[order])


def ranges(every: Sequence[Job], towns: int) -> list[tuple[int, int]]:
    """First job and number of jobs, in a row, that have about that many towns together."""
    first, held, found = 0, 0, []
    for index, job in enumerate(every, 1):
        held += job.towns
        if held >= towns or index == len(every):
            found.append((first, index - first))
            first, held = index, 0
    return found


def count(chosen: Sequence[Job]) -> Vectors:
    """Count the towns of some jobs, in this thread."""
    room, parts = _room(), []
    for job in chosen:
        found = count_job(*_question(job, room))
        parts.append(_collected(room, found, job))
        clear(room, found)
    return Vectors.merged(parts)


def count_all(threads: int = 1) -> Vectors:
    """The whole census, in memory."""
    every = jobs()
    with ThreadPoolExecutor(threads) as pool:
        shares = ranges(every, _SHARE)
        return Vectors.merged(list(pool.map(lambda share: count(every[share[0] : sum(share)]), shares)))


def list_towns(job: Job, codes: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]:
    """Every town of a job: tiles and directions as numbers of nine digits, and the vector's row in `codes`."""
    room = _room()
    found = count_job(*_question(job, room))
    vectors = np.zeros(len(room.key), np.int32)
    vectors[room.used[:found]] = np.searchsorted(codes, _collected(room, found, job).codes)
    rows = np.empty((3, job.towns), np.int32)
    written = list_job(*_question(job, room, vectors, _DECIMAL, rows))
    clear(room, found)
    if written != job.towns:
        raise AssertionError(f"a job of {job.towns} towns has {written}")
    return rows


def _collected(room: Room, found: int, job: Job) -> Vectors:
    part = Vectors.empty(found)
    if not collect(room, found, job.known, part.codes, part.towns, part.patterns):
        raise AssertionError("a score is out of its range")
    return part


def _question(job: Job, *more: Any) -> tuple[Any, ...]:
    """A job as the compiled code is asked, and what else it needs."""
    every = synonyms()
    faces, twins = np.array(job.faces), np.array(TWINS)
    return tables(), _worths(), every.shapes[job.rows], every.traces[job.rows], faces, twins, *more


def _worths() -> npt.NDArray[np.uint32]:
    with _lock:  # made once, whoever comes first
        return _made_worths()


@cache
def _made_worths() -> npt.NDArray[np.uint32]:
    worths = np.zeros(CODES, np.uint32)
    weigh_roads(1, CODES, worths)
    return worths


class _Thread(threading.local):
    """The room of each thread."""

    room: Room | None = None


_thread = _Thread()


def _room() -> Room:
    if _thread.room is None:
        _thread.room = make_room()
    return _thread.room
