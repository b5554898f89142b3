"""Dominosa: find the stones of a full set of dominoes in a grid of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Option
from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import GENERATOR_OPTIONS, puzzle_game

if TYPE_CHECKING:
    from .rules import Board, Stones

__all__ = ["Board", "Stones", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Stones"]})

game = puzzle_game(
    __name__,
    title="Dominosa",
    summary="Divide a grid of numbers into dominoes, so that each stone of a full set occurs exactly once.",
    syntax='a grid of numbers with one row per line, or {"rows": [[0, 1, 1], [0, 0, 1]]}',
    kind="regions",
    generator=(
        Option(
            "rows", 7, "rows of the board; a full set of dominoes must fill the board", lowest=1, highest=50
        ),
        Option("cols", 8, "columns of the board, for example one more than rows", lowest=1, highest=51),
        *GENERATOR_OPTIONS[2:],
    ),
)
