"""The instance's strategy in plain Python, on sets of squares."""

from __future__ import annotations

from tilewright.game import Answer, Run, Status
from tilewright.games.patchwork.quilt.reference_quilt import Cells, Cost, Quilt, strategy_of
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution

__all__ = ["solve"]


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """Lay the patches as they come; `unknown` when the run is over before all have come."""
    offer, cost = strategy_of(instance.strategy)
    quilt = Quilt()
    placements: list[Placement] = []
    alternatives = 0
    streak = len(instance.order) + 1
    for place, patch in enumerate(instance.order, start=1):
        quilt = Quilt(quilt.covered, instance.order[place:])
        ways = [] if run.stopped else offer(quilt, patch)
        chosen = _cheapest(quilt, patch, ways, cost, run) if len(ways) > 1 else next(iter(ways), None)
        if run.stopped:
            return Answer(Status.UNKNOWN)
        if chosen is None:
            streak = min(streak, place)
            continue
        alternatives += len(ways)
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


def _cheapest(quilt: Quilt, patch: int, ways: list[Cells], cost: Cost, run: Run) -> Cells | None:
    """The first of the cheapest ways; None when the run is over."""
    best, least = None, 0
    for cells in ways:
        if run.stopped:
            return None
        price = cost(quilt, patch, cells)
        if best is None or price < least:
            best, least = cells, price
    return best
