"""Deduction without search. Every decided cell is forced, so a completed board has no other solution.

If deduction gets stuck, the answer is unknown: the board may have several solutions, or the techniques may be
too weak to solve it.
"""

from __future__ import annotations

from tilewright.compiled import is_compiled
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.kernels import deduction_kernel as kernel
from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import EITHER_WAY
from tilewright.games.nurikabe.rules import UNDECIDED, Board, Rows
from tilewright.games.nurikabe.search.answer_from_solutions import build_answer

__all__ = ["deduced", "prepare", "solve"]

CHUNK = 2_000_000
"""The approximate number of cell visits between two checks of the time limit."""


def prepare(instance: Board) -> None:
    deduced(Board(((2, 0), (0, 0))), Run())
    if not is_compiled(kernel.deduce):
        # Python interpreted the kernel for the small board above. If this instance is too large for that, the
        # next call compiles the kernel, so that the time limit of the solve does not include compilation.
        deduced(instance, Run(), chunks=1)


def solve(instance: Board, run: Run) -> Answer:
    outcome, rows = deduced(instance, run)
    undecided = sum(row.count(UNDECIDED) for row in rows)
    complete = outcome in (kernel.SOLVED, kernel.BROKEN)
    solutions = [rows] if outcome == kernel.SOLVED else []
    return build_answer(run, solutions, complete=complete, stats={"undecided": undecided})


def deduced(
    instance: Board,
    run: Run,
    level: int = EITHER_WAY,
    chunks: int | None = None,
    state: Rows | None = None,
) -> tuple[int, Rows]:
    """Return the outcome of deduction from a state (by default, the empty board), and the resulting state.

    Deduction ends when nothing more can be deduced, when the run is stopped, or after `chunks` chunks of work.
    """
    board = kernel.load(instance.rows, state)
    outcome: int = kernel.PAUSED
    while outcome == kernel.PAUSED and chunks != 0 and not run.stopped:
        outcome = kernel.deduce(board, level, CHUNK)
        chunks = None if chunks is None else chunks - 1
    return outcome, kernel.unload(board)
