"""Heyawake: shade cells in rooms so that the unshaded cells stay connected."""

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
    title="Heyawake",
    summary="Shade cells; the unshaded ones stay connected, and no straight line of them spans three rooms.",
    syntax='a puzz.link or Penpa+ link, or {"regions": [[1, 1, 2], [1, 1, 2]], "clues": [[1, 2]]}',
    kind="shade",
    puzzlink=("heyawake",),
    generator=generator_options(side=8),
)
