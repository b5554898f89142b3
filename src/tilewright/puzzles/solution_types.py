"""Base classes for the solutions of puzzles: shadings, numbers, regions, dominoes, paths and loops.

Each puzzle has a subclass of one of these classes, which sets `game`. Each class converts its solutions to and
from JSON, and to and from the values of all places (see `tilewright.puzzles.kinds_and_states`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Self

from tilewright.errors import BadInput
from tilewright.game import Cell, Solution
from tilewright.geometry.connected_graph_parts import breadth_first_parts
from tilewright.puzzles.board_base_classes import Grid, GridBoard, cells_by_value, check_rows, check_whole
from tilewright.puzzles.kinds_and_states import (
    BORDER,
    CROSS,
    JOIN,
    LINE,
    SHADED,
    UNDECIDED,
    UNSHADED,
    Edge,
    Kind,
    Place,
    Value,
    all_edges,
    edge_between,
    read_cell,
    read_edge,
)
from tilewright.puzzles.message_text import brief, describe_cell
from tilewright.puzzles.parse_board_size_and_clues import LARGEST_SIDE
from tilewright.strict_json import read_object

__all__ = [
    "Dominoes",
    "Loop",
    "Numbers",
    "Paths",
    "PuzzleSolution",
    "Regions",
    "RowsOfCells",
    "Shading",
    "components",
]


class PuzzleSolution(Solution):
    """A solution of a pencil puzzle. Subclasses define how it is converted to and from JSON and values."""

    __slots__ = ()
    kind: ClassVar[Kind]
    shape: ClassVar[str] = ""
    """The shape of the regions that a player draws: ``rectangle``, ``stone`` (two cells), or "" for any
    shape."""

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read a solution from JSON."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        raise NotImplementedError

    @classmethod
    def from_values(cls, instance: GridBoard, values: Mapping[Place, Value]) -> Self:
        """Return the solution in which all places have the given values."""
        raise NotImplementedError

    def values(self, instance: GridBoard) -> dict[Place, Value]:
        """Return the value of each place that the solution decides."""
        raise NotImplementedError


class RowsOfCells(Grid, PuzzleSolution):
    """A solution with a value for each cell."""

    __slots__ = ()
    rows: tuple[Sequence[Any], ...]

    @property
    def grid(self) -> Sequence[Sequence[Any]]:
        return self.rows


@dataclass(frozen=True, slots=True)
class Shading(RowsOfCells):
    """A board with ``#`` for shaded, ``.`` for unshaded and, in a state, ``-`` for undecided cells."""

    kind: ClassVar[Kind] = Kind.SHADE
    shaded_name: ClassVar[str] = "shaded"
    unshaded_name: ClassVar[str] = "unshaded"
    """The names of the two values in messages."""
    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(self.rows))
        for row in self.rows:
            if not isinstance(row, str):
                raise BadInput(f"expected a row of # and . as a string, not {brief(row)}")
        check_rows(self.rows, "the solution")
        for number, values in enumerate(self.rows):
            if unknown := set(values) - {SHADED, UNSHADED, UNDECIDED}:
                column = min(map(values.index, unknown))
                expected = f"# ({self.shaded_name}), . ({self.unshaded_name}) or - (undecided)"
                raise BadInput(f"{describe_cell((number, column))}: {values[column]!r} is not {expected}")

    def cells(self, value: str) -> set[Cell]:
        """Return the cells with the given value: ``#``, ``.`` or ``-``."""
        return {cell for cell, own in self.by_cell().items() if own == value}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        return cls(_list(read_object(data, "the solution", {"rows"})["rows"], "rows"))

    def to_json(self) -> dict[str, Any]:
        return {"rows": list(self.rows)}

    @classmethod
    def from_values(cls, instance: GridBoard, values: Mapping[Place, Value]) -> Self:
        return cls(
            tuple(
                "".join(str(values[row, column]) for column in range(instance.width))
                for row in range(instance.height)
            )
        )

    def values(self, instance: GridBoard) -> dict[Place, Value]:
        return {cell: value for cell, value in self.by_cell().items() if value != UNDECIDED}


