"""Build the command line: the general commands, and the commands that individual games add."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from tilewright import __version__, registry
from tilewright.console.command_options import DataFolder, option
from tilewright.errors import InvalidGame
from tilewright.game import Game

__all__ = ["build"]


_COMMANDS = {
    "games": "games_and_doctor.games",
    "solve": "solve_and_check.solve",
    "check": "solve_and_check.check",
    "generate": "generate_and_draw.generate",
    "draw": "generate_and_draw.draw",
    "export": "export_model.export",
    "hint": "hint.hint",
    "grade": "grade_and_library_and_sheet.grade",
    "library": "grade_and_library_and_sheet.library",
    "sheet": "grade_and_library_and_sheet.sheet",
    "play": "play.play",
    "arena": "arena.arena",
    "analyse": "analyse_game.analyse",
    "engine": "engine.engine",
    "tasks": "verifiable_tasks.tasks",
    "data": "data.app",
    "serve": "serve.serve",
    "mcp": "mcp.mcp",
    "doctor": "games_and_doctor.doctor",
    "bench": "bench.app",
    "compile": "compile.compile_kernels",
    "conform": "conform.conform",
    "new": "new.new",
}
"""The general commands in the order of the help text, each with its function or group as ``module.name``."""


def build(only: str | None = None) -> typer.Typer:
    """Return the Typer application with all commands.

    If `only` is the name of a command, the application contains only this command. This is much faster, because
    the modules of the other commands are not imported.
    """
    app = typer.Typer(
        name="tilewright",
        help="A workbench for tile-laying games and grid puzzles.",
        epilog="Start with: tilewright games, or tilewright solve powers 3,4",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    if only in _COMMANDS:
        _add_general_command(app, only)
        return app
    games = [game for game in registry.games() if game.commands]
    if chosen := [game for game in games if game.commands == only]:
        _add_commands(app, chosen[0])
        return app
    for name in _COMMANDS:
        _add_general_command(app, name)
    for game in games:
        _add_commands(app, game)
    return app


def _add_general_command(app: typer.Typer, name: str) -> None:
    module, _, attribute = _COMMANDS[name].partition(".")
    command = getattr(import_module(f"{__package__}.{module}"), attribute)
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        app.command(name)(command)


def _add_commands(app: typer.Typer, game: Game) -> None:
    """Add a game's own commands; if they cannot be imported, add a command that raises the import error."""
    try:
        app.add_typer(game.module("commands").app, name=game.commands)
        return
    except InvalidGame as error:
        problem = error

    def fail() -> None:
        raise problem

    any_arguments = {"ignore_unknown_options": True, "allow_extra_args": True}
    app.command(game.commands, help=f"Not available: {problem}", context_settings=any_arguments)(fail)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tilewright {__version__}")
        raise typer.Exit()


def _root(
    version: Annotated[
        bool, option("Print the version.", None, "--version", callback=_version, is_eager=True)
    ] = False,
    data: DataFolder = None,
    debug: Annotated[bool, option("Show the traceback of an error.", None, "--debug")] = False,
) -> None:
    pass
