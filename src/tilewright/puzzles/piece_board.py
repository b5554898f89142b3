"""Boards with pieces: a region of cells, the pieces that must cover it, and pieces that are already placed.

Regions and pieces are drawn as rows of ``#`` and ``.``. In a piece, ``#`` is a cell of the piece; in a region,
``.`` is a cell to be covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.geometry import Polyomino
from tilewright.puzzles.board_base_classes import GridBoard, check_rows
from tilewright.puzzles.kinds_and_states import read_cell
from tilewright.puzzles.message_text import brief, describe_cell
from tilewright.puzzles.parse_board_size_and_clues import LARGEST_SIDE
from tilewright.strict_json import read_object

__all__ = ["Drawing", "PieceBoard", "Placed", "draw_cells", "placements_to_json", "read_placements"]

Drawing = tuple[str, ...]
"""Rows of equal length that consist of ``#`` and ``.``."""


class Placed(NamedTuple):
    """A placed piece: the number of the piece, counted from 0, and its cells."""

    piece: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PieceBoard(GridBoard):
    """A region and the pieces that must cover it. If `flip` is true, pieces may be turned over.

    `each` is ``once`` if each piece is used exactly once, and ``any`` if it may be used any number of times.
    The pieces in `fixed` are already placed.
    """

    region: Drawing
    pieces: tuple[Drawing, ...]
    flip: bool = True
    each: str = "once"
    fixed: tuple[Placed, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "region", _read_drawing(self.region, "the region"))
        size = len(list(self.cells()))
        if not size:
            raise BadInput("the region has no cell to cover")
        object.__setattr__(self, "pieces", _read_pieces(self.pieces, size))
        if type(self.flip) is not bool:
            raise BadInput(f"flip must be true or false, not {brief(self.flip)}")
        if self.each not in ("once", "any"):
            raise BadInput(f"each must be 'once' or 'any', not {brief(self.each)}")

    @property
    def grid(self) -> Drawing:
        return self.region

    @property
    def once(self) -> bool:
        """Whether each piece is used exactly once."""
        return self.each == "once"

    def cells(self) -> Iterator[Cell]:
        """Return the cells to be covered, in reading order."""
        return (cell for cell, mark in self.by_cell().items() if mark == ".")

    def shapes(self) -> dict[Polyomino, list[int]]:
        """Return, for each shape, the numbers of the pieces with this shape, counted from 0.

        Two pieces have the same shape, and are interchangeable, if one becomes the other by rotating it and, if
        `flip` is true, turning it over. The key is one orientation of the shape.
        """
        numbers: dict[Polyomino, list[int]] = {}
        for number, piece in enumerate(self.pieces):
            numbers.setdefault(Polyomino.from_rows(piece).canonical(self.flip), []).append(number)
        return numbers

    def assign(self, parts: Iterable[Sequence[Cell]]) -> tuple[Placed, ...]:
        """Assign a piece to each part, given as cells; return the placements, ordered by piece number.

        Of interchangeable pieces, those with lower numbers are used first, and fixed pieces keep their numbers.
        Raise an error if no piece has the shape of a part, or if all pieces with this shape are used.
        """
        known = {frozenset(cells): number for number, cells in self.fixed}
        used = set(known.values()) if self.once else set()
        shapes = self.shapes()
        placements = []
        for part in sorted(map(sorted, parts)):
            number = known.get(frozenset(part))
            if number is None:
                equal = shapes.get(Polyomino.from_cells(part).canonical(self.flip), ())
                number = next((each for each in equal if each not in used), None)
                if number is None:
                    raise BadInput(f"no unused piece has the shape of the part at {describe_cell(part[0])}")
            if self.once:
                used.add(number)
            placements.append(Placed(number, tuple(part)))
        return tuple(sorted(placements))


# --- Reading and writing ------------------------------------------------------------------------------


def _read_drawing(rows: Any, what: str) -> Drawing:
    """Return the rows of a drawing; raise an error unless they are equally long and consist of '#' and '.'."""
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise BadInput(f"{what} must be a list of strings, not {brief(rows)}")
    check_rows(rows, what)
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            if mark not in "#.":
                raise BadInput(f"{what}: {describe_cell((row, column))} is {mark!r}; expected '#' or '.'")
    return tuple(rows)


def _read_pieces(pieces: Any, most: int) -> tuple[Drawing, ...]:
    """Return the drawings of pieces; raise an error unless each is connected and has at most `most` cells."""
    if not isinstance(pieces, list | tuple) or not pieces:
        raise BadInput(f"pieces must be a list of at least one piece, not {brief(pieces)}")
    drawings = tuple(_read_drawing(piece, f"piece {number}") for number, piece in enumerate(pieces))
    for number, drawing in enumerate(drawings):
        size = sum(row.count("#") for row in drawing)
        if not size or not Polyomino.from_rows(drawing).is_connected:
            raise BadInput(f"piece {number} {'is not connected' if size else 'has no cell'}")
        if size > most:
            raise BadInput(f"piece {number} has {size} cells, but the region has only {most}")
    return drawings


def draw_cells(height: int, width: int, cells: Iterable[Cell], mark: str, other: str) -> Drawing:
    """Return a drawing with the character `mark` in the given cells and `other` in all other cells."""
    chosen = set(cells)
    return tuple(
        "".join(mark if (row, column) in chosen else other for column in range(width)) for row in range(height)
    )


def read_placements(data: Any, key: str) -> tuple[Placed, ...]:
    """Read a list of placements; `key` is its JSON key, which error messages name.

    The board is not known here: the checker reports cells that are not on the board.
    """
    if not isinstance(data, list):
        raise BadInput(f"{key} must be a list, not {brief(data)}")
    placements = []
    for item in data:
        fields = read_object(item, f"an entry of {key}", {"piece", "cells"})
        piece, cells = fields["piece"], fields["cells"]
        if type(piece) is not int or not 0 <= piece < 10**9:
            raise BadInput(f"{key}: expected the number of a piece, counted from 0, not {brief(piece)}")
        if not isinstance(cells, list) or not cells:
            raise BadInput(f"{key}: expected a list of cells, not {brief(cells)}")
        placements.append(Placed(piece, tuple(read_cell(cell, LARGEST_SIDE, LARGEST_SIDE) for cell in cells)))
    return tuple(placements)


def placements_to_json(placements: Iterable[Placed]) -> list[dict[str, Any]]:
    """Return placements as the JSON list that `read_placements` reads."""
    return [{"piece": piece, "cells": [list(cell) for cell in cells]} for piece, cells in placements]
