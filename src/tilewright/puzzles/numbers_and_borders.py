"""Boards of numbers that may also have borders between cells, and their notations.

If a board has borders, the first line of its text lists them, as in ``borders 1,1-1,2 3,4-4,4``. Each border is
a pair of neighbouring cells, and each cell is a row and a column. In JSON, the borders are also pairs of cells.
Rows and columns are counted from 1 in text, and from 0 in JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from tilewright.errors import BadInput
from tilewright.puzzles import penpa
from tilewright.puzzles.board_base_classes import EMPTY, NumberGrid
from tilewright.puzzles.borders import edge_rows
from tilewright.puzzles.kinds_and_states import Edge, read_edge
from tilewright.puzzles.message_text import brief, shortened
from tilewright.puzzles.notation import told_number_text
from tilewright.puzzles.possible_group_sizes import Beside
from tilewright.puzzles.puzzlink import PuzzLink
from tilewright.puzzles.pzprv3 import CellAnswers, EdgeAnswers, FileFormat, FileLines, NumberBlock, write_rows
from tilewright.puzzles.url_borders_regions_and_circles import read_borders, write_borders
from tilewright.puzzles.url_numbers import NumberRows, Numbers16
from tilewright.puzzles.url_reader_and_codec import Reader

__all__ = [
    "BorderedNumberBlock",
    "BorderedNumberGrid",
    "BorderedNumberText",
    "BorderedNumbers",
    "NumbersAndBorders",
    "bordered_number_link",
    "without_crossing",
]

NumbersAndBorders = tuple[NumberRows, tuple[Edge, ...]]
"""The number in each cell, and the pairs of neighbouring cells with a border between them."""


@dataclass(frozen=True, slots=True)
class BorderedNumberGrid(NumberGrid):
    """A board of numbers; `borders` are pairs of neighbouring cells with a border between them."""

    borders: tuple[Edge, ...] = ()

    def __post_init__(self) -> None:
        NumberGrid.__post_init__(self)
        if not isinstance(self.borders, list | tuple):
            raise BadInput(f"borders must be a list, not {brief(self.borders)}")
        edges = {read_edge(_to_lists(edge), self.height, self.width) for edge in self.borders}
        object.__setattr__(self, "borders", tuple(sorted(edges)))

    @property
    def border_pairs(self) -> list[tuple[int, int]]:
        """The indices of the two cells at each border; cells are numbered from 0 in reading order."""
        width = self.width
        return [(row * width + column, down * width + across) for (row, column), (down, across) in self.borders]


Board = TypeVar("Board", bound=BorderedNumberGrid)


def _to_lists(edge: Any) -> Any:
    """Return a pair of cells as nested lists, as in JSON; return any other value unchanged."""
    return (
        [list(cell) if isinstance(cell, tuple) else cell for cell in edge] if isinstance(edge, tuple) else edge
    )


def without_crossing(beside: Beside, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return, for each cell, its neighbours that no border separates from it."""
    apart = set(pairs)
    return [
        [other for other in others if (min(cell, other), max(cell, other)) not in apart]
        for cell, others in enumerate(beside)
    ]


class BorderedNumbers:
    """The URL codec of a board's numbers and borders; without borders, the text ends after the numbers.

    >>> BorderedNumbers().read(Reader("g1g280", 2, 2))
    (((0, 1), (0, 2)), (((1, 0), (1, 1)),))
    >>> BorderedNumbers().write((((0, 1), (0, 2)), (((1, 0), (1, 1)),)))
    'g1g280'
    """

    def read(self, reader: Reader) -> NumbersAndBorders:
        """Read the numbers and, if text is left, the borders."""
        rows = Numbers16().read(reader)
        return rows, read_borders(reader) if reader.peek(1) else ()

    def write(self, value: NumbersAndBorders) -> str:
        """Write the numbers and, if the board has borders, the borders."""
        rows, borders = value
        return Numbers16().write(rows) + (write_borders(borders, len(rows), len(rows[0])) if borders else "")


class BorderedNumberBlock:
    """The part of a puzz.link file with the numbers, the answers in cells, and the answers on edges.

    On an edge, ``X`` or ``-X`` is a border that belongs to the board.
    """

    def read(self, lines: FileLines) -> NumbersAndBorders:
        """Read the numbers and the borders; a file may end before the answers."""
        rows = NumberBlock().read(lines)
        if not lines.at_end:
            CellAnswers().skip(lines)
        return rows, () if lines.at_end else EdgeAnswers.given_borders(lines)

    def write(self, value: NumbersAndBorders) -> list[str]:
        """Write the numbers, then an empty entry for each cell, then the borders."""
        rows, borders = value
        height, width, found = len(rows), len(rows[0]), set(borders)
        vertical, horizontal = edge_rows(height, width)
        answers = [["X" if edge in found else "0" for edge in row] for row in vertical + horizontal]
        return NumberBlock().write(rows) + CellAnswers().lines(height, width) + write_rows(answers)


class BorderedNumberText:
    """A text grid of numbers; if the board has borders, a line that begins with ``borders`` comes first."""

    def read(self, text: str) -> dict[str, Any]:
        """Return the JSON of the board that a text describes."""
        first, _, rest = text.strip().partition("\n")
        words = first.split()
        if words[:1] != ["borders"]:
            return told_number_text.read(text)
        return {**told_number_text.read(rest), "borders": [_read_pair(pair) for pair in words[1:]]}

    def write(self, data: Mapping[str, Any]) -> str:
        """Return the text of a board given as JSON."""
        pairs = (
            f"{row + 1},{column + 1}-{down + 1},{across + 1}"
            for (row, column), (down, across) in data.get("borders", ())
        )
        first = " ".join(["borders", *pairs]) + "\n" if data.get("borders") else ""
        return first + told_number_text.write(data)


def _read_pair(text: str) -> list[list[int]]:
    if not re.fullmatch(r"[0-9]{1,4},[0-9]{1,4}-[0-9]{1,4},[0-9]{1,4}", text):
        raise BadInput(f"{shortened(text)} is not a border: expected a pair of cells such as 1,1-1,2")
    cells = [[int(number) - 1 for number in cell.split(",")] for cell in text.split("-")]
    if min(map(min, cells)) < 0:
        raise BadInput(f"border {text}: rows and columns in text are counted from 1")
    return cells


def bordered_number_link(
    type_name: str, board: type[Board], refused_flags: str = ""
) -> PuzzLink[Board, NumbersAndBorders]:
    """Return the URL, file and Penpa formats of a puzzle type; an unknown number is read as an empty cell."""

    def read(parts: NumbersAndBorders) -> Board:
        rows, borders = parts
        return board(tuple(tuple(max(number, EMPTY) for number in row) for row in rows), borders)

    return PuzzLink(
        type_name,
        BorderedNumbers(),
        FileFormat(BorderedNumberBlock()),
        lambda instance: (instance.rows, instance.borders),
        read,
        refused_flags=refused_flags,
        penpa=penpa.numbers_and_borders,
    )
