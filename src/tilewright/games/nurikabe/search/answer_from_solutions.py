"""Build the answer of a search from the rows of the solutions that it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tilewright.game import Answer, Run
from tilewright.games.nurikabe.rules import Rows, Shading
from tilewright.puzzles import answer_from_solutions

__all__ = ["build_answer"]

SECOND = "second_solution"


def build_answer(
    run: Run, found: Sequence[Rows], *, complete: bool, stats: Mapping[str, Any], total: int | None = None
) -> Answer:
    """Return the answer as for any other pencil puzzle, but with the second solution as a list of its rows."""
    total = len(found) if total is None else total
    shadings = [Shading(rows) for rows in found[:2]]
    answer = answer_from_solutions.build_answer(run, shadings, complete=complete, stats=stats, total=total)
    if SECOND not in answer.stats:
        return answer
    return replace(answer, stats={**answer.stats, SECOND: list(found[1])})
