"""`tilewright quilts game`: the games of the paper played again, and by the true rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.console import print_json, print_table

if TYPE_CHECKING:
    from tilewright.games.patchwork.duel.published_games import Statistics

__all__ = ["game"]

HEADERS = ["", "plies 1st", "2nd", "1st wins", "draws", "branching as coded", "all moves", "score"]


def game(
    runs: Annotated[int, typer.Option("--runs", metavar="N", help="So many games.", min=1, max=10_000)] = 100,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="The deals of seeds S, S+1, ... (the published ones).", min=0),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """Play the paper's games: as published, and with its slips repaired one after the other.

    Both players buy by formula (1) and lay by bl-every+regret. A ply is an advance or a purchase. The program's
    branching counts the placements of the last patch that can be bought; all moves are what is legal.

    \b
    Examples:
      tilewright quilts game
      tilewright quilts game --runs 1000 --seed 1 --json
    """
    from tilewright.games.patchwork.duel.published_games import PAPER, SLIPS, published_circle, repaired
    from tilewright.games.patchwork.state import deal

    rows = repaired([published_circle(run) if seed is None else deal(seed + run) for run in range(runs)])
    if json:
        found = {name: row.to_json() for name, row in rows.items()}
        print_json({"games": runs, "seed": seed, "slips": dict(SLIPS), "paper": dict(PAPER), "rows": found})
        return 0
    said = [PAPER["plies_first"], PAPER["plies_second"], PAPER["first_wins"], "", PAPER["branching"], "", ""]
    title = f"{runs} games, " + ("the published deals" if seed is None else f"deals of seed {seed} and on")
    print_table(HEADERS, [["the paper", *said], *(_line(name, row) for name, row in rows.items())], title=title)
    return 0


def _line(name: str, row: Statistics) -> list[object]:
    means = (f"{mean:.2f}" for mean in (row.branching, row.true_branching, row.score))
    return [name, f"{row.plies_first:.2f}", f"{row.plies_second:.2f}", row.first_wins, row.draws, *means]
