"""Numberlink: join the two cells of each number by a path; no two paths share a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Option
from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import GENERATOR_OPTIONS, puzzle_game

if TYPE_CHECKING:
    from .rules import Board, Paths

__all__ = ["Board", "Paths", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Paths"]})

game = puzzle_game(
    __name__,
    title="Numberlink",
    summary="Join the two cells of each number by a path; no two paths share a cell.",
    syntax="a text grid, a puzz.link or Penpa+ link, "
    'or {"rows": [[1, 0, 2], [0, 0, 0], [1, 0, 2]], "fill": true}',
    kind="lines",
    puzzlink=("numlin", "numberlink"),
    generator=(*GENERATOR_OPTIONS, Option("fill", False, "whether the paths must use every cell")),
)
