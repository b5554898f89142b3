"""`tilewright nurikabe`: what only this game does."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.console import print_json

__all__ = ["app"]

app = typer.Typer(help="Nurikabe: sheets of puzzles to print.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _root() -> None:
    pass


@app.command()
def sheet(
    instances: Annotated[
        list[str],
        typer.Argument(
            metavar="INSTANCE...",
            help="Files, URLs or inline boards; - for standard input: a board a line, or blank lines between.",
        ),
    ],
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FOLDER|FILE.svg", help="Where the pages go."),
    ] = "sheet",
    per_page: Annotated[int, typer.Option("--per-page", help="Puzzles on a page.", min=1, max=30)] = 4,
    title: Annotated[str, typer.Option("--title", help="What stands on top of each page.")] = "Nurikabe",
    solutions: Annotated[bool, typer.Option(help="Pages with the solutions after those with puzzles.")] = True,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", help="Wall time for solving each puzzle.")
    ] = 60.0,
    seed: Annotated[int, typer.Option("--seed", help="Seed of every random choice.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """Lay puzzles out on A4 pages as SVG files, with their solutions on pages of their own at the end.

    \b
    Examples:
      tilewright nurikabe sheet monday.txt tuesday.txt -o week --title "This week"
      tilewright generate nurikabe --format line | tilewright nurikabe sheet - -o puzzle.svg --no-solutions
    """
    from tilewright.games.nurikabe import sheet as sheets

    made = sheets.make(
        instances,
        output,
        per_page=per_page,
        title=title,
        solutions=solutions,
        time_limit=time_limit,
        seed=seed,
    )
    if json:
        print_json(made.to_json())
    else:
        for file in made.files:
            print(file)
    return 0
