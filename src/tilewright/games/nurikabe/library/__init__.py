"""The puzzles that are included in Tilewright; it provides the names that a library must define."""

from tilewright.games.nurikabe.library.puzzle_library import library, puzzle

__all__ = ["puzzle", "puzzles"]

puzzles = library()
