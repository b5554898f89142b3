"""The best score patterns of each theme set, as an Arrow table and as lines of text."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow

from tilewright.arrow_and_pandas import Tabular
from tilewright.errors import BadInput
from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets, Ranking
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import BestPatterns
from tilewright.games.nine_tiles.rules import RANKS

__all__ = ["BestOfAllSets", "best_of_all_sets", "theme_set_lines", "theme_set_table"]


@dataclass(frozen=True, eq=False)
class BestOfAllSets(Tabular):
    """The best score patterns of each theme set by the ranking 'max', 'distance' or 'duel'."""

    rank: str
    census: Census
    ranking: Ranking

    def to_json(self) -> dict[str, Any]:
        """Return the JSON document that ``towns sets --json`` prints."""
        return {",".join(map(str, best.themes)): best.to_json() for best in self.ranking.best}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each theme set."""
        rows: list[dict[str, Any]] = self.to_arrow().to_pylist()
        return rows

    def to_arrow(self) -> pyarrow.Table:
        """Return the table with one row for each theme set."""
        return theme_set_table(self.census, self.ranking)


def best_of_all_sets(census: Census, rank: str, threads: int | None = None) -> BestOfAllSets:
    """Find, for each theme set, the best score patterns by the ranking 'max', 'distance' or 'duel'."""
    if rank not in RANKS:
        raise BadInput(f"rank {rank!r}: expected {', '.join(RANKS[:-1])} or {RANKS[-1]}")
    theme_sets = AllThemeSets(census.points, census.towns, threads or os.cpu_count() or 1)
    return BestOfAllSets(rank, census, theme_sets.rank_all(rank))


def theme_set_table(census: Census, ranking: Ranking) -> pyarrow.Table:
    """Return a table with one row for each theme set.

    The columns are the themes, the best patterns as JSON, the numbers of towns and score vectors with a best
    pattern, an example of such a town, and further columns that depend on the ranking, such as `beaten` and
    `lost_to` for `duel`.
    """
    best = ranking.best
    columns = {
        **{f"theme_{index + 1}": [patterns.themes[index] for patterns in best] for index in range(3)},
        "points": [json.dumps(patterns.to_json()["points"]) for patterns in best],
        "towns": [patterns.towns for patterns in best],
        "vectors": ranking.vectors,
        "town": [None if row < 0 else census.town(row) for row in ranking.examples],
        **{fact: [patterns.facts[fact] for patterns in best] for fact in best[0].facts},
    }
    return pyarrow.table(columns)


def theme_set_lines(best: Sequence[BestPatterns], rank: str) -> Iterator[str]:
    """Yield a line for each theme set that has a best town, then a summary."""
    for patterns in best:
        if patterns.points:
            points = "  or ".join(" ".join(map(str, pattern)) for pattern in patterns.points[:3])
            more = f"  or {len(patterns.points) - 3} more" if len(patterns.points) > 3 else ""
            towns = f"{patterns.towns:12,} {'town' if patterns.towns == 1 else 'towns'}"
            yield f"{','.join(map(str, patterns.themes)):9} {towns} with {points}{more}"
    without = sum(not patterns.points for patterns in best)
    if without:
        yield f"{len(best) - without} theme sets; for the other {without:,}, no town has all three maxima."
    else:
        several = sum(len(patterns.points) > 1 for patterns in best)
        yield f"{len(best):,} theme sets in the ranking {rank!r}; {several} have several best patterns."
