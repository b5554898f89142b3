"""Sampler: builds the best of several random towns, and is a weaker opponent than `planner`.

An iteration is one random town; without a budget, thirty towns are compared.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.ranking.theme_set_statistics import theme_set_statistics
from tilewright.games.nine_tiles.rules import Town, score
from tilewright.games.nine_tiles.state import LaidTiles, LayTiles, TownState, completions
from tilewright.play import Budget

__all__ = ["SamplerPlayer", "make"]

DEFAULT_TOWNS = 30


def make(budget: Budget) -> SamplerPlayer:
    if budget.seconds is not None:
        raise BadInput(f"the agent sampler takes a number of towns: write sampler:30it, not sampler:{budget}")
    return SamplerPlayer(budget.iterations or DEFAULT_TOWNS)


class SamplerPlayer:
    """A player that compares random towns by the share of all towns that each of them beats in the duel."""

    def __init__(self, towns: int) -> None:
        self._towns = towns
        self._plan: LaidTiles = ()

    def choose(self, state: TownState, rng: Random) -> LayTiles:
        if not self._plan or self._plan[: len(state.laid)] != state.laid:
            self._plan = self._best_town(state, rng)
        return LayTiles((self._plan[len(state.laid)],))

    def _best_town(self, state: TownState, rng: Random) -> LaidTiles:
        """Return the best of several random towns that begin with the tiles already laid."""
        statistics = theme_set_statistics(state.instance.themes)

        def share_beaten(town: LaidTiles) -> float:
            return statistics.compare_in_duel(score(Town(*zip(*town, strict=True)))).percentile

        # Towns that are generated from the same random order are similar, so each town gets its own order.
        towns = [next(islice(completions(state.laid, rng), 1)) for _ in range(self._towns)]
        return max(towns, key=lambda town: (share_beaten(town), town))
