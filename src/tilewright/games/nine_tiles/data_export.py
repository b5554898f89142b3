"""The datasets of Nine Tiles Panic: the census, the best towns of all theme sets, and the published counts."""

from __future__ import annotations

from typing import Any

from tilewright.exported_dataset import Dataset, DatasetWriter

__all__ = ["DATASETS"]

SOURCES = (
    "The tiles and themes come from the game Nine Tiles Panic; the game's README names the article that first"
    " counted the towns."
)


def _census(writer: DatasetWriter) -> Any:
    from tilewright.games.nine_tiles.census.census_access import census_folder, open_census

    writer.say("nine-tiles: opening the census, which is built if it is missing")
    return open_census(census_folder(None if writer.data is None else str(writer.data)))


def _write_census(writer: DatasetWriter) -> None:
    census = _census(writer)
    writer.parquet(
        "vectors.parquet",
        census.to_arrow(),
        "each distinct vector of scores in the 26 themes, the number of towns that have it, and one such town",
        'tilewright towns sql "FROM vectors" -o vectors.parquet',
    )
    rows = [(theme, score, towns) for theme, scores in census.themes.items() for score, towns in scores.items()]
    writer.csv(
        "themes.csv",
        ("theme", "score", "towns"),
        rows,
        "the number of towns with each score in each theme",
        "tilewright towns themes --json",
    )


def _write_best(writer: DatasetWriter) -> None:
    census = _census(writer)
    for rank in ("duel",) if writer.small else ("max", "distance", "duel"):
        writer.say(f"nine-tiles: the best towns of all theme sets by {rank}")
        table = census.sets(rank).to_arrow()
        rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
        writer.csv(
            f"sets-{rank}.csv",
            table.column_names,
            rows,
            f"for each of the 2,600 sets of three themes: the best score patterns by {rank}, the numbers"
            " of towns and of score vectors that have a best pattern, and one such town",
            f"tilewright towns sets --rank {rank} -o sets-{rank}.csv",
        )


def _write_counts(writer: DatasetWriter) -> None:
    from tilewright.games.nine_tiles.census.reconcile_published_counts import published_counts

    counts = published_counts()
    writer.json(
        "counts.json",
        counts.to_json(),
        "the two published numbers of towns, and the calculation that leads from the first to the second",
        "tilewright towns counts --json",
    )
    writer.bytes(
        "counts.txt",
        ("\n".join(counts.lines()) + "\n").encode(),
        "the steps of the calculation in words",
        "tilewright towns counts",
    )


DATASETS = (
    Dataset(
        "census",
        "All towns by their scores",
        "All 526,070,976 towns were enumerated and scored in all 26 themes. A town is written as 18"
        " digits: nine"
        " tiles by position, then nine directions (0 to 3 the front, 4 to 7 the back, +1 is a quarter"
        " turn to the"
        " left).",
        _write_census,
        SOURCES,
    ),
    Dataset(
        "best-towns",
        "The best towns of all theme sets",
        "For every set of three theme cards, the best score patterns by each ranking; the game's README defines"
        " the rankings.",
        _write_best,
        SOURCES,
    ),
    Dataset(
        "counts",
        "The published numbers of towns, reconciled",
        "Two numbers of towns have been published: 526,070,976 in the article, and 2,922,907,648 with a public"
        " solver by"
        " rolim520, which distinguishes every tile, side and direction and divides by four. Both numbers"
        " follow from the same road synonyms.",
        _write_counts,
        SOURCES,
    ),
)
