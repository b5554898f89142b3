"""Find the best quilt for a known order by beam search and then by CP-SAT; ignore the strategy."""

from __future__ import annotations

from tilewright.game import Answer, Run, Status
from tilewright.games.patchwork.quilt import offline_search
from tilewright.games.patchwork.quilt.placement_ranking import match_to_order
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution

__all__ = ["prepare", "solution_with", "solve"]


def prepare(instance: QuiltInstance) -> None:
    """Compile the beam search."""
    offline_search.prepare(instance.patch_set)


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """Find a quilt with as many covered squares as possible, and if there is time, prove that it is optimal."""
    quilt = offline_search.best_quilt(instance.patch_set, instance.order, run)
    if not quilt.placements and instance.order:
        return Answer(Status.UNKNOWN, bound=quilt.bound)
    status = Status.OPTIMAL if quilt.proved else Status.FEASIBLE
    solution = solution_with(instance, quilt.placements)
    return Answer(status, solution, quilt.area, quilt.bound, stats={"found_by": quilt.found_by})


def solution_with(instance: QuiltInstance, placements: tuple[Placement, ...]) -> QuiltSolution:
    """Return the solution with the given placements; compute its area and streak."""
    laid = {index for index, _ in match_to_order(instance.order, placements)}
    skipped = [index for index in range(len(instance.order)) if index not in laid]
    streak = skipped[0] + 1 if skipped else len(instance.order) + 1
    return QuiltSolution(placements, sum(len(placement.cells) for placement in placements), streak)
