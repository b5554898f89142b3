"""Polyomino packing: cover a region with given pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Option, Solver
from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import puzzle_game

if TYPE_CHECKING:
    from .rules import Packing, Placements

__all__ = ["Packing", "Placements", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Packing", "Placements"]})

game = puzzle_game(
    __name__,
    title="Polyomino packing",
    summary="Cover a region with polyominoes: pentomino rectangles, calendars, tilings with dominoes.",
    syntax='pentominoes:6x10, calendar:11-16, or {"region": ["..#", "..."], "pieces": [["##", "#."], ["##"]]}',
    kind="regions",
    solvers=(Solver("cover", "exact cover, branching on a cell or piece with the fewest placements"),),
    generator=(
        Option("rows", 8, "rows of the region", lowest=1, highest=50),
        Option("cols", 8, "columns of the region", lowest=1, highest=50),
        Option("pieces", 13, "number of pieces", lowest=1, highest=2500),
    ),
)
