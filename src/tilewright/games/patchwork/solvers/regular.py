"""The instance's strategy, played with the constraint model: `regular` automata and our own propagator."""

from __future__ import annotations

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.patchwork.pieces.patches import PATCHES
from tilewright.games.patchwork.quilt.regular_model.domains import Space
from tilewright.games.patchwork.quilt.regular_model.model_strategies import EVALUATIONS, POLICIES, lay
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution

__all__ = ["prepare", "solve"]


def prepare(instance: QuiltInstance) -> None:
    """Compile the propagator and build the automata."""
    space = Space.fresh([PATCHES[patch].shape for patch in instance.order] or [PATCHES[0].shape])
    space.placements(0)


def solve(instance: QuiltInstance, run: Run) -> Answer:
    """The quilt that the strategy lays."""
    name, _, chosen = instance.strategy.partition("+")
    if name not in POLICIES or chosen not in EVALUATIONS:
        known = f"{', '.join(POLICIES)} with {', '.join(EVALUATIONS)}"
        raise BadInput(f"the solver regular does not play {instance.strategy}; it plays {known}")
    placements: list[Placement] = []
    streak = alternatives = area = 0
    space = Space.fresh([PATCHES[patch].shape for patch in instance.order]) if instance.order else None
    for tile, patch in enumerate(instance.order):
        if run.stopped:
            return Answer(Status.UNKNOWN)
        assert space is not None, "there are tiles to place"
        step = lay(space, tile, POLICIES[name], EVALUATIONS[chosen])
        if step is None:
            streak = streak or tile + 1
            continue
        space = step.space
        placements.append(Placement(patch, step.cells))
        area += len(step.cells)
        alternatives += step.alternatives
        run.report(best=area)
    solution = QuiltSolution(tuple(placements), area, streak or len(instance.order) + 1)
    stats = {"alternatives": alternatives, "placed": len(placements)}
    return Answer(Status.FEASIBLE, solution, area, stats=stats)
