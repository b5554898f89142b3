"""The list of all 526,070,976 towns, in the shards of ``towns/``.

The list has three columns: `tiles` and `directions` are the first nine and the last nine digits of the town
pattern, as numbers (without leading zeros), and `vector` is the row of the town's score vector in the census.
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
from tilewright.games.nine_tiles.census.census_shards import jobs_of, named_ranges, to_parquet
from tilewright.games.nine_tiles.census.count_towns import list_towns
from tilewright.games.nine_tiles.census.pack_scores_and_patterns_kernel import pack_vectors
from tilewright.games.nine_tiles.census.read_census import TOWNS, read_census
from tilewright.run import Progress
from tilewright.running import Executor, map_shards

__all__ = ["list_shard", "write_towns"]

_VERSION = "nine-tiles towns 1"
_SHARD_TOWNS = 2**21
_BYTES_PER_TOWN = 0.8
"""The measured size of the town list, in bytes per town."""


def write_towns(
    folder: Path,
    executor: Executor,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    shards: Mapping[str, dict[str, int]] | None = None,
) -> bool:
    """Write all shards of the list, or only the given shards; return False if cancelled before the end."""
    chosen = named_ranges("towns", _SHARD_TOWNS) if shards is None else shards
    towns = sum(job.towns for payload in chosen.values() for job in jobs_of(payload))
    _check_disk_space(folder, towns)
    points = read_census(folder).points
    codes = np.empty(len(points), np.uint64)
    pack_vectors(points, codes)
    manifest = map_shards(
        partial(list_shard, codes),
        chosen,
        folder / TOWNS,
        version=_VERSION,
        suffix=".parquet",
        executor=executor,
        progress=progress,
        cancel=cancel,
    )
    return manifest is not None


def list_shard(codes: npt.NDArray[np.uint64], payload: Mapping[str, int]) -> bytes:
    """Return the bytes of a shard of the town list; `codes` holds the packed score vectors of the census."""
    tiles, directions, vectors = np.concatenate([list_towns(job, codes) for job in jobs_of(payload)], axis=1)
    table = pa.table({"tiles": tiles, "directions": directions, "vector": vectors})
    return to_parquet(table, use_dictionary=False, column_encoding={"directions": "DELTA_BINARY_PACKED"})


def _check_disk_space(folder: Path, towns: int) -> None:
    """Print how much more disk space the list needs; raise `OutOfResources` instead if there is not enough."""
    written = sum(path.stat().st_size for path in (folder / TOWNS).glob("*.parquet"))
    needed = max(0, int(towns * _BYTES_PER_TOWN) - written)
    free = shutil.disk_usage(folder).free
    line = (
        f"the list of {towns:,} towns needs another {needed / 1e9:.1f} GB in {folder / TOWNS};"
        f" {free / 1e9:.1f} GB are free"
    )
    if needed > free:
        raise OutOfResources(line)
    say(line)
