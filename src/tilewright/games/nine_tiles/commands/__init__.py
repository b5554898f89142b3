"""`tilewright towns`: the census of all towns, and the questions that it answers."""

from __future__ import annotations

import typer

from tilewright.games.nine_tiles.commands.ask import sql, themes
from tilewright.games.nine_tiles.commands.best import best, cover, sets
from tilewright.games.nine_tiles.commands.build import build
from tilewright.games.nine_tiles.commands.town import explain, score, show

__all__ = ["app"]

app = typer.Typer(
    help="Nine Tiles Panic: all towns, what they score, and which are best.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (build, score, show, themes, best, sets, cover, explain, sql):
    app.command()(command)
