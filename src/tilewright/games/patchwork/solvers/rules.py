"""Run the instance's strategy in plain Python, on sets of squares."""

from __future__ import annotations

from tilewright.game import Answer, Run, Status
from tilewright.games.patchwork.quilt.reference_quilt import Cells, Cost, Quilt, reference_strategy
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution

__all__ = ["solve"]


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """Return the quilt that the instance's strategy lays.

    The status is `unknown` if the run is stopped before all patches have been tried.
    """
    offer, cost = reference_strategy(instance.strategy)
    quilt = Quilt(patches=instance.patch_set)
    placements: list[Placement] = []
    alternatives = 0
    streak = len(instance.order) + 1
    for position, patch in enumerate(instance.order, start=1):
        quilt = Quilt(quilt.covered, instance.order[position:], instance.patch_set)
        offered = [] if run.stopped else offer(quilt, patch)
        chosen = _cheapest(quilt, patch, offered, cost, run) if len(offered) > 1 else next(iter(offered), None)
        if run.stopped:
            return Answer(Status.UNKNOWN)
        if chosen is None:
            streak = min(streak, position)
            continue
        alternatives += len(offered)
        placements.append(Placement(patch, chosen))
        quilt = quilt.laid(chosen)
        run.report(best=len(quilt.covered))
    area = len(quilt.covered)
    return Answer(
        Status.FEASIBLE,
        QuiltSolution(tuple(placements), area, streak),
        area,
        stats={"placed": len(placements), "alternatives": alternatives},
    )


def _cheapest(quilt: Quilt, patch: int, offered: list[Cells], cost: Cost, run: Run) -> Cells | None:
    """Return the first placement with the least cost, or None if the run is stopped."""
    best, least = None, 0
    for cells in offered:
        if run.stopped:
            return None
        value = cost(quilt, patch, cells)
        if best is None or value < least:
            best, least = cells, value
    return best
