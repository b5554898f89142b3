"""The Nurikabe puzzles that come with Tilewright; every ``library`` module exports these two names."""

from tilewright.games.nurikabe.library.puzzle_library import library, puzzle

__all__ = ["puzzle", "puzzles"]

puzzles = library()
