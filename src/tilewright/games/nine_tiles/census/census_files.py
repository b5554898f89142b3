"""A finished census: its arrays, its files, and how it is opened.

In its folder lie the shards (Parquet, with their manifest) and what is made from them: three arrays that are
mapped into memory, a DuckDB file, and ``census.json``, which is written last and tells what every file must
be like.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.console import data_folder, say
from tilewright.errors import BadInput
from tilewright.run import Progress
from tilewright.running import Executor
from tilewright.running.shards import MANIFEST, Manifest

__all__ = ["Census", "build", "open_census"]

VERSION = "nine-tiles census 1"
SHARDS = "shards"
TOWNS = "towns"
SUMMARY = "census.json"
DATABASE = "census.duckdb"
ARRAYS = ("points.npy", "towns.npy", "patterns.npy")

_REMEDY = "run `tilewright towns build` to make it anew"
_CHUNK = 2**20


@dataclass(frozen=True, eq=False)
class Census:
    """All distinct vectors of scores, in ascending order; a vector's number is its row.

    The arrays are mapped from disk: what is not looked at is not read. A column of `points` lies in one
    piece, so that a question about three themes reads three columns.
    """

    folder: Path
    points: npt.NDArray[np.int8]
    """(n, 26): the scores in themes 1..26."""
    towns: npt.NDArray[np.int64]
    """(n,): how many towns have the vector."""
    patterns: npt.NDArray[np.bytes_]
    """(n,): of each vector's towns the one with the smallest pattern, 18 bytes."""
    themes: Mapping[int, Mapping[int, int]]
    """theme -> score -> number of towns, both ascending."""
    synonyms: int
    """How many town synonyms there are."""

    def __repr__(self) -> str:
        return f"<Census of {self.all_towns:,} towns, {len(self.towns):,} vectors, in {self.folder}>"

    @property
    def all_towns(self) -> int:
        return sum(self.themes[1].values())

    @property
    def duckdb(self) -> Path:
        """The database made from the census: tables `vectors`, `synonyms`, `themes`."""
        return self.folder / DATABASE


def build(
    folder: Path,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    towns: bool = False,
) -> Census | None:
    """Build the census in a folder, or finish or repair what is there; None when cancelled before the end.

    It is counted in threads of this process, or by another executor. What is there is looked at byte for byte.
    With `towns` every town is written too, below ``towns/``.
    """
    from tilewright.games.nine_tiles.census.build import make
    from tilewright.games.nine_tiles.census.census_shards import Threads

    return _opened(folder) if make(folder, executor or Threads(threads), progress, cancel, towns) else None


def open_census(
    folder: Path | None = None,
    *,
    progress: Callable[[Progress], None] | None = None,
    threads: int | None = None,
) -> Census:
    """The census of a folder (without one, that of the data folder), built first if it is missing.

    A damaged one is `BadInput` that names the file; sizes are looked at, not every byte.
    """
    folder = folder or data_folder() / "nine_tiles" / "census"
    if not (folder / SUMMARY).exists():
        say(f"the census of all towns is built in {folder}, once; it takes about half a minute")
        build(folder, threads=threads or os.cpu_count() or 1, progress=progress)
    return _opened(folder)


def _opened(folder: Path) -> Census:
    summary = _Summary.read(folder / SUMMARY)
    for name, size in summary.sizes.items():
        _check_size(folder / name, size)
    manifest = Manifest.read(folder / SHARDS)
    if manifest is None or digest(folder / SHARDS / MANIFEST) != summary.manifest:
        raise BadInput(f"{folder / SHARDS / MANIFEST} is not that of the census; {_REMEDY}")
    for shard in manifest.shards:
        _check_size(folder / SHARDS / shard.file, shard.bytes)
    points, towns, patterns = (_mapped(folder / name) for name in ARRAYS)
    return Census(folder, points.T, towns, patterns, summary.themes, summary.synonyms)


@dataclass(frozen=True, slots=True)
class _Summary:
    """What ``census.json`` tells."""

    manifest: str
    sizes: dict[str, int]
    digests: dict[str, str]
    themes: dict[int, dict[int, int]]
    synonyms: int

    @classmethod
    def read(cls, path: Path) -> _Summary:
        try:
            data = json.loads(path.read_bytes())
            if (version := data["version"]) != VERSION:
                raise BadInput(f"{path} is of another version ({version!r}, not {VERSION!r}); {_REMEDY}")
            return cls(
                data["manifest"],
                {name: data["files"][name]["bytes"] for name in (*ARRAYS, DATABASE)},
                {name: data["files"][name]["sha256"] for name in (*ARRAYS, DATABASE)},
                {
                    int(theme): {int(score): int(towns) for score, towns in scores.items()}
                    for theme, scores in data["themes"].items()
                },
                int(data["synonyms"]),
            )
        except BadInput:
            raise
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            raise BadInput(f"{path} is damaged; {_REMEDY}") from None


def _mapped(path: Path) -> npt.NDArray[Any]:
    try:
        array: npt.NDArray[Any] = np.load(path, mmap_mode="r")
    except (OSError, ValueError):
        raise BadInput(f"{path} is damaged; {_REMEDY}") from None
    return array


def _check_size(path: Path, expected: int) -> None:
    try:
        found = path.stat().st_size
    except OSError:
        raise BadInput(f"{path} is missing from the census; {_REMEDY}") from None
    if found != expected:
        raise BadInput(f"{path} is damaged: it has {found} bytes, not {expected}; {_REMEDY}")


def is_whole(folder: Path) -> bool:
    """Whether everything that was made from the shards is there, byte for byte."""
    try:
        _opened(folder)
        digests = _Summary.read(folder / SUMMARY).digests
    except BadInput:
        return False
    return all(digest(folder / name) == expected for name, expected in digests.items())


def digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
