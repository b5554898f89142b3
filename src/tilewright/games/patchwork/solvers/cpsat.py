"""The offline question in the paper's model on CP-SAT: an automaton for the placement of each tile.

With ``model=usage`` the usage automata are there too, which this question does not need; with
``model=placements`` each placement is a truth of its own instead.
"""

from __future__ import annotations

from tilewright.engines import cpsat
from tilewright.game import Answer, Run
from tilewright.games.patchwork.pieces.patches import PATCHES
from tilewright.games.patchwork.quilt.offline_search import PlacementModel, laid_from
from tilewright.games.patchwork.quilt.regular_model.cpsat_model import QuiltModel
from tilewright.games.patchwork.quilt.rules import QuiltInstance
from tilewright.games.patchwork.solvers.offline import solution_of

__all__ = ["solve"]


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """The most squares that can be covered when the order is known."""
    shapes = [PATCHES[patch].shape for patch in instance.order]
    model = run.options.get("model", "regular")
    quilt = PlacementModel(shapes) if model == "placements" else QuiltModel(shapes, usage=model == "usage")
    quilt.lay_in_order()
    quilt.maximise_area()
    outcome = cpsat.solve(quilt.model, run, quilt.watched)
    if outcome.best is None:
        return Answer(outcome.status, bound=outcome.bound, stats=outcome.stats)
    solution = solution_of(instance, laid_from(instance.order, outcome.best))
    return Answer(outcome.status, solution, outcome.objective, outcome.bound, stats=outcome.stats)
