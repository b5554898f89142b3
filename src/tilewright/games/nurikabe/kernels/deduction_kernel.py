# mypy: ignore-errors
"""Sound deduction on a Nurikabe board, compiled.

    board = load(instance.rows)                  # or load(instance.rows, state.rows)
    outcome = deduce(board, EITHER_WAY, 10**9)   # SOLVED, STUCK, BROKEN or PAUSED
    rows = unload(board)                         # '#', '.' and '-', as in a Shading

Every value that `deduce` decides holds in all solutions that extend the given state. BROKEN means that there is
no such solution, and SOLVED means that the result is the only such solution. `level` is the hardest technique
that may be used; it should be the hardest of a grade, because some techniques of the same grade are always used
together. Local techniques (up to CORNER) are always used; UNREACHABLE to SEA_NEEDS_ROOM examine the whole
board; CONTRADICTION refutes assumptions by shallow trials, and LONG_CONTRADICTION by deep trials; EITHER_WAY
decides what follows whichever value a cell has. If `deduce` is not finished after about `work` cell visits, it
returns PAUSED; the next call continues from there. `deduce` releases the global interpreter lock.

`find_cells(board, technique)` finds, but does not decide, the cells that one technique forces, and
`findings(board)` lists the result as (cell, value, technique, cause). `assume` starts a trial and `undo_to`
undoes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.compiled import compiled
from tilewright.games.nurikabe.kernels.articulation_points_kernel import divided_sea
from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import (
    BOTTLENECK,
    CELL_COUNT,
    CLASH_CELL,
    CLUES,
    CONFLICT,
    CONTRADICTION,
    DECIDED_AT_GLOBAL,
    DECIDED_COUNT,
    EITHER_WAY,
    FAILURE,
    FINDING_COUNT,
    FINDINGS,
    GRID,
    HEIGHT,
    ISLAND,
    LEVEL,
    LONG_CONTRADICTION,
    MARK,
    NUMBER_NEEDED,
    ONLY_NUMBER,
    POOL_MUST_BREAK,
    SCALARS,
    SEA,
    SEA_MUST_ESCAPE,
    SEA_NEEDS_ROOM,
    STRIDE,
    SURROUNDED,
    TICK,
    TRIALS_OUTDATED,
    UNDECIDED,
    UNREACHABLE,
    WALLED_IN,
    WORK_LEFT,
    WOULD_BE_DIVIDED,
    BoardArray,
    apply_findings,
    clear_findings,
    empty_board,
    fail,
    is_solution,
    read_grid,
    undo_to,
    without_border,
)
from tilewright.games.nurikabe.kernels.island_reach_kernel import bottleneck, number_needed, unreachable
from tilewright.games.nurikabe.kernels.local_deductions_kernel import (
    check_enclosed_cell,
    check_island,
    check_sea,
    check_square,
)
from tilewright.games.nurikabe.kernels.trial_kernel import (
    assume,
    find_any_common_consequences,
    find_by_trial,
    find_shortest_refutation,
    propagate,
    reset_trials_near_changes,
)

__all__ = [
    "BROKEN",
    "PAUSED",
    "SOLVED",
    "STUCK",
    "assume",
    "deduce",
    "find_cells",
    "findings",
    "load",
    "row_and_column",
    "undo_to",
    "unload",
]

SOLVED, STUCK, BROKEN, PAUSED = 1, 0, -1, 2


def load(rows: Sequence[Sequence[int]], state: Sequence[str] | None = None) -> BoardArray:
    """Return a board array, ready for `deduce`, for the rows of an instance and optionally of a state.

    A state that breaks a rule is accepted here; `deduce` then returns BROKEN.
    """
    height, width = len(rows), len(rows[0])
    board = empty_board(height, width)
    without_border(board[CLUES], height, width)[:] = rows
    if state is not None:
        kinds = {"-": UNDECIDED, "#": SEA, ".": ISLAND}
        without_border(board[GRID], height, width)[:] = [[kinds[kind] for kind in row] for row in state]
    read_grid(board)
    return board


def unload(board: BoardArray) -> tuple[str, ...]:
    """Return the grid as rows of '#', '.' and '-'."""
    height, width = int(board[SCALARS, HEIGHT]), int(board[SCALARS, STRIDE]) - 2
    return tuple(
        "".join("-#."[kind] for kind in row) for row in without_border(board[GRID], height, width).tolist()
    )


def row_and_column(board: BoardArray, cell: int) -> tuple[int, int]:
    """Return the row and column of a cell, counted from 0."""
    row, column = divmod(int(cell), int(board[SCALARS, STRIDE]))
    return row - 1, column - 1


def findings(board: BoardArray) -> list[tuple[int, int, int, int]]:
    """Return the current findings as tuples (cell, value, technique, cause)."""
    return [tuple(row) for row in board[FINDINGS : FINDINGS + 4, : board[SCALARS, FINDING_COUNT]].T.tolist()]


# --- One technique at a time --------------------------------------------------------------------------


@compiled
def check_all_islands(board, technique):
    """Apply a technique to every connected set of island cells; return 0 or the code of a contradiction."""
    start = board[SCALARS, TICK]
    for cell in range(board.shape[1]):
        if board[GRID, cell] == ISLAND and board[MARK, cell] <= start:
            code = check_island(board, cell, 1 << technique)
            if code < 0:
                return code
    return 0


@compiled
def check_all_sea(board, technique):
    """For each sea cell, apply a technique to the connected part of the sea that contains the cell.

    Return 0, or the code of a contradiction.
    """
    for cell in range(board.shape[1]):
        if board[GRID, cell] == SEA:
            code = check_sea(board, cell, 1 << technique)
            if code < 0:
                return code
    return 0


@compiled
def check_all_squares(board, technique):
    """Apply a technique to every 2 x 2 square; return 0 or the code of a contradiction."""
    for cell in range(board.shape[1] - board[SCALARS, STRIDE] - 1):
        code = check_square(board, cell, 1 << technique)
        if code < 0:
            return code
    return 0


@compiled
def check_all_enclosed_cells(board, technique):
    """For every undecided cell, apply a technique that examines the values of the cell's neighbours."""
    for cell in range(board.shape[1]):
        if board[GRID, cell] == UNDECIDED:
            check_enclosed_cell(board, cell, 1 << technique)
    return 0


