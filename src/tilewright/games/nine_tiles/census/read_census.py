"""The files of a finished census, and how they are read and verified.

The folder holds the shards (Parquet files with a manifest) and the files derived from them: three arrays that
are memory-mapped, a DuckDB database, and ``census.json``. The file ``census.json`` is written last, so the
census is complete if and only if this file exists. It lists the sizes and digests of the other derived files,
and contains its own digest. An array or the database is compared with its digest when it is first opened, and
again only after its size or a time stamp has changed.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tilewright.damage_detection import CheckedFiles, FileState, sha256_of, unseal
from tilewright.errors import BadInput, OutOfResources
from tilewright.optional_packages import require_package
from tilewright.running.checkpointed_shards import MANIFEST, Manifest

if TYPE_CHECKING:
    from tilewright.games.nine_tiles.census.theme_queries import BestTowns
    from tilewright.games.nine_tiles.ranking.best_patterns_table import BestOfAllSets
    from tilewright.records.sql_sandbox import Table

__all__ = ["Census", "is_built", "is_intact", "read_census"]

VERSION = "nine-tiles census 1"
SHARDS = "shards"
TOWNS = "towns"
SUMMARY = "census.json"
DATABASE = "census.duckdb"
ARRAYS = ("points.npy", "towns.npy", "patterns.npy")

_SUMMARY_KEYS = ("version", "manifest", "synonyms", "towns", "vectors", "themes", "files")
_REMEDY = "run `tilewright towns build` to repair it"


@dataclass(frozen=True, eq=False)
class Census:
    """All distinct score vectors in ascending order; a vector is identified by its row.

    The arrays are memory-mapped, so only the parts that are used are read from disk. Each column of `points` is
    contiguous: a query about three themes reads three columns.
    """

    folder: Path
    points: npt.NDArray[np.int8]
    """(n, 26): the scores of each of the n vectors in themes 1 to 26."""
    towns: npt.NDArray[np.int64]
    """(n,): the number of towns with each score vector."""
    patterns: npt.NDArray[np.bytes_]
    """(n,): for each score vector, the smallest pattern of its towns: nine tiles and nine directions."""
    themes: Mapping[int, Mapping[int, int]]
    """For each theme, a map from score to number of towns; themes and scores are in ascending order."""
    synonyms: int
    """The number of road synonyms, including those that have no town."""
    file_states: tuple[FileState | None, ...] = field(repr=False)
    """The sizes and time stamps of the array files when they were opened."""

    def __repr__(self) -> str:
        return f"<Census of {self.all_towns:,} towns, {len(self.towns):,} vectors, in {self.folder}>"

    @property
    def all_towns(self) -> int:
        """The total number of towns."""
        return sum(self.themes[1].values())

    @property
    def database(self) -> Path:
        """The DuckDB file with the tables `vectors`, `synonyms` and `themes`; its digest is verified first."""
        _check_content(self.folder, _Summary.read(self.folder / SUMMARY), (DATABASE,))
        return self.folder / DATABASE

    @property
    def is_unchanged(self) -> bool:
        """Whether the array files are unchanged since they were opened."""
        return self.file_states == _states(self.folder)

    def best(self, themes: Sequence[int] | str, rank: str = "duel", limit: int = 5) -> BestTowns:
        """Return the best score patterns for three themes, and up to `limit` towns that have such a pattern."""
        from tilewright.games.nine_tiles.census.theme_queries import find_best
        from tilewright.games.nine_tiles.notation import parse_themes
        from tilewright.games.nine_tiles.rules import NineTilesInstance

        chosen = parse_themes(themes if isinstance(themes, str) else ",".join(map(str, themes)))
        instance = NineTilesInstance(chosen, rank)
        return find_best(self, instance.themes, instance.rank, limit)

    def sets(self, rank: str = "duel", threads: int | None = None) -> BestOfAllSets:
        """Return the best score patterns for each of the 2,600 sets of three themes."""
        from tilewright.games.nine_tiles.ranking.best_patterns_table import best_of_all_sets

        return best_of_all_sets(self, rank, threads)

    def sql(self, query: str, time_limit: float | None = None) -> Table:
        """Return the result of one SELECT statement on the tables `vectors`, `themes` and `synonyms`."""
        from tilewright.games.nine_tiles.census.run_sql_on_census import query_census

        return query_census(self, query, time_limit)

    def to_arrow(self) -> Any:
        """Return all score vectors as an Arrow table: scores t1 to t26, number of towns, and one town."""
        require_package("pyarrow")
        import pyarrow

        columns: dict[str, Any] = {f"t{theme}": self.points[:, theme - 1] for theme in self.themes}
        columns["towns"] = self.towns
        digits = np.ascontiguousarray(self.patterns)
        length = digits.dtype.itemsize
        town = pyarrow.FixedSizeBinaryArray.from_buffers(
            pyarrow.binary(length), len(digits), [None, pyarrow.py_buffer(digits.tobytes())]
        )
        return pyarrow.table({**columns, "town": town.cast(pyarrow.binary()).cast(pyarrow.string())})

    def to_pandas(self) -> Any:
        """Return the table that `to_arrow` returns, converted to a pandas data frame."""
        require_package("pandas")
        return self.to_arrow().to_pandas()

    def town(self, row: int) -> str:
        """Return the town that represents the score vector with the index `row`, as 18 digits."""
        return bytes(self.patterns[row]).decode()


def is_built(folder: Path) -> bool:
    """Return whether the folder contains a finished census, intact or not."""
    return (folder / SUMMARY).exists()


def read_census(folder: Path) -> Census:
    """Return a finished census; raise `BadInput` with the name of the file if a file is missing or damaged.

    The arrays are compared with their digests. Of the database and the shards, only the sizes are
    compared; `Census.database` also compares the database with its digest.
    """
    summary, states = _Summary.read(folder / SUMMARY), _states(folder)
    for name, size in summary.sizes.items():
        _check_size(folder / name, size)
    manifest = Manifest.read(folder / SHARDS)
    if manifest is None or sha256_of(folder / SHARDS / MANIFEST) != summary.manifest:
        raise BadInput(f"{folder / SHARDS / MANIFEST} is missing or does not belong to this census; {_REMEDY}")
    for shard in manifest.shards:
        _check_size(folder / SHARDS / shard.file, shard.bytes)
    _check_content(folder, summary, ARRAYS)
    points, towns, patterns = (_memory_map(folder / name) for name in ARRAYS)
    return Census(folder, points.T, towns, patterns, summary.themes, summary.synonyms, states)


def is_intact(folder: Path) -> bool:
    """Return whether the arrays, the database and the summary match their digests.

    Each array and the database are hashed again, even if they are unchanged since their last check. A summary
    written by an earlier version contains no digest of itself, so the result for it is False.
    """
    try:
        read_census(folder)
        summary = _Summary.read(folder / SUMMARY)
    except BadInput:
        return False
    return summary.sealed and all(
        sha256_of(folder / name) == expected for name, expected in summary.digests.items()
    )


@dataclass(frozen=True, slots=True)
class _Summary:
    """The content of ``census.json``."""

    manifest: str
    sizes: dict[str, int]
    digests: dict[str, str]
    themes: dict[int, dict[int, int]]
    synonyms: int
    sealed: bool
    """Whether the file contains a digest of its other keys; files of earlier versions contain none."""

    @classmethod
    def read(cls, path: Path) -> _Summary:
        try:
            written = json.loads(path.read_bytes())
            data = unseal(written, _SUMMARY_KEYS)
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
                data != written,
            )
        except BadInput:
            raise
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            raise BadInput(f"{path} is damaged; {_REMEDY}") from None


def _memory_map(path: Path) -> npt.NDArray[Any]:
    try:
        array: npt.NDArray[Any] = np.load(path, mmap_mode="r")
    except OSError as error:
        if error.errno == errno.ENOMEM:
            raise OutOfResources(f"there is too little memory to open {path}") from None
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{path} is damaged; {_REMEDY}") from None
    return array


def _states(folder: Path) -> tuple[FileState | None, ...]:
    return tuple(FileState.of(folder / name) for name in ARRAYS)


def _check_content(folder: Path, summary: _Summary, names: Sequence[str]) -> None:
    damaged = CheckedFiles(folder).match({name: summary.digests[name] for name in names})
    if damaged is not None:
        raise BadInput(f"{folder / damaged} is damaged: its content does not match its digest; {_REMEDY}")


def _check_size(path: Path, expected: int) -> None:
    try:
        size = path.stat().st_size
    except OSError:
        raise BadInput(f"{path} is missing from the census; {_REMEDY}") from None
    if size != expected:
        raise BadInput(f"{path} is damaged: it has {size} bytes, not {expected}; {_REMEDY}")
