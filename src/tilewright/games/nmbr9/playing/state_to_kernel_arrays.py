"""Convert game states to the arrays of the kernels, and the kernels' positions (see `position_of`) to moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.games.nmbr9.playing import stack_kernel as kernel
from tilewright.games.nmbr9.rules import orientations
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.geometry import bounding_box

__all__ = ["KernelState"]

Ints = np.ndarray[Any, np.dtype[np.int64]]

MOST_LEVELS = 16
MARGIN = 4
"""The number of rows and columns that are reserved on each side of a stack. No part is longer than four cells,
so the next part always fits."""


@dataclass(frozen=True, slots=True, eq=False)
class KernelState:
    """The stack of a game state, moved to the board of the kernels."""

    stack: kernel.Stack
    rules: kernel.StackRules
    row: int
    """The row of the board that corresponds to row 0 of the game."""
    column: int
    """The column of the board that corresponds to column 0 of the game."""

    @classmethod
    def of(cls, state: Nmbr9State) -> KernelState | None:
        """Return the kernel state of a game state; None if its stack is too large for the kernels."""
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
        ranges = [
            (1, kernel.SIDE) if grid is None else (max(1, first), min(kernel.SIDE, first + grid - 1))
            for first in (row, column)
        ]
        rules = kernel.StackRules(*ranges[0], *ranges[1], levels, instance.support == "types", grid is not None)
        result = cls(kernel.empty_stack(levels, rules.types), rules, row, column)
        for placement in state.placed:
            move = Nmbr9Move.of(placement)
            kernel.place(result.stack, rules, move.value, *result.position_of(move))
        return result

    def position_of(self, move: Nmbr9Move) -> tuple[int, int, int, int]:
        """Return the level, turn, row and column of a move in the numbering of the kernels."""
        return move.level - 1, move.turn, move.row + self.row, move.column + self.column

    def move_of(self, value: int, position: Ints) -> Nmbr9Move:
        level, turn, row, column = position.tolist()
        return Nmbr9Move(value, turn, row - self.row, column - self.column, level + 1)

    def positions(self, value: int) -> Ints:
        """Return the level, turn, row and column (see `position_of`) of each legal position of a part.

        On an empty unbounded table, only one position is returned for each rotation.
        """
        if not self.stack.totals[0] and not self.rules.bounded:
            corner = [(0, turn, self.row, self.column) for turn in range(len(orientations(value)))]
            return np.array(corner, np.int64)
        positions = np.zeros((kernel.MOST_POSITIONS, 4), np.int64)
        return positions[: kernel.write_positions(self.stack, self.rules, value, positions)]

    def after(self, move: Nmbr9Move) -> kernel.Stack:
        """Return the stack after a move."""
        stack = self.empty_stack()
        kernel.copy_stack(self.stack, stack)
        kernel.place(stack, self.rules, move.value, *self.position_of(move))
        return stack

    def empty_stack(self) -> kernel.Stack:
        """Return an empty stack with the arrays that a game under `rules` needs."""
        return kernel.empty_stack(self.rules.levels, self.rules.types)
