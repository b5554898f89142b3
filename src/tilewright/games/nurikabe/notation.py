"""Nurikabe in writing: a text grid, JSON, puzz.link URLs and files, and a line such as ``5x5:a5e2i1e3a``.

In the text grid a number is a clue, ``.`` or ``-`` an empty cell, ``?`` a clue of unknown size. If any line has
a blank between cells, blanks separate the cells; else every character is one.

The line has the rows and columns, and the cells in reading order: ``a`` to ``z`` stand for 1 to 26 empty cells,
a number is a clue, ``?`` a clue of unknown size, and ``_`` keeps two numbers apart: ``1x4:2_12a``.

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
from tilewright.games.nurikabe.text.tokens import brief, in_rows, place, read_clue, read_side
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

LONGEST_RUN = 26
"""The letter z stands for so many empty cells."""


LIBRARY = "library:"
"""What comes before the name of a puzzle of the library."""


def parse(text: str) -> Board:
    """A board from any of its notations."""
    start = text.strip()
    if start[:1] in ("{", "["):
        return from_json(read_json(text))
    if start.startswith(puzzlink.FILE):
        return puzzlink.from_file(text)
    if start.startswith(LIBRARY):
        return _from_library(start.removeprefix(LIBRARY))
    if "/" in start:
        return puzzlink.from_url(text)
    if ":" in start:
        return _from_line(start)
    return _from_text(text)


def _from_library(name: str) -> Board:
    from tilewright.games.nurikabe.library.puzzle_library import puzzle  # it reads its puzzles by this file

    return puzzle(name).instance


# --- JSON ---------------------------------------------------------------------------------------------


def from_json(data: Any) -> Board:
    """A board from ``{"rows": [[0, 3, 0], ...]}``: 0 an empty cell, -1 a clue of unknown size."""
    rows = _json_rows(data, "a nurikabe board", list, "a list of numbers")
    return Board(tuple(tuple(row) for row in rows))


def to_json(instance: Board) -> dict[str, Any]:
    return {"rows": [list(row) for row in instance.rows]}


def solution_from_json(data: Any) -> Shading:
    """A solution or a state from ``{"rows": ["#.#", ...]}``."""
    return Shading(tuple(_json_rows(data, "a nurikabe solution", str, 'a text such as "#.#"')))


def solution_to_json(solution: Shading) -> dict[str, Any]:
    return {"rows": list(solution.rows)}


def _json_rows(data: Any, what: str, kind: type, expected: str) -> list[Any]:
    rows = read_object(data, what, {"rows"})["rows"]
    if not isinstance(rows, list):
        raise BadInput(f"rows must be a list, each row {expected}")
    for at, row in enumerate(rows):
        if not isinstance(row, kind):
            raise BadInput(f"rows[{at}] must be {expected}")
    return rows


# --- The text grid ------------------------------------------------------------------------------------


def _from_text(text: str) -> Board:
    return Board(
        tuple(
            tuple(_read_cell(sign, place((row, column))) for column, sign in enumerate(signs))
            for row, signs in enumerate(_grid(text, "the board"))
        )
    )


def to_text(instance: Board) -> str:
    """The text grid, cells right-aligned where a clue has several digits."""
    signs = [[_write_cell(value) for value in row] for row in instance.rows]
    widest = max(len(sign) for row in signs for sign in row)
    if widest == 1:
        return "\n".join(map("".join, signs))
    if instance.width == 1:
        return to_line(instance)  # a single column has no blank between cells, which would keep digits together
    return "\n".join(" ".join(sign.rjust(widest) for sign in row) for row in signs)


def _grid(text: str, what: str) -> list[list[str]]:
    """The signs of a text, row by row; empty lines before and after it are left out."""
    lines = [line.strip(" \t") for line in re.split(r"\r\n|\r|\n", text)]
    while lines and not lines[-1]:
        del lines[-1]
    lines = lines[next((at for at, line in enumerate(lines) if line), 0) :]
    if not lines:
        raise BadInput(f"{what} is empty")
    spaced = any(" " in line or "\t" in line for line in lines)

    def signs(line: str) -> list[str]:
        return re.split(r"[ \t]+", line) if spaced and line else list(line)

    check_sides(len(lines), len(signs(lines[0])))
    rows = list(map(signs, lines))
    check_sides(len(rows), max(map(len, rows)))
    return rows


def _read_cell(sign: str, where: str) -> int:
    if sign in (".", "-"):
        return EMPTY
    if sign == "?":
        return UNKNOWN_SIZE
    return read_clue(sign, where, "a number, . or - for an empty cell, or ? for a clue of unknown size")


def _write_cell(value: int) -> str:
    return {EMPTY: ".", UNKNOWN_SIZE: "?"}.get(value, str(value))


# --- The line -----------------------------------------------------------------------------------------

_SIGN = re.compile(r"(?P<run>[a-z])|(?P<unknown>\?)|(?P<clue>[0-9]+)(?:_(?=[0-9]))?")


def _from_line(line: str) -> Board:
    head, _, body = line.partition(":")
    rows, cross, columns = head.partition("x")
    if not cross:
        raise BadInput(f"{brief(line)} is no board: expected ROWSxCOLUMNS: and cells, such as 5x5:a5e2i1e3a")
    height, width = read_side(rows, "rows"), read_side(columns, "columns")
    check_sides(height, width)
    values: list[int] = []
    at = 0
    while at < len(body):
        where = f"character {at + 1} after the colon, {place(divmod(len(values), width))}"
        found = _SIGN.match(body, at)
        if not found:
            raise BadInput(f"{where}: {body[at]!r} is no cell; expected a number, ?, or a to z for empty cells")
        values += _line_values(found, where)
        if len(values) > height * width:
            raise BadInput(f"{where}: {brief(body[at:])} leads past the end of {height} x {width} cells")
        at = found.end()
    if len(values) < height * width:
        raise BadInput(f"the line ends too early: {len(values)} of {height} x {width} cells are there")
    return Board(in_rows(values, width))


def _line_values(found: re.Match[str], where: str) -> list[int]:
    if found["run"]:
        return [EMPTY] * (ord(found["run"]) - ord("a") + 1)
    return [UNKNOWN_SIZE] if found["unknown"] else [read_clue(found["clue"], where, "a number")]


def to_line(instance: Board) -> str:
    """The board in one line."""
    body = ""
    for sign in _line_signs(instance):
        body += f"_{sign}" if body[-1:].isdecimal() and sign.isdecimal() else sign
    return f"{instance.height}x{instance.width}:{body}"


def _line_signs(instance: Board) -> Iterator[str]:
    for empty, values in groupby((value for row in instance.rows for value in row), key=lambda v: v == EMPTY):
        if empty:
            full, rest = divmod(sum(1 for _ in values), LONGEST_RUN)
            yield "z" * full + (chr(ord("a") + rest - 1) if rest else "")
        else:
            yield from map(_write_cell, values)


# --- Solutions and states -----------------------------------------------------------------------------


def parse_solution(text: str) -> Shading:
    """A solution from JSON, from rows of ``#`` and ``.``, or from a puzz.link file."""
    return parse_state(text)


def parse_state(text: str) -> Shading:
    """A state from the notations of a solution, in which ``-`` is an undecided cell."""
    start = text.strip()
    if start[:1] in ("{", "["):
        return solution_from_json(read_json(text))
    if start.startswith(puzzlink.FILE):
        return puzzlink.state_from_file(text)
    rows = _grid(text, "the solution")
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            if len(sign) != 1:
                raise BadInput(f"{place((row, column))}: {brief(sign)} is more than one cell")
    return Shading(tuple("".join(signs) for signs in rows))


def solution_to_text(solution: Shading) -> str:
    """The rows, which `parse_solution` and `parse_state` read back."""
    return "\n".join(solution.rows)


FORMATS: dict[str, Callable[[Board], str]] = {
    "text": to_text,
    "url": puzzlink.to_url,
    "line": to_line,
    "pzprv3": puzzlink.to_file,
}
"""The notations beside JSON."""
