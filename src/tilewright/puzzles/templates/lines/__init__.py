"""My Puzzle: draw one loop through all open cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import generator_options, puzzle_game

if TYPE_CHECKING:
    from .rules import Board, Loop

__all__ = ["Board", "Loop", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Loop"]})

game = puzzle_game(
    __name__,
    title="My Puzzle",
    summary="Draw one loop that visits every open cell once.",
    syntax='a text grid with lines such as .##., or {"rows": [[0, 0, 0], [0, 1, 0], [0, 0, 0]]}',
    kind="lines",
    generator=generator_options(5, highest=10, difficulty="easy", grades=("easy", "medium")),
)
