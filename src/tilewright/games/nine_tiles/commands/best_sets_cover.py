"""`towns best`, `towns sets` and `towns cover`: the best towns for three themes, and for all sets of themes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.console import print_json, print_table, say, write_chunks
from tilewright.games.nine_tiles.commands.options import (
    Data,
    Json,
    Picture,
    Rank,
    Threads,
    draw,
    expect_picture,
    expect_rank,
    opened,
    surveyed,
)

__all__ = ["best", "cover", "sets"]


def best(
    themes: Annotated[str, typer.Option("--themes", metavar="A,B,C", help="Three themes by their numbers.")],
    rank: Rank = "duel",
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="Towns to list.", min=0, max=1_000_000)
    ] = 5,
    output: Picture = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Find the best towns for three themes: all scores at maximum, nearest to it, or unbeaten in the duel.

    Listed is one town for each way to score in all 26 themes. How the ranks are defined is told in the game's
    README.

    \b
    Examples:
      tilewright towns best --themes 3,8,17
      tilewright towns best --themes 9,25,26 --rank max --limit 3 --json
      tilewright towns best --themes 1,2,16 --rank distance -o best.svg
    """
    from tilewright.games.nine_tiles.census.theme_queries import ask_best, best_lines
    from tilewright.games.nine_tiles.notation import parse_themes
    from tilewright.games.nine_tiles.picture import town_scene
    from tilewright.games.nine_tiles.rules import NineTilesInstance, Town

    question = NineTilesInstance(parse_themes(themes), rank)
    expect_picture(output)
    found = ask_best(opened(data, threads), question.themes, question.rank, max(limit, 1))
    if found.examples:
        draw(town_scene(Town.from_pattern(found.examples[0].town)), output, shown=not json and limit > 0)
    elif output is not None:
        say(f"nothing is drawn to {output}: there is no such town")
    if json:
        print_json({**found.to_json(), "examples": [example.to_json() for example in found.examples[:limit]]})
        return 0
    write_chunks(["\n".join(best_lines(found))])
    if found.examples and limit:
        rows = [
            (example.town, *(example.points[theme - 1] for theme in question.themes), example.towns)
            for example in found.examples
        ]
        print_table(["town", *(f"theme {theme}" for theme in question.themes), "towns like it"], rows)
    return 0


def sets(
    rank: Rank = "duel",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a .csv or .parquet file.")
    ] = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Rank all 2,600 sets of three themes at once.

    \b
    Examples:
      tilewright towns sets --rank max
      tilewright towns sets --rank duel --json
      tilewright towns sets --rank distance -o sets.parquet
    """
    from tilewright.games.nine_tiles.ranking.theme_set_table import (
        expect_table,
        set_lines,
        sets_table,
        write_table,
    )

    expect_rank(rank)
    if output is not None:
        expect_table(output)
    census = opened(data, threads)
    winners = surveyed(census, threads).winners(rank)
    if output is not None:
        write_table(sets_table(census, winners), Path(output))
        say(f"{len(winners.best)} theme sets written to {output}")
    if json:
        print_json({",".join(map(str, best.themes)): best.to_json() for best in winners.best})
    elif output is None:
        write_chunks(["\n".join(set_lines(winners.best, rank))])
    return 0


def cover(
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Draw the sheet to a .svg, .png or .html file."),
    ] = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Find a smallest list of towns on which every theme set has a best town by duel, with proof.

    The sheet has a picture of each town, and an index that tells which town to build for which three themes.
    An .html file has all pages; .svg and .png files are numbered, one a page.

    \b
    Examples:
      tilewright towns cover
      tilewright towns cover --json
      tilewright towns cover -o sheet.html
    """
    from tilewright.games.nine_tiles.pictures.cover_sheet import expect_sheet, write_sheet
    from tilewright.games.nine_tiles.ranking.smallest_cover import choices, smallest_cover

    if output is not None:
        expect_sheet(output)
    census = opened(data, threads)
    survey = surveyed(census, threads)
    found = smallest_cover(choices(survey, survey.winners("duel")))
    patterns = {choice.row: bytes(census.patterns[choice.row]).decode() for choice in found.chosen}
    if output is not None:
        files = write_sheet([(patterns[choice.row], choice.sets) for choice in found.chosen], Path(output))
        say(
            f"{len(files)} file{'s' if len(files) > 1 else ''} written: {files[0]}"
            + (" ..." if files[1:] else "")
        )
    if json:
        print_json(found.to_json(patterns))
    else:
        head = f"{len(found.chosen)} towns are enough for all 2,600 theme sets, and no fewer are."
        proof = f"Bounds from below: {found.bound} by CP-SAT, {found.second_bound} by reductions and prices."
        lines = [f"  {patterns[choice.row]}  best for {len(choice.sets)} sets" for choice in found.chosen]
        write_chunks(["\n".join([head, proof] + ([] if output else lines))])
    return 0
