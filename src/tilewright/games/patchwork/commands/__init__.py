"""`tilewright quilts`: the subcommands that are specific to Patchwork."""

from __future__ import annotations

from tilewright.console.command_options import command_group
from tilewright.games.patchwork.commands.calibration import calibration
from tilewright.games.patchwork.commands.codingame import codingame, codingame_bot
from tilewright.games.patchwork.commands.errata import errata
from tilewright.games.patchwork.commands.game import game
from tilewright.games.patchwork.commands.offline import offline
from tilewright.games.patchwork.commands.perfect import perfect
from tilewright.games.patchwork.commands.perft import perft
from tilewright.games.patchwork.commands.rank import rank
from tilewright.games.patchwork.commands.speed import speed
from tilewright.games.patchwork.commands.strategies import strategies
from tilewright.games.patchwork.commands.strategy_table_and_comparison import compare, table
from tilewright.games.patchwork.commands.train import train

__all__ = ["app"]

app = command_group("Patchwork: placement strategies, perfect quilts, and the games of a published paper.")
for command in (
    table,
    compare,
    strategies,
    errata,
    perfect,
    offline,
    rank,
    game,
    perft,
    train,
    calibration,
    speed,
    codingame,
):
    app.command()(command)
app.command(context_settings={"ignore_unknown_options": True})(codingame_bot)
