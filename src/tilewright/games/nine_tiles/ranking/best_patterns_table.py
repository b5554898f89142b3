"""The best patterns of all theme sets as an Arrow table and as lines of text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pyarrow

from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.ranking.all_theme_sets import Ranking
from tilewright.games.nine_tiles.ranking.best_patterns import BestPatterns

__all__ = ["theme_set_lines", "theme_set_table"]


def theme_set_table(census: Census, ranking: Ranking) -> pyarrow.Table:
    """Return a table with one row for each theme set.

    The columns are the themes, the best patterns as JSON, the numbers of towns and score vectors with a best
    pattern, an example of such a town, and the facts of the rank.
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
            yield f"{','.join(map(str, patterns.themes)):9} {patterns.towns:12,} towns with {points}{more}"
    without = sum(not patterns.points for patterns in best)
    if without:
        yield f"{len(best) - without} theme sets; no town is perfect for the other {without:,}."
    else:
        several = sum(len(patterns.points) > 1 for patterns in best)
        yield f"{len(best):,} theme sets by {rank}; {several} have several best patterns."
