"""A board filled in, with a number on each island, under change: what the generator works on.

A draft always obeys the rules, so its numbers are a puzzle with at least one solution. Every change is undone
exactly by what it hands back.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tilewright.games.nurikabe.kernels.board_kernel import (
    CLUES,
    EDGE,
    GRID,
    ISLAND,
    MARK,
    PART,
    SEA,
    UNDECIDED,
    Table,
    empty_board,
    flood,
    inner,
)
from tilewright.games.nurikabe.rules import Board

__all__ = ["Change", "Copy", "Draft"]

SMALL = {1: (12, 60), 2: (9, 60), 3: (5, 45), 4: (3, 40), 5: (2, 40)}
"""What an island of this size counts, in undecided cells; one is free for so many cells of the board."""

LARGE = 7
"""Beyond this size each cell of an island counts one undecided cell, ..."""

OVERSIZE = 5
"""... and beyond the draft's largest size as many more."""


class Change(NamedTuple):
    """What it takes to undo a change: the cell as it was, numbers, sizes; and how much duller it made."""

    cell: int
    kind: int
    clues: list[tuple[int, int]]
    before: list[int]
    after: list[int]
    duller: int


class Copy(NamedTuple):
    """A draft as it was."""

    grid: Table
    clues: Table
    sizes: Counter[int]
    dullness: int


class Draft:
    """A solution with its numbers, all sea at first."""

    def __init__(self, rows: int, cols: int, chance: random.Random) -> None:
        self.rows, self.cols, self.chance = rows, cols, chance
        self.board = empty_board(rows, cols)
        self.grid, self.clues = self.board[GRID], self.board[CLUES]
        self.cells: list[int] = np.flatnonzero(self.grid == UNDECIDED).tolist()
        self.grid[self.cells] = SEA
        self.steps = (-cols - 2, -1, 1, cols + 2)
        self.sizes: Counter[int] = Counter()
        self.largest = chance.randint(7, 10) + len(self.cells) // 50

    def instance(self) -> Board:
        return Board(tuple(map(tuple, inner(self.clues, self.rows, self.cols).tolist())))

    # Looking

    def group(self, cell: int) -> list[int]:
        """The cells of the island, or of the sea, that this cell belongs to."""
        part: list[int] = self.board[PART, : flood(self.board, cell, MARK, PART)].tolist()
        return part

    def groups(self, cells: Iterable[int]) -> list[list[int]]:
        """The islands of these cells, each once."""
        found: list[list[int]] = []
        for cell in cells:
            if self.grid[cell] == ISLAND and not any(cell in island for island in found):
                found.append(self.group(cell))
        return found

    def beside(self, cell: int, kind: int) -> list[int]:
        return [cell + step for step in self.steps if self.grid[cell + step] == kind]

    def square(self, corner: int) -> list[int]:
        """The 2 x 2 cells of which this is the first."""
        down = self.steps[3]
        return [corner, corner + 1, corner + down, corner + down + 1]

    def pool(self, corner: int) -> bool:
        return all(self.grid[cell] == SEA for cell in self.square(corner))

    def dullness(self) -> int:
        """How far the sizes of the islands are from a good mixture, in undecided cells."""
        small = sum(
            weight * max(0, self.sizes[size] - max(1, len(self.cells) // room))
            for size, (weight, room) in SMALL.items()
        )
        large = sum(
            count * (size - LARGE + OVERSIZE * max(0, size - self.largest))
            for size, count in self.sizes.items()
            if size > LARGE
        )
        return small + large

    # Changing

    def change(self, cell: int) -> Change | None:
        """Turn the cell over, or move its island's number; None where neither can be."""
        if self.grid[cell] == EDGE:
            return None
        if self.grid[cell] == ISLAND and self.chance.getrandbits(1):
            return self.move_number(cell)
        return self.flip(cell)

    def flip(self, cell: int) -> Change | None:
        """Turn sea into island or back, where that leaves a solution; new islands get new numbers."""
        kind = int(self.grid[cell])
        around = self.beside(cell, ISLAND)
        before = self.groups(around if kind == SEA else [cell])
        self.grid[cell] = SEA + ISLAND - kind
        if not (self.keeps_whole(cell) if kind == SEA else self.keeps_dry(cell)):
            self.grid[cell] = kind
            return None
        after = self.groups([cell] if kind == SEA else around)
        clues = [(part, int(self.clues[part])) for island in before for part in island]
        self.clues[cell] = 0
        for island in after:
            self.number(island)
        return self._noted(cell, kind, clues, [*map(len, before)], [*map(len, after)])

    def move_number(self, cell: int) -> Change | None:
        island = self.group(cell)
        if len(island) == 1:
            return None
        clues = [(part, int(self.clues[part])) for part in island]
        self.clues[island] = 0
        self.number(island)
        return Change(cell, ISLAND, clues, [], [], 0)

    def undo(self, change: Change) -> None:
        self.grid[change.cell] = change.kind
        self.clues[change.cell] = 0
        for cell, clue in change.clues:
            self.clues[cell] = clue
        self.sizes.subtract(change.after)
        self.sizes.update(change.before)

    def copy(self) -> Copy:
        return Copy(self.grid.copy(), self.clues.copy(), self.sizes.copy(), self.dullness())

    def restore(self, copy: Copy) -> None:
        self.grid[:], self.clues[:] = copy.grid, copy.clues
        self.sizes = copy.sizes.copy()

    def keeps_whole(self, cell: int) -> bool:
        """Whether the sea hangs together though this cell was taken from it."""
        beside = self.beside(cell, SEA)
        if not beside:
            return False
        return len(beside) == 1 or flood(self.board, beside[0], MARK, PART) == np.count_nonzero(
            self.grid == SEA
        )

    def keeps_dry(self, cell: int) -> bool:
        """Whether this cell has joined the sea and made no pool."""
        up = self.steps[0]
        return bool(self.beside(cell, SEA)) and not any(
            self.pool(cell + corner) for corner in (0, -1, up, up - 1)
        )

    def number(self, island: list[int]) -> None:
        """Leave one number on the island, one of those that lie on it if there are any."""
        island.sort()
        keep = self.chance.choice([cell for cell in island if self.clues[cell]] or island)
        self.clues[island] = 0
        self.clues[keep] = len(island)

    def _noted(
        self, cell: int, kind: int, clues: list[tuple[int, int]], before: list[int], after: list[int]
    ) -> Change:
        dullness = self.dullness()
        self.sizes.subtract(before)
        self.sizes.update(after)
        return Change(cell, kind, clues, before, after, self.dullness() - dullness)
