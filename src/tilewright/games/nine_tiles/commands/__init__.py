"""`tilewright towns`: commands for single towns and for the census of all towns."""

from __future__ import annotations

from tilewright.console.command_options import command_group
from tilewright.games.nine_tiles.commands.best_and_sets_and_cover import best, cover, sets
from tilewright.games.nine_tiles.commands.build import build
from tilewright.games.nine_tiles.commands.published_counts import counts
from tilewright.games.nine_tiles.commands.score_show_explain import explain, score, show
from tilewright.games.nine_tiles.commands.tables import tables
from tilewright.games.nine_tiles.commands.themes_and_sql import sql, themes

__all__ = ["app"]

app = command_group("Nine Tiles Panic: score towns, count all of them, and find the best ones.")
for command in (build, score, show, themes, best, sets, cover, counts, explain, sql, tables):
    app.command()(command)
