"""Count and list the towns of the jobs of the census (see `synonyms_and_counting_jobs`) with the compiled code.

`count_all` computes the whole census in memory: it finds every synonym, scores every town, and counts and sorts
the distinct score vectors. The compiled code releases the global interpreter lock, so threads run in parallel.
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

from tilewright.games.nine_tiles.census.count_towns_kernel import (
    Workspace,
    clear,
    count_job,
    list_job,
    make_workspace,
)
from tilewright.games.nine_tiles.census.face_tables import TWINS, tables
from tilewright.games.nine_tiles.census.pack_scores_and_patterns_kernel import collect
from tilewright.games.nine_tiles.census.road_values_kernel import CODES, fill_road_values
from tilewright.games.nine_tiles.census.synonyms_and_counting_jobs import Job, jobs, synonyms

__all__ = ["Vectors", "count", "count_all", "list_towns", "ranges"]

_TOWNS_PER_TASK = 2**22
_lock = threading.Lock()
_OCTAL_AS_DECIMAL = np.array([int(f"{number:o}") for number in range(8**3)], np.int32)
"""For each number n below 512, the number whose decimal digits are the octal digits of n."""


@dataclass(frozen=True, eq=False, slots=True)
class Vectors:
    """Distinct score vectors, packed, with the number of towns and the smallest town pattern of each vector."""

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
        """Merge the vectors of several parts, in ascending order; no two parts may share a vector."""
        codes = np.concatenate([part.codes for part in parts])
        order = np.argsort(codes).astype(np.int32)
        codes = codes[order]
        if (codes[1:] == codes[:-1]).any():
            raise AssertionError("two jobs share a vector")
        towns = np.concatenate([part.towns for part in parts])[order]
        return cls(codes, towns, np.concatenate([part.patterns for part in parts])[order])


def ranges(all_jobs: Sequence[Job], towns: int) -> list[tuple[int, int]]:
    """Split the jobs into ranges of about `towns` towns each.

    For each range, return the index of its first job and the number of its jobs.
    """
    first, size, split = 0, 0, []
    for index, job in enumerate(all_jobs, 1):
        size += job.towns
        if size >= towns or index == len(all_jobs):
            split.append((first, index - first))
            first, size = index, 0
    return split


def count(chosen: Sequence[Job]) -> Vectors:
    """Count the towns of the given jobs in the current thread; return the score vectors of the towns."""
    workspace, parts = _thread_workspace(), []
    for job in chosen:
        keys = count_job(*_kernel_arguments(job, workspace))
        parts.append(_collect(workspace, keys, job))
        clear(workspace, keys)
    return Vectors.merged(parts)


def count_all(threads: int = 1) -> Vectors:
    """Count all towns in memory; return the score vectors of the towns."""
    all_jobs = jobs()
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda part: count(all_jobs[part[0] : sum(part)]), ranges(all_jobs, _TOWNS_PER_TASK))
        return Vectors.merged(list(parts))


def list_towns(job: Job, codes: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]:
    """Return the towns of a job, one town in each column.

    The three rows of the result are the tiles and the directions, as nine-digit numbers, and the index of the
    town's score vector in `codes`, which contains the packed score vectors of the census in ascending order.
    """
    workspace = _thread_workspace()
    keys = count_job(*_kernel_arguments(job, workspace))
    vectors = np.zeros(len(workspace.key), np.int32)
    vectors[workspace.used[:keys]] = np.searchsorted(codes, _collect(workspace, keys, job).codes)
    rows = np.empty((3, job.towns), np.int32)
    written = list_job(*_kernel_arguments(job, workspace, vectors, _OCTAL_AS_DECIMAL, rows))
    clear(workspace, keys)
    if written != job.towns:
        raise AssertionError(f"expected {job.towns} towns in the job, not {written}")
    return rows


def _collect(workspace: Workspace, keys: int, job: Job) -> Vectors:
    """Return the score vectors of the first `keys` keys in the workspace."""
    part = Vectors.empty(keys)
    if not collect(workspace, keys, job.known, part.codes, part.towns, part.patterns):
        raise AssertionError("a score is out of its range")
    return part


def _kernel_arguments(job: Job, *others: Any) -> tuple[Any, ...]:
    all_synonyms = synonyms()
    shapes, traces = all_synonyms.shapes[job.rows], all_synonyms.traces[job.rows]
    return tables(), _road_values(), shapes, traces, np.array(job.faces), np.array(TWINS), *others


def _road_values() -> npt.NDArray[np.uint32]:
    with _lock:  # `cache` alone would let several threads compute the values at once
        return _compute_road_values()


@cache
def _compute_road_values() -> npt.NDArray[np.uint32]:
    values = np.zeros(CODES, np.uint32)
    fill_road_values(1, CODES, values)
    return values


class _ThreadLocal(threading.local):
    """A separate workspace for each thread."""

    workspace: Workspace | None = None


_thread_local = _ThreadLocal()


def _thread_workspace() -> Workspace:
    if _thread_local.workspace is None:
        _thread_local.workspace = make_workspace()
    return _thread_local.workspace
