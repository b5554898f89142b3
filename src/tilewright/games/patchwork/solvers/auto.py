"""The default solver: run the instance's strategy on bitboards.

The seed determines the strategy's random choices.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import Answer, Run, Status
from tilewright.games.patchwork.quilt.placement_tables import cells_of
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution
from tilewright.games.patchwork.quilt.run_strategy import run_strategy
from tilewright.games.patchwork.quilt.strategies import find_strategy

__all__ = ["prepare", "solve"]


def prepare(instance: QuiltInstance) -> None:
    """Compile the instance's strategy."""
    run_strategy(find_strategy(instance.strategy), instance.patch_set, np.zeros((1, 0), np.int64))


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """Return the quilt that the instance's strategy lays."""
    order = np.array([instance.order], np.int64)
    runs = run_strategy(find_strategy(instance.strategy), instance.patch_set, order, run.limits.seed)
    indices = runs.placements[0].tolist()
    placements = tuple(
        Placement(patch, cells_of(index))
        for patch, index in zip(instance.order, indices, strict=True)
        if index >= 0
    )
    area = int(runs.area[0])
    run.report(best=area)
    solution = QuiltSolution(placements, area, int(runs.streak[0]))
    return Answer(
        Status.FEASIBLE,
        solution,
        area,
        stats={"placed": len(placements), "alternatives": int(runs.alternatives[0])},
    )
