"""The notations of Nurikabe: a text grid, JSON, puzz.link URLs and files, Penpa+ links, and one-line boards.

A one-line board is a text such as ``5x5:a5e2i1e3a``. A number is a clue, and ``?`` is a clue of unknown size
(see `tilewright.puzzles.one_line_notation_of_number_boards`). ``library:10x10-hard`` names a puzzle in the
library.
"""

from __future__ import annotations

from tilewright.games.nurikabe.rules import Board, Shading
from tilewright.puzzles import penpa
from tilewright.puzzles.notation import Notation, number_text
from tilewright.puzzles.puzzlink import PuzzLink
from tilewright.puzzles.pzprv3 import FileFormat, NumberBlock
from tilewright.puzzles.url_numbers import Numbers16

__all__ = [
    "FORMATS",
    "PUZZLINK",
    "from_json",
    "parse",
    "parse_solution",
    "parse_state",
    "solution_from_json",
    "solution_to_json",
    "to_json",
    "to_line",
    "to_text",
]

PUZZLINK = PuzzLink(
    "nurikabe",
    Numbers16(),
    FileFormat(NumberBlock("#+")),
    lambda board: board.rows,
    lambda rows: Board(rows),
    penpa=penpa.numbers,
)
"""The formats of puzz.link. In a file, ``#`` is a sea cell, and ``+`` is an island cell without a number."""


def _from_library(name: str) -> str:
    from tilewright.games.nurikabe.library.puzzle_library import puzzle  # it imports this module

    return puzzle(name).puzzle


_NOTATION = Notation(Board, Shading, number_text, url=PUZZLINK, library=_from_library, line=True)

FORMATS = _NOTATION.FORMATS
parse = _NOTATION.parse
from_json = _NOTATION.from_json
to_json = _NOTATION.to_json
to_text = _NOTATION.to_text
to_line = _NOTATION.to_line
parse_solution = _NOTATION.parse_solution
parse_state = _NOTATION.parse_solution
"""Parses a state, which is written like a solution, with ``-`` for an undecided cell."""
solution_from_json = _NOTATION.solution_from_json
solution_to_json = _NOTATION.solution_to_json
