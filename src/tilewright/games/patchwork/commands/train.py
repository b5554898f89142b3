"""The command that learns the value."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.console import say

if TYPE_CHECKING:
    from tilewright.games.patchwork.duel.value_training import Progress

__all__ = ["train"]


def train(
    games: Annotated[int, typer.Option("--games", metavar="N", help="Games of self-play.", min=12)] = 96000,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Seed of deals and weights.", min=0)] = 1,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write the weights (standard output)."),
    ] = "",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> int:
    """Learn the value that one-ply and mcts use, by self-play. The same seed gives the same weights.

    \b
    Examples:
      tilewright quilts train --games 96000 --seed 1 -o value.json
    """
    from tilewright.files import report_write_errors, write_atomically
    from tilewright.games.patchwork.duel.learned_value import write_net
    from tilewright.games.patchwork.duel.value_training import train as learn

    def report(progress: Progress) -> None:
        if not quiet:
            say(str(progress))

    made_by = f"tilewright quilts train --games {games} --seed {seed}"
    text = write_net(learn(games, seed, report), made_by)
    if not output:
        typer.echo(text, nl=False)
        return 0
    with report_write_errors(Path(output)):
        write_atomically(Path(output), text.encode())
    return 0
