"""My Puzzle: write numbers so that no row and no column contains a number twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import generator_options, puzzle_game

if TYPE_CHECKING:
    from .rules import Board, Numbers

__all__ = ["Board", "Numbers", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Numbers"]})

game = puzzle_game(
    __name__,
    title="My Puzzle",
    summary="Write numbers so that no row and no column contains a number twice.",
    syntax='a text grid with lines such as 1.., or {"rows": [[1, 0, 0], [0, 2, 0]]}',
    kind="numbers",
    generator=generator_options(5, highest=10, difficulty="easy", grades=("easy", "medium", "hard")),
)
