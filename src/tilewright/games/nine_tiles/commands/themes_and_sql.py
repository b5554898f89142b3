"""`towns themes` and `towns sql`: questions about all towns."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.console import print_json, print_table, say, write_chunks
from tilewright.games.nine_tiles.commands.options import Data, Json, Picture, Threads, expect_picture, opened

__all__ = ["sql", "themes"]


def themes(
    output: Picture = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Tell how many towns have which score in each theme.

    \b
    Examples:
      tilewright towns themes
      tilewright towns themes --json
      tilewright towns themes -o histograms.svg
    """
    from tilewright.games.nine_tiles.pictures.histograms import histogram_lines, histogram_scene

    expect_picture(output)
    found = opened(data, threads).themes
    if output is not None:
        histogram_scene(found).save(output)
    if json:
        print_json(
            {theme: {str(score): towns for score, towns in scores.items()} for theme, scores in found.items()}
        )
    elif output is None:
        write_chunks(["\n".join(histogram_lines(found))])
    return 0


def sql(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One SELECT over the census.")],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a .csv or .parquet file.")
    ] = None,
    rows: Annotated[
        int, typer.Option("--rows", metavar="N", help="Rows to print at most.", min=1, max=10_000_000)
    ] = 1000,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", help="For the query.", min=0.001, max=86_400)
    ] = 60.0,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Ask the census in SQL. The query reads the tables below, and reaches no file and no setting.

    Tables: vectors (id, t1 to t26, towns, town), themes (theme, score, towns), synonyms (synonym, roads,
    longest, same_length, towns).

    \b
    Examples:
      tilewright towns sql "SELECT count(*), sum(towns) FROM vectors"
      tilewright towns sql "SELECT town, t8 FROM vectors WHERE t5 = 11 ORDER BY t8 DESC LIMIT 3"
      tilewright towns sql "FROM themes" -o themes.csv
    """
    from tilewright.games.nine_tiles.census.sql import Database, OutOfTime

    with Database(opened(data, threads).duckdb, time_limit) as database:
        try:
            if output is not None:
                count = database.export(query, Path(output))
                print_json({"rows": count, "file": output}) if json else say(
                    f"{count} rows written to {output}"
                )
                return 0
            table, complete = database.ask(query, rows)
        except OutOfTime:
            say(f"the query was stopped after {time_limit:g} s; --time-limit gives it longer")
            if json:
                print_json({"columns": None, "rows": None})
            return 3
    if json:
        print_json({**table.to_json(), "complete": complete})
    else:
        print_table(table.columns, table.rows)
    if not complete:
        say(f"there are more than {rows} rows; --rows prints more, -o writes all")
    return 0
