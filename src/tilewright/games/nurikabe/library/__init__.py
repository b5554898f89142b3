"""The library of Nurikabe puzzles; like the library of any game, it exports `puzzle` and `puzzles`."""

from tilewright.games.nurikabe.library.puzzle_library import library, puzzle

__all__ = ["puzzle", "puzzles"]

puzzles = library()
