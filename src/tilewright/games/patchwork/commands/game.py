"""`quilts game`: replay the paper's games with the errors of the paper's program, and with corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tilewright.console import print_json, print_table
from tilewright.console.command_options import Json, option

if TYPE_CHECKING:
    from tilewright.games.patchwork.duel.reproduce_published_statistics import Statistics

__all__ = ["game"]

HEADERS = ["", "plies 1st", "2nd", "1st wins", "draws", "branching as coded", "all moves", "score"]


def game(
    runs: Annotated[int, option("Play N games.", "N", min=1, max=10_000)] = 100,
    seed: Annotated[
        int | None, option("Use the deals of seeds S, S+1, ... (default: the published deals).", "S", min=0)
    ] = None,
    json: Json = False,
) -> int:
    """Replay the paper's games as published, and then with the errors of its program corrected one by one.

    Both players buy patches by formula (1) of the paper (until its correction, by the program's version of it)
    and lay them by the strategy bl-every+regret. A ply is an advance or a purchase. "Branching as coded" is the
    branching factor as the paper's program counts it: the mean number of placements of the last patch on offer
    that the player can buy. "All moves" is the mean number of legal moves, and "score" is the mean score of
    both players.

    \b
    Examples:
      tilewright quilts game
      tilewright quilts game --runs 1000 --seed 1 --json
    """
    from tilewright.games.patchwork.duel.reproduce_published_statistics import (
        PAPER,
        PROGRAM_ERRORS,
        published_circle,
        statistics_as_corrected,
    )
    from tilewright.games.patchwork.state import random_circle

    circles = [published_circle(run) if seed is None else random_circle(seed + run) for run in range(runs)]
    statistics = statistics_as_corrected(circles)
    if json:
        rows = {name: row.to_json() for name, row in statistics.items()}
        print_json(
            {"games": runs, "seed": seed, "slips": dict(PROGRAM_ERRORS), "paper": dict(PAPER), "rows": rows}
        )
        return 0
    paper = [PAPER["plies_first"], PAPER["plies_second"], PAPER["first_wins"], "", PAPER["branching"], "", ""]
    title = ("1 game, " if runs == 1 else f"{runs} games, ") + (
        "the published deals" if seed is None else f"deals of seed {seed} and the following seeds"
    )
    print_table(
        HEADERS,
        [["the paper", *paper], *(_table_row(name, row) for name, row in statistics.items())],
        title=title,
    )
    return 0


def _table_row(name: str, row: Statistics) -> list[object]:
    means = (f"{mean:.2f}" for mean in (row.branching, row.true_branching, row.score))
    return [name, f"{row.plies_first:.2f}", f"{row.plies_second:.2f}", row.first_wins, row.draws, *means]