@dataclass(frozen=True, slots=True)
class _RowsOfNumbers(RowsOfCells):
    """A solution with a whole number for each cell."""

    json_key: ClassVar[str]
    """The key of the rows in JSON."""
    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(_list(row, "a row") for row in self.rows))
        check_rows(self.rows, "the solution")
        for cell, value in self.by_cell().items():
            self.check_number(cell, value)

    def check_number(self, cell: Cell, value: Any) -> None:
        """Raise an error if the value is not allowed in the cell."""
        check_whole(value, cell)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        return cls(_list(read_object(data, "the solution", {cls.json_key})[cls.json_key], cls.json_key))

    def to_json(self) -> dict[str, Any]:
        return {self.json_key: [list(row) for row in self.rows]}


class Numbers(_RowsOfNumbers):
    """A board with a number in each cell; a state has 0 for undecided cells."""

    __slots__ = ()
    kind: ClassVar[Kind] = Kind.NUMBERS
    json_key: ClassVar[str] = "rows"

    def check_number(self, cell: Cell, value: Any) -> None:
        super().check_number(cell, value)
        if value < 0:
            raise BadInput(f"{describe_cell(cell)}: the number {brief(value)} is negative")

    @classmethod
    def from_values(cls, instance: GridBoard, values: Mapping[Place, Value]) -> Self:
        return cls(
            tuple(
                tuple(int(values[row, column]) for column in range(instance.width))
                for row in range(instance.height)
            )
        )

    def values(self, instance: GridBoard) -> dict[Place, Value]:
        return {cell: value for cell, value in self.by_cell().items() if value}


class Regions(_RowsOfNumbers):
    """A division of the board: cells with equal numbers form one region; in a state, 0 is an undecided cell."""

    __slots__ = ()
    kind: ClassVar[Kind] = Kind.REGIONS
    json_key: ClassVar[str] = "regions"

    def cells_by_region(self) -> dict[int, list[Cell]]:
        """Return the cells of each region, in reading order."""
        return cells_by_value(self.rows)

    @classmethod
    def from_values(cls, instance: GridBoard, values: Mapping[Place, Value]) -> Self:
        joined = [edge for edge, value in values.items() if value == JOIN]
        return cls.from_parts(instance, components(instance.cells(), joined))  # type: ignore[arg-type]

    @classmethod
    def from_parts(cls, instance: GridBoard, parts: Iterable[Iterable[Cell]]) -> Self:
        """Return the division into the given parts; they are numbered from 1, ordered by their first cells."""
        rows = [[0] * instance.width for _ in range(instance.height)]
        for number, part in enumerate(sorted(map(sorted, parts)), 1):
            for row, column in part:
                rows[row][column] = number
        return cls(tuple(map(tuple, rows)))

    def values(self, instance: GridBoard) -> dict[Place, Value]:
        number = self.by_cell()
        return {
            (first, second): JOIN if number[first] == number[second] else BORDER
            for first, second in all_edges(self.height, self.width)
            if number[first] and number[second]
        }


@dataclass(frozen=True, slots=True)
class Dominoes(PuzzleSolution):
    """The dominoes on the board, each a pair of cells. In a state, these are the dominoes placed so far."""

    kind: ClassVar[Kind] = Kind.REGIONS
    shape: ClassVar[str] = "stone"
    stones: tuple[Edge, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "stones", tuple(self.stones))

    @classmethod
    def from_json(cls, data: Any) -> Self:
        stones = _list(read_object(data, "the solution", {"stones"})["stones"], "stones")
        for stone in stones:
            if not isinstance(stone, list) or len(stone) != 2:
                raise BadInput(f"expected a stone as a pair of cells, not {brief(stone)}")
        # The size of the board is not known here: the checker reports cells that are not on the board.
        return cls(tuple((_any_cell(first), _any_cell(second)) for first, second in stones))

    def to_json(self) -> dict[str, Any]:
        return {"stones": [[list(cell) for cell in stone] for stone in self.stones]}

    @classmethod
    def from_values(cls, instance: GridBoard, values: Mapping[Place, Value]) -> Self:
        return cls(tuple(sorted(edge for edge, value in values.items() if value == JOIN)))  # type: ignore[misc]

    def values(self, instance: GridBoard) -> dict[Place, Value]:
        stones = {edge_between(*stone) for stone in self.stones}
        covered = {cell for stone in stones for cell in stone}
        return {
            edge: JOIN if edge in stones else BORDER
            for edge in all_edges(instance.height, instance.width)
            if edge in stones or not covered.isdisjoint(edge)
        }


