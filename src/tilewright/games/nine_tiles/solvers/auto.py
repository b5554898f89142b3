"""Look up a best town for three themes in the precomputed tables, which are part of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Answer, Run, Status
from tilewright.games.nine_tiles.ranking.theme_set_tables import best_towns
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, Town

if TYPE_CHECKING:
    from tilewright.games.nine_tiles.census.theme_queries import BestTowns

__all__ = ["solve", "to_answer"]


def solve(instance: NineTilesInstance, run: Run) -> Answer:
    return to_answer(best_towns(instance.themes, instance.rank))


def to_answer(found: BestTowns) -> Answer:
    """Return the first town of `found`, or `INFEASIBLE` if no town has all three maxima (ranking ``max``)."""
    stats = {
        "points": [list(pattern) for pattern in found.best.points],
        "towns": found.best.towns,
        "vectors": found.vectors,
        **found.best.facts,
    }
    if not found.examples:
        return Answer(Status.INFEASIBLE, stats=stats)
    example = found.examples[0]
    return Answer(
        Status.OPTIMAL, NineTilesSolution(Town.from_pattern(example.town), example.points), stats=stats
    )
