"""Puzzles of our own: exactly one solution, of the grade that was asked for.

It takes three steps to compose a puzzle. A draft, a board filled in and numbered, is *shaped*: its islands grow
until few are small. It is *polished*: changed where the techniques of the grade leave cells undecided, until
they leave none; a puzzle that they solve has no other solution. And it is *refined*: while the techniques still
solve it, and those of the grade below do not, its islands come nearer to a good mixture. For small islands make
a puzzle easy to prove and dull to solve: polishing cares ever less for them, refining mends what that cost.

Nothing here is limited by time and all numbers are whole, so the same seed gives the same puzzle everywhere.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from tilewright.errors import BadInput, WrongAnswer
from tilewright.game import game_of
from tilewright.games.nurikabe.explanations.techniques import GRADES, HARDEST
from tilewright.games.nurikabe.generator.filled_board import Draft
from tilewright.games.nurikabe.kernels.board_kernel import (
    CLUES,
    CONTRADICTION,
    DECIDED,
    FACTS,
    GRID,
    LONG_CONTRADICTION,
    ROOM,
    UNDECIDED,
    begin,
    empty_board,
)
from tilewright.games.nurikabe.kernels.deduction_kernel import deduce
from tilewright.games.nurikabe.rules import Board

__all__ = ["generate"]

DRAFTS = 30
"""Drafts before the board is given up."""

SHAPING = 20
"""Changes for each cell of the board while the islands get their shapes."""

CARE = 4
"""How many times a draft is polished, caring ever less for the sizes of its islands, ..."""

PATIENCE, MORE_PATIENCE = 6, 600
"""... with so many changes for each cell of the board, and so many in any case."""

REFINING, MORE_REFINING = 10, 4_000
"""Changes for each cell of the board, and in any case, while the mixture of the islands gets better."""

ASTRAY = 10
"""What a draft may lack while it is refined."""

SUBSTANCE, MOST_SUBSTANCE = 25, {"easy": 0, "medium": 6, "hard": 6, "expert": 2}
"""The grade below must leave one cell in so many undecided, but never needs to leave more than that."""

FEW = {CONTRADICTION: (20, 10), LONG_CONTRADICTION: (20, 300)}
"""With more cells left than this, and one in so many, no such trials are made: they are slow, and too early."""

WORK = 20_000
"""Visits for each cell before a deduction counts as stuck where it is."""


def generate(seed: int, rows: int = 10, cols: int = 10, difficulty: str = "medium") -> Board:
    """A puzzle with exactly one solution that needs the techniques of this grade, and none beyond."""
    chance = random.Random(seed)
    for _ in range(DRAFTS):
        composer = Composer(Draft(rows, cols, chance), difficulty)
        if composer.compose():
            return _proved(composer.draft.instance())
    raise BadInput(
        f"seed {seed} finds no {difficulty} puzzle of {rows} x {cols} cells: try another, or a larger board"
    )


def _proved(instance: Board) -> Board:
    """The puzzle, if a solver that knows nothing of techniques says too that it has exactly one solution."""
    if not game_of(instance).solve(instance, solver="sat", unique=True).unique:
        raise WrongAnswer("the techniques find one solution of a new puzzle, and a search does not")
    return instance


class Judgement(NamedTuple):
    """What a draft lacks as a puzzle of its grade (0: nothing), and the cells where a change may help."""

    lack: int
    doubtful: list[int]


class Composer:
    """Makes a puzzle of a draft."""

    def __init__(self, draft: Draft, difficulty: str) -> None:
        self.draft = draft
        self.chance = draft.chance
        self.size = len(draft.cells)
        self.puzzle = empty_board(draft.rows, draft.cols)
        self.blank = self.puzzle[GRID].copy()
        grade = GRADES.index(difficulty)
        # What both values of a cell force is not looked for: slow to find, and seldom needed.
        self.levels = [min(HARDEST[name], LONG_CONTRADICTION) for name in GRADES[: grade + 1]]
        self.substance = min(1 + self.size // SUBSTANCE, MOST_SUBSTANCE[difficulty])

    def compose(self) -> bool:
        """Whether a puzzle of the grade came out."""
        return self.shape() and self.polish() and self.refine()

    def shape(self) -> bool:
        """Break the pools of a board all sea, and let the islands grow; whether that went well."""
        draft = self.draft
        for corner in self.shuffled(draft.cells):
            if draft.pool(corner) and not any(map(draft.flip, self.shuffled(draft.square(corner)))):
                return False
        for _ in range(SHAPING * self.size):
            change = draft.flip(self.chance.choice(draft.cells))
            if change and change.duller > self.grace():
                draft.undo(change)
        return True

    def polish(self) -> bool:
        """Change the draft where cells are left undecided, until the techniques of this grade leave none."""
        draft = self.draft
        lack, doubtful = self.judge_solvable()
        patience = PATIENCE * self.size + MORE_PATIENCE
        for change_number in range(CARE * patience):
            if lack == 0:
                return True
            care = CARE - 1 - change_number // patience
            change = draft.change(self.near(doubtful))
            if change is None:
                continue
            allowed = lack + self.grace() - change.duller * care // CARE
            new = self.judge_solvable() if allowed >= 0 else None
            if new and new.lack <= allowed:
                lack, doubtful = new
            else:
                draft.undo(change)
        return False

    def refine(self) -> bool:
        """Change the draft for a better mixture of islands, and leave the best that lacks nothing."""
        draft = self.draft
        lack, doubtful = self.judge()
        best = None if lack else draft.copy()
        for _ in range(REFINING * self.size + MORE_REFINING):
            change = draft.change(self.near(doubtful if lack else draft.cells))
            if change is None:
                continue
            allowed = min(max(ASTRAY, lack), lack + (self.grace() - change.duller) // 2)
            new = self.judge() if allowed >= 0 else None
            if new is None or new.lack > allowed:
                draft.undo(change)
                continue
            lack, doubtful = new
            if lack == 0 and (best is None or draft.dullness() < best.dullness):
                best = draft.copy()
        if best is not None:
            draft.restore(best)
        return best is not None

    # Chances

    def shuffled(self, cells: list[int]) -> list[int]:
        return self.chance.sample(cells, len(cells))

    def near(self, cells: list[int]) -> int:
        """One of the cells, or one beside it."""
        return self.chance.choice(cells) + self.chance.choice((0, *self.draft.steps))

    def grace(self) -> int:
        """How much worse the next change may make the draft: seldom anything, and the more the more seldom."""
        bits = self.chance.getrandbits(62) | 1 << 62
        return max(0, (bits & -bits).bit_length() - 3)

    # Judging

    def judge_solvable(self) -> Judgement:
        """Whether the techniques of the grade solve the draft, but for the long trials of experts."""
        self.begin()
        self.deduce(self.levels[1:3] or self.levels)
        return Judgement(self.left(), self.undecided())

    def judge(self) -> Judgement:
        """Whether the techniques of the grade solve the draft, and those below leave enough to them."""
        self.begin()
        self.deduce(self.levels[:-1])
        lack = max(0, self.substance - self.left())
        self.deduce(self.levels)
        return Judgement(self.left() + lack, self.undecided() or self.draft.cells)

    def begin(self) -> None:
        self.puzzle[GRID] = self.blank
        self.puzzle[CLUES] = self.draft.clues
        begin(self.puzzle)

    def deduce(self, levels: list[int]) -> None:
        """What the techniques up to each of these find, one after the other, as long as it is not too early."""
        for level in levels:
            few, share = FEW.get(level, (self.size, 1))
            if not 0 < self.left() <= few + self.size // share:
                return
            deduce(self.puzzle, level, WORK * self.size)

    def left(self) -> int:
        return int(self.puzzle[FACTS, ROOM] - self.puzzle[FACTS, DECIDED])

    def undecided(self) -> list[int]:
        cells: list[int] = np.flatnonzero(self.puzzle[GRID] == UNDECIDED).tolist()
        return cells
