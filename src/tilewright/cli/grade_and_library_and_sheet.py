"""The commands `tilewright grade`, `tilewright library` and `tilewright sheet`, for all pencil puzzles."""

from __future__ import annotations

from typing import Annotated

from tilewright import registry
from tilewright.cli.choose_game import choose_game
from tilewright.cli.solve_and_check import read_instance
from tilewright.console import command_options as opts
from tilewright.console import read_settings
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.puzzles import grade_and_library_and_sheet_commands as shared

__all__ = ["grade", "library", "sheet"]


def grade(
    game: opts.GameName,
    instance: opts.InstanceArgument,
    settings: opts.InstanceKeys = None,
    json: opts.Json = False,
    input_limit: opts.InputLimit = opts.DEFAULT_INPUT_LIMIT,
) -> int:
    """Print the difficulty of a puzzle: its grade, how often each technique is needed, and the hardest step.

    Only a puzzle with exactly one solution has a grade.

    \b
    Examples:
      tilewright grade nurikabe library:10x10-hard
      tilewright grade auto https://puzz.link/p?nurikabe/5/5/g5k2o1k3g --json
    """
    played, instance = choose_game(game, instance, input_limit)
    _expect_puzzle(played)
    shared.print_grade(played, read_instance(played, instance, read_settings(settings), input_limit), json)
    return 0


def library(
    game: opts.GameName,
    name: Annotated[
        str | None, opts.argument("The puzzle to print; without a name, list all puzzles.", "NAME")
    ] = None,
    format: opts.Notation = "text",
    json: opts.Json = False,
) -> int:
    """List the puzzles that come with a game, or print one of them.

    Commands that expect an instance also accept library:NAME.

    \b
    Examples:
      tilewright library nurikabe
      tilewright library nurikabe 10x10-hard --format url
    """
    played = _expect_puzzle(registry.game(game))
    shared.print_library(played, name, format, json)
    return 0


def sheet(
    game: opts.GameName,
    instances: shared.Boards,
    output: shared.SheetOutput = "sheet",
    per_page: shared.PerPage = 4,
    title: Annotated[
        str | None,
        opts.option("Title at the top of each page; by default the title of the game.", "TEXT", "--title"),
    ] = None,
    solutions: shared.Solutions = True,
    time_limit: shared.SecondsForEach = 60.0,
    seed: opts.Seed = 0,
    json: opts.Json = False,
) -> int:
    """Lay out puzzles on A4 pages, as SVG files or one HTML file, with the solutions on pages at the end.

    \b
    Examples:
      tilewright sheet nurikabe library:5x5-easy library:10x10-hard -o two.html
      tilewright generate nurikabe | tilewright sheet nurikabe - -o puzzle.svg --no-solutions
    """
    played = _expect_puzzle(registry.game(game))
    return shared.write_sheet(
        played,
        instances,
        output,
        per_page=per_page,
        title=played.title if title is None else title,
        solutions=solutions,
        time_limit=time_limit,
        seed=seed,
        json=json,
    )


def _expect_puzzle(game: Game) -> Game:
    """Return the game; raise `BadInput` unless it is a pencil puzzle."""
    if not game.kind:
        puzzles = ", ".join(each.name for each in registry.games() if each.kind)
        raise BadInput(f"{game.name} is not a pencil puzzle; the pencil puzzles are {puzzles}")
    return game
