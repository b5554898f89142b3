"""Generate puzzles that have exactly one solution and a given grade.

A puzzle is built in three steps from a filled board, which is all sea at first. *Shape*: islands with numbers
are created and changed so that few islands are small or very large. *Polish*: the board is changed where the
techniques of the grade leave cells undecided, until they decide every cell; a puzzle that these techniques
solve has no other solution. *Refine*: the board is changed for a better mixture of island sizes. The result is
the board with the best mixture among all boards tried that the techniques of the grade solve and those of the
next easier grade do not. With many small islands, a puzzle is easily solved by the techniques, but dull.
Therefore polishing gives island sizes less and less weight, and refining improves the mixture afterwards.

No step depends on time, and all numbers are integers, so the same seed gives the same puzzle on every machine.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from tilewright.errors import BadInput, WrongAnswer
from tilewright.game import game_of
from tilewright.games.nurikabe.explanations.techniques import HARDEST_OF_GRADE
from tilewright.games.nurikabe.generator.filled_board_with_undo import FilledBoard
from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import (
    CELL_COUNT,
    CLUES,
    CONTRADICTION,
    DECIDED_COUNT,
    GRID,
    LONG_CONTRADICTION,
    SCALARS,
    UNDECIDED,
    empty_board,
    read_grid,
)
from tilewright.games.nurikabe.kernels.deduction_kernel import deduce
from tilewright.games.nurikabe.rules import Board
from tilewright.puzzles.grades import GRADES

__all__ = ["generate"]

ATTEMPTS = 30
"""The number of filled boards that are tried before the generator gives up."""

SHAPING_CHANGES = 20
"""The number of attempted changes per cell while the islands are shaped."""

POLISH_PHASES = 4
"""The number of phases of polishing; each phase gives island sizes less weight than the previous phase."""

POLISH_CHANGES, MORE_POLISH_CHANGES = 6, 600
"""The number of attempted changes in each phase of polishing: per cell of the board, plus a constant."""

REFINE_CHANGES, MORE_REFINE_CHANGES = 10, 4_000
"""The number of attempted changes during refining: per cell of the board, plus a constant."""

MOST_DEFECTS = 10
"""While a board is being refined, no change may raise the number of its defects above this limit."""

CELLS_PER_LEFTOVER, MOST_LEFTOVERS = 25, {"easy": 0, "medium": 6, "hard": 6, "expert": 2}
"""These numbers determine how many cells the techniques of the next easier grade must leave undecided.

The required number is 1, plus one for every `CELLS_PER_LEFTOVER` cells of the board, but at most the number in
`MOST_LEFTOVERS` for the requested grade.
"""

TRIAL_LIMITS = {CONTRADICTION: (20, 10), LONG_CONTRADICTION: (20, 300)}
"""For each trial technique, a base number and a divisor that limit the number of undecided cells.

The limit is the base number plus the number of board cells divided by the divisor. If more cells are undecided,
no trials are run, because they would be slow and of little use.
"""

WORK_PER_CELL = 20_000
"""The work limit of a deduction, in cell visits per cell of the board.

