"""The offline question in the paper's model on MiniZinc with Gecode: ``quilt.mzn``.

Its search lays tile after tile, each at the first place, so that its first quilt is that of
in-order-some+first.
"""

from __future__ import annotations

from pathlib import Path

from tilewright.engines import minizinc
from tilewright.game import Answer, Run, Status
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.games.patchwork.quilt.offline_search import laid_from, most_squares
from tilewright.games.patchwork.quilt.regular_model.minizinc_data import quilt_data
from tilewright.games.patchwork.quilt.rules import QuiltInstance
from tilewright.games.patchwork.solvers.offline import solution_of

__all__ = ["MODEL", "solve"]

MODEL = Path(__file__).with_name("quilt.mzn")


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """The most squares that can be covered when the order is known."""
    if not instance.order:
        return Answer(Status.OPTIMAL, solution_of(instance, ()), 0)
    bound = most_squares(instance.order)
    outcome = minizinc.solve(MODEL, quilt_data([PATCHES[patch].shape for patch in instance.order]), run)
    if outcome.best is None:
        return Answer(outcome.status, bound=bound, stats=outcome.stats)
    covers = {
        (tile - 1, divmod(place, SIDE + 1)): 1 for place, tile in enumerate(outcome.best["board"]) if tile
    }
    solution = solution_of(instance, laid_from(instance.order, covers))
    status = Status.OPTIMAL if solution.area == bound else outcome.status
    return Answer(status, solution, solution.area, bound, stats=outcome.stats)
