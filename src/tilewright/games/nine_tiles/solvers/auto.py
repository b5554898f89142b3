"""The best town for three themes, looked up in the census, which is built first if it is missing."""

from __future__ import annotations

from tilewright.game import Answer, Run, Status
from tilewright.games.nine_tiles.census.census_cache import census_at_hand, warm_up
from tilewright.games.nine_tiles.census.theme_queries import ask_best
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, Town

__all__ = ["prepare", "solve"]


def prepare(instance: NineTilesInstance) -> None:
    warm_up()


def solve(instance: NineTilesInstance, run: Run) -> Answer:
    census = None if run.stopped else census_at_hand(run)
    if census is None:
        return Answer(Status.UNKNOWN, stats={"note": "the time was over before the census was at hand"})
    found = ask_best(census, instance.themes, instance.rank)
    stats = {
        "points": [list(pattern) for pattern in found.best.points],
        "towns": found.best.towns,
        "vectors": found.vectors,
        **found.best.facts,
    }
    if not found.examples:
        return Answer(Status.INFEASIBLE, stats=stats)
    example = found.examples[0]
    town = Town.from_pattern(example.town)
    return Answer(Status.OPTIMAL, NineTilesSolution(town, example.points), stats=stats)
