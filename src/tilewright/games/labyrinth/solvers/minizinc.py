"""Solve each leg with MiniZinc and Gecode; the model is ``labyrinth.mzn``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tilewright.engines import minizinc
from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.labyrinth.legs.decomposition import Incumbent, Leg, ReportProgress, solve_by_legs
from tilewright.games.labyrinth.legs.first_path import shortest_path
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["solve"]

MODEL = Path(__file__).with_name("labyrinth.mzn")
LARGEST_SUM = 2**31 - 2
"""The largest sum of absolute edge costs that an instance may have: Gecode's integers have 32 bits."""


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """Find the costliest path, or prove that there is no path."""
    if sum(abs(cost) for cost in instance.costs.values()) > LARGEST_SUM:
        raise BadInput(
            "the solver minizinc requires that the absolute values of all edge costs add up to at most"
            f" {LARGEST_SUM}"
        )
    return solve_by_legs(instance, run, shortest_path, _improve)


def _improve(leg: Leg, incumbent: Incumbent, run: Run, report_progress: ReportProgress) -> Incumbent:
    def on_solution(solution: Mapping[str, Any]) -> None:
        nonlocal incumbent
        path = tuple(node - 1 for node in solution["visit"] if node)
        if leg.cost(path) > incumbent.cost:
            incumbent = Incumbent(path, leg.cost(path), incumbent.bound)
            report_progress(incumbent)

    data = {
        "nodes": leg.size,
        "start": leg.start + 1,
        "target": leg.target + 1,
        "steps": [
            [a + 1, b + 1, cost]
            for a, others in enumerate(leg.neighbours)
            for b, cost in others.items()
            if a != leg.target
        ],
    }
    outcome = minizinc.solve(MODEL, data, run.part(), on_solution=on_solution)
    return incumbent.proved() if outcome.status is Status.OPTIMAL else incumbent
