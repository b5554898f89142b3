"""Planner: asks for a longest trail through the labels before the first stone, and lays it in a snake.

Under the rule chain nobody lays more stones. Under the rule touch the chain is legal, but not always the best.
Where others have laid stones that do not fit the plan, it goes on like greedy.
"""

from __future__ import annotations

import random

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.domino.agents.greedy import GreedyPlayer
from tilewright.games.domino.rules import DominoInstance, DominoSolution
from tilewright.games.domino.solvers import trail
from tilewright.games.domino.state import DominoMove, DominoState
from tilewright.play import Budget, refuse_budget

__all__ = ["PlannerPlayer", "make"]


def make(budget: Budget) -> PlannerPlayer:
    refuse_budget("planner", budget)
    return PlannerPlayer()


class PlannerPlayer:
    """Follows one plan for the whole game."""

    def __init__(self) -> None:
        self._instance: DominoInstance | None = None
        self._plan: tuple[DominoMove, ...] = ()

    def choose(self, state: DominoState, rng: random.Random) -> DominoMove:
        if self._instance != state.instance:
            self._instance, self._plan = state.instance, _plan(state.instance)
        done = len(state.laid)
        if done < len(self._plan) and self._plan[:done] == state.laid:
            return self._plan[done]
        return GreedyPlayer().choose(state, rng)


def _plan(instance: DominoInstance) -> tuple[DominoMove, ...]:
    """The moves that lay a longest chain."""
    chain = DominoInstance(instance.n, instance.stones, instance.labels, "chain")
    solution = trail.solve(chain, Run()).solution
    if not isinstance(solution, DominoSolution):
        raise BadInput("no chain was found")
    moves = (
        DominoMove((a, b), ((row, column), (row2, column2)))
        for (a, b), ((row, column), (row2, column2)) in zip(
            solution.stones.tolist(), solution.cells.tolist(), strict=True
        )
    )
    if instance.rule == "touch":
        return tuple(move.with_smaller_label_first() for move in moves)
    return tuple(moves)
