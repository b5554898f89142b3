"""The kinds of pencil puzzles, which differ in what a player decides, and states of partly solved puzzles.

======= ============================== =====================================
kind    places                         values
======= ============================== =====================================
shade   cells                          ``#`` shaded, ``.`` unshaded
numbers cells                          whole numbers
regions edges between neighbours       ``border`` or ``join``
lines   edges between neighbours       ``line`` or ``cross`` (no line)
======= ============================== =====================================

An edge is a pair of neighbouring cells in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.puzzles.message_text import brief, describe_cell
from tilewright.puzzles.parse_board_size_and_clues import check_sides
from tilewright.strict_json import read_object

__all__ = [
    "BORDER",
    "CROSS",
    "JOIN",
    "LINE",
    "SHADED",
    "UNDECIDED",
    "UNSHADED",
    "VALUE_NAMES",
    "Edge",
    "Kind",
    "Place",
    "State",
    "Value",
    "all_edges",
    "cells_of_places",
    "describe_place",
    "edge_between",
    "is_edge",
    "neighbours_on_board",
    "places_of",
    "read_cell",
    "read_edge",
    "rows_and_columns",
    "state_from_json",
    "state_to_json",
]

Edge = tuple[Cell, Cell]
Place = Cell | Edge
Value = str | int

SHADED, UNSHADED, UNDECIDED = "#", ".", "-"
BORDER, JOIN = "border", "join"
LINE, CROSS = "line", "cross"


class Kind(StrEnum):
    """A kind of pencil puzzle: what a player decides."""

    SHADE = "shade"
    NUMBERS = "numbers"
    REGIONS = "regions"
    LINES = "lines"

    @property
    def on_edges(self) -> bool:
        """Whether the places are edges; otherwise they are cells."""
        return self in (Kind.REGIONS, Kind.LINES)


VALUE_NAMES: Mapping[Kind, Mapping[Value, str]] = {
    Kind.SHADE: {SHADED: "shaded", UNSHADED: "unshaded"},
    Kind.NUMBERS: {},
    Kind.REGIONS: {BORDER: "a border", JOIN: "no border"},
    Kind.LINES: {LINE: "a line", CROSS: "no line"},
}
"""The words for values in sentences. Numbers need no words."""


_EDGE_KEYS = {
    Kind.REGIONS: {"borders": BORDER, "joins": JOIN},
    Kind.LINES: {"lines": LINE, "crosses": CROSS},
}
"""For each kind whose places are edges: the JSON keys of a state, and the value of the edges under each key."""


@dataclass(frozen=True)
class State:
    """The decisions that a player has made so far on a board; undecided places are absent."""

    kind: Kind
    height: int
    width: int
    values: Mapping[Place, Value]


def all_edges(height: int, width: int) -> Iterator[Edge]:
    """Yield all pairs of neighbouring cells, each in reading order."""
    for row in range(height):
        for column in range(width):
            if column + 1 < width:
                yield (row, column), (row, column + 1)
            if row + 1 < height:
                yield (row, column), (row + 1, column)


def rows_and_columns(height: int, width: int) -> list[list[Cell]]:
    """Return the cells of each row, then the cells of each column."""
    return [
        *([(row, column) for column in range(width)] for row in range(height)),
        *([(row, column) for row in range(height)] for column in range(width)),
    ]


def neighbours_on_board(height: int, width: int) -> dict[Cell, list[Cell]]:
    """Return, for each cell of a board in reading order, the cells that share an edge with it."""
    beside: dict[Cell, list[Cell]] = {(row, column): [] for row in range(height) for column in range(width)}
    for first, second in all_edges(height, width):
        beside[first].append(second)
        beside[second].append(first)
    return beside


def edge_between(first: Cell, second: Cell) -> Edge:
    """Return the edge between two neighbouring cells."""
    return (first, second) if first < second else (second, first)


def is_edge(place: Place) -> bool:
    """Return whether a place is an edge; otherwise it is a cell."""
    return isinstance(place[0], tuple)


def places_of(kind: Kind, height: int, width: int) -> list[Place]:
    """Return all places of a board, in reading order."""
    if kind.on_edges:
        return list(all_edges(height, width))
    return [(row, column) for row in range(height) for column in range(width)]


def cells_of_places(places: Iterable[Place]) -> tuple[Cell, ...]:
    """Return the cells of places in reading order; an edge has two cells."""
    found: Any = list(places)
    return tuple(sorted({cell for place in found for cell in (place if is_edge(place) else (place,))}))


def describe_place(place: Place) -> str:
    """Return the name of a place for messages, with rows and columns counted from 1."""
    found: Any = place
    return " and ".join(map(describe_cell, found)) if is_edge(place) else describe_cell(found)


# --- JSON ---------------------------------------------------------------------------------------------


def state_to_json(state: State) -> dict[str, Any]:
    """Return the JSON of a state; `state_from_json` reads it."""
    if state.kind.on_edges:
        decided: Any = sorted(state.values.items())
        return {
            key: [[list(cell) for cell in edge] for edge, own in decided if own == value]
            for key, value in _EDGE_KEYS[state.kind].items()
        }
    empty: Value = UNDECIDED if state.kind is Kind.SHADE else 0
    rows = [
        [state.values.get((row, column), empty) for column in range(state.width)] for row in range(state.height)
    ]
    return {"rows": ["".join(map(str, row)) for row in rows] if state.kind is Kind.SHADE else rows}


def state_from_json(kind: Kind, data: Any, height: int, width: int) -> State:
    """Read a state from JSON; the board has the given size."""
    if kind.on_edges:
        values: dict[Place, Value] = {}
        keys = _EDGE_KEYS[kind]
        fields = read_object(data, "the state", set(), set(keys))
        for key, edges in fields.items():
            if not isinstance(edges, list):
                raise BadInput(f"the state's {key} must be a list of pairs of cells")
            for edge in edges:
                place = read_edge(edge, height, width)
                if values.setdefault(place, keys[key]) != keys[key]:
                    raise BadInput(f"the edge between {describe_place(place)} has two values")
        return State(kind, height, width, values)
    rows = read_object(data, "the state", {"rows"})["rows"]
    if not isinstance(rows, list) or not all(isinstance(row, str | list) for row in rows):
        raise BadInput("the state's rows must be a list of strings or of lists")
    if len(rows) != height or any(len(row) != width for row in rows):
        raise BadInput(f"the state must have {height} x {width} cells, like the board")
    check_sides(height, width)
    cells = {(row, column): value for row, line in enumerate(rows) for column, value in enumerate(line)}
    for cell, value in cells.items():
        allowed = (
            value in (SHADED, UNSHADED, UNDECIDED)
            if kind is Kind.SHADE
            else isinstance(value, int) and not isinstance(value, bool) and value >= 0
        )
        if not allowed:
            number = "a positive whole number, or 0 for an undecided cell"
            expected = "# . or -" if kind is Kind.SHADE else number
            raise BadInput(f"{describe_cell(cell)} of the state: expected {expected}, not {brief(value)}")
    return State(
        kind, height, width, {cell: value for cell, value in cells.items() if value not in (UNDECIDED, 0)}
    )


def read_cell(data: Any, height: int, width: int) -> Cell:
    """Read a cell ``[row, column]``, zero-based, of a board with the given size."""
    if (
        not isinstance(data, list)
        or len(data) != 2
        or any(isinstance(number, bool) or not isinstance(number, int) for number in data)
    ):
        raise BadInput(f"expected a cell [row, column], not {brief(data)}")
    row, column = data
    if min(row, column) < 0:
        raise BadInput(f"the cell {brief(data)} is not on the board: rows and columns are counted from 0")
    if row >= height or column >= width:
        raise BadInput(f"the cell {brief(data)} is not on the board of {height} x {width} cells")
    return row, column


def read_edge(data: Any, height: int, width: int) -> Edge:
    """Read a pair of neighbouring cells."""
    if not isinstance(data, list) or len(data) != 2:
        raise BadInput(f"expected a pair of neighbouring cells, not {brief(data)}")
    first, second = (read_cell(cell, height, width) for cell in data)
    if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1:
        raise BadInput(f"the cells {brief(data)} do not share an edge")
    return edge_between(first, second)
