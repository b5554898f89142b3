"""The solver `cover`: exact cover in compiled code."""

from __future__ import annotations

from tilewright.game import Answer, Run
from tilewright.games.packing.rules import Packing, Placements
from tilewright.puzzles.cell_covers import CellCovers

__all__ = ["prepare", "solve"]


def prepare(instance: Packing) -> None:
    """Compile the kernel, so that its compilation does not count as solving time."""
    solve(Packing(("..",), (("##",),)), Run())


def solve(instance: Packing, run: Run) -> Answer:
    return CellCovers.of_board(instance).solve(run, lambda parts: Placements(instance.assign(parts)))
