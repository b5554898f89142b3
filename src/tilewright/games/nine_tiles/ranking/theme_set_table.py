"""All theme sets as a table: for the terminal, CSV and Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pyarrow

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.census.sql import write_table
from tilewright.games.nine_tiles.ranking.all_theme_sets import Winners
from tilewright.games.nine_tiles.ranking.best_patterns import Best

__all__ = ["expect_table", "set_lines", "sets_table", "write_table"]


def expect_table(file: str) -> None:
    """Refuse a file's name before the work is done."""
    if not file.endswith((".csv", ".parquet")):
        raise BadInput(f"{file} is neither a .csv nor a .parquet file")


def sets_table(census: Census, winners: Winners) -> pyarrow.Table:
    """One row for each theme set: its best patterns as JSON, who has them, and what the rank says of them."""
    best = winners.best
    columns = {
        **{f"theme_{at + 1}": [each.themes[at] for each in best] for at in range(3)},
        "points": [json.dumps(each.to_json()["points"]) for each in best],
        "towns": [each.towns for each in best],
        "vectors": winners.vectors,
        "town": [None if row < 0 else bytes(census.patterns[row]).decode() for row in winners.examples],
        **{fact: [each.facts[fact] for each in best] for fact in best[0].facts},
    }
    return pyarrow.table(columns)


def set_lines(best: Sequence[Best], rank: str) -> Iterator[str]:
    """A line for each theme set that has best towns, and how many have none."""
    for each in best:
        if each.points:
            points = "  or ".join(" ".join(map(str, pattern)) for pattern in each.points[:3])
            more = f"  or {len(each.points) - 3} more" if len(each.points) > 3 else ""
            yield f"{','.join(map(str, each.themes)):9} {each.towns:12,} towns with {points}{more}"
    without = sum(not each.points for each in best)
    if without:
        yield f"{len(best) - without} theme sets; no town is perfect for the other {without:,}."
    else:
        several = sum(len(each.points) > 1 for each in best)
        yield f"{len(best):,} theme sets by {rank}; {several} have several best patterns."
