"""My Puzzle: shade connected cells; each number equals the number of shaded cells in and around its cell."""

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
    title="My Puzzle",
    summary="Shade connected cells; each number equals the number of shaded cells in and around its cell.",
    syntax='a text grid with lines such as 12., or {"rows": [[1, 2, 0], [0, 3, 0]]}',
    kind="shade",
    generator=generator_options(5, highest=10, difficulty="easy", grades=("easy", "medium", "hard")),
)
