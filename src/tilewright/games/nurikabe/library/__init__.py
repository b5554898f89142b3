"""The puzzles that are included in Tilewright, under the names that the library of any puzzle has."""

from tilewright.games.nurikabe.library.puzzle_library import library, puzzle

__all__ = ["puzzle", "puzzles"]

puzzles = library()
