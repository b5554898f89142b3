"""MiniZinc with Gecode: ``labyrinth.mzn``, asked about each leg."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tilewright.engines import minizinc
from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.labyrinth.legs.decomposition import Found, Leg, Tell, solve_by_legs
from tilewright.games.labyrinth.legs.first_path import plain_path
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["solve"]

MODEL = Path(__file__).with_name("labyrinth.mzn")
LARGEST_SUM = 2**31 - 2
"""Gecode's integers have 32 bits."""


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """The dearest path, or the proof that there is none."""
    if sum(abs(cost) for cost in instance.costs.values()) > LARGEST_SUM:
        raise BadInput(f"minizinc plays labyrinths whose costs add up to at most {LARGEST_SUM}")
    return solve_by_legs(instance, run, plain_path, _improve)


def _improve(leg: Leg, found: Found, run: Run, tell: Tell) -> Found:
    def heard(solution: Mapping[str, Any]) -> None:
        nonlocal found
        path = tuple(node - 1 for node in solution["visit"] if node)
        if leg.cost(path) > found.cost:
            found = Found(path, leg.cost(path), found.bound)
            tell(found)

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
    outcome = minizinc.solve(MODEL, data, run.part(), on_solution=heard)
    if outcome.status is Status.OPTIMAL:
        return Found(found.path, found.cost, found.cost)
    return found
