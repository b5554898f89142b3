"""Read and write the files of puzz.link, whose first line starts with ``pzprv3``.

A file contains the puzzle type, the numbers of rows and columns, the puzzle, and the *answer*: the values that
a player has entered so far. For puzzles in which the player shades cells, the answer can be read and written.
For all other puzzles, it is skipped when a file is read and left empty when a file is written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from tilewright.errors import BadInput
from tilewright.puzzles.borders import Regions, edge_rows, numbered_regions, regions_within
from tilewright.puzzles.kinds_and_states import SHADED, UNDECIDED, UNSHADED, Edge
from tilewright.puzzles.message_text import describe_cell, shortened, with_plural
from tilewright.puzzles.parse_board_size_and_clues import check_sides, parse_side
from tilewright.puzzles.url_numbers import UNKNOWN, NumberRows

if TYPE_CHECKING:
    from tilewright.puzzles.url_borders_regions_and_circles import RegionNumbers

__all__ = [
    "FILE_START",
    "Block",
    "CellAnswers",
    "EdgeAnswers",
    "FileFormat",
    "FileLines",
    "NumberBlock",
    "NumberedRegionBlock",
    "RegionBlock",
    "write_rows",
]

T = TypeVar("T")

FILE_START = "pzprv3"
_END = re.compile(r"https?:|info:\{|history:\{|__HISTORY__|TrialData")
"""Matches the first line after the puzzle and its answer, where other data begin, such as the history."""
_MOST_DIGITS = 9


class FileLines:
    """The lines of a file, and the number of lines that have been read."""

    def __init__(self, text: str) -> None:
        lines = [line.strip(" \t") for line in re.split(r"\r\n|[\r\n/]", text.strip())]
        if not re.fullmatch(rf"{FILE_START}(\.[0-9]{{1,{_MOST_DIGITS}}})?", lines[0]):
            raise BadInput(f"the text begins with {shortened(lines[0])}, not with {FILE_START}")
        if len(lines) < 4:
            expected = f"{FILE_START}, puzzle type, rows, columns, cells"
            raise BadInput(f"the {FILE_START} text is too short: expected {expected}")
        end = next((number for number, line in enumerate(lines) if _END.match(line)), len(lines))
        self.version = int(lines[0].partition(".")[2] or 0)
        self.puzzle_type = lines[1]
        self._sides = lines[2:4]
        self._lines = lines[:end]
        while not self._lines[-1]:
            del self._lines[-1]
        self.position = 4
        self.flags = ""
        if len(self._lines) > 4 and re.fullmatch(r"[a-z]+", self._lines[4]):
            self.flags = self.take_line("the flags")

    def read_size(self) -> None:
        """Read the number of rows and the number of columns; the caller checks the puzzle type first."""
        self.height = parse_side(self._sides[0], "rows")
        self.width = parse_side(self._sides[1], "columns")
        check_sides(self.height, self.width)

    @property
    def at_end(self) -> bool:
        """Whether no line is left; blank lines at the end are ignored."""
        return self.position >= len(self._lines)

    def take_line(self, what: str) -> str:
        """Return the next line; if no line is left, raise `BadInput` with `what`, the missing content."""
        if self.at_end:
            raise BadInput(f"the {FILE_START} text is too short: it ends before {what}")
        self.position += 1
        return self._lines[self.position - 1]

    def take_rows(self, rows: int, columns: int, what: str) -> list[list[str]]:
        """Return the values in the next `rows` lines; each line must have `columns` values."""
        result = []
        for row in range(rows):
            name = f"row {row + 1} of the {what}"
            # A board with one column has blank lines for its vertical borders; blank lines at the end may be
            # missing.
            values = (self.take_line(name) if columns or not self.at_end else "").split()
            if len(values) != columns:
                where = f"line {self.position} of the {FILE_START} text, {name}"
                raise BadInput(f"{where}: expected {with_plural(columns, 'value')}, not {len(values)}")
            result.append(values)
        return result

    def take_edges(self, between_columns: str, between_rows: str) -> dict[Edge, str]:
        """Return the value of each edge; the arguments name the two blocks of lines that contain the values."""
        rows = self.take_rows(self.height, self.width - 1, between_columns)
        rows += self.take_rows(self.height - 1, self.width, between_rows)
        vertical, horizontal = edge_rows(self.height, self.width)
        return dict(zip(chain(*vertical, *horizontal), chain(*rows), strict=True))

    def finish(self) -> None:
        """Raise an error if any non-blank line is left."""
        while not self.at_end:
            line = self.take_line("its end")
            if line:
                where = f"line {self.position} of the {FILE_START} text"
                raise BadInput(f"{where}: {shortened(line)} is left over after the puzzle and its answer")


class Block(Protocol[T]):
    """Lines of a file that contain a part of the puzzle."""

    def read(self, lines: FileLines) -> T:
        """Read the value of the block."""

    def write(self, value: T) -> list[str]:
        """Return the lines that represent a value."""


def _parse_number(token: str, where: str, least: int) -> int:
    if not re.fullmatch(r"[0-9]+", token):
        raise BadInput(f"{where}: {shortened(token)} is neither a number nor . (empty) nor - (unknown)")
    digits = token.lstrip("0") or "0"
    if len(digits) > _MOST_DIGITS:
        raise BadInput(f"{where}: the number {shortened(token)} is larger than any board")
    if int(digits) < least:
        raise BadInput(f"{where}: the number {int(digits)} is less than {least}")
    return int(digits)


def _read_numbers(lines: FileLines, least: int, answers: str) -> list[list[int | None]]:
    def parse(token: str, row: int, column: int) -> int | None:
        if token == "." or token in tuple(answers):
            return None
        return UNKNOWN if token == "-" else _parse_number(token, describe_cell((row, column)), least)

    rows = lines.take_rows(lines.height, lines.width, "numbers")
    return [
        [parse(token, row, column) for column, token in enumerate(tokens)] for row, tokens in enumerate(rows)
    ]


_SHADING_TOKENS = {SHADED: "#", UNSHADED: "+", UNDECIDED: "."}


def _read_shading(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the rows of a state; a cell with a number is unshaded."""
    values = {token: value for value, token in _SHADING_TOKENS.items()}
    return tuple("".join(values.get(token, UNSHADED) for token in row) for row in rows)


