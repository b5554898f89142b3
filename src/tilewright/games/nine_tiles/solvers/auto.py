"""Look up the best town for three themes in the census. The census is built first if it is missing."""

from __future__ import annotations

from tilewright.game import Answer, Run, Status
from tilewright.games.nine_tiles.census.census_access import compile_builder, get_census
from tilewright.games.nine_tiles.census.theme_queries import find_best
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, Town

__all__ = ["prepare", "solve"]


def prepare(instance: NineTilesInstance) -> None:
    compile_builder()


def solve(instance: NineTilesInstance, run: Run) -> Answer:
    census = None if run.stopped else get_census(run)
    if census is None:
        return Answer(Status.UNKNOWN, stats={"note": "the solve was stopped before the census was available"})
    answer = find_best(census, instance.themes, instance.rank)
    stats = {
        "points": [list(pattern) for pattern in answer.best.points],
        "towns": answer.best.towns,
        "vectors": answer.vectors,
        **answer.best.facts,
    }
    if not answer.examples:
        return Answer(Status.INFEASIBLE, stats=stats)
    example = answer.examples[0]
    town = Town.from_pattern(example.town)
    return Answer(Status.OPTIMAL, NineTilesSolution(town, example.points), stats=stats)
