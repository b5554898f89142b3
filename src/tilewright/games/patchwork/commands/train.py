"""`quilts train`: train the value function of the agents one-ply and mcts by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.console import say
from tilewright.console.command_options import Quiet

if TYPE_CHECKING:
    from tilewright.games.patchwork.duel.value_training import RoundReport

__all__ = ["train"]


def train(
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Number of self-play games.", min=12)
    ] = 96000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", help="Seed of the deals and of the initial weights.", min=0)
    ] = 1,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the weights to FILE (default: standard output)."
        ),
    ] = "",
    quiet: Quiet = False,
) -> int:
    """Train the value function of the agents one-ply and mcts by self-play; the seed determines the weights.

    \b
    Examples:
      tilewright quilts train --games 96000 --seed 1 -o value.json
    """
    from tilewright.files import report_write_errors, write_atomically
    from tilewright.games.patchwork.duel.learned_value import write_net
    from tilewright.games.patchwork.duel.value_training import train as train_value

    def report_progress(report: RoundReport) -> None:
        if not quiet:
            say(str(report))

    made_by = f"tilewright quilts train --games {games} --seed {seed}"
    text = write_net(train_value(games, seed, report_progress), made_by)
    if not output:
        typer.echo(text, nl=False)
        return 0
    with report_write_errors(Path(output)):
        write_atomically(Path(output), text.encode())
    return 0
