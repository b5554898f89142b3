"""Nurikabe as puzz.link writes it: URLs, and the text of its files, which begins with ``pzprv3``.

A URL such as ``https://puzz.link/p?nurikabe/5/5/g5k2o1k3g`` has the columns, the rows, and the cells in reading
order: a clue is a hexadecimal digit, or a sign and several of them; ``.`` is a clue of unknown size; ``g`` to
``z`` skip 1 to 20 empty cells. A file has the rows, the columns, and a line for each row of the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from tilewright.errors import BadInput
from tilewright.games.nurikabe.rules import (
    EMPTY,
    ISLAND,
    SEA,
    UNDECIDED,
    UNKNOWN_SIZE,
    Board,
    Shading,
    check_sides,
)
from tilewright.games.nurikabe.text.tokens import brief, counted, in_rows, place, read_clue, read_side

__all__ = ["from_file", "from_url", "state_from_file", "to_file", "to_url"]

TYPE = "nurikabe"
FILE = "pzprv3"
ADDRESS = "https://puzz.link/p?"
LONGEST_SKIP = 20


class Wide(NamedTuple):
    """A clue of several digits: how many of them follow its sign, what is added, and the least clue."""

    digits: int
    offset: int
    least: int


WIDE = {
    "-": Wide(2, 0, 16),
    "+": Wide(3, 0, 256),
    "=": Wide(3, 4096, 4096),
    "@": Wide(3, 8192, 8192),
    "%": Wide(3, 8192, 8192),
    "*": Wide(4, 12240, 12240),
    "$": Wide(5, 77776, 77776),
}
WRITTEN = "-+=@*$"
"""The signs that are written, in the order of their least clues: ``%`` means something else in a URL."""


# --- URLs ---------------------------------------------------------------------------------------------


def from_url(text: str) -> Board:
    """The board of a URL, or of what follows the question mark in it."""
    segments = _segments(text)
    if segments[0].startswith(FILE):
        return from_file(_unquoted("/".join(segments)))
    kind = re.sub(r"_(edit|play)$", "", segments[0])
    if kind != TYPE:
        raise BadInput(f"the URL is of the puzzle type {brief(kind)}, not of {TYPE}")
    sizes = segments[1:]
    if sizes and sizes[0].startswith("v:"):
        del sizes[0]
    if sizes and not sizes[0][:1].isdecimal():
        del sizes[0]
    if len(sizes) > 3 and sizes[-1] == "":
        del sizes[-1]
    if len(sizes) < 3:
        raise BadInput(f"the URL ends too early: expected {TYPE}/COLUMNS/ROWS/CELLS")
    if len(sizes) > 3:
        raise BadInput(f"the URL has {brief(sizes[3])} left over after the cells")
    width, height = read_side(sizes[0], "columns"), read_side(sizes[1], "rows")
    check_sides(height, width)
    return Board(in_rows(list(_cells(sizes[2], height, width)), width))


def to_url(instance: Board) -> str:
    """The puzz.link URL of the board."""
    body, skipped = "", 0
    for value in (value for row in instance.rows for value in row):
        if value == EMPTY and skipped < LONGEST_SKIP:
            skipped += 1
            continue
        body += _skip(skipped) + _clue(value)
        skipped = int(value == EMPTY)
    body += _skip(skipped)
    closing = "" if body[-1].isalnum() else "/"
    return f"{ADDRESS}{TYPE}/{instance.width}/{instance.height}/{body}{closing}"


def _segments(text: str) -> list[str]:
    """The parts between slashes of what the URL asks for; a variant before a file is left out."""
    query = re.sub(r"[\r\n]", "", text.strip())
    query = query.partition("?")[2] if "?" in query else query
    query = re.sub(r"^([^/&=]*=[^/&]*&)+", "", query)
    segments = query.split("/")
    if len(segments) > 1 and segments[0].startswith("v:") and segments[1].startswith(FILE):
        del segments[0]
    return segments


def _cells(body: str, height: int, width: int) -> Iterator[int]:
    at = found = 0
    while at < len(body):
        sign, where = body[at], f"character {at + 1} of the URL's cells"
        if found >= height * width:
            raise BadInput(f"{where}: {brief(body[at:])} is left over after {height} x {width} cells")
        if "g" <= sign <= "z":
            count = int(sign, 36) - 15
            if found + count > height * width:
                raise BadInput(f"{where}: {sign!r} skips {counted(count, 'cell')}, past the end of the board")
            yield from [EMPTY] * count
            found += count
            at += 1
            continue
        length = 1 + (WIDE[sign].digits if sign in WIDE else 0)
        yield _read_sign(body[at : at + length], f"{where}, {place(divmod(found, width))}")
        found += 1
        at += length
    if found < height * width:
        raise BadInput(f"the URL's cells end too early: {found} of {height} x {width} are there")


def _read_sign(signs: str, where: str) -> int:
    """A clue in one character, or in a sign and its digits."""
    if signs == ".":
        return UNKNOWN_SIZE
    wide = WIDE.get(signs[0])
    digits = signs[1:] if wide else signs
    if not re.fullmatch(r"[0-9a-f]*", digits):
        raise BadInput(f"{where}: {brief(signs)} is no clue and no empty cells")
    if wide and len(digits) < wide.digits:
        raise BadInput(f"{where}: {brief(signs)} is cut short: {wide.digits} digits follow {signs[0]!r}")
    offset, least = (wide.offset, wide.least) if wide else (0, 1)
    clue = int(digits, 16) + offset
    if clue < least:
        raise BadInput(f"{where}: {brief(signs)} is the clue {clue}, but the least that it may be is {least}")
    return clue


def _skip(cells: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[15 + cells] if cells else ""


def _clue(value: int) -> str:
    if value == EMPTY:
        return ""
    if value == UNKNOWN_SIZE:
        return "."
    if value < WIDE["-"].least:
        return f"{value:x}"
    sign = max((sign for sign in WRITTEN if WIDE[sign].least <= value), key=lambda sign: WIDE[sign].least)
    return f"{sign}{value - WIDE[sign].offset:0{WIDE[sign].digits}x}"


def _unquoted(text: str) -> str:
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        raise BadInput("the URL has escapes that are no UTF-8") from None


# --- Files --------------------------------------------------------------------------------------------


def from_file(text: str) -> Board:
    """The board of a file; what is filled in is left out."""
    rows = _file_rows(text)
    return Board(
        tuple(
            tuple(_file_clue(sign, place((row, column))) for column, sign in enumerate(signs))
            for row, signs in enumerate(rows)
        )
    )


def state_from_file(text: str) -> Shading:
    """What is filled in on the board of a file; a clue is island."""
    from_file(text)
    filled = {"#": SEA, "+": ISLAND, ".": UNDECIDED}
    return Shading(tuple("".join(filled.get(sign, ISLAND) for sign in row) for row in _file_rows(text)))


def to_file(instance: Board, state: Shading | None = None) -> str:
    """The file of a board and, with a state of it, of what is filled in."""
    empty = {SEA: "#", ISLAND: "+", UNDECIDED: "."}
    lines = [FILE, TYPE, str(instance.height), str(instance.width)]
    for row, values in enumerate(instance.rows):
        marks = UNDECIDED * instance.width if state is None else state.rows[row]
        signs = (
            empty[mark] if value == EMPTY else "-" if value == UNKNOWN_SIZE else str(value)
            for value, mark in zip(values, marks, strict=True)
        )
        lines.append(" ".join(signs) + " ")
    return "\n".join(lines)


def _file_rows(text: str) -> list[list[str]]:
    lines = [line.strip(" \t") for line in re.split(r"\r\n|[\r\n/]", text.strip())]
    while lines and not lines[-1]:
        del lines[-1]
    if len(lines) < 4:
        raise BadInput(f"the {FILE} text ends too early: expected {FILE}, {TYPE}, rows, columns, cells")
    if not re.fullmatch(rf"{FILE}(\.[0-9]+)?", lines[0]):
        raise BadInput(f"the text begins with {brief(lines[0])}, not with {FILE}")
    if lines[1] != TYPE:
        raise BadInput(f"the {FILE} text is of the puzzle type {brief(lines[1])}, not of {TYPE}")
    height, width = read_side(lines[2], "rows"), read_side(lines[3], "columns")
    check_sides(height, width)
    if len(lines) < 4 + height:
        raise BadInput(f"the {FILE} text ends too early: {len(lines) - 4} of {height} rows are there")
    if len(lines) > 4 + height:
        raise BadInput(f"the {FILE} text has {brief(lines[4 + height])} left over after {height} rows")
    rows = [re.split(r"[ \t]+", line) if line else [] for line in lines[4:]]
    for at, row in enumerate(rows):
        if len(row) != width:
            raise BadInput(
                f"row {at} has {counted(len(row), 'cell')}, but the board has {counted(width, 'column')}"
            )
    return rows


def _file_clue(sign: str, where: str) -> int:
    if sign in (".", "#", "+"):
        return EMPTY
    if sign == "-":
        return UNKNOWN_SIZE
    return read_clue(sign, where, "a number, . # + for an empty cell, or - for a clue of unknown size")
