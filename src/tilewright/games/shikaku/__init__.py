"""Shikaku: divide the board into rectangles; each contains exactly one number, which is its area."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import puzzle_game

if TYPE_CHECKING:
    from .rules import Board, Division

__all__ = ["Board", "Division", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Division"]})

game = puzzle_game(
    __name__,
    title="Shikaku",
    summary="Divide the board into rectangles, each with exactly one number: the number of its cells.",
    syntax='a puzz.link or Penpa+ link, a grid of numbers, . and ?, or {"rows": [[4, 0, 2], [-1, 0, 0]]}',
    kind="regions",
    puzzlink=("shikaku",),
)
