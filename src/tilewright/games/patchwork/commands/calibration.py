"""`quilts calibration`: compare the win chances that mcts predicts with the results of its games."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.console import print_json
from tilewright.console.command_options import Json, option

__all__ = ["calibration"]


def calibration(
    games: Annotated[int, option("Number of games that mcts plays against itself.", "N", min=1)] = 600,
    seed: Annotated[int, option("Seed of the deals and of the random moves.", "S", min=0)] = 1,
    iterations: Annotated[int, option("Number of iterations of each search.", "N", min=2)] = 400,
    json: Json = False,
    svg: Annotated[str, option("Write the diagram to this .svg or .png file.", "FILE")] = "",
) -> int:
    """Compare the win chances that mcts predicts with the results of its games, in a reliability diagram.

    The chance and the result of a position are those of the player to move. Positions that the endgame solver
    solves are left out.

    \b
    Examples:
      tilewright quilts calibration --games 600 --seed 7 --svg reliability.svg
    """
    from tilewright.games.patchwork.duel.calibration import recorded, reliability, reliability_text
    from tilewright.games.patchwork.duel.learned_value_network_and_weights import shipped_calibration
    from tilewright.games.patchwork.duel.reliability_diagram import reliability_diagram

    bins = reliability([recorded(games, seed, iterations)], shipped_calibration())
    if svg:
        reliability_diagram(bins).save(svg)
    if json:
        print_json(
            {
                "games": games,
                "seed": seed,
                "iterations": iterations,
                "positions": sum(each.positions for each in bins),
                "bins": [each._asdict() for each in bins],
            }
        )
    else:
        typer.echo(reliability_text(bins))
    return 0
