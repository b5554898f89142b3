"""Penpa+ links; Penpa+ is the drawing program for pencil puzzles at https://swaroopg92.github.io/penpa-edit/.

The parameter ``p`` of a link such as ``https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVdT4MwFH...`` is a
text that is compressed with raw DEFLATE and encoded in base64. These lines of the text are read here:

- line 1: the kind of grid, its numbers of columns and rows, and the title;
- line 4: the puzzle as JSON: numbers, edges and other items, keyed by the indices of their grid points;
- line 6: the cells of the grid that belong to the board, as JSON: each index minus the previous index;
- line 18: the genres as JSON, such as ``["nurikabe"]``; in many links the list is empty.

Frequent keys are abbreviated to two characters, such as ``zN`` for ``"number"``; ``zZ`` is the letter ``z``. A
link contains numbers, borders and genres, but no rules; the game that reads the link interprets these
items.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any
from urllib.parse import unquote

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.puzzles.board_base_classes import EMPTY, UNKNOWN
from tilewright.puzzles.borders import Borders, Regions, edge_rows, regions_within
from tilewright.puzzles.kinds_and_states import Edge, describe_place
from tilewright.puzzles.message_text import describe_cell, shortened
from tilewright.puzzles.parse_board_size_and_clues import check_sides, parse_clue, parse_side
from tilewright.strict_json import read_json

__all__ = [
    "Drawing",
    "is_penpa",
    "labels",
    "named_genres",
    "numbers",
    "read_drawing",
    "regions",
    "regions_and_numbers",
]

MOST_BYTES = 8_000_000
"""The largest size of the decompressed text, in bytes. The largest possible board with a number in each cell
needs about 2 MB."""

MARGIN = 2
"""The number of extra rows and columns on each side of the grid. The points of these rows and columns also have
indices."""

_LINK = re.compile(r"(?:https?://[^\s#?]*[#?])?(?:[a-z]+=[^&\s]*&)*m=(?:edit|solve)(?:&[a-z]+=[^&\s]*)*", re.I)
_SQUARE_GRIDS = ("square", "sudoku", "kakuro")
_IN_CENTRE = ("1", "5", "6", "8", "10")
"""The modes of numbers that are written in the centre of a cell; each mode is a text size."""
_NO_GENRES = ("noconflict", "non-alphanumeric", "puzzlehunt")
"""Names in a link's list of genres; these names say nothing about the rules."""

_SHORT_KEYS = {
    "z9": '"qa"',
    "zQ": '"pu_q"',
    "zA": '"pu_a"',
    "zG": '"grid"',
    "zM": '"edit_mode"',
    "zS": '"surface"',
    "zL": '"line"',
    "zE": '"lineE"',
    "zW": '"wall"',
    "zC": '"cage"',
    "zN": '"number"',
    "zY": '"symbol"',
    "zP": '"special"',
    "zB": '"board"',
    "zR": '"command_redo"',
    "zU": '"command_undo"',
    "z8": '"command_replay"',
    "z1": '"numberS"',
    "zF": '"freeline"',
    "z2": '"freelineE"',
    "zT": '"thermo"',
    "z3": '"arrows"',
    "zD": '"direction"',
    "z0": '"squareframe"',
    "z5": '"polygon"',
    "z4": '"deletelineE"',
    "z6": '"killercages"',
    "z7": '"nobulbthermo"',
    "z_": '"__a"',
    "zO": "null",
    "zZ": "z",
}

_OTHER_ITEMS = {
    "surface": "coloured cells",
    "numberS": "small numbers",
    "symbol": "symbols",
    "line": "lines",
    "wall": "walls",
    "cage": "cages",
    "killercages": "cages",
    "freeline": "free lines",
    "freelineE": "free lines",
    "thermo": "thermometers",
    "nobulbthermo": "thermometers",
    "arrows": "arrows",
    "direction": "arrows",
    "squareframe": "frames",
    "polygon": "polygons",
    "deletelineE": "erased grid lines",
}
"""The items that cannot be read, by JSON key, with their names in messages. A circle around a number is a
symbol, too, but it is ignored."""


