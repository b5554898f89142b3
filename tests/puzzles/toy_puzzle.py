"""A small puzzle for tests of the shared package: clues count shaded cells, and shaded cells are connected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from tilewright.game import Cell
from tilewright.geometry import is_connected
from tilewright.puzzles.board_base_classes import NumberGrid
from tilewright.puzzles.kinds_and_states import SHADED, UNSHADED, all_edges
from tilewright.puzzles.lazy_graph_constraints import Connected
from tilewright.puzzles.message_text import describe_cell
from tilewright.puzzles.rule_model import Model


@dataclass(frozen=True, slots=True)
class Board(NumberGrid):
    """A board of clues: numbers of shaded cells among a cell and its eight neighbours. 0 means no clue."""

    game: ClassVar[str] = "toy"


def around(board: Board, cell: Cell) -> list[Cell]:
    row, column = cell
    near = product(range(row - 1, row + 2), range(column - 1, column + 2))
    return [(r, c) for r, c in near if 0 <= r < board.height and 0 <= c < board.width]


def build(board: Board, model: Model) -> None:
    shaded = model.decide_shading(board.cells())
    for cell, number in board.clues().items():
        rule = model.rule(f"The {number} in {describe_cell(cell)} counts shaded cells in and around it", [cell])
        rule.exactly([shaded[each] for each in around(board, cell)], number)
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in shaded}
    for first, second in all_edges(board.height, board.width):
        beside[first].append(second)
        beside[second].append(first)
    model.rule("All shaded cells are connected").require(Connected(shaded, beside))


def brute_force(board: Board) -> Iterator[dict[Cell, str]]:
    """Yield all solutions, each as a dict from the cells to their values."""
    cells = list(board.cells())
    for values in product((SHADED, UNSHADED), repeat=len(cells)):
        shading = dict(zip(cells, values, strict=True))
        dark = [cell for cell in cells if shading[cell] == SHADED]
        counts = all(
            sum(shading[each] == SHADED for each in around(board, cell)) == number
            for cell, number in board.clues().items()
        )
        if counts and is_connected(dark):
            yield shading
