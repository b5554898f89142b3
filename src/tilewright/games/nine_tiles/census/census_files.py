"""The files of a finished census, and how they are read and verified.

The folder holds the shards (Parquet files with a manifest) and the files derived from them: three arrays that
are memory-mapped, a DuckDB database, and ``census.json``. The file ``census.json`` is written last and lists
the size and the digest of every derived file, so the census is complete if and only if ``census.json`` exists.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.errors import BadInput
from tilewright.running.shards import MANIFEST, Manifest

__all__ = ["Census", "digest", "is_built", "is_intact", "read_census"]

VERSION = "nine-tiles census 1"
SHARDS = "shards"
TOWNS = "towns"
SUMMARY = "census.json"
DATABASE = "census.duckdb"
ARRAYS = ("points.npy", "towns.npy", "patterns.npy")

_REMEDY = "run `tilewright towns build` to repair it"


@dataclass(frozen=True, eq=False)
class Census:
    """All distinct score vectors in ascending order; a vector is identified by its row.

    The arrays are memory-mapped, so only the parts that are used are read from disk. Each column of `points` is
    contiguous: a query about three themes reads three columns.
    """

    folder: Path
    points: npt.NDArray[np.int8]
    """(n, 26): the scores of each vector in themes 1 to 26."""
    towns: npt.NDArray[np.int64]
    """(n,): the number of towns with each score vector."""
    patterns: npt.NDArray[np.bytes_]
    """(n,): the smallest town pattern (18 bytes) with each score vector."""
    themes: Mapping[int, Mapping[int, int]]
    """For each theme, a map from score to number of towns; themes and scores are in ascending order."""
    synonyms: int
    """The number of road synonyms: the different shapes that the roads of a town can have."""

    def __repr__(self) -> str:
        return f"<Census of {self.all_towns:,} towns, {len(self.towns):,} vectors, in {self.folder}>"

    @property
    def all_towns(self) -> int:
        """The number of all towns."""
        return sum(self.themes[1].values())

    @property
    def database(self) -> Path:
        """The DuckDB file with the tables `vectors`, `synonyms` and `themes`."""
        return self.folder / DATABASE

    def town(self, row: int) -> str:
        """Return the town that represents the score vector in a row, as 18 digits."""
        return bytes(self.patterns[row]).decode()


def is_built(folder: Path) -> bool:
    """Return whether the folder contains a finished census, intact or not."""
    return (folder / SUMMARY).exists()


def read_census(folder: Path) -> Census:
    """Open a finished census; raise `BadInput` with the file's name if one is missing or has the wrong size."""
    summary = _Summary.read(folder / SUMMARY)
    for name, size in summary.sizes.items():
        _check_size(folder / name, size)
    manifest = Manifest.read(folder / SHARDS)
    if manifest is None or digest(folder / SHARDS / MANIFEST) != summary.manifest:
        raise BadInput(f"{folder / SHARDS / MANIFEST} does not belong to this census; {_REMEDY}")
    for shard in manifest.shards:
        _check_size(folder / SHARDS / shard.file, shard.bytes)
    points, towns, patterns = (_memory_map(folder / name) for name in ARRAYS)
    return Census(folder, points.T, towns, patterns, summary.themes, summary.synonyms)


def is_intact(folder: Path) -> bool:
    """Return whether the arrays and the database are complete and have the right content."""
    try:
        read_census(folder)
        digests = _Summary.read(folder / SUMMARY).digests
    except BadInput:
        return False
    return all(digest(folder / name) == expected for name, expected in digests.items())


def digest(path: Path) -> str:
    """Return the SHA-256 digest of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class _Summary:
    """The content of ``census.json``."""

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
                raise BadInput(f"{path} has another version ({version!r}, not {VERSION!r}); {_REMEDY}")
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


def _memory_map(path: Path) -> npt.NDArray[Any]:
    try:
        array: npt.NDArray[Any] = np.load(path, mmap_mode="r")
    except (OSError, ValueError):
        raise BadInput(f"{path} is damaged; {_REMEDY}") from None
    return array


def _check_size(path: Path, expected: int) -> None:
    try:
        size = path.stat().st_size
    except OSError:
        raise BadInput(f"{path} is missing from the census; {_REMEDY}") from None
    if size != expected:
        raise BadInput(f"{path} is damaged: it has {size} bytes, not {expected}; {_REMEDY}")