A deduction that exceeds the limit is treated as stuck.
"""


def generate(seed: int, rows: int = 10, cols: int = 10, difficulty: str = "medium") -> Board:
    """Return a puzzle that has exactly one solution and the given grade."""
    rng = random.Random(seed)
    for _ in range(ATTEMPTS):
        builder = PuzzleBuilder(FilledBoard(rows, cols, rng), difficulty)
        if builder.build():
            return _checked_unique(builder.board.instance())
    raise BadInput(
        f"seed {seed} gives no {difficulty} puzzle of {rows} x {cols} cells: try another seed, size or grade"
    )


def _checked_unique(instance: Board) -> Board:
    """Return the puzzle after an independent solver has confirmed that its solution is unique."""
    if not game_of(instance).solve(instance, solver="sat", unique=True).unique:
        raise WrongAnswer("the techniques find exactly one solution of a generated puzzle, but SAT does not")
    return instance


class Assessment(NamedTuple):
    """The number of defects of a board as a puzzle of the requested grade, and cells where a change may help.

    Each cell that the techniques of the grade leave undecided is a defect. If the techniques of the next easier
    grade leave fewer cells undecided than required, the difference is added to the number of defects.
    """

    defects: int
    candidates: list[int]


class PuzzleBuilder:
    """Turns a filled board into a puzzle of a given grade."""

    def __init__(self, board: FilledBoard, difficulty: str) -> None:
        self.board = board
        self.rng = board.rng
        self.size = len(board.cells)
        self.puzzle = empty_board(board.rows, board.cols)
        self.blank = self.puzzle[GRID].copy()
        grade = GRADES.index(difficulty)
        # The `either-way` technique is not used: it is slow and rarely needed.
        self.levels = [min(HARDEST_OF_GRADE[name], LONG_CONTRADICTION) for name in GRADES[: grade + 1]]
        self.leftovers_required = min(1 + self.size // CELLS_PER_LEFTOVER, MOST_LEFTOVERS[difficulty])

    def build(self) -> bool:
        """Build the puzzle; return whether it has the requested grade."""
        return self.shape() and self.polish() and self.refine()

    def shape(self) -> bool:
        """Break the pools of the initial board (all sea) and grow islands; return False if a pool remains."""
        board = self.board
        for corner in self.shuffled(board.cells):
            if board.is_pool(corner) and not any(map(board.flip, self.shuffled(board.square(corner)))):
                return False
        for _ in range(SHAPING_CHANGES * self.size):
            change = board.flip(self.rng.choice(board.cells))
            if change and change.penalty_increase > self.tolerance():
                board.undo(change)
        return True

    def polish(self) -> bool:
        """Change the board near undecided cells until the techniques of the grade leave no cell undecided.

        Long contradictions are not used (see `assess_solvable`). Return False if the attempted changes do not
        suffice.
        """
        board = self.board
        defects, candidates = self.assess_solvable()
        changes = POLISH_CHANGES * self.size + MORE_POLISH_CHANGES
        for attempt in range(POLISH_PHASES * changes):
            if defects == 0:
                return True
            weight = POLISH_PHASES - 1 - attempt // changes
            change = board.change(self.cell_near(candidates))
            if change is None:
                continue
            allowed = defects + self.tolerance() - change.penalty_increase * weight // POLISH_PHASES
            new = self.assess_solvable() if allowed >= 0 else None
            if new and new.defects <= allowed:
                defects, candidates = new
            else:
                board.undo(change)
        return False

    def refine(self) -> bool:
        """Change the board to improve the mixture of island sizes; keep the best board without defects.

        Return whether a board without defects was found.
        """
        board = self.board
        defects, candidates = self.assess()
        best = None if defects else board.snapshot()
        for _ in range(REFINE_CHANGES * self.size + MORE_REFINE_CHANGES):
            change = board.change(self.cell_near(candidates if defects else board.cells))
            if change is None:
                continue
            margin = (self.tolerance() - change.penalty_increase) // 2
            allowed = min(max(MOST_DEFECTS, defects), defects + margin)
            new = self.assess() if allowed >= 0 else None
            if new is None or new.defects > allowed:
                board.undo(change)
                continue
            defects, candidates = new
            if defects == 0 and (best is None or board.size_penalty() < best.size_penalty):
                best = board.snapshot()
        if best is not None:
            board.restore(best)
        return best is not None

    # Random choices

    def shuffled(self, cells: list[int]) -> list[int]:
        return self.rng.sample(cells, len(cells))

    def cell_near(self, cells: list[int]) -> int:
        """Return a random cell: one of the given cells or of their neighbours, possibly a border cell."""
        return self.rng.choice(cells) + self.rng.choice((0, *self.board.steps))

    def tolerance(self) -> int:
        """Return how much worse the next change may make the board: usually 0; larger values are rarer."""
        bits = self.rng.getrandbits(62) | 1 << 62
        return max(0, (bits & -bits).bit_length() - 3)

    # Assessment

    def assess_solvable(self) -> Assessment:
        """Assess whether the techniques of the grade, without long contradictions, solve the board."""
        self.reset()
        self.deduce(self.levels[1:3] or self.levels)
        return Assessment(self.undecided_count(), self.undecided_cells())

    def assess(self) -> Assessment:
        """Assess the board as a puzzle of the grade that the generator was asked for.

        The techniques of this grade should solve the board, and the techniques of the next easier grade should
        leave enough cells undecided.
        """
        self.reset()
        self.deduce(self.levels[:-1])
        defects = max(0, self.leftovers_required - self.undecided_count())
        self.deduce(self.levels)
        return Assessment(self.undecided_count() + defects, self.undecided_cells() or self.board.cells)

    def reset(self) -> None:
        """Start a new deduction from the numbers alone."""
        self.puzzle[GRID] = self.blank
        self.puzzle[CLUES] = self.board.clues
        read_grid(self.puzzle)

    def deduce(self, levels: list[int]) -> None:
        """Apply the techniques up to each of the given levels in turn.

        Stop when no cell is undecided, or when too many are undecided for the next level (see `TRIAL_LIMITS`).
        """
        for level in levels:
            base, cells_per_extra = TRIAL_LIMITS.get(level, (self.size, 1))
            if not 0 < self.undecided_count() <= base + self.size // cells_per_extra:
                return
            deduce(self.puzzle, level, WORK_PER_CELL * self.size)

    def undecided_count(self) -> int:
        return int(self.puzzle[SCALARS, CELL_COUNT] - self.puzzle[SCALARS, DECIDED_COUNT])

    def undecided_cells(self) -> list[int]:
        cells: list[int] = np.flatnonzero(self.puzzle[GRID] == UNDECIDED).tolist()
        return cells
