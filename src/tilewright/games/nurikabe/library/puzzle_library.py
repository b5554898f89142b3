"""Generated puzzles with their grades, from 5 x 5 to 30 x 30 cells.

``library.json`` lists the puzzles by size, each with the options and the seed that reproduce it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from tilewright.errors import BadInput
from tilewright.games.nurikabe.notation import parse
from tilewright.games.nurikabe.rules import Board
from tilewright.puzzles import library as library_of_puzzles

__all__ = ["LibraryPuzzle", "library", "puzzle"]


class LibraryPuzzle(library_of_puzzles.LibraryPuzzle):
    """A puzzle in line notation, with its grade and its seed. Size and grade identify the puzzle."""

    __slots__ = ()

    @property
    def instance(self) -> Board:
        return parse(self.puzzle)

    @property
    def command(self) -> str:
        """The command that generates the puzzle."""
        return f"{super().command} --format line"


@cache
def library() -> tuple[LibraryPuzzle, ...]:
    """Return all puzzles, the smallest first."""
    text = resources.files(__package__).joinpath("library.json").read_text("utf-8")
    return tuple(LibraryPuzzle("nurikabe", **entry) for entry in json.loads(text))


def puzzle(name: str) -> LibraryPuzzle:
    """Return the puzzle with the given name."""
    for entry in library():
        if entry.name == name:
            return entry
    raise BadInput(f"the library has no puzzle {name!r}; 'tilewright nurikabe library' lists all puzzles")
