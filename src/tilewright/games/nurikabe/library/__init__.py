"""The Nurikabe puzzles that come with Tilewright; like every ``library``, it exports `puzzle` and `puzzles`."""

from tilewright.games.nurikabe.library.puzzle_library import library, puzzle

__all__ = ["puzzle", "puzzles"]

puzzles = library()
