"""Generated puzzles with their grades, from 5 x 5 to 30 x 30 cells.

``library.json`` lists the puzzles by size, each with the options and the seed that reproduce it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.nurikabe.notation import parse
from tilewright.games.nurikabe.rules import Board

__all__ = ["LibraryPuzzle", "library", "puzzle"]


@dataclass(frozen=True, slots=True)
class LibraryPuzzle:
    """A puzzle in line notation, with its grade and its seed. Size and grade identify the puzzle."""

    rows: int
    cols: int
    difficulty: str
    seed: int
    line: str

    @property
    def name(self) -> str:
        return f"{self.rows}x{self.cols}-{self.difficulty}"

    @property
    def instance(self) -> Board:
        return parse(self.line)

    @property
    def command(self) -> str:
        """The command that generates the puzzle."""
        options = {"rows": self.rows, "cols": self.cols, "difficulty": self.difficulty}
        settings = " ".join(f"--set {key}={value}" for key, value in options.items())
        return f"tilewright generate nurikabe {settings} --seed {self.seed} --format line"

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "rows": self.rows,
            "cols": self.cols,
            "difficulty": self.difficulty,
            "command": self.command,
            "puzzle": self.line,
        }


@cache
def library() -> tuple[LibraryPuzzle, ...]:
    """Return all puzzles, the smallest first."""
    text = resources.files(__package__).joinpath("library.json").read_text("utf-8")
    return tuple(LibraryPuzzle(**entry) for entry in json.loads(text))


def puzzle(name: str) -> LibraryPuzzle:
    """Return the puzzle with the given name."""
    for entry in library():
        if entry.name == name:
            return entry
    raise BadInput(f"the library has no puzzle {name!r}; 'tilewright nurikabe library' lists all puzzles")
