"""Random cases whose correct answer a brute-force search has found.

The fuzz test (`soak/differential_fuzz.py`) compares the solvers of each game on such cases. The cases of a game
are in ``tests/GAME`` (see `game_test_files`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.game import Game, Result, Status

MOST_COUNTED = 50
"""The number of solutions of a puzzle at which the solvers stop counting."""
COUNTING = {"unique": True, "count": MOST_COUNTED}
"""The options with which a solver of a puzzle counts the solutions."""

Agrees = Callable[[str, Result], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """An instance, the solvers that can solve it, and a function that tells whether a result is correct."""

    instance: Any
    solvers: Sequence[str]
    agrees: Agrees
    options: dict[str, Any] = field(default_factory=dict)
    checked: bool = True
    """Whether the game's checker judges the answer before it is compared."""


def right_optimum(best: int | None, maximise: bool = True) -> Agrees:
    """Return a function that tells whether a result agrees with the optimum `best` (None: no solution).

    A solver need not prove that its answer is optimal, but what it claims must be true.
    """
    sign = 1 if maximise else -1

    def agrees(_solver: str, result: Result) -> bool:
        if best is None:
            return result.status in (Status.INFEASIBLE, Status.UNKNOWN) and result.solution is None
        if result.status is Status.OPTIMAL:
            return result.objective == best
        low = result.objective is None or sign * result.objective <= sign * best
        high = result.bound is None or sign * result.bound >= sign * best
        return result.status in (Status.FEASIBLE, Status.UNKNOWN) and low and high

    return agrees


def right_solutions(
    expected: Any, canonical: Callable[[Any], Any], game: Game, may_not_decide: Sequence[str] = ()
) -> Agrees:
    """Return a function that tells whether a result agrees with the list of all solutions.

    The solvers named in `may_not_decide` may leave an instance undecided.
    """

    def agrees(solver: str, result: Result) -> bool:
        if solver in may_not_decide and result.status is Status.UNKNOWN:
            return True
        return (
            result.status is (Status.SATISFIED if expected else Status.INFEASIBLE)
            and result.unique is (len(expected) == 1 if expected else None)
            and result.stats["count"] == min(len(expected), MOST_COUNTED)
            and result.stats["count_complete"] is (len(expected) <= MOST_COUNTED)
            and (result.solution is None or canonical(game.solution_to_json(result.solution)) in expected)
        )

    return agrees
