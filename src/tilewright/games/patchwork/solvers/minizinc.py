"""Solve the offline problem with MiniZinc, Gecode and the paper's model (``quilt.mzn``).

The search lays the tiles in order, each where it first fits, so the first quilt that it finds is the quilt
of the strategy in-order-some+first.
"""

from __future__ import annotations

from pathlib import Path

from tilewright.engines import minizinc
from tilewright.game import Answer, Run, Status
from tilewright.games.patchwork.pieces.patches import SIDE
from tilewright.games.patchwork.quilt.offline_search import most_squares, placements_of
from tilewright.games.patchwork.quilt.regular_model.minizinc_data import quilt_data
from tilewright.games.patchwork.quilt.rules import QuiltInstance
from tilewright.games.patchwork.solvers.offline import solution_with

__all__ = ["MODEL", "solve"]

MODEL = Path(__file__).with_name("quilt.mzn")


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """Find a quilt with as many covered squares as possible for the known order."""
    if not instance.order:
        return Answer(Status.OPTIMAL, solution_with(instance, ()), 0)
    bound = most_squares(instance.patch_set, instance.order)
    outcome = minizinc.solve(MODEL, quilt_data(instance.shapes), run, whole_model=True)
    if outcome.best is None:
        return Answer(outcome.status, bound=bound, stats=outcome.stats)
    covers = {
        (tile - 1, divmod(position, SIDE + 1)): 1 for position, tile in enumerate(outcome.best["board"]) if tile
    }
    solution = solution_with(instance, placements_of(instance.order, covers))
    status = Status.OPTIMAL if solution.area == bound else outcome.status
    return Answer(status, solution, solution.area, bound, stats=outcome.stats)
