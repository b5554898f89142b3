"""Deduction alone: what it decides is forced, so a board that it completes has no other solution.

Where it gets stuck the answer is unknown: the board may have several solutions, or need more than it can see.
"""

from __future__ import annotations

from tilewright.game import Answer, Run
from tilewright.games.nurikabe.kernels import deduction_kernel as kernel
from tilewright.games.nurikabe.kernels.board_kernel import EITHER_WAY
from tilewright.games.nurikabe.rules import UNDECIDED, Board
from tilewright.games.nurikabe.search.requested_answers import Rows, answer

__all__ = ["deduced", "prepare", "solve"]

CHUNK = 2_000_000
"""Cells visited before the clock is looked at again."""


def prepare(instance: Board) -> None:
    deduced(Board(((2, 0), (0, 0))), Run())


def solve(instance: Board, run: Run) -> Answer:
    outcome, rows = deduced(instance, run)
    undecided = sum(row.count(UNDECIDED) for row in rows)
    complete = outcome in (kernel.SOLVED, kernel.BROKEN)
    found = [rows] if outcome == kernel.SOLVED else []
    return answer(run, found, complete=complete, stats={"undecided": undecided})


def deduced(
    instance: Board,
    run: Run,
    level: int = EITHER_WAY,
    chunks: int | None = None,
    state: Rows | None = None,
) -> tuple[int, Rows]:
    """How far deduction comes from a state, within the run and so many chunks of work: outcome and state."""
    board = kernel.load(instance.rows, state)
    outcome: int = kernel.PAUSED
    while outcome == kernel.PAUSED and chunks != 0 and not run.stopped:
        outcome = kernel.deduce(board, level, CHUNK)
        chunks = None if chunks is None else chunks - 1
    return outcome, kernel.unload(board)
