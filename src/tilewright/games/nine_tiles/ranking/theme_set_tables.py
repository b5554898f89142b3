"""Precomputed tables: the score patterns of all theme sets, and a best town for each set and ranking, if any.

There are 2,600 theme sets. The tables answer questions about three themes without the census, which takes half
a minute to build and occupies 480 MB. The file ``theme_set_tables.npz`` is computed from the census:
``tilewright towns tables`` compares the file with the census, and ``tilewright towns tables -o
theme_set_tables.npz`` writes a new file.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from tilewright.files import report_write_errors, write_atomically
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import (
    RANKS,
    THEME_SETS,
    BestPatterns,
    Patterns,
    ThemeSet,
    select_best,
)

if TYPE_CHECKING:
    from tilewright.games.nine_tiles.census import Census
    from tilewright.games.nine_tiles.census.theme_queries import BestTowns

__all__ = ["FILE", "best_towns", "compute_tables", "patterns_of_themes", "read_tables", "write_tables"]

FILE = Path(__file__).with_name("theme_set_tables.npz")

_Arrays = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    starts: npt.NDArray[np.int64]
    """The patterns of ``THEME_SETS[index]`` are the rows ``starts[index]`` to ``starts[index + 1] - 1``."""
    scores: npt.NDArray[np.int8]
    towns: npt.NDArray[np.int64]
    """For each pattern, the number of towns with these three scores."""
    vectors: npt.NDArray[np.int64]
    """For each ranking and theme set, the number of score vectors that contain a best pattern."""
    best: npt.NDArray[np.bytes_]
    """For each ranking and theme set, the smallest town (by its 18 digits) with the first score vector that
    contains a best pattern; an empty string if no vector contains one."""
    best_towns: npt.NDArray[np.int64]
    """For each ranking and theme set, the number of towns with the same 26 scores as `best`."""
    all_vectors: int
    """The number of different score vectors of all towns."""

    @property
    def all_towns(self) -> int:
        """The total number of towns."""
        return int(self.towns[: self.starts[1]].sum())


def patterns_of_themes(themes: Sequence[int]) -> Patterns:
    """Return the score patterns of three themes, and the number of towns with each pattern.

    The scores of a pattern are in the order of `themes`.
    """
    tables, index = read_tables(), _index_of(themes)
    rows = slice(tables.starts[index], tables.starts[index + 1])
    columns = [sorted(themes).index(theme) for theme in themes]
    scores = tables.scores[rows][:, columns]
    order = np.lexsort(scores.T[::-1])
    return Patterns(cast(ThemeSet, tuple(themes)), scores[order], tables.towns[rows][order])


@lru_cache(maxsize=256)
def best_towns(themes: ThemeSet, rank: str) -> BestTowns:
    """Return the best score patterns of three themes by a ranking, and one town that has such a pattern.

    For the ranking ``max``, there may be no best pattern, and then there is no town either.
    The result is the same as that of `find_best` with a limit of one town, but `find_best` needs the census.
    """
    from tilewright.games.nine_tiles.census.theme_queries import BestTowns, Example
    from tilewright.games.nine_tiles.rules import Town, score

    tables, row = read_tables(), (list(RANKS).index(rank), _index_of(themes))
    patterns = patterns_of_themes(themes)
    best = select_best(patterns.scores, rank)
    points = tuple((int(a), int(b), int(c)) for a, b, c in patterns.scores[best.rows])
    town = bytes(tables.best[row]).decode()
    examples = [Example(town, score(Town.from_pattern(town)), int(tables.best_towns[row]))] if town else []
    return BestTowns(
        BestPatterns(themes, rank, points, int(patterns.towns[best.rows].sum()), best.facts),
        tuple(examples),
        int(tables.vectors[row]),
    )


@cache
def read_tables() -> _Tables:
    with np.load(FILE) as arrays:
        return _Tables(
            arrays["starts"].astype(np.int64),
            np.ascontiguousarray(arrays["scores"].T),
            arrays["towns"].astype(np.int64),
            arrays["vectors"].astype(np.int64),
            arrays["best"],
            arrays["best_towns"].astype(np.int64),
            int(arrays["all_vectors"]),
        )


def compute_tables(
    census: Census, threads: int = 1, report: Callable[[int, int], None] = lambda done, total: None
) -> _Arrays:
    """Compute the arrays of ``theme_set_tables.npz`` from a census, and return them in small data types.

    `report` receives the number of theme sets processed so far, and the number of all theme sets.
    """
    from tilewright.games.nine_tiles.census.theme_queries import patterns_of
    from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets

    theme_sets = AllThemeSets(census.points, census.towns, threads)
    patterns = []
    for themes in THEME_SETS:
        patterns.append(patterns_of(census, themes))
        report(len(patterns), len(THEME_SETS))
    rankings = [theme_sets.rank_all(rank) for rank in RANKS]
    examples = np.stack([ranking.examples for ranking in rankings])
    return {
        "starts": np.cumsum([0, *map(len, patterns)]).astype(np.int32),
        # Stored column by column, the scores take less space after compression.
        "scores": np.concatenate([each.scores for each in patterns]).T.copy(),
        "towns": np.concatenate([each.towns for each in patterns]).astype(np.int32),
        "vectors": np.stack([ranking.vectors for ranking in rankings]).astype(np.int32),
        "best": np.where(examples >= 0, census.patterns[np.maximum(examples, 0)], b""),
        "best_towns": np.where(examples >= 0, census.towns[np.maximum(examples, 0)], 0).astype(np.int32),
        "all_vectors": np.array(len(census.towns), np.int32),
    }


def write_tables(arrays: _Arrays, file: Path) -> None:
    """Write the arrays to a file, whose bytes depend only on the arrays."""
    stream = io.BytesIO()
    np.savez_compressed(stream, **cast(dict[str, Any], arrays))
    with report_write_errors(file):
        write_atomically(file, stream.getvalue())


def _index_of(themes: Sequence[int]) -> int:
    return _INDEX[cast(ThemeSet, tuple(sorted(themes)))]


_INDEX: Mapping[ThemeSet, int] = {themes: index for index, themes in enumerate(THEME_SETS)}
