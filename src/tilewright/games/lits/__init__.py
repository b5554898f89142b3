"""LITS: shade one tetromino in each region; all shaded cells are connected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import generator_options, puzzle_game

if TYPE_CHECKING:
    from .rules import Board, Shading

__all__ = ["Board", "Shading", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Shading"]})

game = puzzle_game(
    __name__,
    title="LITS",
    summary="Shade one tetromino in each region: all are connected, and equal ones do not share an edge.",
    syntax="a letter for the region of each cell, a puzz.link or Penpa+ link, "
    'or {"regions": [[1, 1, 2], [1, 1, 2]]}',
    kind="shade",
    puzzlink=("lits",),
    generator=generator_options(side=7),
)