def _write_shading(lines: Sequence[str], shading: Sequence[str]) -> list[str]:
    """Return the lines with the values of a state written into the empty cells."""
    return write_rows(
        [
            [
                _SHADING_TOKENS[value] if token == "." else token
                for token, value in zip(line.split(), row, strict=True)
            ]
            for line, row in zip(lines, shading, strict=True)
        ]
    )


def write_rows(rows: Sequence[Sequence[object]]) -> list[str]:
    """Return a line for each row of entries."""
    return ["".join(f"{entry} " for entry in row) for row in rows]


@dataclass(frozen=True)
class NumberBlock:
    """The numbers in cells: 0 is an empty cell, and -1 an unknown number.

    A cell that contains one of the characters in `answers` is read as empty.

    >>> NumberBlock().write(((0, 5), (-1, 0)))
    ['. 5 ', '- . ']
    """

    answers: str = ""

    def read(self, lines: FileLines) -> NumberRows:
        """Read the lines with the numbers of all cells."""
        return tuple(tuple(number or 0 for number in row) for row in _read_numbers(lines, 1, self.answers))

    def write(self, value: NumberRows) -> list[str]:
        """Return the lines with the numbers of all cells."""
        return write_rows([[_number_token(number or None) for number in row] for row in value])


def _number_token(number: int | None) -> str:
    return "." if number is None else "-" if number == UNKNOWN else str(number)


class RegionBlock:
    """The regions of a board: their count, then the number of each cell's region, counted from 0.

    Files of version 3.1 and later contain the borders instead of the regions.

    >>> RegionBlock().write(((1, 1), (1, 2)))
    ['2', '0 0 ', '0 1 ']
    """

    def read(self, lines: FileLines) -> Regions:
        """Read the regions."""
        height, width = lines.height, lines.width
        if lines.version == 0:
            count = lines.take_line("the number of regions")
            if not re.fullmatch(r"[0-9]+", count):
                where = f"line {lines.position} of the {FILE_START} text"
                raise BadInput(f"{where}: expected the number of regions, not {shortened(count)}")
            return numbered_regions(lines.take_rows(height, width, "regions"))
        edges = lines.take_edges("vertical borders", "horizontal borders")
        return regions_within((edge for edge, token in edges.items() if token == "1"), height, width)

    def write(self, value: Regions) -> list[str]:
        """Write the regions."""
        rows = [[number - 1 for number in row] for row in value]
        return [str(max(map(max, value))), *write_rows(rows)]


