"""`quilts train` and `quilts train-v1`: train the learned values of the agents by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.console import say
from tilewright.console.command_options import Quiet

if TYPE_CHECKING:
    from tilewright.games.patchwork.duel.version_1.value_training import RoundReport

__all__ = ["train", "train_v1"]

Output = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write the weights to FILE (default: standard output)."
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", help="Seed of the deals and of the initial weights.", min=0)
]


def train(
    seed: Seed = 1,
    folder: Annotated[
        str,
        typer.Option(
            "--folder",
            metavar="DIR",
            help="Keep each finished step in DIR; a later run with the same options continues after it.",
        ),
    ] = "",
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", help="Number of rounds of games without search.", min=1)
    ] = 10,
    round_games: Annotated[
        int, typer.Option("--round-games", metavar="N", help="Number of games of each round.", min=10)
    ] = 10000,
    generations: Annotated[
        int, typer.Option("--generations", metavar="N", help="Number of generations of searched games.", min=0)
    ] = 3,
    shards: Annotated[
        int,
        typer.Option("--shards", metavar="N", help="Number of files of games in a generation.", min=1),
    ] = 8,
    shard_games: Annotated[
        int, typer.Option("--shard-games", metavar="N", help="Number of games in each file.", min=1)
    ] = 200,
    iterations: Annotated[
        int, typer.Option("--iterations", metavar="N", help="Number of iterations of each search.", min=2)
    ] = 160,
    calibration_shards: Annotated[
        int,
        typer.Option("--calibration-shards", metavar="N", help="Number of files for the calibration.", min=1),
    ] = 4,
    hidden: Annotated[
        int, typer.Option("--hidden", metavar="N", help="Number of hidden units, a power of two.", min=2)
    ] = 128,
    processes: Annotated[
        int, typer.Option("--processes", metavar="N", help="Number of processes for searched games.", min=1)
    ] = 1,
    output: Output = "",
    quiet: Quiet = False,
) -> int:
    """Train the value function of the agents one-ply and mcts by self-play; the seed determines the weights.

    First the network plays quick games without search and learns from their results. Then the search plays, and
    the network learns from the values of the search. Each step that is finished is kept in the folder.

    \b
    Examples:
      tilewright quilts train --seed 1 --folder training --processes 2 -o value.json
      tilewright quilts train --rounds 2 --round-games 100 --generations 0 -o quick.json
    """
    from tempfile import TemporaryDirectory

    from tilewright.errors import BadInput
    from tilewright.games.patchwork.duel.learned_value import write_net
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
    return _write(write_net(net, calibration, f"tilewright quilts train {options}"), output)


def train_v1(
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Number of self-play games.", min=12)
    ] = 96000,
    seed: Seed = 1,
    output: Output = "",
    quiet: Quiet = False,
) -> int:
    """Train the value function of the agent mcts-v1 by self-play; the seed determines the weights.

    \b
    Examples:
      tilewright quilts train-v1 --games 96000 --seed 1 -o value_v1.json
    """
    from tilewright.games.patchwork.duel.version_1.learned_value import write_net
    from tilewright.games.patchwork.duel.version_1.value_training import train as train_value

    def report_progress(report: RoundReport) -> None:
        if not quiet:
            say(str(report))

    made_by = f"tilewright quilts train-v1 --games {games} --seed {seed}"
    return _write(write_net(train_value(games, seed, report_progress), made_by), output)


def _write(text: str, output: str) -> int:
    from tilewright.files import report_write_errors, write_atomically

    if not output:
        typer.echo(text, nl=False)
        return 0
    with report_write_errors(Path(output)):
        write_atomically(Path(output), text.encode())
    return 0
