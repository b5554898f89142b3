"""Planner: looks a best town up in the census and builds it.

Where others have laid tiles that do not fit the plan, it builds the best of some towns that begin with them.
"""

from __future__ import annotations

import random
from itertools import islice

from tilewright.games.nine_tiles.field import Field, field
from tilewright.games.nine_tiles.rules import Town, score
from tilewright.games.nine_tiles.state import Laid, LayTiles, TownState, completions
from tilewright.play import Budget, refuse_budget

__all__ = ["PlannerPlayer", "make"]

SAMPLE = 400
"""So many towns are looked at where the best one cannot be built any more."""


def make(budget: Budget) -> PlannerPlayer:
    refuse_budget("planner", budget)
    return PlannerPlayer()


class PlannerPlayer:
    """Follows the best town by the rank of the deal, or by distance where no town is perfect."""

    def choose(self, state: TownState, rng: random.Random) -> LayTiles:
        rivals = field(state.instance.themes)
        town = Town.from_pattern(rivals.best.get(state.instance.rank, rivals.best["distance"]))
        plan = LayTiles.town(town).tiles
        done = len(state.laid)
        if plan[:done] != state.laid:
            plan = max(islice(completions(state.laid), SAMPLE), key=lambda laid: _percentile(rivals, laid))
        return LayTiles((plan[done],))


def _percentile(rivals: Field, laid: Laid) -> float:
    tiles, directions = zip(*laid, strict=True)
    return rivals.duel(score(Town(tiles, directions))).percentile
