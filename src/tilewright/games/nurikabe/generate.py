"""Puzzles of our own: exactly one solution, of the grade that was asked for.

A *draft* is a board filled in, with a number on each island. First its islands are given their shapes, so that
few are small. Then it is changed cell by cell, where the techniques of the grade leave cells undecided, until
they leave none: a puzzle that they solve has no other solution. Small islands make a puzzle easy to prove and
dull to solve, so they count against a draft as undecided cells do.

Nothing here is limited by time and all numbers are whole, so the same seed gives the same puzzle everywhere.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tilewright.errors import BadInput
from tilewright.games.nurikabe.board_kernel import (
    CLUES,
    DECIDED,
    EDGE,
    FACTS,
    GRID,
    ISLAND,
    MARK,
    PART,
    ROOM,
    SEA,
    UNDECIDED,
    begin,
    empty_board,
    flood,
    inner,
)
from tilewright.games.nurikabe.kernel import deduce
from tilewright.games.nurikabe.rules import NurikabeInstance
from tilewright.games.nurikabe.techniques import GRADES, HARDEST

__all__ = ["generate"]

SMALL = {1: (12, 60), 2: (9, 60), 3: (5, 45), 4: (3, 40), 5: (2, 40)}
"""What an island of this size counts, in undecided cells; one is free for so many cells of the board."""

LARGE = 7
"""Beyond this size each cell of an island counts one undecided cell, ..."""

OVERSIZE = 5
"""... and beyond the draft's largest size as many more."""

TOO_EASY = 6
"""What a puzzle counts that the techniques of the grade below solve already."""

SHAPING = 20
"""Changes for each cell of the board while the islands get their shapes."""

CARE = 4
"""How many times a draft is polished, caring less for the sizes of its islands each time, ..."""

PATIENCE = 8
"""... with so many changes for each cell of the board."""

DRAFTS = 40
"""Drafts before the board is given up."""

FEW = 40
"""With more cells left than this, and one in ten, no trials are made: they are slow, and too early."""

WORK = 20_000
"""Visits for each cell before a deduction counts as stuck where it is."""


def generate(seed: int, rows: int = 10, cols: int = 10, difficulty: str = "medium") -> NurikabeInstance:
    """A puzzle with exactly one solution that needs the techniques of this grade, and none beyond."""
    chance = random.Random(seed)
    for _ in range(DRAFTS):
        draft = Draft(rows, cols, chance)
        if draft.shape() and draft.polish(difficulty):
            return draft.instance()
    raise BadInput(
        f"seed {seed} finds no {difficulty} puzzle of {rows} x {cols} cells: try another, or a larger board"
    )


class Change(NamedTuple):
    """What it takes to undo a change: the cell as it was, numbers, sizes; and how much duller it made."""

    cell: int
    kind: int
    clues: list[tuple[int, int]]
    before: list[int]
    after: list[int]
    duller: int


class Draft:
    """A solution with its numbers, under change."""

    def __init__(self, rows: int, cols: int, chance: random.Random) -> None:
        self.rows, self.cols, self.chance = rows, cols, chance
        self.board = empty_board(rows, cols)
        self.grid, self.clues = self.board[GRID], self.board[CLUES]
        self.blank = self.grid.copy()
        self.cells: list[int] = np.flatnonzero(self.blank == UNDECIDED).tolist()
        self.puzzle = empty_board(rows, cols)
        self.steps = (-cols - 2, -1, 1, cols + 2)
        self.sizes: Counter[int] = Counter()
        self.largest = chance.randint(7, 10) + len(self.cells) // 50

    def instance(self) -> NurikabeInstance:
        return NurikabeInstance(tuple(map(tuple, inner(self.clues, self.rows, self.cols).tolist())))

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

    def pool(self, corner: int) -> bool:
        down = self.steps[3]
        return all(self.grid[corner + step] == SEA for step in (0, 1, down, down + 1))

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
        return self.noted(cell, kind, clues, [*map(len, before)], [*map(len, after)])

    def noted(
        self, cell: int, kind: int, clues: list[tuple[int, int]], before: list[int], after: list[int]
    ) -> Change:
        dullness = self.dullness()
        self.sizes.subtract(before)
        self.sizes.update(after)
        return Change(cell, kind, clues, before, after, self.dullness() - dullness)

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

    # Making a puzzle of it

    def shape(self) -> bool:
        """Break the pools of a board all sea, and let the islands grow; whether that went well."""
        self.grid[self.cells] = SEA
        for corner in self.shuffled(self.cells):
            down = self.steps[3]
            if self.pool(corner) and not any(
                self.flip(cell)
                for cell in self.shuffled((corner, corner + 1, corner + down, corner + down + 1))
            ):
                return False
        for _ in range(SHAPING * len(self.cells)):
            change = self.flip(self.chance.choice(self.cells))
            if change and not self.welcome(change.duller):
                self.undo(change)
        return True

    def shuffled(self, cells: Iterable[int]) -> list[int]:
        order = list(cells)
        self.chance.shuffle(order)
        return order

    def welcome(self, worse: int) -> bool:
        """Whether to keep a change: one for the worse seldom, and the more seldom the worse it is."""
        return worse <= 0 or self.chance.getrandbits(2 + min(worse, 60)) == 0

    def polish(self, difficulty: str) -> bool:
        """Change the draft where cells are left undecided, until the techniques of this grade leave none."""
        cost, doubtful = self.judge(difficulty)
        for change_number in range(CARE * PATIENCE * len(self.cells)):
            if cost == 0:
                return True
            care = CARE - change_number // (PATIENCE * len(self.cells))
            change = self.change(self.chance.choice(doubtful) + self.chance.choice((0, *self.steps)))
            if change is None:
                continue
            new_cost, new_doubtful = self.judge(difficulty)
            if self.welcome(new_cost - cost + change.duller * care // CARE):
                cost, doubtful = new_cost, new_doubtful
            else:
                self.undo(change)
        return False

    def change(self, cell: int) -> Change | None:
        if self.grid[cell] == EDGE:
            return None
        if self.grid[cell] == ISLAND and self.chance.getrandbits(1):
            return self.move_number(cell)
        return self.flip(cell)

    def judge(self, difficulty: str) -> tuple[int, list[int]]:
        """What the puzzle lacks (0: nothing), and the cells where a change may help."""
        at = GRADES.index(difficulty)
        self.puzzle[GRID] = self.blank
        self.puzzle[CLUES] = self.clues
        begin(self.puzzle)
        if at > 0:
            left = self.left(HARDEST[GRADES[at - 1]])
            if left == 0:
                return TOO_EASY, self.cells
            if at > 1 and left > FEW + len(self.cells) // 10:
                return left, self.undecided()
        left = self.left(HARDEST[difficulty])
        return left, self.undecided()

    def left(self, level: int) -> int:
        """How many cells the techniques up to this one leave undecided."""
        deduce(self.puzzle, level, WORK * len(self.cells))
        return int(self.puzzle[FACTS, ROOM] - self.puzzle[FACTS, DECIDED])

    def undecided(self) -> list[int]:
        cells: list[int] = np.flatnonzero(self.puzzle[GRID] == UNDECIDED).tolist()
        return cells
