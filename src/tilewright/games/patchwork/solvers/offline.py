"""The best quilt for an order that is known from the start: beams, then CP-SAT. The strategy is not asked."""

from __future__ import annotations

from tilewright.game import Answer, Run, Status
from tilewright.games.patchwork.quilt import offline_search as offline
from tilewright.games.patchwork.quilt.placement_ranking import laid_at
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution

__all__ = ["prepare", "solution_of", "solve"]


def prepare(instance: QuiltInstance) -> None:
    """Compile the beam."""
    offline.prepare()


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """The most squares that can be covered, with the proof where there is one."""
    found = offline.best_quilt(instance.order, run)
    if not found.placements and instance.order:
        return Answer(Status.UNKNOWN, bound=found.bound)
    status = Status.OPTIMAL if found.proved else Status.FEASIBLE
    solution = solution_of(instance, found.placements)
    return Answer(status, solution, found.area, found.bound, stats={"found_by": found.found_by})


def solution_of(instance: QuiltInstance, placements: tuple[Placement, ...]) -> QuiltSolution:
    """The placements with their area and streak."""
    laid = {place for place, _ in laid_at(instance.order, placements)}
    skipped = [number for number in range(len(instance.order)) if number not in laid]
    streak = skipped[0] + 1 if skipped else len(instance.order) + 1
    return QuiltSolution(placements, sum(len(each.cells) for each in placements), streak)
