"""The paper's model for CP-SAT, with a placement automaton and, optionally, a usage automaton for each tile.

The paper denotes the variables by letters: U is 1 if the tile is placed; N is 1 if the tile has no
transform; S states which of the eight transforms the tile has; B states which squares the tile covers; C and R
count the squares that the tile covers in each column and in each row. At most one tile covers each square of
the board. Tiles are identified by their index.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from ortools.sat.python import cp_model

from tilewright.game import Cell
from tilewright.games.patchwork.quilt.regular_model.unrolled_automata import TRANSFORMS, language_of
from tilewright.geometry import Dfa, Polyomino, UsageLanguage, usage_language

__all__ = ["QuiltModel", "TileVariables"]


@dataclass(frozen=True, slots=True, eq=False)
class TileVariables:
    """The variables of one tile."""

    used: cp_model.IntVar
    transform: cp_model.IntVar
    """The number of the transform, counted from 1, or 0 for no transform; this variable combines N and S."""
    covers: dict[Cell, cp_model.IntVar]
    by_column: list[cp_model.IntVar]
    by_row: list[cp_model.IntVar]


class QuiltModel:
    """A board with optional tiles, to which constraints and an objective can be added."""

    def __init__(
        self,
        tiles: Sequence[Polyomino],
        rows: int = 9,
        cols: int = 9,
        blocked: Iterable[Cell] = (),
        *,
        usage: bool = True,
    ) -> None:
        self.model = cp_model.CpModel()
        self.rows, self.cols = rows, cols
        self.shapes = tuple(tiles)
        self.cells = tuple(product(range(rows), range(cols)))
        self.blocked = frozenset(blocked)
        self.tiles = [self._tile(number, shape, usage) for number, shape in enumerate(tiles)]
        self.empty = {cell: self.model.new_bool_var(f"empty{cell}") for cell in self.cells}
        for cell in self.cells:
            self.model.add_exactly_one(self.empty[cell], *(tile.covers[cell] for tile in self.tiles))
        self.area = len(self.cells) - sum(self.empty.values())
        self.model.add(self.area == sum(len(s) * t.used for s, t in zip(self.shapes, self.tiles, strict=True)))

    def _tile(self, number: int, shape: Polyomino, usage: bool) -> TileVariables:
        model = self.model
        language = language_of(shape, self.rows, self.cols)
        head = [model.new_bool_var(f"{name}{number}") for name in ("U", "N", *["S"] * TRANSFORMS)]
        covers = {cell: model.new_bool_var(f"B{number}{cell}") for cell in self.cells}
        nothing = model.new_constant(0)
        board = [
            covers.get((row, column), nothing)  # no tile covers the dummy column
            for row in range(self.rows)
            for column in range(self.cols + 1)
        ]
        model.add_automaton([*head, *board], *language.dfa().cpsat())
        for cell in self.blocked:
            model.add(covers[cell] == 0)
        transform = model.new_int_var(0, TRANSFORMS, f"T{number}")
        model.add(transform == sum(value * variable for value, variable in enumerate(head[1:])))
        by_column, by_row = self._usage(number, shape, head, covers) if usage else ([], [])
        return TileVariables(head[0], transform, covers, by_column, by_row)

    def _usage(
        self,
        number: int,
        shape: Polyomino,
        head: Sequence[cp_model.IntVar],
        covers: dict[Cell, cp_model.IntVar],
    ) -> tuple[list[cp_model.IntVar], list[cp_model.IntVar]]:
        """Add the usage automaton; return variables for the numbers of squares that the tile covers.

        The first list has a variable for each column, the second list has a variable for each row.
        """
        language, dfa = _usage_of(shape, self.rows, self.cols)
        counts = [
            self.model.new_int_var(min(values), max(values), f"usage{number},{index}")
            for index, values in enumerate(language.domains[language.prefix.length :])
        ]
        word = [*head, *counts]
        self.model.add_automaton(word, *dfa.cpsat())
        by_column, by_row = word[language.by_column], word[language.by_row]
        for column in range(self.cols):
            self.model.add(by_column[column] == sum(covers[row, column] for row in range(self.rows)))
        for row in range(self.rows):
            self.model.add(by_row[row] == sum(covers[row, column] for column in range(self.cols)))
        return by_column, by_row

    # --- Constraints and objectives of the paper's problems ---------------------------------------------

    def first_of(self, counts: Sequence[cp_model.IntVar], name: str = "first") -> cp_model.IntVar:
        """Return a variable for the index of the first row or column in use.

        `counts` contains, for each row (column), the variable for the number of squares that the tile covers
        there. If no row (column) is in use, the index is the number of rows (columns). The constraints are
        formulas (3) to (6) of the paper.
        """
        model = self.model
        first = model.new_int_var(0, len(counts), name)
        leading_zeros: list[cp_model.IntVar] = []
        for index, count in enumerate(counts):
            zero = model.new_bool_var(f"{name} Z{index}")
            model.add(count == 0).only_enforce_if(zero)
            model.add(count >= 1).only_enforce_if(~zero)
            leading = model.new_bool_var(f"{name} F{index}")
            model.add_bool_and(zero, *leading_zeros[-1:]).only_enforce_if(leading)
            model.add_bool_or(leading, ~zero, *(~before for before in leading_zeros[-1:]))
            leading_zeros.append(leading)
        model.add(first == sum(leading_zeros))
        return first

    def lay_in_order(self) -> None:
        """Require tiles to be laid in order, and each tile to be laid if it fits when its turn comes."""
        model = self.model
        before: dict[Cell, cp_model.IntVar] = {cell: model.new_constant(0) for cell in self.cells}
        for number, (tile, shape) in enumerate(zip(self.tiles, self.shapes, strict=True)):
            for image in shape.orientations(mirror=True):
                for cells in image.placements(self.rows, self.cols, blocked=self.blocked):
                    model.add_bool_or(tile.used, *(before[cell] for cell in cells))
            after = {cell: model.new_bool_var(f"laid {number}{cell}") for cell in self.cells}
            for cell in self.cells:
                model.add(after[cell] == before[cell] + tile.covers[cell])
            before = after

    @property
    def watched(self) -> dict[tuple[int, Cell], cp_model.IntVar]:
        """For each tile and cell: the variable that is 1 if the tile covers the cell, and 0 otherwise."""
        return {
            (number, cell): variable
            for number, tile in enumerate(self.tiles)
            for cell, variable in tile.covers.items()
        }

    def maximise_area(self) -> None:
        self.model.maximize(self.area)


@cache
def _usage_of(shape: Polyomino, rows: int, cols: int) -> tuple[UsageLanguage, Dfa]:
    shapes = shape.orientations(mirror=True)
    language = usage_language(shapes, rows, cols, optional=True, transforms=TRANSFORMS)
    return language, language.dfa()
