"""The puzz.link formats: URLs, and the content of files, which starts with ``pzprv3``.

A URL such as ``https://puzz.link/p?nurikabe/5/5/g5k2o1k3g`` has the numbers of columns and rows, then the cells
in reading order. A clue is a hexadecimal digit, or a prefix character and several digits; ``.`` is a clue of
unknown size; ``g`` to ``z`` skip 1 to 20 empty cells. A file has the numbers of rows and columns, then a line
for each row of the board.
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
from tilewright.games.nurikabe.text.tokens import (
    describe_cell,
    parse_clue,
    parse_side,
    shortened,
    split_rows,
    with_plural,
)

__all__ = ["from_file", "from_url", "state_from_file", "to_file", "to_url"]

PUZZLE_TYPE = "nurikabe"
FILE_START = "pzprv3"
URL_START = "https://puzz.link/p?"
LONGEST_SKIP = 20


class ClueFormat(NamedTuple):
    """The format of clues with one prefix: the number of digits, the value to add, and the least clue."""

    digits: int
    offset: int
    least: int


CLUE_FORMATS = {
    "-": ClueFormat(2, 0, 16),
    "+": ClueFormat(3, 0, 256),
    "=": ClueFormat(3, 4096, 4096),
    "@": ClueFormat(3, 8192, 8192),
    "%": ClueFormat(3, 8192, 8192),
    "*": ClueFormat(4, 12240, 12240),
    "$": ClueFormat(5, 77776, 77776),
}
WRITTEN_PREFIXES = "-+=@*$"
"""The prefixes that are written, ordered by least clue.

``%`` is only read, because it starts an escape sequence in a URL.
"""


# --- URLs ---------------------------------------------------------------------------------------------


def from_url(text: str) -> Board:
    """Return the board that a URL, or the part of a URL after the question mark, describes."""
    segments = _segments(text)
    if segments[0].startswith(FILE_START):
        return from_file(_percent_decoded("/".join(segments)))
    puzzle_type = re.sub(r"_(edit|play)$", "", segments[0])
    if puzzle_type != PUZZLE_TYPE:
        raise BadInput(f"the URL has the puzzle type {shortened(puzzle_type)}, not {PUZZLE_TYPE}")
    sizes = segments[1:]
    if sizes and sizes[0].startswith("v:"):
        del sizes[0]
    if sizes and not sizes[0][:1].isdecimal():
        del sizes[0]
    if len(sizes) > 3 and sizes[-1] == "":
        del sizes[-1]
    if len(sizes) < 3:
        raise BadInput(f"the URL is too short: expected {PUZZLE_TYPE}/COLUMNS/ROWS/CELLS")
    if len(sizes) > 3:
        raise BadInput(f"the URL has {shortened(sizes[3])} after the cells")
    width, height = parse_side(sizes[0], "columns"), parse_side(sizes[1], "rows")
    check_sides(height, width)
    return Board(split_rows(list(_cells(sizes[2], height, width)), width))


def to_url(instance: Board) -> str:
    """Return the puzz.link URL of the board."""
    body, skipped = "", 0
    for value in (value for row in instance.rows for value in row):
        if value == EMPTY and skipped < LONGEST_SKIP:
            skipped += 1
            continue
        body += _skip_text(skipped) + _clue_text(value)
        skipped = int(value == EMPTY)
    body += _skip_text(skipped)
    closing = "" if body[-1].isalnum() else "/"
    return f"{URL_START}{PUZZLE_TYPE}/{instance.width}/{instance.height}/{body}{closing}"


def _segments(text: str) -> list[str]:
    """Return the segments of a URL's query; a variant (``v:...``) before an embedded file is dropped."""
    query = re.sub(r"[\r\n]", "", text.strip())
    query = query.partition("?")[2] if "?" in query else query
    query = re.sub(r"^([^/&=]*=[^/&]*&)+", "", query)
    segments = query.split("/")
    if len(segments) > 1 and segments[0].startswith("v:") and segments[1].startswith(FILE_START):
        del segments[0]
    return segments


def _cells(body: str, height: int, width: int) -> Iterator[int]:
    """Yield the clues and empty cells that the last part of a URL describes."""
    position = filled = 0
    while position < len(body):
        character, where = body[position], f"character {position + 1} of the URL's cells"
        if filled >= height * width:
            raise BadInput(f"{where}: {shortened(body[position:])} follows after {height} x {width} cells")
        if "g" <= character <= "z":
            count = int(character, 36) - 15
            if filled + count > height * width:
                cells = with_plural(count, "cell")
                raise BadInput(f"{where}: {character!r} skips {cells}, beyond the end of the board")
            yield from [EMPTY] * count
            filled += count
            position += 1
            continue
        length = 1 + (CLUE_FORMATS[character].digits if character in CLUE_FORMATS else 0)
        cell = describe_cell(divmod(filled, width))
        yield _parse_clue_text(body[position : position + length], f"{where}, {cell}")
        filled += 1
        position += length
    if filled < height * width:
        raise BadInput(f"the URL has too few cells: {filled} of {height} x {width}")


