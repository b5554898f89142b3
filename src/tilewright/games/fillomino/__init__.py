"""Fillomino: fill in numbers so that every group of equal numbers has as many cells as its number says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import puzzle_game

if TYPE_CHECKING:
    from .rules import Board, Numbers

__all__ = ["Board", "Numbers", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Numbers"]})

game = puzzle_game(
    __name__,
    title="Fillomino",
    summary="Fill in numbers; every group of equal numbers has as many cells as its number says.",
    syntax='a text grid (3 a number, . empty), a puzz.link or Penpa+ link, or {"rows": [[0, 3, 0], [1, 0, 0]]}',
    kind="numbers",
    puzzlink=("fillomino",),
)
