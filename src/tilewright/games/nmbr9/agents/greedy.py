"""Greedy: as many points as possible now, and among equals the shortest border of the level.

A long border leaves gaps that nothing above can bridge, so half a point is paid for each side of it.
"""

from __future__ import annotations

import random

from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.geometry import neighbours
from tilewright.play import Budget, Valued, refuse_budget

__all__ = ["GreedyPlayer", "make"]

BORDER = 0.5


def make(budget: Budget) -> GreedyPlayer:
    refuse_budget("greedy", budget)
    return GreedyPlayer()


class GreedyPlayer:
    """Looks at the placement alone."""

    def choose(self, state: Nmbr9State, rng: random.Random) -> Nmbr9Move:
        return min(state.moves(), key=lambda move: (-_worth(state, move), move))

    def values(self, state: Nmbr9State, rng: random.Random) -> list[Valued]:
        """What the placement is worth, the points that there are already included."""
        now = state.scores()[0]
        ranked = sorted((-_worth(state, move), move) for move in state.moves())
        return [Valued(move, now - cost) for cost, move in ranked]


def _worth(state: Nmbr9State, move: Nmbr9Move) -> float:
    beside = {cell for each in state.placed if each.level == move.level for cell in each.cells}
    own = set(move.cells)
    sides = [near for cell in own for near in neighbours(cell) if near not in own]
    shared = sum(near in beside for near in sides)
    return move.value * (move.level - 1) - BORDER * (len(sides) - 2 * shared)
