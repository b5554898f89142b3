"""The notations of Nurikabe: a text grid, JSON, puzz.link URLs and files, and lines such as ``5x5:a5e2i1e3a``.

In the text grid, a number is a clue, ``.`` or ``-`` is an empty cell, and ``?`` is a clue of unknown size. If
any line contains a blank between cells, blanks separate the cells; otherwise every character is a cell.

A line has the numbers of rows and columns, then the cells in reading order: ``a`` to ``z`` stand for 1 to 26
empty cells, a number is a clue, ``?`` is a clue of unknown size, and ``_`` separates two numbers, as in
``1x4:2_12a``.

``library:10x10-hard`` names a puzzle of the library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.nurikabe.rules import (
    EMPTY,
    UNKNOWN_SIZE,
    Board,
    Shading,
    check_sides,
)
from tilewright.games.nurikabe.text import puzzlink
from tilewright.games.nurikabe.text.tokens import describe_cell, parse_clue, parse_side, shortened, split_rows
from tilewright.json_text import read_json, read_object

__all__ = [
    "FORMATS",
    "from_json",
    "parse",
    "parse_solution",
    "parse_state",
    "solution_from_json",
    "solution_to_json",
    "solution_to_text",
    "to_json",
    "to_line",
    "to_text",
]

LONGEST_EMPTY_RUN = 26
"""The number of empty cells that the letter z stands for."""


LIBRARY_PREFIX = "library:"
"""The prefix that marks the name of a library puzzle."""


def parse(text: str) -> Board:
    """Parse a board in any notation."""
    start = text.strip()
    if start[:1] in ("{", "["):
        return from_json(read_json(text))
    if start.startswith(puzzlink.FILE_START):
        return puzzlink.from_file(text)
    if start.startswith(LIBRARY_PREFIX):
        return _from_library(start.removeprefix(LIBRARY_PREFIX))
    if "/" in start:
        return puzzlink.from_url(text)
    if ":" in start:
        return _from_line(start)
    return _from_text(text)


def _from_library(name: str) -> Board:
    from tilewright.games.nurikabe.library.puzzle_library import puzzle  # imported late: it imports this file

    return puzzle(name).instance


# --- JSON ---------------------------------------------------------------------------------------------


def from_json(data: Any) -> Board:
    """Read a board from ``{"rows": [[0, 3, 0], ...]}``: 0 is an empty cell, -1 is a clue of unknown size."""
    rows = _json_rows(data, "a nurikabe board", list, "a list of numbers")
    return Board(tuple(tuple(row) for row in rows))


def to_json(instance: Board) -> dict[str, Any]:
    return {"rows": [list(row) for row in instance.rows]}


def solution_from_json(data: Any) -> Shading:
    """Return the solution or state that ``{"rows": ["#.#", ...]}`` describes."""
    return Shading(tuple(_json_rows(data, "a nurikabe solution", str, 'a string such as "#.#"')))


def solution_to_json(solution: Shading) -> dict[str, Any]:
    return {"rows": list(solution.rows)}


def _json_rows(data: Any, what: str, kind: type, expected: str) -> list[Any]:
    rows = read_object(data, what, {"rows"})["rows"]
    if not isinstance(rows, list):
        raise BadInput(f"rows must be a list, each row {expected}")
    for position, row in enumerate(rows):
        if not isinstance(row, kind):
            raise BadInput(f"rows[{position}] must be {expected}")
    return rows


# --- The text grid ------------------------------------------------------------------------------------


def _from_text(text: str) -> Board:
    return Board(
        tuple(
            tuple(_read_cell(token, describe_cell((row, column))) for column, token in enumerate(tokens))
            for row, tokens in enumerate(_grid(text, "the board"))
        )
    )


def to_text(instance: Board) -> str:
    """Return the text grid; cells are right-aligned if a clue has several digits."""
    tokens = [[_write_cell(value) for value in row] for row in instance.rows]
    widest = max(len(token) for row in tokens for token in row)
    if widest == 1:
        return "\n".join(map("".join, tokens))
    if instance.width == 1:
        return to_line(instance)  # without a blank between cells, each digit would be read as a cell
    return "\n".join(" ".join(token.rjust(widest) for token in row) for row in tokens)


def _grid(text: str, what: str) -> list[list[str]]:
    """Return the cells of a text grid, row by row, without the empty lines before and after the grid."""
    lines = [line.strip(" \t") for line in re.split(r"\r\n|\r|\n", text)]
    while lines and not lines[-1]:
        del lines[-1]
    lines = lines[next((position for position, line in enumerate(lines) if line), 0) :]
    if not lines:
        raise BadInput(f"{what} is empty")
    spaced = any(" " in line or "\t" in line for line in lines)

    def tokens(line: str) -> list[str]:
        return re.split(r"[ \t]+", line) if spaced and line else list(line)

    check_sides(len(lines), len(tokens(lines[0])))
    rows = list(map(tokens, lines))
    check_sides(len(rows), max(map(len, rows)))
    return rows


def _read_cell(token: str, where: str) -> int:
    if token in (".", "-"):
        return EMPTY
    if token == "?":
        return UNKNOWN_SIZE
    return parse_clue(token, where, "a number, . or - for an empty cell, or ? for a clue of unknown size")


def _write_cell(value: int) -> str:
    return {EMPTY: ".", UNKNOWN_SIZE: "?"}.get(value, str(value))


# --- The line -----------------------------------------------------------------------------------------

_LINE_TOKEN = re.compile(r"(?P<run>[a-z])|(?P<unknown>\?)|(?P<clue>[0-9]+)(?:_(?=[0-9]))?")


def _from_line(line: str) -> Board:
    head, _, body = line.partition(":")
    rows, cross, columns = head.partition("x")
    if not cross:
        raise BadInput(
            f"{shortened(line)} is not a board: expected ROWSxCOLUMNS: and cells, such as 5x5:a5e2i1e3a"
        )
    height, width = parse_side(rows, "rows"), parse_side(columns, "columns")
    check_sides(height, width)
    values: list[int] = []
    position = 0
    while position < len(body):
        where = f"character {position + 1} after the colon, {describe_cell(divmod(len(values), width))}"
        match = _LINE_TOKEN.match(body, position)
        if not match:
            raise BadInput(
                f"{where}: {body[position]!r} is not a cell; expected a number, ?, or a to z for empty cells"
            )
        values += _line_values(match, where)
        if len(values) > height * width:
            raise BadInput(
                f"{where}: {shortened(body[position:])} is beyond the end of the {height} x {width} cells"
            )
        position = match.end()
    if len(values) < height * width:
        raise BadInput(f"the line is too short: it has {len(values)} of {height} x {width} cells")
    return Board(split_rows(values, width))


def _line_values(match: re.Match[str], where: str) -> list[int]:
    if match["run"]:
        return [EMPTY] * (ord(match["run"]) - ord("a") + 1)
    return [UNKNOWN_SIZE] if match["unknown"] else [parse_clue(match["clue"], where, "a number")]


def to_line(instance: Board) -> str:
    """Return the board in line notation."""
    body = ""
    for token in _line_tokens(instance):
        body += f"_{token}" if body[-1:].isdecimal() and token.isdecimal() else token
    return f"{instance.height}x{instance.width}:{body}"


def _line_tokens(instance: Board) -> Iterator[str]:
    for empty, values in groupby((value for row in instance.rows for value in row), key=lambda v: v == EMPTY):
        if empty:
            full, rest = divmod(sum(1 for _ in values), LONGEST_EMPTY_RUN)
            yield "z" * full + (chr(ord("a") + rest - 1) if rest else "")
        else:
            yield from map(_write_cell, values)


# --- Solutions and states -----------------------------------------------------------------------------


def parse_solution(text: str) -> Shading:
    """Parse a solution: JSON, rows of ``#`` and ``.``, or a puzz.link file."""
    return parse_state(text)


def parse_state(text: str) -> Shading:
    """Parse a state in any notation of a solution; ``-`` is an undecided cell."""
    start = text.strip()
    if start[:1] in ("{", "["):
        return solution_from_json(read_json(text))
    if start.startswith(puzzlink.FILE_START):
        return puzzlink.state_from_file(text)
    rows = _grid(text, "the solution")
    for row, tokens in enumerate(rows):
        for column, token in enumerate(tokens):
            if len(token) != 1:
                raise BadInput(f"{describe_cell((row, column))}: {shortened(token)} is more than one cell")
    return Shading(tuple("".join(tokens) for tokens in rows))


def solution_to_text(solution: Shading) -> str:
    """Return the rows as a string that `parse_solution` and `parse_state` accept."""
    return "\n".join(solution.rows)


FORMATS: dict[str, Callable[[Board], str]] = {
    "text": to_text,
    "url": puzzlink.to_url,
    "line": to_line,
    "pzprv3": puzzlink.to_file,
}
"""The functions that write a board in each notation other than JSON."""