@dataclass(frozen=True)
class Drawing:
    """The puzzle in a Penpa+ link: a rectangle of cells with numbers or letters, and borders between cells."""

    height: int
    width: int
    texts: Mapping[Cell, str]
    """The texts in the cells, without surrounding blanks."""
    borders: Borders
    genres: tuple[str, ...]
    """The genres of the puzzle, in lower case; empty if the link names none."""
    title: str


def is_penpa(text: str) -> bool:
    """Return whether a text is a Penpa+ link, or the part of such a link after ``#``.

    >>> is_penpa("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVdT4")
    True
    >>> is_penpa("https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j")
    False
    """
    return _LINK.fullmatch(text.strip()) is not None


def read_drawing(text: str) -> Drawing:
    """Return the drawing in a Penpa+ link."""
    lines = _decompressed(_parameter(text)).split("\n")
    header = lines[0].split(",")
    if header[0][:1].isdecimal():
        raise BadInput("the Penpa link has the format of an old version; open it in Penpa+ and save it again")
    if header[0] not in _SQUARE_GRIDS:
        raise BadInput(f"the Penpa link has a grid of the kind {shortened(header[0])}; expected a square grid")
    if len(header) < 3 or len(lines) < 6:
        raise BadInput("the Penpa link is incomplete")
    title = re.sub(r"^Title:\s*", "", _expanded(header[15])) if len(header) > 15 else ""
    points = _Points(parse_side(header[1], "columns"), parse_side(header[2], "rows"))
    points.set_board(_read(lines[5], list, "the cells"))
    problem = _read(lines[3], dict, "the puzzle")
    texts = _texts(problem, points)
    _refuse_other_items(problem, texts, points)
    genres = _read(lines[17], list, "the genres") if len(lines) > 17 and lines[17].strip() else []
    named = tuple(str(each).strip().lower() for each in genres)
    return Drawing(
        points.height,
        points.width,
        texts,
        _borders(problem, points),
        tuple(each for each in named if each not in _NO_GENRES),
        title.replace("%2C", ","),
    )


def named_genres(text: str) -> tuple[str, ...]:
    """Return the genres that a Penpa+ link names or, if it names none, the first ten words of its title.

    All words are in lower case.
    """
    drawing = read_drawing(text)
    return drawing.genres or tuple(re.findall(r"\w+", drawing.title.lower()))[:10]


# --- The text of a link -------------------------------------------------------------------------------


def _parameter(text: str) -> str:
    """Return the parameter ``p`` of a link."""
    query = re.split(r"[#?]", text.strip(), maxsplit=1)[-1]
    parameters = dict(part.partition("=")[::2] for part in query.split("&"))
    if not parameters.get("p"):
        raise BadInput("the Penpa link has no puzzle: expected p=... after m=edit&")
    return unquote(parameters["p"])