@dataclass(frozen=True, slots=True)
class Paths(PuzzleSolution):
    """Paths of cells from one end to the other; a state may have unfinished paths."""

    kind: ClassVar[Kind] = Kind.LINES
    paths: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "paths", tuple(map(tuple, self.paths)))

    @classmethod
    def from_json(cls, data: Any) -> Self:
        paths = _list(read_object(data, "the solution", {"paths"})["paths"], "paths")
        return cls(tuple(tuple(_any_cell(cell) for cell in _list(path, "a path")) for path in paths))

    def to_json(self) -> dict[str, Any]:
        return {"paths": [[list(cell) for cell in path] for path in self.paths]}

    @classmethod
    def from_values(cls, instance: GridBoard, values: Mapping[Place, Value]) -> Self:
        """Return the solution with one path for each number, sorted by number.

        Each path starts at the first cell of its number.
        """
        beside: dict[Cell, list[Cell]] = {}
        for edge, value in values.items():
            if value == LINE:
                first, second = edge
                beside.setdefault(first, []).append(second)  # type: ignore[arg-type]
                beside.setdefault(second, []).append(first)  # type: ignore[arg-type]
        starts: dict[int, Cell] = {}
        for cell, number in instance.clues().items():
            starts.setdefault(number, cell)
        return cls(tuple(_follow(starts[number], beside) for number in sorted(starts)))

    def values(self, instance: GridBoard) -> dict[Place, Value]:
        lines = {edge_between(*step) for path in self.paths for step in pairwise(path)}
        return {edge: LINE if edge in lines else CROSS for edge in all_edges(instance.height, instance.width)}


@dataclass(frozen=True, slots=True)
class Loop(PuzzleSolution):
    """Lines between neighbouring cells; in a solution they form one loop."""

    kind: ClassVar[Kind] = Kind.LINES
    lines: tuple[Edge, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(sorted(edge_between(*line) for line in self.lines)))

    @classmethod
    def from_json(cls, data: Any) -> Self:
        # States have a different key, because edges that a state does not list are undecided.
        lines = _list(read_object(data, "the solution", {"loop"})["loop"], "loop")
        # The size of the board is not known here: the checker reports cells that are not on the board.
        return cls(tuple(read_edge(line, LARGEST_SIDE, LARGEST_SIDE) for line in lines))

    def to_json(self) -> dict[str, Any]:
        return {"loop": [[list(cell) for cell in line] for line in self.lines]}

    @classmethod
    def from_values(cls, instance: GridBoard, values: Mapping[Place, Value]) -> Self:
        return cls(tuple(edge for edge, value in values.items() if value == LINE))  # type: ignore[misc]

    def values(self, instance: GridBoard) -> dict[Place, Value]:
        lines = set(self.lines)
        return {edge: LINE if edge in lines else CROSS for edge in all_edges(instance.height, instance.width)}


def components(cells: Iterable[Cell], joined: Iterable[Edge]) -> list[list[Cell]]:
    """Return the connected parts of a graph with the given cells and edges."""
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    for first, second in joined:
        beside[first].append(second)
        beside[second].append(first)
    return breadth_first_parts(beside, beside)


def _follow(start: Cell, beside: Mapping[Cell, Sequence[Cell]]) -> tuple[Cell, ...]:
    path = [start]
    seen = {start}
    while True:
        onward = [cell for cell in beside.get(path[-1], ()) if cell not in seen]
        if not onward:
            return tuple(path)
        path.append(onward[0])
        seen.add(onward[0])


def _list(data: Any, what: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise BadInput(f"the solution: {what} must be a list, not {brief(data)}")
    return tuple(data)


def _any_cell(data: Any) -> Cell:
    """Read a cell of a board whose size is not known here."""
    return read_cell(data, LARGEST_SIDE, LARGEST_SIDE)
