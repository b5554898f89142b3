"""The result type of all engines except SAT solvers, which return whether there is a solution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.game import Status

__all__ = ["Outcome", "conclude"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The solutions that an engine found, the best one last, and the facts that it proved about them.

    ``stats["complete"]`` is true if the engine finished its search. Then the best solution is optimal,
    `solutions` contains all solutions, or there is no solution.
    """

    status: Status
    solutions: tuple[Mapping[Any, Any], ...] = ()
    objective: int | None = None
    bound: int | None = None
    stats: Mapping[str, Any] = field(default_factory=dict)

    @property
    def best(self) -> Mapping[Any, Any] | None:
        return self.solutions[-1] if self.solutions else None


def conclude(
    solutions: Iterable[Mapping[Any, Any]],
    *,
    complete: bool,
    wanted: int | None = 1,
    objective: int | None = None,
    bound: int | None = None,
    stats: Mapping[str, Any] | None = None,
) -> Outcome:
    """Build the outcome of a search.

    `complete` is true if the search was finished. `wanted` is the requested number of solutions, or None for
    all.
    """
    solutions = tuple(solutions)
    if not solutions:
        status = Status.INFEASIBLE if complete else Status.UNKNOWN
        bound = None if complete else bound
    elif objective is not None:
        status = Status.OPTIMAL if complete else Status.FEASIBLE
        bound = objective if complete else bound
    else:
        enough = complete or (wanted is not None and len(solutions) >= wanted)
        status = Status.SATISFIED if enough else Status.FEASIBLE
    return Outcome(status, solutions, objective, bound, {**(stats or {}), "complete": complete})
