"""`towns themes` and `towns sql`: queries about all towns."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from tilewright.console import print_json, print_table, say, write_chunks
from tilewright.console.command_options import Json, argument, option
from tilewright.games.nine_tiles.commands.options import (
    Data,
    Picture,
    TableFile,
    Threads,
    open_or_build_census,
    require_picture_name,
)

__all__ = ["sql", "themes"]


def themes(
    output: Picture = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Show how many towns have each score in each theme.

    \b
    Examples:
      tilewright towns themes
      tilewright towns themes --json
      tilewright towns themes -o histograms.svg
    """
    from tilewright.games.nine_tiles.pictures.histograms import histogram_lines, histogram_scene

    require_picture_name(output)
    histograms = open_or_build_census(data, threads).themes
    if output is not None:
        histogram_scene(histograms).save(output)
    if json:
        print_json(
            {
                theme: {str(score): towns for score, towns in histogram.items()}
                for theme, histogram in histograms.items()
            }
        )
    elif output is None:
        write_chunks(["\n".join(histogram_lines(histograms))])
    return 0


def sql(
    query: Annotated[str, argument("One SELECT statement.", "QUERY")],
    output: TableFile = None,
    rows: Annotated[int, option("The maximum number of rows to print.", "N", min=1, max=10_000_000)] = 1000,
    time_limit: Annotated[
        float, option("The time limit for the query.", "SECONDS", min=0.001, max=86_400)
    ] = 60.0,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Query the census in SQL. The query can read the census tables; it cannot read files or change settings.

    Tables: vectors (id, t1 to t26, towns, town), themes (theme, score, towns), synonyms (synonym, roads,
    longest, same_length, towns).

    \b
    Examples:
      tilewright towns sql "SELECT count(*), sum(towns) FROM vectors"
      tilewright towns sql "SELECT town, t8 FROM vectors WHERE t5 = 11 ORDER BY t8 DESC LIMIT 3"
      tilewright towns sql "FROM themes" -o themes.csv
    """
    from tilewright.games.nine_tiles.census.run_sql_on_census import connect_census
    from tilewright.games.nine_tiles.census.write_csv_or_parquet import require_table_name, write_table
    from tilewright.records.sql_sandbox import QueryTimeout, select_arrow, select_first

    census = open_or_build_census(data, threads)
    if output is not None:
        require_table_name(Path(output))
    with connect_census(census) as connection:
        try:
            if output is not None:
                result = select_arrow(connection, query, time_limit)
                write_table(result, Path(output))
                count = int(result.num_rows)
                print_json({"rows": count, "file": output}) if json else say(
                    f"{count} {'row' if count == 1 else 'rows'} written to {output}"
                )
                return 0
            table, complete = select_first(connection, query, rows, time_limit)
        except QueryTimeout:
            say(f"the query was stopped after {time_limit:g} s; --time-limit sets a longer limit")
            if json:
                print_json({"columns": None, "rows": None})
            return 3
    if json:
        print_json({**table.to_json(), "complete": complete})
    else:
        print_table(table.columns, table.rows)
    if not complete:
        say(f"the rows after row {rows} are not printed; --rows prints more, -o writes all")
    return 0
