"""Solve the offline problem with CP-SAT and the paper's model.

The model has a placement automaton for each tile. ``model=usage`` adds the usage automata, which the offline
problem does not need. ``model=placements`` uses a Boolean variable for each placement instead of automata.
"""

from __future__ import annotations

from tilewright.engines import cpsat
from tilewright.game import Answer, Run
from tilewright.games.patchwork.quilt.offline_search import PlacementModel, placements_of
from tilewright.games.patchwork.quilt.regular_model.cpsat_model import QuiltModel
from tilewright.games.patchwork.quilt.rules import QuiltInstance
from tilewright.games.patchwork.solvers.offline import solution_with

__all__ = ["solve"]


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """Find a quilt with as many covered squares as possible for the known order."""
    shapes = instance.shapes
    model = run.options.get("model", "regular")
    quilt = PlacementModel(shapes) if model == "placements" else QuiltModel(shapes, usage=model == "usage")
    quilt.lay_in_order()
    quilt.maximise_area()
    outcome = cpsat.solve(quilt.model, run, quilt.watched, whole_model=True)
    if outcome.best is None:
        return Answer(outcome.status, bound=outcome.bound, stats=outcome.stats)
    solution = solution_with(instance, placements_of(instance.order, outcome.best))
    return Answer(outcome.status, solution, outcome.objective, outcome.bound, stats=outcome.stats)
