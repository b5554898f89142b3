"""Look up a best town for three themes in the census of all towns, which is built first if it is missing."""

from __future__ import annotations

from tilewright.game import Answer, Run, Status
from tilewright.games.nine_tiles.census.census_access import compile_builder, get_census
from tilewright.games.nine_tiles.census.theme_queries import find_best
from tilewright.games.nine_tiles.rules import NineTilesInstance
from tilewright.games.nine_tiles.solvers.auto import to_answer

__all__ = ["prepare", "solve"]


def prepare(instance: NineTilesInstance) -> None:
    compile_builder()


def solve(instance: NineTilesInstance, run: Run) -> Answer:
    census = None if run.stopped else get_census(run)
    if census is None:
        return Answer(Status.UNKNOWN, stats={"note": "the solver was stopped before the census was available"})
    return to_answer(find_best(census, instance.themes, instance.rank))
