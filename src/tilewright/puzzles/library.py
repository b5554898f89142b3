"""The library of a puzzle: the boards in ``library.json``, with options and seeds for the generated ones."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any

from tilewright.contract import name_of
from tilewright.errors import BadInput

__all__ = ["Library", "LibraryPuzzle"]


@dataclass(frozen=True, slots=True)
class LibraryPuzzle:
    """A library puzzle: its board as text, its size, its grade and its seed."""

    game: str
    rows: int
    cols: int
    difficulty: str
    """The grade of a generated puzzle; for any other puzzle, a word that describes it."""
    seed: int | None
    """The seed of the generator; None if the puzzle was not generated."""
    puzzle: str
    """The board in any notation of the puzzle."""
    number: int = 1
    """A number that distinguishes puzzles of the same size and grade."""

    @property
    def name(self) -> str:
        suffix = "" if self.number == 1 else f"-{self.number}"
        return f"{self.rows}x{self.cols}-{self.difficulty}{suffix}"

    @property
    def command(self) -> str:
        """The command that generates the puzzle or, if it was not generated, draws it."""
        if self.seed is None:
            return f"tilewright draw {self.game} library:{self.name}"
        options = {"rows": self.rows, "cols": self.cols, "difficulty": self.difficulty}
        settings = " ".join(f"--set {key}={value}" for key, value in options.items())
        return f"tilewright generate {self.game} {settings} --seed {self.seed}"

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "rows": self.rows,
            "cols": self.cols,
            "difficulty": self.difficulty,
            "command": self.command,
            "puzzle": self.puzzle,
        }


class Library:
    """The puzzles in the file ``library.json`` of a package, in the order of the file."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._game = name_of(package)

    @cached_property
    def puzzles(self) -> tuple[LibraryPuzzle, ...]:
        """All puzzles; empty if the package has no ``library.json``."""
        file = resources.files(self._package).joinpath("library.json")
        if not file.is_file():
            return ()
        return tuple(LibraryPuzzle(self._game, **entry) for entry in json.loads(file.read_text("utf-8")))

    def puzzle(self, name: str) -> LibraryPuzzle:
        """Return the puzzle with a name such as ``10x10-hard``."""
        for puzzle in self.puzzles:
            if puzzle.name == name:
                return puzzle
        raise BadInput(f"the library of {self._game} has no puzzle {name!r}; it has {self._some_names()}")

    def text_of(self, name: str) -> str:
        """Return the board of the puzzle with the given name, as text."""
        return self.puzzle(name).puzzle

    def _some_names(self) -> str:
        names = [puzzle.name for puzzle in self.puzzles]
        return (
            ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
            if names
            else "none"
        )
