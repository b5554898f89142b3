"""The agent `greedy`: maximises the points of a move minus a cost for the border that it adds to the level.

A long border leaves gaps that no part above can bridge, so each cell side on the border costs half a point.
"""

from __future__ import annotations

import random

from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.geometry import neighbours
from tilewright.play import Budget, Valued

__all__ = ["GreedyPlayer", "make"]

BORDER_COST = 0.5


def make(budget: Budget) -> GreedyPlayer:
    return GreedyPlayer()


class GreedyPlayer:
    """A player that evaluates each placement without looking ahead."""

    def choose(self, state: Nmbr9State, rng: random.Random) -> Nmbr9Move:
        return min(state.moves(), key=lambda move: (-_value(state, move), move))

    def values(self, state: Nmbr9State, rng: random.Random) -> list[Valued]:
        """Return all moves with their values, best first; each value includes the score so far."""
        now = state.scores()[0]
        ranked = sorted((-_value(state, move), move) for move in state.moves())
        return [Valued(move, now - cost) for cost, move in ranked]


def _value(state: Nmbr9State, move: Nmbr9Move) -> float:
    """Return the points of the move minus the cost of the border that it adds to its level.

    Sides shared with other parts shorten the border, so they reduce the cost.
    """
    occupied = {cell for each in state.placed if each.level == move.level for cell in each.cells}
    own = set(move.cells)
    sides = [near for cell in own for near in neighbours(cell) if near not in own]
    shared = sum(near in occupied for near in sides)
    return move.value * (move.level - 1) - BORDER_COST * (len(sides) - 2 * shared)