def _decompressed(code: str) -> str:
    try:
        data = base64.b64decode(code.rstrip("=") + "=" * (-len(code.rstrip("=")) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise BadInput("the Penpa link is not valid base64; was it cut off?") from None
    inflater = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        content = inflater.decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise BadInput("the Penpa link is not valid DEFLATE data; was it cut off?") from None
    if len(content) > MOST_BYTES:
        raise BadInput(f"the Penpa link has more than {MOST_BYTES:,} bytes when it is decompressed")
    if not inflater.eof:
        raise BadInput("the Penpa link ends too early; was it cut off?")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("the Penpa link does not contain UTF-8 text") from None


def _expanded(text: str) -> str:
    """Return a line with all abbreviations replaced by the full keys."""
    return re.sub(r"z[0-9A-Z_]", lambda found: _SHORT_KEYS.get(found[0], found[0]), text)


def _read(line: str, kind: type, what: str) -> Any:
    value = read_json(_expanded(line), f"{what} in the Penpa link")
    if not isinstance(value, kind):
        raise BadInput(f"{what} in the Penpa link: expected a JSON {'object' if kind is dict else 'list'}")
    return value


# --- Points and the items drawn on them ---------------------------------------------------------------


class _Points:
    """The points of a grid, and the position and size of the board in the grid.

    Each point has an index. The centres of the cells come first, in reading order, then their corners, then
    other points.
    """

    def __init__(self, columns: int, rows: int) -> None:
        check_sides(rows, columns)
        self._across, self._down = columns + 2 * MARGIN, rows + 2 * MARGIN
        self.top = self.left = MARGIN
        self.height, self.width = rows, columns

    def set_board(self, differences: list[Any]) -> None:
        """Set the position and size of the board, given the indices of its cells.

        `differences` contains the first index, then each further index minus the previous one.
        """
        index = 0
        indices: list[int] = []
        for difference in differences if differences != [None] else []:
            if type(difference) is not int or len(indices) >= self._across * self._down:
                raise BadInput("the cells in the Penpa link are not a list of indices")
            index += difference
            indices.append(index)
        if not indices:
            raise BadInput("the Penpa link has no cells")
        rows, columns = ({divmod(each, self._across)[part] for each in indices} for part in (0, 1))
        self.top, self.left = min(rows), min(columns)
        self.height, self.width = max(rows) - self.top + 1, max(columns) - self.left + 1
        if self.top < 0 or max(rows) >= self._down or len(set(indices)) != self.height * self.width:
            raise BadInput("the cells in the Penpa link are not a rectangle")

    def cell(self, index: int) -> Cell | None:
        """Return the cell of the board whose centre is the given point, or None if there is no such cell."""
        row, column = divmod(index, self._across)
        cell = row - self.top, column - self.left
        return cell if 0 <= cell[0] < self.height and 0 <= cell[1] < self.width else None

    def corner(self, index: int) -> Cell | None:
        """Return the cell below and to the right of a corner, or None if the point is not a corner."""
        row, column = divmod(index - self._across * self._down, self._across)
        return (row - self.top + 1, column - self.left + 1) if 0 <= row < self._down else None


def _index(key: str) -> int:
    if not re.fullmatch(r"[0-9]{1,7}", key):
        raise BadInput(f"the puzzle in the Penpa link has the index {shortened(key)}; expected a number")
    return int(key)


def _layer(problem: Mapping[str, Any], name: str) -> dict[str, Any]:
    layer = problem.get(name, {})
    if not isinstance(layer, dict):
        raise BadInput(f"the puzzle in the Penpa link: {name!r} is not a JSON object")
    return layer


def _texts(problem: Mapping[str, Any], points: _Points) -> dict[Cell, str]:
    """Return the text in each cell that has one."""
    texts = {}
    for key, value in _layer(problem, "number").items():
        cell = points.cell(_index(key))
        if cell is None:
            raise BadInput("the Penpa link has a number outside of the board's cells")
        if not isinstance(value, list) or len(value) < 3 or not isinstance(value[0], str | int):
            raise BadInput(f"{describe_cell(cell)}: the Penpa link has a number in an unknown format")
        if str(value[2]) not in _IN_CENTRE:
            raise BadInput(f"{describe_cell(cell)}: the Penpa link has an arrow or several numbers in one cell")
        texts[cell] = str(value[0]).strip()
    return dict(sorted(texts.items()))


def _refuse_other_items(problem: Mapping[str, Any], texts: Mapping[Cell, str], points: _Points) -> None:
    """Raise an error if the puzzle has items other than numbers, borders, and circles around numbers."""
    for name, words in _OTHER_ITEMS.items():
        items = problem.get(name)
        if name == "symbol" and isinstance(items, dict):
            items = [
                key
                for key, value in items.items()
                if not (
                    points.cell(_index(key)) in texts
                    and isinstance(value, list)
                    and len(value) > 1
                    and str(value[1]).startswith("circle")
                )
            ]
        if items:
            raise BadInput(f"the puzzle in the Penpa link has {words}; only numbers and borders can be read")


def _borders(problem: Mapping[str, Any], points: _Points) -> Borders:
    """Return the borders between cells; ignore the outline of the board and marks on edges."""
    found: set[Edge] = set()
    for key in _layer(problem, "lineE"):
        first, comma, second = key.partition(",")
        if not comma:
            continue
        ends = points.corner(_index(first)), points.corner(_index(second))
        if ends[0] is None or ends[1] is None:
            raise BadInput("the Penpa link has an edge that does not join two corners of cells")
        (row, column), (last_row, last_column) = sorted(end for end in ends if end is not None)
        if (last_row - row, last_column - column) == (1, 0):
            found.add(((row, column - 1), (row, column)))
        elif (last_row - row, last_column - column) == (0, 1):
            found.add(((row - 1, column), (row, column)))
        else:
            raise BadInput("the Penpa link has an edge that does not join two neighbouring corners")
    vertical, horizontal = edge_rows(points.height, points.width)
    return tuple(edge for edge in chain(*vertical, *horizontal) if edge in found)


# --- Values of boards ---------------------------------------------------------------------------------


def numbers(drawing: Drawing) -> tuple[tuple[int, ...], ...]:
    """Return the rows of a board of numbers: 0 is an empty cell, and -1 an unknown number."""
    _refuse_borders(drawing)
    return numbers_and_borders(drawing)[0]


def numbers_and_borders(drawing: Drawing) -> tuple[tuple[tuple[int, ...], ...], Borders]:
    """Return the rows of a board of numbers, and the pairs of cells with a border between them."""
    values = {cell: _number(cell, text) for cell, text in drawing.texts.items()}
    return _rows(drawing, values), drawing.borders


def labels(drawing: Drawing) -> tuple[tuple[int, ...], ...]:
    """Return the rows of a board that may have letters, with each letter replaced by an unused number."""
    _refuse_borders(drawing)
    written = list(dict.fromkeys(drawing.texts.values()))
    known = {text: _number(cell, text) for cell, text in drawing.texts.items() if text.isdecimal()}
    unused = (number for number in range(1, len(written) + 1) if number not in known.values())
    for cell, text in drawing.texts.items():
        if text not in known:
            if not re.fullmatch(r"[^\W\d_]", text):
                raise BadInput(f"{describe_cell(cell)}: {shortened(text)} is neither a number nor a letter")
            known[text] = next(unused)
    return _rows(drawing, {cell: known[text] for cell, text in drawing.texts.items()})


def regions(drawing: Drawing) -> Regions:
    """Return the regions of a board without numbers."""
    for cell, text in drawing.texts.items():
        raise BadInput(
            f"{describe_cell(cell)}: the Penpa link has {shortened(text)}, but the puzzle has no numbers"
        )
    return regions_within(drawing.borders, drawing.height, drawing.width)


def regions_and_numbers(drawing: Drawing) -> tuple[Regions, tuple[int | None, ...]]:
    """Return the regions and the number of each region; None for a region without a number."""
    regions = regions_within(drawing.borders, drawing.height, drawing.width)
    counts: dict[int, int] = {}
    for cell, text in drawing.texts.items():
        region = regions[cell[0]][cell[1]]
        if region in counts:
            raise BadInput(f"{describe_cell(cell)}: the Penpa link has a second number in the same region")
        counts[region] = _number(cell, text, least=0)
    return regions, tuple(counts.get(each) for each in range(1, max(map(max, regions)) + 1))


def _refuse_borders(drawing: Drawing) -> None:
    for edge in drawing.borders:
        cells = describe_place(edge)
        raise BadInput(f"the Penpa link has a border between {cells}, but the puzzle has no borders")


def _number(cell: Cell, text: str, least: int = 1) -> int:
    if text in ("", "?"):
        return UNKNOWN
    return parse_clue(text, describe_cell(cell), "a number", least)


def _rows(drawing: Drawing, values: Mapping[Cell, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(values.get((row, column), EMPTY) for column in range(drawing.width))
        for row in range(drawing.height)
    )
