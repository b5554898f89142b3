"""What is asked of a solver beside a solution, and the answer to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.game import Answer, Run, Status
from tilewright.games.nurikabe.rules import Shading

__all__ = ["Rows", "answer", "wanted"]

Rows = tuple[str, ...]


def wanted(run: Run) -> int:
    """How many solutions answer the question; to know that there are no more than N takes N + 1."""
    unique, count = run.options.get("unique", False), run.options.get("count", 0)
    return max(2 if unique else 1, count + 1 if count else 1)


def answer(
    run: Run,
    found: Sequence[Rows],
    *,
    complete: bool,
    stats: Mapping[str, Any],
    total: int | None = None,
) -> Answer:
    """The answer of a search that found these solutions, and no others exist if it was `complete`.

    `total` is the number of solutions where it is known without having them all.
    """
    total = len(found) if total is None else total
    facts = dict(stats)
    if limit := run.options.get("count", 0):
        facts["count"] = min(total, limit)
        facts["count_complete"] = complete and total <= limit
    if not found:
        return Answer(Status.INFEASIBLE if complete else Status.UNKNOWN, stats=facts)
    unique = None
    if run.options.get("unique", False):
        unique = False if total > 1 else True if complete else None
        if len(found) > 1:
            facts["second_solution"] = list(found[1])
    return Answer(Status.SATISFIED, Shading(found[0]), unique=unique, stats=facts)
