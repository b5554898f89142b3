"""What every engine hands back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.game import Status

__all__ = ["Outcome", "conclude"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The solutions that an engine found, the last one the best, and what it proved about them.

    ``stats["complete"]`` tells whether the engine searched to the end: the solution is an optimum, there are no
    solutions but these, or there are none.
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
    """The outcome of a search that was `complete` or cut short; `wanted` None: all solutions were asked for."""
    found = tuple(solutions)
    if not found:
        status = Status.INFEASIBLE if complete else Status.UNKNOWN
        bound = None if complete else bound
    elif objective is not None:
        status = Status.OPTIMAL if complete else Status.FEASIBLE
        bound = objective if complete else bound
    else:
        enough = complete or (wanted is not None and len(found) >= wanted)
        status = Status.SATISFIED if enough else Status.FEASIBLE
    return Outcome(status, found, objective, bound, {**(stats or {}), "complete": complete})
