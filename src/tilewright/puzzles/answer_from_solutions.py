"""How the solver options `unique` and `count` limit a search and determine its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.game import Answer, Run, Status
from tilewright.puzzles.solution_types import PuzzleSolution

__all__ = ["build_answer", "solutions_needed"]


def solutions_needed(run: Run) -> int:
    """Return the number of solutions after which the search may stop.

    To decide whether there are more than N solutions, the search has to look for N + 1 solutions. The option
    `unique` asks whether there is more than one solution; the option `count` asks whether there are more
    solutions than its value.
    """
    unique, count = run.options.get("unique", False), run.options.get("count", 0)
    return max(2 if unique else 1, count + 1 if count else 1)


def build_answer(
    run: Run,
    solutions: Sequence[PuzzleSolution],
    *,
    complete: bool,
    stats: Mapping[str, Any],
    total: int | None = None,
) -> Answer:
    """Return the answer of a search that found the given solutions.

    `complete` means that the search found or counted all solutions. `total` is the number of solutions that
    the search counted; by default, `total` is the number of the given solutions.
    """
    total = len(solutions) if total is None else total
    statistics = dict(stats)
    if limit := run.options.get("count", 0):
        statistics["count"] = min(total, limit)
        statistics["count_complete"] = complete and total <= limit
    if not solutions:
        return Answer(Status.INFEASIBLE if complete else Status.UNKNOWN, stats=statistics)
    unique = None
    if run.options.get("unique", False):
        unique = False if total > 1 else True if complete else None
        if len(solutions) > 1:
            statistics["second_solution"] = solutions[1].to_json()
    return Answer(Status.SATISFIED, solutions[0], unique=unique, stats=statistics)
