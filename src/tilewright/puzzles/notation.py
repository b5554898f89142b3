"""The notations of a puzzle: text, JSON, puzz.link URLs and files, Penpa+ links, names of library puzzles.

A text grid of numbers has one row on each line: a number is a clue, ``.`` or ``-`` an empty cell, ``?`` an
unknown number. If any line of a grid contains a blank between cells, blanks separate the cells; otherwise every
character is a cell. Boards of numbers can also be written on one line (see
`tilewright.puzzles.one_line_notation_of_number_boards`). `tilewright.puzzles.region_text` describes the text of
boards with regions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.puzzles.board_base_classes import EMPTY, UNKNOWN, GridBoard, check_state_size
from tilewright.puzzles.kinds_and_states import Kind, State, state_from_json, state_to_json
from tilewright.puzzles.message_text import brief, describe_cell, shortened
from tilewright.puzzles.one_line_notation_of_number_boards import number_token, read_line, write_line
from tilewright.puzzles.parse_board_size_and_clues import check_sides, parse_clue
from tilewright.puzzles.penpa import is_penpa
from tilewright.puzzles.puzzlink import PuzzLink
from tilewright.puzzles.pzprv3 import FILE_START
from tilewright.puzzles.solution_types import PuzzleSolution
from tilewright.strict_json import read_json, read_object

__all__ = [
    "FILE_START",
    "LIBRARY_PREFIX",
    "Notation",
    "TextFormat",
    "full_number_text",
    "grid_text",
    "number_text",
    "split_blocks",
    "split_text",
    "told_number_text",
]

Board = TypeVar("Board", bound=GridBoard)
Solution = TypeVar("Solution", bound=PuzzleSolution)

LIBRARY_PREFIX = "library:"
"""The prefix that marks the name of a library puzzle."""


class TextFormat(Protocol):
    """Reads and writes the text grid of a board."""

    def read(self, text: str) -> dict[str, Any]:
        """Return the JSON of the board that a text describes."""
        ...

    def write(self, data: Mapping[str, Any]) -> str: ...


class Notation(Generic[Board, Solution]):
    """The notations of one puzzle, with the functions that a ``notation.py`` must define.

    `keys` are the JSON keys of the board. `optional` contains further keys with their default values; a key
    with its default value is omitted from the JSON. `attributes` maps a key to the board's attribute if their
    names differ. If `line` is true, the boards must be boards of numbers; they can then also be written on one
    line.
    """

    def __init__(
        self,
        board: type[Board],
        solution: type[Solution],
        text: TextFormat,
        *,
        keys: tuple[str, ...] = ("rows",),
        optional: Mapping[str, Any] | None = None,
        attributes: Mapping[str, str] | None = None,
        url: PuzzLink[Board, Any] | None = None,
        library: Callable[[str], str] | None = None,
        line: bool = False,
    ) -> None:
        self._board = board
        self.solution = solution
        self._text = text
        self._keys = keys
        self._attributes = dict(attributes or {})
        self._url = url
        self.library = library
        """Returns the text of a library puzzle, given its name; if this attribute is None, `Puzzle` sets it."""
        self.OMITTED_KEYS = dict(optional or {})
        self.FORMATS: dict[str, Callable[[Any], str]] = {"text": self.to_text}
        """The functions that write a board in a notation other than JSON, by the name of the notation."""
        if url is not None:
            self.FORMATS["url"] = url.to_url
        if line:
            self.FORMATS["line"] = self.to_line
        if url is not None:
            self.FORMATS["pzprv3"] = url.to_file

    # --- Boards ---------------------------------------------------------------------------------------

    def parse(self, text: str) -> Board:
        """Parse a board in any notation."""
        start = text.strip()
        if start[:1] in ("{", "["):
            return self.from_json(read_json(text))
        if start.startswith(LIBRARY_PREFIX) and self.library is not None:
            return self.parse(self.library(start.removeprefix(LIBRARY_PREFIX)))
        is_link = "/" in start.partition("\n")[0] or is_penpa(start)
        if self._url is not None and (is_link or start.startswith(FILE_START)):
            return self._url.from_text(text)
        if is_link:
            raise BadInput(
                f"{self._board.game} has no puzz.link type and no Penpa genre: give a text grid or JSON"
            )
        return self.from_json(self._text.read(text))

    def from_json(self, data: Any) -> Board:
        fields = read_object(data, f"a {self._board.game} board", set(self._keys), set(self.OMITTED_KEYS))
        for key in self._keys:
            if not isinstance(fields[key], list):
                raise BadInput(f"{key} must be a list, not {brief(fields[key])}")
        for row in fields[self._keys[0]]:
            if not isinstance(row, list):
                raise BadInput(f"an entry of {self._keys[0]} must be a list, not {brief(row)}")
        values = {**self.OMITTED_KEYS, **fields}
        return self._board(**{self._attributes.get(key, key): value for key, value in values.items()})

    def to_json(self, instance: Board) -> dict[str, Any]:
        data = {key: self._value(instance, key) for key in self._keys}
        for key, default in self.OMITTED_KEYS.items():
            value = self._value(instance, key)
            if value != default:
                data[key] = value
        return data

    def _value(self, instance: Board, key: str) -> Any:
        return _to_lists(getattr(instance, self._attributes.get(key, key)))

    def to_text(self, instance: Board) -> str:
        """Return the text grid of a board."""
        return self._text.write(self.to_json(instance))

    def to_line(self, instance: Board) -> str:
        """Return a board of numbers on one line."""
        return write_line(self.to_json(instance)["rows"])

    # --- Solutions and states -------------------------------------------------------------------------

    def parse_solution(self, text: str) -> Solution:
        """Parse a solution: JSON or, if a solution has a value for each cell, rows of cells.

        The cells are ``#`` and ``.`` or numbers. If players shade cells, a puzz.link file is read, too.
        """
        start = text.strip()
        if start[:1] in ("{", "["):
            return self.solution.from_json(read_json(text))
        shaded = self.solution.kind is Kind.SHADE
        if shaded and start.startswith(FILE_START) and self._url is not None:
            return self.solution.from_json({"rows": list(self._url.shading_from_file(text))})
        rows = split_text(text)
        return self.solution.from_json({"rows": _shading(rows) if shaded else _numbers(rows)})

    def solution_from_json(self, data: Any) -> Solution:
        return self.solution.from_json(data)

    def solution_to_json(self, solution: Solution) -> dict[str, Any]:
        return solution.to_json()

    def parse_state(self, text: str) -> Callable[[Board], State]:
        """Parse a state: the JSON of a state, or a solution, which may be only partly filled in.

        The board's size is not known here, so the result is a function that returns the state for a board.
        """
        start = text.strip()
        if start[:1] != "{":
            solution = self.parse_solution(text)
            return lambda board: self._partial(solution, board)
        data = read_json(text)

        def read(board: Board) -> State:
            try:
                return state_from_json(self.solution.kind, data, board.height, board.width)
            except BadInput as not_a_state:
                try:
                    solution = self.solution.from_json(data)
                except BadInput:
                    raise not_a_state from None
            return self._partial(solution, board)

        return read

    def _partial(self, solution: Solution, board: Board) -> State:
        sized: Any = solution
        if hasattr(sized, "height"):
            check_state_size(sized, board)
        return State(solution.kind, board.height, board.width, solution.values(board))

    def state_to_json(self, state: State) -> dict[str, Any]:
        return state_to_json(state)


def _to_lists(value: Any) -> Any:
    """Return a value with lists instead of tuples, for JSON."""
    if not isinstance(value, tuple | list):
        return value
    return [part if type(part) is int else _to_lists(part) for part in value]


# --- Text grids ---------------------------------------------------------------------------------------


def split_text(text: str) -> list[list[str]]:
    """Return the cells of a text grid, row by row, without the empty lines before and after the grid."""
    lines = [line.strip(" \t") for line in re.split(r"\r\n|\r|\n", text)]
    while lines and not lines[-1]:
        del lines[-1]
    lines = lines[next((position for position, line in enumerate(lines) if line), 0) :]
    separated = any(" " in line or "\t" in line for line in lines)

    def tokens(line: str) -> list[str]:
        return re.split(r"[ \t]+", line) if separated and line else list(line)

    if lines:
        check_sides(len(lines), len(tokens(lines[0])))
    return list(map(tokens, lines))


def _shading(rows: list[list[str]]) -> list[str]:
    """Join the characters of each row; the class of the solution checks that they are ``#``, ``.`` or ``-``."""
    for row, tokens in enumerate(rows):
        for column, token in enumerate(tokens):
            if len(token) != 1:
                raise BadInput(f"{describe_cell((row, column))}: {shortened(token)} is more than one cell")
    return list(map("".join, rows))


