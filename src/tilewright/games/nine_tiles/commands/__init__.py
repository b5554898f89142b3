"""`tilewright towns`: commands for single towns and for the census of all towns."""

from __future__ import annotations

import typer

from tilewright.games.nine_tiles.commands.best_sets_cover import best, cover, sets
from tilewright.games.nine_tiles.commands.build import build
from tilewright.games.nine_tiles.commands.score_show_explain import explain, score, show
from tilewright.games.nine_tiles.commands.themes_and_sql import sql, themes

__all__ = ["app"]

app = typer.Typer(
    help="Nine Tiles Panic: score towns, count all of them, and find the best ones.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (build, score, show, themes, best, sets, cover, explain, sql):
    app.command()(command)
