"""Boards of numbers on one line, such as ``5x5:a5e2i1e3a``.

A line begins with the numbers of rows and columns. The cells follow in reading order: ``a`` to ``z`` mean 1 to
26 empty cells, a number is a clue, ``?`` is an unknown number, and ``_`` separates two numbers, as in
``1x4:2_12a``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from tilewright.errors import BadInput
from tilewright.puzzles.board_base_classes import EMPTY, UNKNOWN
from tilewright.puzzles.message_text import describe_cell, shortened
from tilewright.puzzles.parse_board_size_and_clues import check_sides, parse_clue, parse_side, split_rows

__all__ = ["number_token", "read_line", "write_line"]

LONGEST_EMPTY_RUN = 26
"""The number of empty cells that the letter z represents."""

_TOKEN = re.compile(r"(?P<run>[a-z])|(?P<unknown>\?)|(?P<clue>[0-9]+)(?:_(?=[0-9]))?")


def read_line(line: str) -> tuple[tuple[int, ...], ...]:
    """Return the rows of the board that a line describes.

    >>> read_line("2x3:2_3?4b")
    ((2, 3, -1), (4, 0, 0))
    """
    head, _, body = line.strip().partition(":")
    rows, cross, columns = head.partition("x")
    if not cross:
        expected = "ROWSxCOLUMNS:CELLS, such as 5x5:a5e2i1e3a"
        raise BadInput(f"{shortened(line.strip())} is not a board: expected {expected}")
    height, width = parse_side(rows, "rows"), parse_side(columns, "columns")
    check_sides(height, width)
    values: list[int] = []
    position = 0
    while position < len(body):
        where = f"character {position + 1} after the colon, {describe_cell(divmod(len(values), width))}"
        match = _TOKEN.match(body, position)
        if not match:
            expected = "a number, ?, or a letter (a to z) for empty cells"
            raise BadInput(f"{where}: {body[position]!r} is not a cell; expected {expected}")
        values += _values(match, where)
        if len(values) > height * width:
            rest = shortened(body[position:])
            raise BadInput(f"{where}: {rest} goes beyond the end of the {height} x {width} cells")
        position = match.end()
    if len(values) < height * width:
        raise BadInput(f"the line is too short: it has {len(values)} of the {height} x {width} cells")
    return split_rows(values, width)


def _values(match: re.Match[str], where: str) -> list[int]:
    if match["run"]:
        return [EMPTY] * (ord(match["run"]) - ord("a") + 1)
    return [UNKNOWN] if match["unknown"] else [parse_clue(match["clue"], where, "a number")]


def write_line(rows: Sequence[Sequence[int]]) -> str:
    """Return a board as one line.

    >>> write_line([[2, 3, -1], [4, 0, 0]])
    '2x3:2_3?4b'
    """
    tokens = [""]
    for empty, values in groupby((value for row in rows for value in row), key=EMPTY.__eq__):
        if empty:
            full, rest = divmod(len(list(values)), LONGEST_EMPTY_RUN)
            tokens.append("z" * full + (chr(ord("a") + rest - 1) if rest else ""))
        else:
            for token in map(number_token, values):
                tokens.append(f"_{token}" if token.isdecimal() and tokens[-1][-1:].isdecimal() else token)
    return f"{len(rows)}x{len(rows[0])}:{''.join(tokens)}"


def number_token(value: int) -> str:
    """Return the text of a cell: its number, ``.`` if it is empty, or ``?`` if its number is unknown."""
    return "." if value == EMPTY else "?" if value == UNKNOWN else str(value)