def _numbers(rows: list[list[str]]) -> list[list[int]]:
    """Return rows of numbers, with 0 for undecided cells."""
    return [
        [
            0 if token in (".", "-") else parse_clue(token, describe_cell((row, column)), "a number", 0)
            for column, token in enumerate(tokens)
        ]
        for row, tokens in enumerate(rows)
    ]


def split_blocks(text: str) -> tuple[list[list[str]], dict[str, str]]:
    """Split a text into its grids, which empty lines separate, and a dict of its ``key: value`` lines."""
    grids: list[list[str]] = [[]]
    values: dict[str, str] = {}
    for line in map(str.strip, text.strip().splitlines()):
        key, colon, value = map(str.strip, line.partition(":"))
        if colon:
            values[key] = value
        elif line:
            grids[-1].append(line)
        elif grids[-1]:
            grids.append([])
    return [grid for grid in grids if grid], values


class _NumberText:
    """A text grid of numbers. If `full` is true, every cell has a number, and 0 is a number like any other.

    If `full` is false, cells may be empty and, if `unknown` is true, may have unknown numbers (``?``).
    """

    def __init__(self, full: bool = False, unknown: bool = True) -> None:
        self._full = full
        self._unknown = unknown

    def read(self, text: str) -> dict[str, Any]:
        if ":" in text:
            return {"rows": list(map(list, read_line(text)))}
        return {
            "rows": [
                [self._number((row, column), token) for column, token in enumerate(tokens)]
                for row, tokens in enumerate(split_text(text))
            ]
        }

    def write(self, data: Mapping[str, Any]) -> str:
        tokens = [[str(value) if self._full else number_token(value) for value in row] for row in data["rows"]]
        if len(tokens[0]) == 1 and any(len(token) > 1 for (token,) in tokens):
            # In a text with a single column and no blanks, each digit would be read as a cell.
            return write_line(data["rows"])
        return grid_text(tokens)

    def _number(self, cell: Cell, token: str) -> int:
        if self._full:
            return parse_clue(token, describe_cell(cell), "a number", least=0)
        if token in (".", "-"):
            return EMPTY
        if token == "?" and self._unknown:
            return UNKNOWN
        unknown = ", or ? for an unknown number" if self._unknown else ""
        return parse_clue(token, describe_cell(cell), f"a number, . or - for an empty cell{unknown}")


number_text: TextFormat = _NumberText()
"""The text grid of a board of numbers."""

told_number_text: TextFormat = _NumberText(unknown=False)
"""The text grid of a board of numbers that are all known: ``?`` is not allowed."""

full_number_text: TextFormat = _NumberText(full=True)
"""The text grid of a board with a number in every cell; 0 is a number."""


def grid_text(rows: Sequence[Sequence[str]]) -> str:
    """Return a text grid of tokens; blanks separate them if any token has several characters."""
    width = max(len(token) for row in rows for token in row)
    gap = " " if width > 1 else ""
    return "\n".join(gap.join(token.rjust(width) for token in row) for row in rows)
