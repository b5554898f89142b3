"""`towns best`, `towns sets` and `towns cover`: the best towns for one theme set and for all theme sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from tilewright.console import print_json, print_table, say, write_chunks
from tilewright.console.command_options import Json, option, output_option
from tilewright.games.nine_tiles.commands.options import (
    Data,
    Picture,
    Rank,
    TableFile,
    Threads,
    draw,
    list_theme_sets,
    open_or_build_census,
    require_picture_name,
    require_rank,
)

__all__ = ["best", "cover", "sets"]


def best(
    themes: Annotated[str, option("The numbers of three themes.", "A,B,C")],
    rank: Rank = "duel",
    limit: Annotated[int, option("The maximum number of towns to list.", "N", min=0, max=1_000_000)] = 5,
    output: Picture = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Find the best towns for three themes by the ranking max, distance or duel.

    Of the best towns that have the same scores in all 26 themes, only one is listed. The README of the game
    defines the rankings.

    \b
    Examples:
      tilewright towns best --themes 3,8,17
      tilewright towns best --themes 9,25,26 --rank max --limit 3 --json
      tilewright towns best --themes 1,2,16 --rank distance -o best.svg
    """
    from tilewright.games.nine_tiles.census.theme_queries import best_lines
    from tilewright.games.nine_tiles.notation import parse_themes
    from tilewright.games.nine_tiles.picture import town_scene
    from tilewright.games.nine_tiles.rules import NineTilesInstance, Town

    instance = NineTilesInstance(parse_themes(themes), rank)
    require_picture_name(output)
    census = open_or_build_census(data, threads)
    answer = census.best(instance.themes, instance.rank, max(limit, 1))
    if answer.examples:
        draw(town_scene(Town.from_pattern(answer.examples[0].town)), output, shown=not json and limit > 0)
    elif output is not None:
        say(f"{output} is not written, because no town has all three maxima")
    if json:
        examples = [example.to_json() for example in answer.examples[:limit]]
        print_json({**answer.to_json(), "examples": examples})
        return 0
    write_chunks(["\n".join(best_lines(answer))])
    if answer.examples and limit:
        rows = [
            (example.town, *(example.points[theme - 1] for theme in instance.themes), example.towns)
            for example in answer.examples
        ]
        print_table(
            ["town", *(f"theme {theme}" for theme in instance.themes), "towns with the same 26 scores"], rows
        )
    return 0


def sets(
    rank: Rank = "duel",
    output: TableFile = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Find the best scores for each of the 2,600 sets of three themes.

    \b
    Examples:
      tilewright towns sets --rank max
      tilewright towns sets --rank duel --json
      tilewright towns sets --rank distance -o sets.parquet
    """
    from tilewright.games.nine_tiles.census.write_csv_or_parquet import require_table_name, write_table
    from tilewright.games.nine_tiles.ranking.best_patterns_table import theme_set_lines

    require_rank(rank)
    if output is not None:
        require_table_name(Path(output))
    answer = open_or_build_census(data, threads).sets(rank, threads)
    best = answer.ranking.best
    if output is not None:
        write_table(answer.to_arrow(), Path(output))
        say(f"{len(best)} theme sets written to {output}")
    if json:
        print_json(answer.to_json())
    elif output is None:
        write_chunks(["\n".join(theme_set_lines(best, rank))])
    return 0


def cover(
    output: Annotated[str | None, output_option("Write the sheet to a .svg, .png or .html file.")] = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Find a smallest list of towns that contains a best town by duel for every theme set.

    Two independent proofs show that no smaller list exists. With -o, a printable sheet is written. It contains
    a picture of each town, and an index that gives the town to build for each set of three themes. A .html file
    contains all pages; .svg and .png files are numbered, one for each page.

    \b
    Examples:
      tilewright towns cover
      tilewright towns cover --json
      tilewright towns cover -o sheet.html
    """
    from tilewright.games.nine_tiles.pictures.smallest_cover_pages import require_sheet_name, write_sheet
    from tilewright.games.nine_tiles.ranking.smallest_cover import list_choices, smallest_cover

    if output is not None:
        require_sheet_name(output)
    census = open_or_build_census(data, threads)
    theme_sets = list_theme_sets(census, threads)
    smallest = smallest_cover(list_choices(theme_sets, theme_sets.rank_all("duel")))
    towns = [(census.town(choice.row), choice.sets) for choice in smallest.chosen]
    if output is not None:
        files = write_sheet(towns, Path(output))
        say(
            f"{len(files)} file{'s' if len(files) > 1 else ''} written: {files[0]}"
            + (" ..." if files[1:] else "")
        )
    if json:
        print_json(smallest.to_json(census.town))
    else:
        head = f"{len(towns)} towns are enough for all 2,600 theme sets; fewer towns are not enough."
        proof = (
            f"Lower bounds: {smallest.bound} by CP-SAT,"
            f" {smallest.second_bound} by reductions and a linear program."
        )
        lines = [f"  {town}  best for {len(sets)} sets" for town, sets in towns]
        write_chunks(["\n".join([head, proof] + ([] if output else lines))])
    return 0
