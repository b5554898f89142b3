"""The order in which the frontier sweep decides the cells, and the data known in advance for each step."""

from __future__ import annotations

import numpy as np

from tilewright.games.nurikabe.kernels.frontier_kernel import MOST_COLUMNS, SLOTS
from tilewright.games.nurikabe.rules import SEA
from tilewright.games.nurikabe.search.board_with_island_reach import SearchBoard

__all__ = ["CannotSweep", "SweepOrder"]


class CannotSweep(Exception):
    """Raised if the board cannot be swept; the message says why."""


class SweepOrder:
    """The order of the cells and, for each island, the steps in which it is open, its slot and its bit field.

    `frontier_kernel` explains when an island is open, and what slots and bit fields are.
    """

    def __init__(self, board: SearchBoard, side: str) -> None:
        self.board = board
        grid = np.arange(board.cells).reshape(board.height, board.width)
        grid = grid.T if side in ("left", "right") else grid
        grid = grid[::-1] if side in ("bottom", "right") else grid
        self.height, self.width = grid.shape
        if self.width > MOST_COLUMNS:
            raise CannotSweep(f"both sides of the board are longer than {MOST_COLUMNS} cells")
        self.cells = grid.ravel().tolist()
        step_of = {cell: step for step, cell in enumerate(self.cells)}
        self.clue_step = [step_of[cell] for cell in board.clues]
        self.first_step = [min(step_of[cell] for cell in cells) for cells in board.reach]
        # An island's last possible cell leaves the frontier one row after it is decided; this frees the slot.
        last_cell_step = [max(step_of[cell] for cell in cells) for cells in board.reach]
        self.last_step = [min(step + self.width, board.cells - 1) for step in last_cell_step]
        self.total = -1 if board.sea is None else sum(board.sizes)
        self.slots = self._slots()
        self.fields, self.total_field = self._fields()
        rows_with_sea = self._rows_with_sea()
        self.last_row_with_sea = rows_with_sea.stop - 1
        self.least_sea = self._least_sea(rows_with_sea)

    def _slots(self) -> list[int]:
        """Return the slot of each island. Islands that are open at the same time have different slots."""
        slots = [0] * len(self.first_step)
        free_from = [0] * SLOTS
        for island in sorted(range(len(slots)), key=self.first_step.__getitem__):
            free = [slot for slot in range(1, SLOTS) if free_from[slot] <= self.first_step[island]]
            if not free:
                raise CannotSweep(f"more than {SLOTS - 1} islands can be unfinished at the same time")
            slots[island] = free[0]
            free_from[free[0]] = self.last_step[island] + 1
        return slots

    def _fields(self) -> tuple[list[tuple[int, int]], tuple[int, int]]:
        """Return the bit field of each island's cell count in the tally, and the bit field of the total count.

        A bit field is given by its first bit and its number of bits. A guard bit follows each bit field.
        """
        total_bits = max(self.total, 0).bit_length()
        fields = [(0, 0)] * len(self.slots)
        taken: list[tuple[int, int, int]] = []  # first bit, first bit after the guard bit, last step
        for island in sorted(range(len(fields)), key=self.first_step.__getitem__):
            size = self.board.sizes[island]
            if size < 0:
                continue
            bits = size.bit_length()
            taken = sorted(field for field in taken if field[2] >= self.first_step[island])
            shift = total_bits + 1
            for start, stop, _ in taken:
                if start - shift > bits:
                    break
                shift = max(shift, stop)
            if shift + bits + 1 > 64:
                raise CannotSweep("the sizes of islands unfinished at the same time do not fit into 64 bits")
            fields[island] = (shift, bits)
            taken.append((shift, shift + bits + 1, self.last_step[island]))
        return fields, (0, total_bits)

    def _rows_with_sea(self) -> range:
        """Return the range of rows that must contain sea.

        A row with known sea or with two clues contains sea, and so do all rows between two such rows.
        """
        rows = {step // self.width for step, cell in enumerate(self.cells) if self.board.known[cell] == SEA}
        clue_rows = [step // self.width for step in self.clue_step]
        rows.update(row for row in clue_rows if clue_rows.count(row) > 1)
        return range(min(rows), max(rows) + 1) if rows else range(0)

    def _least_sea(self, rows_with_sea: range) -> list[int]:
        """Return, for each step, a lower bound on the number of sea cells in the following steps."""
        known = [self.board.known[cell] == SEA for cell in self.cells]
        sea_in_row = [sum(known[start : start + self.width]) for start in range(0, len(known), self.width)]
        for row in rows_with_sea:
            sea_in_row[row] = max(sea_in_row[row], 1)
        least = []
        for step in range(len(known)):
            row = step // self.width
            least.append(sum(known[step + 1 : (row + 1) * self.width]) + sum(sea_in_row[row + 1 :]))
        return least
