"""Build the command line: the general commands, and the commands that single games add."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from tilewright import __version__, registry
from tilewright.cli import about, analyse, arena, bench, compile, engine, hint, make, play, serve, solve
from tilewright.console.command_options import DataFolder, option
from tilewright.errors import InvalidGame
from tilewright.game import Game

__all__ = ["build"]


def build() -> typer.Typer:
    """Return the Typer application with all commands."""
    app = typer.Typer(
        name="tilewright",
        help="A workbench for tile-laying games and grid puzzles.",
        epilog="Start with: tilewright games, or tilewright solve powers 3,4",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    commands: list[Callable[..., int]] = [about.games, solve.solve, solve.check, make.generate, make.draw]
    commands += [hint.hint, play.play, arena.arena, analyse.analyse, engine.engine, serve.serve, about.doctor]
    for command in commands:
        app.command()(command)
    app.add_typer(bench.app, name="bench")
    app.command("compile")(compile.compile_kernels)
    for game in registry.games():
        if game.commands:
            _add_commands(app, game)
    return app


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
