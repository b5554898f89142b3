"""The shards of the census: a Parquet file of all road synonyms, and Parquet files of score vectors."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from tilewright.errors import BadInput, error_line
from tilewright.games.nine_tiles.census.count_towns import Vectors, count, ranges
from tilewright.games.nine_tiles.census.pack_scores_and_patterns_kernel import unpack_vectors, write_patterns
from tilewright.games.nine_tiles.census.synonyms_and_counting_jobs import Job, Synonyms, jobs, synonyms
from tilewright.games.nine_tiles.census.theme_score_ranges import THEMES
from tilewright.running import TaskDone, TaskFailed
from tilewright.running.executors import Outcomes

__all__ = [
    "SYNONYMS",
    "Threads",
    "census_shards",
    "jobs_of",
    "make_shard",
    "named_ranges",
    "pattern_digits",
    "to_parquet",
    "vector_columns",
]

SYNONYMS = "synonyms"
_SHARD_TOWNS = 2**23
"""The approximate number of towns in a shard of vectors."""

P = TypeVar("P")
R = TypeVar("R")


def census_shards() -> dict[str, dict[str, int]]:
    """Return the payload of every shard by name: empty for the synonyms, a range of jobs for all others."""
    return {SYNONYMS: {}, **named_ranges("vectors", _SHARD_TOWNS)}


def named_ranges(prefix: str, towns: int) -> dict[str, dict[str, int]]:
    """Return the names and payloads of shards with about `towns` towns each."""
    numbered = enumerate(ranges(jobs(), towns))
    return {f"{prefix}-{number:03}": {"first": first, "count": count} for number, (first, count) in numbered}


def jobs_of(payload: Mapping[str, int]) -> tuple[Job, ...]:
    return jobs()[payload["first"] : payload["first"] + payload["count"]]


def make_shard(payload: Mapping[str, int]) -> bytes:
    """Return the bytes of a census shard: score vectors, or the synonyms if the payload is empty."""
    if not payload:
        return to_parquet(_synonyms_table(synonyms()))
    return to_parquet(pa.table(vector_columns(count(jobs_of(payload)))))


def vector_columns(vectors: Vectors) -> dict[str, Any]:
    """Return the columns of a table of score vectors: t1 to t26, towns, town."""
    points = np.empty((THEMES, len(vectors)), np.int8)
    unpack_vectors(vectors.codes, points)
    columns: dict[str, Any] = {f"t{theme}": column for theme, column in enumerate(points, 1)}
    return {**columns, "towns": vectors.towns, "town": text_column(pattern_digits(vectors.patterns))}


def pattern_digits(patterns: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Convert packed town patterns to rows of 18 characters."""
    digits = np.empty((len(patterns), 18), np.uint8)
    write_patterns(patterns, digits)
    return digits


def _synonyms_table(synonyms: Synonyms) -> pa.Table:
    return pa.table(
        {
            "synonym": text_column(synonyms.digits + np.uint8(48)),
            "roads": synonyms.roads,
            "longest": synonyms.longest,
            "same_length": synonyms.same_length,
            "towns": synonyms.towns,
        }
    )


def text_column(digits: npt.NDArray[np.uint8]) -> pa.Array:
    """Convert rows of characters to an Arrow column of strings, without creating Python strings."""
    rows, width = digits.shape
    ends = np.arange(0, (rows + 1) * width, width, dtype=np.int32)
    return pa.StringArray.from_buffers(rows, pa.py_buffer(ends), pa.py_buffer(np.ascontiguousarray(digits)))


def to_parquet(table: pa.Table, **options: Any) -> bytes:
    """Return a table as the bytes of a Parquet file; they do not depend on the time or the machine."""
    stream = BytesIO()
    pq.write_table(table, stream, compression="zstd", compression_level=1, store_schema=False, **options)
    return stream.getvalue()


@dataclass(frozen=True, slots=True)
class Threads:
    """An executor that runs tasks in threads of this process; the tasks release the global interpreter lock."""

    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= 1024:
            raise BadInput(f"the number of threads must be between 1 and 1024, not {self.count}")

    def run(self, function: Callable[[P], R], tasks: Mapping[str, P], cancel: threading.Event) -> Outcomes[R]:
        waiting: Iterator[str] = iter(tasks)
        running: dict[Future[R], str] = {}
        pool = ThreadPoolExecutor(self.count)
        try:
            while True:
                free = 0 if cancel.is_set() else self.count - len(running)
                running.update((pool.submit(function, tasks[name]), name) for name in islice(waiting, free))
                if not running:
                    return
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    name, error = running.pop(done), done.exception()
                    if error is None:
                        yield TaskDone(name, done.result())
                    else:
                        yield TaskFailed(name, error_line(error))
        finally:
            pool.shutdown(cancel_futures=True)
