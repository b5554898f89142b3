"""Planner: computes a longest trail in the label graph before the first move, and lays it row by row.

Under rule `chain` the result is optimal. Under rule `touch` it is legal, but not always optimal. If the stones
already laid do not follow this plan, or if they complete it, the planner plays like `greedy`.
"""

from __future__ import annotations

import random

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.domino.agents.greedy import GreedyPlayer
from tilewright.games.domino.rules import DominoInstance, DominoSolution
from tilewright.games.domino.solvers import trail
from tilewright.games.domino.state import DominoMove, DominoState
from tilewright.play import Budget

__all__ = ["PlannerPlayer", "make"]


def make(budget: Budget) -> PlannerPlayer:
    return PlannerPlayer()


class PlannerPlayer:
    """A player that follows one plan for the whole game."""

    def __init__(self) -> None:
        self._instance: DominoInstance | None = None
        self._plan: tuple[DominoMove, ...] = ()

    def choose(self, state: DominoState, rng: random.Random) -> DominoMove:
        if self._instance != state.instance:
            self._instance, self._plan = state.instance, _plan(state.instance)
        turn = len(state.laid)
        if turn < len(self._plan) and self._plan[:turn] == state.laid:
            return self._plan[turn]
        return GreedyPlayer().choose(state, rng)


def _plan(instance: DominoInstance) -> tuple[DominoMove, ...]:
    """Return the moves that lay a longest chain."""
    chain = DominoInstance(instance.n, instance.stones, instance.labels, "chain")
    solution = trail.solve(chain, Run()).solution
    if not isinstance(solution, DominoSolution):
        raise BadInput("the planner found no chain")
    moves = (
        DominoMove((a, b), ((row, column), (row2, column2)))
        for (a, b), ((row, column), (row2, column2)) in zip(
            solution.stones.tolist(), solution.cells.tolist(), strict=True
        )
    )
    if instance.rule == "touch":
        return tuple(move.with_smaller_label_first() for move in moves)
    return tuple(moves)
