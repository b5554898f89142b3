"""My Puzzle: divide the board into straight bars; each bar has one number, its length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import generator_options, puzzle_game

if TYPE_CHECKING:
    from .rules import Board, Regions

__all__ = ["Board", "Regions", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Regions"]})

game = puzzle_game(
    __name__,
    title="My Puzzle",
    summary="Divide the board into straight bars; each bar has one number, which is its length.",
    syntax='a text grid with lines such as 2.?, or {"rows": [[2, 0, -1], [0, 0, 0]]}',
    kind="regions",
    generator=generator_options(5, highest=10, difficulty="easy", grades=("easy", "hard")),
)
