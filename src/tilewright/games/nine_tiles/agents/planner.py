"""Planner: looks a best town up in the census and builds it.

Where others have laid tiles that do not fit the plan, it builds the best town that it finds among those that
begin with them. What a move is worth is found in the same way: all towns after it, or some that are drawn where
there are many.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from tilewright.games.nine_tiles.ranking.rivals import Field, field
from tilewright.games.nine_tiles.rules import Town, score
from tilewright.games.nine_tiles.state import FULL, Laid, LayTiles, TownState, completions
from tilewright.play import Budget, Valued, refuse_budget

__all__ = ["PlannerPlayer", "make"]

SAMPLE = 400
"""So many towns are looked at where the best one cannot be built any more."""


def make(budget: Budget) -> PlannerPlayer:
    refuse_budget("planner", budget)
    return PlannerPlayer()


class PlannerPlayer:
    """Follows the best town by the rank of the deal, or by distance where no town is perfect."""

    def __init__(self) -> None:
        self._plan: Laid = ()

    def choose(self, state: TownState, rng: Random) -> LayTiles:
        best = _best_town(state, field(state.instance.themes))
        return _step(best, state) if _begins(best, state) else self.values(state, rng)[0].move

    def values(self, state: TownState, rng: Random) -> list[Valued]:
        """Every move, with the score of the best town found after it; the one that is planned comes first."""
        rivals = field(state.instance.themes)
        best = _best_town(state, rivals)
        found: dict[LayTiles, tuple[float, Laid]] = {}
        for laid in (best, self._plan, *_towns(state, rng)):
            if _begins(laid, state):
                move, value = _step(laid, state), _value(rivals, laid)
                if move not in found or value > found[move][0]:
                    found[move] = (value, laid)
        ranked = sorted(found, key=lambda move: (-found[move][0], move))
        if _begins(best, state):
            ranked.sort(key=lambda move: move != _step(best, state))
        self._plan = found[ranked[0]][1]
        return [Valued(move, found[move][0]) for move in ranked]


def _best_town(state: TownState, rivals: Field) -> Laid:
    town = Town.from_pattern(rivals.best.get(state.instance.rank, rivals.best["distance"]))
    return LayTiles.town(town).tiles


def _begins(laid: Laid, state: TownState) -> bool:
    """Whether a town begins with the tiles that lie."""
    return bool(laid) and laid[: len(state.laid)] == state.laid


def _step(laid: Laid, state: TownState) -> LayTiles:
    """The next tile on the way to a town."""
    return LayTiles((laid[len(state.laid)],))


def _towns(state: TownState, rng: Random) -> Iterator[Laid]:
    """All towns that begin with the tiles that lie, if they are few; else as many drawn ones for every move."""
    few = list(islice(completions(state.laid), SAMPLE + 1))
    if len(few) <= SAMPLE:
        yield from few
        return
    moves = state.moves()
    for move in moves:
        for _ in range(max(1, SAMPLE // len(moves))):
            yield next(completions((*state.laid, *move.tiles), rng))


def _value(rivals: Field, laid: Laid) -> float:
    tiles, directions = zip(*laid, strict=True)
    return rivals.duel(score(Town(tiles, directions))).percentile * FULL / 100