class NumberedRegionBlock:
    """The regions of a board, then the numbers in cells; a region may have a number in one of its cells.

    >>> NumberedRegionBlock().write((((1, 1), (1, 2)), (None, 0)))
    ['2', '0 0 ', '0 1 ', '. . ', '. 0 ']
    """

    def read(self, lines: FileLines) -> tuple[Regions, RegionNumbers]:
        """Read the regions and their numbers."""
        regions = RegionBlock().read(lines)
        numbers: list[int | None] = [None] * max(map(max, regions))
        for row, values in enumerate(_read_numbers(lines, 0, "")):
            for column, number in enumerate(values):
                region = regions[row][column]
                if number is not None:
                    if numbers[region - 1] is not None:
                        raise BadInput(f"{describe_cell((row, column))}: a second number in region {region}")
                    numbers[region - 1] = number
        return regions, tuple(numbers)

    def write(self, value: tuple[Regions, RegionNumbers]) -> list[str]:
        """Write the regions, then each region's number in the topmost cell of the region's leftmost column."""
        regions, numbers = value
        pending = dict(enumerate(numbers, start=1))
        tokens = [["."] * len(regions[0]) for _ in regions]
        for column in range(len(regions[0])):
            for row, values in enumerate(regions):
                tokens[row][column] = _number_token(pending.pop(values[column], None))
        return RegionBlock().write(regions) + write_rows(tokens)


class CellAnswers(NamedTuple):
    """The part of an answer with an entry for each cell."""

    empty: str = "."

    def skip(self, lines: FileLines) -> None:
        """Skip this part of the answer."""
        lines.take_rows(lines.height, lines.width, "answers in cells")

    def lines(self, height: int, width: int) -> list[str]:
        """Return the lines of this part in an empty answer."""
        return write_rows([[self.empty] * width] * height)


class EdgeAnswers(NamedTuple):
    """The part of an answer with an entry (a line or a border) for each edge.

    The edges between columns come first, then those between rows. ``X`` and ``-X`` are borders that belong to
    the puzzle: `skip` raises an error for them, and `given_borders` returns them. If `optional` is true, an
    empty answer is written without this part.
    """

    optional: bool = False

    def skip(self, lines: FileLines) -> None:
        """Skip this part of the answer; raise an error for a border that belongs to the puzzle."""
        if self.given_borders(lines):
            raise BadInput(f"the {FILE_START} text has given borders, which are not supported")

    @staticmethod
    def given_borders(lines: FileLines) -> tuple[Edge, ...]:
        """Read this part of the answer; return the edges with a border that belongs to the puzzle."""
        edges = lines.take_edges("answers between columns", "answers between rows")
        return tuple(edge for edge, entry in edges.items() if entry in ("X", "-X"))

    def lines(self, height: int, width: int) -> list[str]:
        """Return the lines of this part in an empty answer."""
        if self.optional:
            return []
        return write_rows([["0"] * (width - 1)] * height + [["0"] * width] * (height - 1))


@dataclass(frozen=True)
class FileFormat(Generic[T]):
    """The content of the files of one puzzle type: the block of the puzzle, then the parts of the answer."""

    block: Block[T]
    answers: tuple[CellAnswers | EdgeAnswers, ...] = ()

    def read(self, lines: FileLines) -> T:
        """Read the puzzle; a file may end before any part of the answer."""
        value = self.block.read(lines)
        for answer in self.answers:
            if not lines.at_end:
                answer.skip(lines)
        lines.finish()
        return value

    def read_shading(self, lines: FileLines) -> tuple[str, ...]:
        """Read the state of a puzzle in which cells are shaded: rows of ``#``, ``.`` and ``-``.

        If the format has no separate answer, the shaded cells are in the rows of the puzzle itself.
        """
        start = lines.position
        self.block.read(lines)
        if not self.answers:
            lines.position = start
        elif lines.at_end:
            return (UNDECIDED * lines.width,) * lines.height
        shading = _read_shading(lines.take_rows(lines.height, lines.width, "answers in cells"))
        lines.finish()
        return shading

    def write(self, value: T, height: int, width: int, shading: Sequence[str] | None = None) -> list[str]:
        """Return the lines of the puzzle and of its answer; the answer is empty unless `shading` is given."""
        block = self.block.write(value)
        answers = [line for answer in self.answers for line in answer.lines(height, width)]
        if shading is None:
            return block + answers
        return block + _write_shading(answers, shading) if self.answers else _write_shading(block, shading)
