"""A finished census: its arrays, its files, and how it is opened."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tilewright.run import Progress

__all__ = ["Census", "build", "open_census"]


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
        return self.folder / "census.duckdb"


def build(
    folder: Path,
    *,
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    towns: bool = False,
) -> Census | None:
    """Build the census in a folder, or finish or repair what is there; None when cancelled before the end."""
    raise NotImplementedError


def open_census(
    folder: Path | None = None, *, progress: Callable[[Progress], None] | None = None, threads: int | None = None
) -> Census:
    """The census of a folder (without one, of the data folder), built first if it is missing.

    A damaged one is `BadInput` that names the file.
    """
    raise NotImplementedError
