"""Run the instance's strategy on the constraint model, with automata and our own propagator."""

from __future__ import annotations

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE
from tilewright.games.patchwork.quilt.regular_model.domains import QuiltDomains
from tilewright.games.patchwork.quilt.regular_model.strategies_by_propagation import (
    EVALUATIONS,
    POLICIES,
    lay,
)
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution

__all__ = ["prepare", "solve"]


def prepare(instance: QuiltInstance) -> None:
    """Compile the propagator and build the automata."""
    domains = QuiltDomains.fresh(instance.shapes or [instance.patch_set[ONE_BY_ONE].shape])
    domains.placements(0)


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """Return the quilt that the instance's strategy lays.

    The status is `unknown` if the run is stopped before all patches have been tried.
    """
    policy, _, evaluation = instance.strategy.partition("+")
    if policy not in POLICIES or evaluation not in EVALUATIONS:
        known = f"the policies {', '.join(POLICIES)} and the evaluations {', '.join(EVALUATIONS)}"
        raise BadInput(f"the solver 'regular' does not implement {instance.strategy}; it implements {known}")
    placements: list[Placement] = []
    streak = alternatives = area = 0
    domains = QuiltDomains.fresh(instance.shapes) if instance.order else None
    for tile, patch in enumerate(instance.order):
        if run.stopped:
            return Answer(Status.UNKNOWN)
        assert domains is not None, "the domains exist if the order is not empty"
        step = lay(domains, tile, POLICIES[policy], EVALUATIONS[evaluation])
        if step is None:
            streak = streak or tile + 1
            continue
        domains = step.domains
        placements.append(Placement(patch, step.cells))
        area += len(step.cells)
        alternatives += step.alternatives
        run.report(best=area)
    solution = QuiltSolution(tuple(placements), area, streak or len(instance.order) + 1)
    stats = {"alternatives": alternatives, "placed": len(placements)}
    return Answer(Status.FEASIBLE, solution, area, stats=stats)
