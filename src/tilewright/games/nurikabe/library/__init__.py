"""The puzzles that ship with Tilewright, with the names of the contract for a library."""

from tilewright.games.nurikabe.library.puzzle_library import library, puzzle

__all__ = ["puzzle", "puzzles"]

puzzles = library()
