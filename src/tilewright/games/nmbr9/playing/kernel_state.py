"""A state of the game as the kernels hold it, and the way back from their placements to moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.games.nmbr9.playing import stack_kernel as kernel
from tilewright.games.nmbr9.rules import orientations
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.geometry import bounding_box

__all__ = ["Board"]

Ints = np.ndarray[Any, np.dtype[np.int64]]

MOST_LEVELS = 16
MARGIN = 4
"""No part is longer, so a stack needs no more room around it for the next one."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The stack of a state in the middle of a kernel's table."""

    table: kernel.Table
    window: kernel.Window
    row: int
    column: int
    """Where the cell [0, 0] of the game lies."""

    @classmethod
    def of(cls, state: Nmbr9State) -> Board | None:
        """None for a stack that is too wide or too high for the kernels: none that anyone would build."""
        instance = state.instance
        box = bounding_box([cell for placement in state.placed for cell in placement.cells] or [(0, 0)])
        if max(box.rows, box.cols) + 2 * MARGIN > kernel.SIDE:
            return None
        grid = instance.grid
        if grid is not None and grid <= kernel.SIDE:
            row = column = 1
        else:
            row = kernel.SIDE // 2 - box.rows // 2 - box.top
            column = kernel.SIDE // 2 - box.cols // 2 - box.left
        levels = min(MOST_LEVELS, instance.levels or MOST_LEVELS)
        if any(placement.level >= MOST_LEVELS for placement in state.placed):
            return None
        window = kernel.Window(
            1 if grid is None else max(1, row),
            kernel.SIDE if grid is None else min(kernel.SIDE, row + grid - 1),
            1 if grid is None else max(1, column),
            kernel.SIDE if grid is None else min(kernel.SIDE, column + grid - 1),
            levels,
            instance.support == "types",
            grid is not None,
        )
        board = cls(kernel.empty_table(levels, window.types), window, row, column)
        for placement in state.placed:
            move = Nmbr9Move.of(placement)
            kernel.place(board.table, window, move.value, *board.place_of(move))
        return board

    def place_of(self, move: Nmbr9Move) -> tuple[int, int, int, int]:
        """Level, turn, row and column, as the kernels count them."""
        return move.level - 1, move.turn, move.row + self.row, move.column + self.column

    def move_of(self, value: int, place: Ints) -> Nmbr9Move:
        level, turn, row, column = place.tolist()
        return Nmbr9Move(value, turn, row - self.row, column - self.column, level + 1)

    def places(self, value: int) -> Ints:
        """Every legal placement of a number, as the state would list it."""
        if not self.table.figures[0] and not self.window.bounded:
            corner = [(0, turn, self.row, self.column) for turn in range(len(orientations(value)))]
            return np.array(corner, np.int64)
        found = np.zeros((kernel.MOST_PLACES, 4), np.int64)
        return found[: kernel.places(self.table, self.window, value, found)]

    def after(self, move: Nmbr9Move) -> kernel.Table:
        """The table with one part more."""
        table = self.spare()
        kernel.copy_table(self.table, table)
        kernel.place(table, self.window, move.value, *self.place_of(move))
        return table

    def spare(self) -> kernel.Table:
        """A table to try things out on."""
        return kernel.empty_table(self.window.levels, self.window.types)
