"""Planner: looks up a best town in the precomputed tables and builds it.

If that town does not begin with the tiles already laid, the planner builds the best town that it finds among
the towns that begin with these tiles. The value of a move is the score of the best town that is possible after
the move; if many towns begin with the tiles already laid, only a random sample of them is scored.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from tilewright.games.nine_tiles.ranking.theme_set_statistics import ThemeSetStatistics, theme_set_statistics
from tilewright.games.nine_tiles.rules import Town, score
from tilewright.games.nine_tiles.state import HIGHEST_SCORE, LaidTiles, LayTiles, TownState, completions
from tilewright.play import Budget, Valued

__all__ = ["PlannerPlayer", "make"]

SAMPLE = 400
"""If more towns than this are possible, a random sample of about this many is scored."""


def make(budget: Budget) -> PlannerPlayer:
    return PlannerPlayer()


class PlannerPlayer:
    """An agent that builds a best town by the instance's ranking.

    If the ranking is `max` and no town has all three maxima, it builds a best town by `distance`.
    """

    def __init__(self) -> None:
        self._plan: LaidTiles = ()

    def choose(self, state: TownState, rng: Random) -> LayTiles:
        best = _best_town(state, theme_set_statistics(state.instance.themes))
        return _next_move(best, state) if _begins_with(best, state) else self.values(state, rng)[0].move

    def values(self, state: TownState, rng: Random) -> list[Valued]:
        """Return each move with the score of the best town found among those still possible after the move.

        The moves are in descending order of score, except that the move that lays the next tile of the best
        town in the tables comes first if that town is still possible.
        """
        statistics = theme_set_statistics(state.instance.themes)
        best = _best_town(state, statistics)
        best_by_move: dict[LayTiles, tuple[float, LaidTiles]] = {}
        for town in (best, self._plan, *_towns(state, rng)):
            if _begins_with(town, state):
                move, value = _next_move(town, state), _value(statistics, town)
                if move not in best_by_move or value > best_by_move[move][0]:
                    best_by_move[move] = (value, town)
        ranked = sorted(best_by_move, key=lambda move: (-best_by_move[move][0], move))
        if _begins_with(best, state):
            ranked.sort(key=lambda move: move != _next_move(best, state))
        self._plan = best_by_move[ranked[0]][1]
        return [Valued(move, best_by_move[move][0]) for move in ranked]


def _best_town(state: TownState, statistics: ThemeSetStatistics) -> LaidTiles:
    town = Town.from_pattern(statistics.best.get(state.instance.rank, statistics.best["distance"]))
    return LayTiles.town(town).tiles


def _begins_with(town: LaidTiles, state: TownState) -> bool:
    """Return whether a town begins with the tiles already laid."""
    return bool(town) and town[: len(state.laid)] == state.laid


def _next_move(town: LaidTiles, state: TownState) -> LayTiles:
    """Return the move that lays the next tile of a town."""
    return LayTiles((town[len(state.laid)],))


def _towns(state: TownState, rng: Random) -> Iterator[LaidTiles]:
    """Yield all towns that begin with the tiles already laid or, if there are many, a random sample."""
    towns = list(islice(completions(state.laid), SAMPLE + 1))
    if len(towns) <= SAMPLE:
        yield from towns
        return
    moves = state.moves()
    for move in moves:
        for _ in range(max(1, SAMPLE // len(moves))):
            yield next(completions((*state.laid, *move.tiles), rng))


def _value(statistics: ThemeSetStatistics, town: LaidTiles) -> float:
    points = score(Town(*zip(*town, strict=True)))
    return statistics.compare_in_duel(points).percentile * HIGHEST_SCORE / 100
