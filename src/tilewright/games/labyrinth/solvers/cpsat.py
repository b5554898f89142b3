"""Solve with CP-SAT and its circuit constraint.

An extra arc from the target to the start turns the path into a circuit. A node that is not on the path has a
self-loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Run, Status
from tilewright.games.labyrinth.legs.decomposition import Incumbent, Leg, ReportProgress, solve_by_legs
from tilewright.games.labyrinth.legs.first_path import shortest_path
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["solve"]

Step = tuple[int, int]


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """Find the costliest path, or prove that there is no path."""
    return solve_by_legs(instance, run, shortest_path, _improve)


def _improve(leg: Leg, incumbent: Incumbent, run: Run, report_progress: ReportProgress) -> Incumbent:
    def on_solution(taken: Mapping[Step, int]) -> None:
        nonlocal incumbent
        path = _path(leg, taken)
        if leg.cost(path) > incumbent.cost:
            incumbent = Incumbent(path, leg.cost(path), incumbent.bound)
            report_progress(incumbent)

    model, steps = _model(leg, incumbent)
    outcome = cpsat.solve(model, run.part(), steps, on_solution=on_solution)
    return incumbent.proved() if outcome.status is Status.OPTIMAL else incumbent.with_bound(outcome.bound)


def _model(leg: Leg, incumbent: Incumbent) -> tuple[cp_model.CpModel, dict[Step, cp_model.IntVar]]:
    """Return the model, which has the best known path as a hint, and the variable of each possible step."""
    model = cp_model.CpModel()
    steps: dict[Step, cp_model.IntVar] = {}
    for a, others in enumerate(leg.neighbours):
        for b in others:
            if a != leg.target and b != leg.start:
                steps[a, b] = model.new_bool_var(f"{a}-{b}")
    arcs = [(a, b, taken) for (a, b), taken in steps.items()]
    arcs.append((leg.target, leg.start, model.new_constant(1)))
    for node in range(leg.size):
        if node not in (leg.start, leg.target):
            arcs.append((node, node, model.new_bool_var(f"off {node}")))
    model.add_circuit(arcs)
    model.maximize(sum(leg.neighbours[a][b] * taken for (a, b), taken in steps.items()))
    on_path = set(pairwise(incumbent.path))
    for step, taken in steps.items():
        model.add_hint(taken, step in on_path)
    return model, steps


def _path(leg: Leg, taken: Mapping[Step, int]) -> tuple[int, ...]:
    following = dict(step for step, used in taken.items() if used)
    path = [leg.start]
    while path[-1] != leg.target:
        path.append(following[path[-1]])
    return tuple(path)