@compiled
def keep_findings_of(board, technique):
    """Remove the findings of all techniques except this one; return the number of findings that remain."""
    kept = 0
    for index in range(board[SCALARS, FINDING_COUNT]):
        if board[FINDINGS + 2, index] == technique:
            for row in range(FINDINGS, FINDINGS + 4):
                board[row, kept] = board[row, index]
            kept += 1
    board[SCALARS, FINDING_COUNT] = kept
    return kept


@compiled(interpretable=True)
def find_cells(board, technique):
    """Find the cells that one technique forces.

    CONTRADICTION and LONG_CONTRADICTION find only the cell with the shortest refutation; EITHER_WAY finds only
    what follows from both values of one cell. Return the number of findings, or the negative code of a
    contradiction. The owner of every part with a number must be set; `load` and `propagate_locally` set it.
    """
    clear_findings(board)
    if technique == SURROUNDED:
        code = check_all_enclosed_cells(board, technique)
    elif technique == POOL_MUST_BREAK:
        code = check_all_squares(board, technique)
    elif technique == SEA_MUST_ESCAPE:
        code = check_all_sea(board, technique)
    elif technique == UNREACHABLE:
        code = unreachable(board)
    elif technique in (WALLED_IN, WOULD_BE_DIVIDED, SEA_NEEDS_ROOM):
        code = divided_sea(board)
    elif technique == NUMBER_NEEDED:
        code = number_needed(board)
    elif technique in (BOTTLENECK, ONLY_NUMBER):
        code = bottleneck(board)
    elif technique in (CONTRADICTION, LONG_CONTRADICTION):
        code = find_shortest_refutation(board, technique == LONG_CONTRADICTION)
    elif technique == EITHER_WAY:
        code = find_any_common_consequences(board)
    else:
        code = check_all_islands(board, technique)
    if code >= 0 and board[SCALARS, CLASH_CELL] != 0:
        code = fail(board, CONFLICT, board[SCALARS, CLASH_CELL])
    return code if code < 0 else keep_findings_of(board, technique)


# --- All techniques together --------------------------------------------------------------------------


@compiled(interpretable=True)
def deduce(board, level, work):
    """Decide the cells that techniques up to this level force; return SOLVED, STUCK, BROKEN or PAUSED."""
    scalars = board[SCALARS]
    if scalars[FAILURE] < 0:
        return BROKEN
    if scalars[LEVEL] != level:
        scalars[LEVEL] = level
        scalars[DECIDED_AT_GLOBAL] = -1
        scalars[TRIALS_OUTDATED] = 1
    scalars[WORK_LEFT] = work
    while True:
        code = propagate(board, min(level, SEA_NEEDS_ROOM))
        if code < 0:
            return BROKEN
        if scalars[DECIDED_COUNT] == scalars[CELL_COUNT]:
            return SOLVED if is_solution(board) else BROKEN
        if level < CONTRADICTION:
            return STUCK
        reset_trials_near_changes(board)
        outcome = find_by_trial(board, level)
        scalars[FAILURE] = 0  # a refuted trial may have recorded a contradiction
        if outcome <= 0:
            return PAUSED if outcome else STUCK
        if apply_findings(board) < 0:
            return BROKEN
