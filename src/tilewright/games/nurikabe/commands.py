"""The `tilewright nurikabe` commands: grade, library and sheet."""

from __future__ import annotations

from typing import Annotated

from tilewright import registry
from tilewright.console import parse_argument
from tilewright.console.command_options import InstanceArgument, Json, Seed, argument, command_group, option
from tilewright.puzzles import grade_and_library_and_sheet_commands as shared

__all__ = ["app"]

app = command_group("Nurikabe: grades, a library of puzzles, and sheets to print.")


@app.command()
def grade(
    instance: InstanceArgument,
    json: Json = False,
) -> int:
    """Print the grade of a puzzle and how often each technique is needed.

    Only a puzzle with exactly one solution has a grade.

    \b
    Examples:
      tilewright nurikabe grade 5x5:a5e2i1e3a
      tilewright nurikabe grade library:10x10-hard --json
    """
    game = registry.game("nurikabe")
    shared.print_grade(game, parse_argument(instance, game.parse, "instance", specs=True), json)
    return 0


@app.command()
def library(
    name: Annotated[
        str | None, argument("The puzzle to print; without a name, list all puzzles.", "NAME")
    ] = None,
    format: Annotated[
        str,
        option("Notation of the puzzle: text, line, url, pzprv3 or json.", "NOTATION", "--format"),
    ] = "text",
    json: Json = False,
) -> int:
    """List the puzzles that come with Tilewright, or print one of them.

    library:NAME is accepted wherever a board is expected.

    \b
    Examples:
      tilewright nurikabe library
      tilewright nurikabe library 10x10-hard --format url
      tilewright hint nurikabe library:10x10-hard
    """
    shared.print_library(registry.game("nurikabe"), name, format, json)
    return 0


@app.command()
def sheet(
    instances: shared.Boards,
    output: shared.SheetOutput = "sheet",
    per_page: shared.PerPage = 4,
    title: Annotated[str, option("Title at the top of each page.", "TEXT", "--title")] = "Nurikabe",
    solutions: shared.Solutions = True,
    time_limit: shared.SecondsForEach = 60.0,
    seed: Seed = 0,
    json: Json = False,
) -> int:
    """Lay out puzzles on A4 pages, as SVG files or one HTML file, with the solutions on pages at the end.

    \b
    Examples:
      tilewright nurikabe sheet monday.txt tuesday.txt -o week --title "This week"
      tilewright nurikabe sheet 5x5:a5e2i1e3a library:10x10-hard -o two.html
      tilewright generate nurikabe --format line | tilewright nurikabe sheet - -o puzzle.svg --no-solutions
    """
    return shared.write_sheet(
        registry.game("nurikabe"),
        instances,
        output,
        per_page=per_page,
        title=title,
        solutions=solutions,
        time_limit=time_limit,
        seed=seed,
        json=json,
    )
