"""A filled board with a number on each island, which the generator changes step by step.

At first, the board is all sea; apart from pools, it always obeys the rules. As soon as it has no pools, its
numbers are a puzzle with at least one solution. Every change returns the data needed to undo it exactly.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import (
    BORDER,
    CLUES,
    GRID,
    ISLAND,
    MARK,
    PART,
    SEA,
    UNDECIDED,
    BoardArray,
    empty_board,
    flood,
    without_border,
)
from tilewright.games.nurikabe.rules import Board

__all__ = ["Change", "FilledBoard", "Snapshot"]

SMALL_ISLANDS = {1: (12, 60), 2: (9, 60), 3: (5, 45), 4: (3, 40), 5: (2, 40)}
"""For each small island size: the penalty for each excess island, and the board cells per allowed island.

For example, a board of 120 cells may have two islands of size 1 without a penalty, one for every 60 cells. One
island of each size is always allowed. While polishing and refining, the generator weighs the penalty against
the number of defects.
"""

LARGEST_FREE_SIZE = 7
"""The largest island size without a penalty; each further cell of an island adds 1 to the penalty."""

OVERSIZE_PENALTY = 5
"""The additional penalty for each cell by which an island exceeds the board's `largest_size`."""


class Change(NamedTuple):
    """The data for undoing a change (the old value, numbers and sizes), and the increase in the penalty."""

    cell: int
    value: int
    clues: list[tuple[int, int]]
    sizes_before: list[int]
    sizes_after: list[int]
    penalty_increase: int


class Snapshot(NamedTuple):
    """A copy of the contents of a filled board."""

    grid: BoardArray
    clues: BoardArray
    sizes: Counter[int]
    size_penalty: int


class FilledBoard:
    """A complete solution with a number on each island. At first, all cells are sea."""

    def __init__(self, rows: int, cols: int, rng: random.Random) -> None:
        self.rows, self.cols, self.rng = rows, cols, rng
        self.board = empty_board(rows, cols)
        self.grid, self.clues = self.board[GRID], self.board[CLUES]
        self.cells: list[int] = np.flatnonzero(self.grid == UNDECIDED).tolist()
        self.grid[self.cells] = SEA
        self.steps = (-cols - 2, -1, 1, cols + 2)
        self.sizes: Counter[int] = Counter()
        self.largest_size = rng.randint(7, 10) + len(self.cells) // 50

    def instance(self) -> Board:
        return Board(tuple(map(tuple, without_border(self.clues, self.rows, self.cols).tolist())))

    # Queries

    def connected_cells(self, cell: int) -> list[int]:
        """Return the cells of the island that contains the cell, or of the sea if the cell is sea."""
        cells: list[int] = self.board[PART, : flood(self.board, cell, MARK, PART)].tolist()
        return cells

    def islands_of(self, cells: Iterable[int]) -> list[list[int]]:
        """Return the islands that contain the given cells, each island once."""
        islands: list[list[int]] = []
        for cell in cells:
            if self.grid[cell] == ISLAND and not any(cell in island for island in islands):
                islands.append(self.connected_cells(cell))
        return islands

    def neighbours(self, cell: int, value: int) -> list[int]:
        """Return the neighbours of the cell that have the given value."""
        return [cell + step for step in self.steps if self.grid[cell + step] == value]

    def square(self, corner: int) -> list[int]:
        """Return the cells of the 2 x 2 square whose top left cell is `corner`."""
        down = self.steps[3]
        return [corner, corner + 1, corner + down, corner + down + 1]

    def is_pool(self, corner: int) -> bool:
        return all(self.grid[cell] == SEA for cell in self.square(corner))

    def size_penalty(self) -> int:
        """Return the penalty for island sizes that deviate from a good mixture."""
        small = sum(
            penalty * max(0, self.sizes[size] - max(1, len(self.cells) // cells_per_free_island))
            for size, (penalty, cells_per_free_island) in SMALL_ISLANDS.items()
        )
        large = sum(
            count * (size - LARGEST_FREE_SIZE + OVERSIZE_PENALTY * max(0, size - self.largest_size))
            for size, count in self.sizes.items()
            if size > LARGEST_FREE_SIZE
        )
        return small + large

    # Changes

    def change(self, cell: int) -> Change | None:
        """Change the value of the cell, or move its island's number; return None if this is not possible."""
        if self.grid[cell] == BORDER:
            return None
        if self.grid[cell] == ISLAND and self.rng.getrandbits(1):
            return self.move_number(cell)
        return self.flip(cell)

    def flip(self, cell: int) -> Change | None:
        """Change sea to island or island to sea, and give the resulting islands new numbers.

        Return None if the change would divide or remove the sea, or create a pool.
        """
        value = int(self.grid[cell])
        around = self.neighbours(cell, ISLAND)
        old_islands = self.islands_of(around if value == SEA else [cell])
        self.grid[cell] = SEA + ISLAND - value
        if not (self.keeps_sea_connected(cell) if value == SEA else self.keeps_sea_legal(cell)):
            self.grid[cell] = value
            return None
        new_islands = self.islands_of([cell] if value == SEA else around)
        clues = [(other, int(self.clues[other])) for island in old_islands for other in island]
        self.clues[cell] = 0
        for island in new_islands:
            self.place_number(island)
        sizes_before, sizes_after = [*map(len, old_islands)], [*map(len, new_islands)]
        size_penalty = self.size_penalty()
        self.sizes.subtract(sizes_before)
        self.sizes.update(sizes_after)
        return Change(cell, value, clues, sizes_before, sizes_after, self.size_penalty() - size_penalty)

    def move_number(self, cell: int) -> Change | None:
        """Move the number of the cell's island within the island; return None if the island has one cell."""
        island = self.connected_cells(cell)
        if len(island) == 1:
            return None
        clues = [(other, int(self.clues[other])) for other in island]
        self.clues[island] = 0
        self.place_number(island)
        return Change(cell, ISLAND, clues, [], [], 0)

    def undo(self, change: Change) -> None:
        self.grid[change.cell] = change.value
        self.clues[change.cell] = 0
        for cell, clue in change.clues:
            self.clues[cell] = clue
        self.sizes.subtract(change.sizes_after)
        self.sizes.update(change.sizes_before)

    def snapshot(self) -> Snapshot:
        return Snapshot(self.grid.copy(), self.clues.copy(), self.sizes.copy(), self.size_penalty())

    def restore(self, snapshot: Snapshot) -> None:
        self.grid[:], self.clues[:] = snapshot.grid, snapshot.clues
        self.sizes = snapshot.sizes.copy()

    def keeps_sea_connected(self, cell: int) -> bool:
        """Return whether the sea, without the cell, is connected and not empty."""
        neighbours = self.neighbours(cell, SEA)
        if not neighbours:
            return False
        return len(neighbours) == 1 or flood(self.board, neighbours[0], MARK, PART) == np.count_nonzero(
            self.grid == SEA
        )

    def keeps_sea_legal(self, cell: int) -> bool:
        """Return whether the new sea cell is connected to the sea and creates no pool."""
        up = self.steps[0]
        return bool(self.neighbours(cell, SEA)) and not any(
            self.is_pool(cell + corner) for corner in (0, -1, up, up - 1)
        )

    def place_number(self, island: list[int]) -> None:
        """Put one number on the island, preferably on a cell that already has a number."""
        island.sort()
        keep = self.rng.choice([cell for cell in island if self.clues[cell]] or island)
        self.clues[island] = 0
        self.clues[keep] = len(island)
