"""`quilts train`: train the learned value of the agents by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.console import say
from tilewright.console.command_options import Quiet, option, output_option

__all__ = ["train"]


def train(
    seed: Annotated[
        int, option("Seed of all random choices: initial weights, deals, moves, order of samples.", "S", min=0)
    ] = 1,
    folder: Annotated[
        str,
        option(
            "Store each finished step in DIR; a later run with the same options continues after the last"
            " stored step.",
            "DIR",
        ),
    ] = "",
    rounds: Annotated[int, option("Number of rounds of games without search.", "N", min=1)] = 10,
    round_games: Annotated[int, option("Number of games in each round.", "N", min=10)] = 10000,
    generations: Annotated[int, option("Number of generations of games with search.", "N", min=0)] = 3,
    shards: Annotated[int, option("Number of game files in each generation.", "N", min=1)] = 8,
    shard_games: Annotated[int, option("Number of games in each game file.", "N", min=1)] = 200,
    iterations: Annotated[int, option("Number of iterations of each search.", "N", min=2)] = 160,
    calibration_shards: Annotated[int, option("Number of game files for the calibration.", "N", min=1)] = 4,
    hidden: Annotated[int, option("Number of hidden units of the network, a power of two.", "N", min=2)] = 128,
    processes: Annotated[int, option("Number of processes that play games with search.", "N", min=1)] = 1,
    output: Annotated[str, output_option("Write the weights to FILE (default: standard output).")] = "",
    quiet: Quiet = False,
) -> int:
    """Train the learned value of the agents one-ply and mcts by self-play; the seed determines the weights.

    In the first stage (the rounds), the network plays quick games without search and learns from their results.
    In the second stage (the generations), the tree search plays with the network, and the network learns from
    the values of the search and from the results. At the end, further games calibrate the values of the search.
    With --folder, finished steps are stored in the folder.

    \b
    Examples:
      tilewright quilts train --seed 1 --folder training --processes 2 -o value.json
      tilewright quilts train --rounds 2 --round-games 100 --generations 0 -o quick.json
    """
    from tempfile import TemporaryDirectory

    from tilewright.errors import BadInput
    from tilewright.files import report_write_errors, write_atomically
    from tilewright.games.patchwork.duel.learned_value_network_and_weights import write_net
    from tilewright.games.patchwork.duel.value_training import Plan
    from tilewright.games.patchwork.duel.value_training import train as train_value

    if hidden & (hidden - 1):
        raise BadInput(f"--hidden {hidden}: expected a power of two, such as 64")
    plan = Plan(
        seed, hidden, rounds, round_games, generations, shards, shard_games, iterations, calibration_shards
    )

    def report_progress(line: str) -> None:
        if not quiet:
            say(line)

    with TemporaryDirectory() as temporary:
        net, calibration = train_value(plan, Path(folder or temporary), processes, report_progress)
    options = " ".join(plan.options())
    text = write_net(net, calibration, f"tilewright quilts train {options}")
    if output:
        with report_write_errors(Path(output)):
            write_atomically(Path(output), text.encode())
    else:
        typer.echo(text, nl=False)
    return 0
