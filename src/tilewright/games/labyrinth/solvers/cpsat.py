"""CP-SAT with its circuit constraint: an outside arc closes the path, nodes off the path are loops."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Run, Status
from tilewright.games.labyrinth.legs.decomposition import Found, Leg, Tell, solve_by_legs
from tilewright.games.labyrinth.legs.first_path import plain_path
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["solve"]

Step = tuple[int, int]


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """The dearest path, or the proof that there is none."""
    return solve_by_legs(instance, run, plain_path, _improve)


def _improve(leg: Leg, found: Found, run: Run, tell: Tell) -> Found:
    def heard(taken: Mapping[Step, int]) -> None:
        nonlocal found
        path = _path(leg, taken)
        if leg.cost(path) > found.cost:
            found = Found(path, leg.cost(path), found.bound)
            tell(found)

    model, steps = _model(leg, found)
    outcome = cpsat.solve(model, run.part(), steps, on_solution=heard)
    if outcome.status is Status.OPTIMAL:
        return Found(found.path, found.cost, found.cost)
    bound = found.bound if outcome.bound is None else min(found.bound, outcome.bound)
    return Found(found.path, found.cost, bound)


def _model(leg: Leg, found: Found) -> tuple[cp_model.CpModel, dict[Step, cp_model.IntVar]]:
    """The model, with the path found as a hint, and for each step whether it is taken."""
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
    on_path = set(pairwise(found.path))
    for step, taken in steps.items():
        model.add_hint(taken, step in on_path)
    return model, steps


def _path(leg: Leg, taken: Mapping[Step, int]) -> tuple[int, ...]:
    onward = dict(step for step, used in taken.items() if used)
    path = [leg.start]
    while path[-1] != leg.target:
        path.append(onward[path[-1]])
    return tuple(path)
