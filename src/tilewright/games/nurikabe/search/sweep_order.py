"""The way of the frontier over a board: the order of the cells, and what is known of each step beforehand."""

from __future__ import annotations

import numpy as np

from tilewright.games.nurikabe.kernels.frontier_kernel import MOST_COLUMNS, SLOTS
from tilewright.games.nurikabe.rules import SEA
from tilewright.games.nurikabe.search.search_board import Chart

__all__ = ["Course", "Misfit"]


class Misfit(Exception):
    """The board cannot be swept; the message says why."""


class Course:
    """The order of the cells, and for each island when it is open, in which slot and in which bits."""

    def __init__(self, chart: Chart, side: str) -> None:
        self.chart = chart
        grid = np.arange(chart.cells).reshape(chart.height, chart.width)
        grid = grid.T if side in ("left", "right") else grid
        grid = grid[::-1] if side in ("bottom", "right") else grid
        self.height, self.width = grid.shape
        if self.width > MOST_COLUMNS:
            raise Misfit(f"{chart.height} x {chart.width} cells have no side of at most {MOST_COLUMNS}")
        self.cells = grid.ravel().tolist()
        step = {cell: at for at, cell in enumerate(self.cells)}
        self.clues = [step[cell] for cell in chart.clues]
        self.first = [min(step[cell] for cell in cells) for cells in chart.reach]
        # The last cell of an island leaves the frontier one row later, and with it the slot is free.
        last = [max(step[cell] for cell in cells) for cells in chart.reach]
        self.end = [min(at + self.width, chart.cells - 1) for at in last]
        self.total = -1 if chart.sea is None else sum(chart.sizes)
        self.slots = self._slots()
        self.fields, self.total_field = self._fields()
        rows_with_sea = self._rows_with_sea()
        self.last_row_with_sea = rows_with_sea.stop - 1
        self.least_sea = self._least_sea(rows_with_sea)

    def _slots(self) -> list[int]:
        slots = [0] * len(self.first)
        free_from = [0] * SLOTS
        for island in sorted(range(len(slots)), key=self.first.__getitem__):
            free = [slot for slot in range(1, SLOTS) if free_from[slot] <= self.first[island]]
            if not free:
                raise Misfit(f"more than {SLOTS - 1} islands are open at once")
            slots[island] = free[0]
            free_from[free[0]] = self.end[island] + 1
        return slots

    def _fields(self) -> tuple[list[tuple[int, int]], tuple[int, int]]:
        """For each island the place of its count in the tally, and its bits; and the same for all together."""
        all_bits = max(self.total, 0).bit_length()
        fields = [(0, 0)] * len(self.slots)
        taken: list[tuple[int, int, int]] = []  # the first bit, the bit behind, the step until which
        for island in sorted(range(len(fields)), key=self.first.__getitem__):
            size = self.chart.sizes[island]
            if size < 0:
                continue
            bits = size.bit_length()
            taken = sorted(field for field in taken if field[2] >= self.first[island])
            at = all_bits + 1
            for begin, behind, _ in taken:
                if begin - at > bits:
                    break
                at = max(at, behind)
            if at + bits + 1 > 64:
                raise Misfit("the sizes of the islands open at once are too many or too large to count")
            fields[island] = (at, bits)
            taken.append((at, at + bits + 1, self.end[island]))
        return fields, (0, all_bits)

    def _rows_with_sea(self) -> range:
        """The rows that surely have sea: known cells of it or two clues to keep apart; and all between them."""
        known = {at // self.width for at, cell in enumerate(self.cells) if self.chart.known[cell] == SEA}
        rows = [clue // self.width for clue in self.clues]
        known.update(row for row in rows if rows.count(row) > 1)
        return range(min(known), max(known) + 1) if known else range(0)

    def _least_sea(self, rows_with_sea: range) -> list[int]:
        """After each step, how many cells of the sea are surely to come."""
        known = [self.chart.known[cell] == SEA for cell in self.cells]
        rows = [sum(known[at : at + self.width]) for at in range(0, len(known), self.width)]
        for row in rows_with_sea:
            rows[row] = max(rows[row], 1)
        least = []
        for at in range(len(known)):
            row = at // self.width
            least.append(sum(known[at + 1 : (row + 1) * self.width]) + sum(rows[row + 1 :]))
        return least
