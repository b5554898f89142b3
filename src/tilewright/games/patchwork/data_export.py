"""The datasets of Patchwork: Table 1 of the paper, computed again, and games between the difficulty levels."""

from __future__ import annotations

from typing import Any

from tilewright.console import data_folder
from tilewright.exported_dataset import Dataset, DatasetWriter

__all__ = ["DATASETS"]

PAPER = "M. Z. Lagerkvist, State Representation and Polyomino Placement for the Game Patchwork (2020)."
GAMES, SEED = 100, 17
"""The number of games for each pair of agents, and the seed of the deals."""
TIMES = ("microseconds_per_run", "microseconds_per_placement")
"""The columns that are not exported, because they depend on the machine."""


def _write_table(writer: DatasetWriter) -> None:
    from tilewright.games.patchwork.pieces.patches import patch_set
    from tilewright.games.patchwork.quilt.experiment import published_results, run_experiment
    from tilewright.games.patchwork.quilt.tile_orders import published_orders, seeded_orders

    published = published_results()
    strategies = ["all+regret", "bl-some+first"] if writer.small else list(published)
    orders = seeded_orders(5, 0) if writer.small else published_orders()
    writer.say(f"patchwork: {len(strategies)} strategies on {len(orders)} orders")
    results = run_experiment(orders, strategies, data_folder(writer.data), patch_set("paper"))
    assert results is not None, "only a cancelled experiment has no results"
    rows: list[dict[str, Any]] = []
    for result in results:
        data = {key: value for key, value in result.to_json().items() if key not in TIMES}
        known = published.get(result.strategy, {})
        rows.append({"strategy": result.strategy, **data, **{f"published_{k}": v for k, v in known.items()}})
    columns = list(dict.fromkeys(column for row in rows for column in row))
    writer.csv(
        "table-1.csv",
        columns,
        [[row.get(column) for column in columns] for row in rows],
        "for each strategy: the means of area, streak and alternatives with their standard errors, and the"
        " published values",
        "tilewright quilts table --json",
    )


def _write_games(writer: DatasetWriter) -> None:
    import tilewright as tw
    from tilewright.games.patchwork import game

    agents = ["greedy", "one-ply"] if writer.small else [level.agent for level in game.levels]
    games = 2 if writer.small else GAMES
    writer.say(f"patchwork: {games} games for each pair of {', '.join(agents)}")
    standings = tw.arena(game, *agents, games=games, seed=SEED, anchor=agents[0], data=writer.data)
    command = (
        f"tilewright arena patchwork {' '.join(agents)} --games {games} --seed {SEED} --anchor {agents[0]}"
    )
    writer.json_lines(
        "games.jsonl",
        [record.to_json() for record in standings.records],
        "one game per line: the circle of patches, the agents, the moves and the result",
        f"{command} --record games.jsonl",
    )
    writer.json("standings.json", standings.to_json(), "wins, scores and Elo ratings", f"{command} --json")


DATASETS = (
    Dataset(
        "table-1",
        "Table 1 of the paper, computed again",
        "The strategies of the paper on its 1,000 orders of patches. The times of the new runs are left out,"
        " because they depend on the machine.",
        _write_table,
        PAPER,
    ),
    Dataset(
        "ladder-games",
        "Games between the difficulty levels",
        "The agents of the difficulty levels play each other on the same deals; each deal is played twice,"
        " with seats swapped. No agent has a time budget, so the games can be reproduced exactly.",
        _write_games,
    ),
)