def _parse_clue_text(text: str, where: str) -> int:
    """Parse a clue: one hexadecimal digit, or a prefix and its digits."""
    if text == ".":
        return UNKNOWN_SIZE
    clue_format = CLUE_FORMATS.get(text[0])
    digits = text[1:] if clue_format else text
    if not re.fullmatch(r"[0-9a-f]*", digits):
        raise BadInput(f"{where}: {shortened(text)} is neither a clue nor a count of empty cells")
    if clue_format and len(digits) < clue_format.digits:
        expected = f"{clue_format.digits} digits must follow {text[0]!r}"
        raise BadInput(f"{where}: {shortened(text)} is incomplete: {expected}")
    offset, least = (clue_format.offset, clue_format.least) if clue_format else (0, 1)
    clue = int(digits, 16) + offset
    if clue < least:
        raise BadInput(f"{where}: {shortened(text)} is the clue {clue}, but it must be at least {least}")
    return clue


def _skip_text(cells: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[15 + cells] if cells else ""


def _clue_text(value: int) -> str:
    if value == EMPTY:
        return ""
    if value == UNKNOWN_SIZE:
        return "."
    if value < CLUE_FORMATS["-"].least:
        return f"{value:x}"
    prefix = next(prefix for prefix in reversed(WRITTEN_PREFIXES) if CLUE_FORMATS[prefix].least <= value)
    clue_format = CLUE_FORMATS[prefix]
    return f"{prefix}{value - clue_format.offset:0{clue_format.digits}x}"


def _percent_decoded(text: str) -> str:
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        raise BadInput("the URL has escape sequences that are not valid UTF-8") from None


# --- Files --------------------------------------------------------------------------------------------


def from_file(text: str) -> Board:
    """Return the board in a file; the cells that are filled in are ignored."""
    rows = _file_rows(text)
    return Board(
        tuple(
            tuple(_parse_file_cell(token, describe_cell((row, column))) for column, token in enumerate(tokens))
            for row, tokens in enumerate(rows)
        )
    )


def state_from_file(text: str) -> Shading:
    """Return the state of the board in a file; cells with a clue are island."""
    from_file(text)
    values = {"#": SEA, "+": ISLAND, ".": UNDECIDED}
    return Shading(tuple("".join(values.get(token, ISLAND) for token in row) for row in _file_rows(text)))


def to_file(instance: Board, state: Shading | None = None) -> str:
    """Return the content of a file with a board and, if given, a state of the board."""
    tokens = {SEA: "#", ISLAND: "+", UNDECIDED: "."}
    lines = [FILE_START, PUZZLE_TYPE, str(instance.height), str(instance.width)]
    for row, values in enumerate(instance.rows):
        state_row = UNDECIDED * instance.width if state is None else state.rows[row]
        cells = (
            tokens[kind] if value == EMPTY else "-" if value == UNKNOWN_SIZE else str(value)
            for value, kind in zip(values, state_row, strict=True)
        )
        lines.append(" ".join(cells) + " ")
    return "\n".join(lines)


def _file_rows(text: str) -> list[list[str]]:
    lines = [line.strip(" \t") for line in re.split(r"\r\n|[\r\n/]", text.strip())]
    while lines and not lines[-1]:
        del lines[-1]
    if len(lines) < 4:
        expected = f"{FILE_START}, {PUZZLE_TYPE}, rows, columns, cells"
        raise BadInput(f"the {FILE_START} text is too short: expected {expected}")
    if not re.fullmatch(rf"{FILE_START}(\.[0-9]+)?", lines[0]):
        raise BadInput(f"the text begins with {shortened(lines[0])}, not with {FILE_START}")
    if lines[1] != PUZZLE_TYPE:
        raise BadInput(f"the {FILE_START} text has the puzzle type {shortened(lines[1])}, not {PUZZLE_TYPE}")
    height, width = parse_side(lines[2], "rows"), parse_side(lines[3], "columns")
    check_sides(height, width)
    if len(lines) < 4 + height:
        raise BadInput(f"the {FILE_START} text is too short: it has {len(lines) - 4} of {height} rows")
    if len(lines) > 4 + height:
        raise BadInput(f"the {FILE_START} text has {shortened(lines[4 + height])} after its {height} rows")
    rows = [re.split(r"[ \t]+", line) if line else [] for line in lines[4:]]
    for number, row in enumerate(rows):
        if len(row) != width:
            cells, columns = with_plural(len(row), "cell"), with_plural(width, "column")
            raise BadInput(f"row {number} has {cells}, but the board has {columns}")
    return rows


def _parse_file_cell(token: str, where: str) -> int:
    if token in (".", "#", "+"):
        return EMPTY
    if token == "-":
        return UNKNOWN_SIZE
    return parse_clue(token, where, "a number, . # + for an empty cell, or - for a clue of unknown size")
