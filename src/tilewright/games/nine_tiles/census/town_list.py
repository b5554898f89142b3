"""Every town with the number of its vector, below ``towns/``: half a milliard rows in shards.

A row has `tiles` and `directions`, the two halves of the pattern as numbers (without leading zeros), and
`vector`, the row of the census.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tilewright.console import say
from tilewright.errors import OutOfResources
from tilewright.games.nine_tiles.census.census_files import TOWNS, open_census
from tilewright.games.nine_tiles.census.census_shards import jobs_of, named_ranges, to_parquet
from tilewright.games.nine_tiles.census.count_towns import list_towns
from tilewright.games.nine_tiles.census.packed_scores_kernel import pack_vectors
from tilewright.run import Progress
from tilewright.running import Executor, map_shards

__all__ = ["list_shard", "write_towns"]

_VERSION = "nine-tiles towns 1"
_SHARD_TOWNS = 2**21
_BYTES = 0.8
"""What a town takes on disk, measured."""


def write_towns(
    folder: Path,
    executor: Executor,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    shards: Mapping[str, dict[str, int]] | None = None,
) -> bool:
    """List all towns, or those of some shards; False when cancelled before the end."""
    chosen = named_ranges("towns", _SHARD_TOWNS) if shards is None else shards
    towns = sum(job.towns for payload in chosen.values() for job in jobs_of(payload))
    _announce(folder, towns)
    points = open_census(folder).points
    codes = np.empty(len(points), np.uint64)
    pack_vectors(points, codes)
    done = map_shards(
        partial(list_shard, codes),
        chosen,
        folder / TOWNS,
        version=_VERSION,
        suffix=".parquet",
        executor=executor,
        progress=progress,
        cancel=cancel,
    )
    return done is not None


def list_shard(codes: npt.NDArray[np.uint64], payload: Mapping[str, int]) -> bytes:
    """The bytes of a shard of towns."""
    tiles, directions, vectors = np.concatenate([list_towns(job, codes) for job in jobs_of(payload)], axis=1)
    table = pa.table({"tiles": tiles, "directions": directions, "vector": vectors})
    return to_parquet(table, use_dictionary=False, column_encoding={"directions": "DELTA_BINARY_PACKED"})


def _announce(folder: Path, towns: int) -> None:
    """Say how much disk the towns need, and refuse to begin what cannot end."""
    there = sum(path.stat().st_size for path in (folder / TOWNS).glob("*.parquet"))
    needed = max(0, int(towns * _BYTES) - there)
    free = shutil.disk_usage(folder).free
    line = f"{towns:,} towns need {needed / 1e9:.1f} GB more in {folder / TOWNS}, {free / 1e9:.1f} GB are free"
    if needed > free:
        raise OutOfResources(line)
    say(line)
