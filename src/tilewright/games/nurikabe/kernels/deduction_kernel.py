# mypy: ignore-errors
"""Sound deduction on a Nurikabe board, compiled.

    board = load(instance.rows)                  # or load(rows, state_rows)
    outcome = deduce(board, EITHER_WAY, 10**9)   # SOLVED, STUCK, BROKEN or PAUSED
    rows = unload(board)                         # '#', '.' and '-', as in a Shading

What `deduce` writes down holds in every solution that extends the given state, and BROKEN means that there is
none; SOLVED therefore also means: the only one. The level is the last technique to use: what lies around a cell
is always looked at, UNREACHABLE to SEA_NEEDS_ROOM look at the whole board, CONTRADICTION and LONG_CONTRADICTION
try cells (an assumption that shallow or deep trials refute), EITHER_WAY takes what both values of a cell force.
After about `work` visits of cells `deduce` comes back PAUSED, and goes on where it was when called again. It
does not hold the interpreter's lock.

Each technique is a function of its own: `find_cells(board, technique)` finds what it forces and writes nothing
down; `finds(board)` lists them as (cell, value, technique, cause). `assume` and `forget` are the two halves of
a trial. `place` tells the row and column of a cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.games.nurikabe.kernels.board_kernel import (
    BOTTLENECK,
    CLASH,
    CLUES,
    CODE,
    CONFLICT,
    CONTRADICTION,
    DECIDED,
    EITHER_WAY,
    FACTS,
    FINDS,
    FOUND,
    GRID,
    HEIGHT,
    ISLAND,
    LEVEL,
    LONG_CONTRADICTION,
    MARK,
    NUMBER_NEEDED,
    ONLY_NUMBER,
    POOL_MUST_BREAK,
    ROOM,
    SEA,
    SEA_MUST_ESCAPE,
    SEA_NEEDS_ROOM,
    SEEN,
    STALE,
    STRIDE,
    SURROUNDED,
    TICK,
    UNDECIDED,
    UNREACHABLE,
    WALLED_IN,
    WORK,
    WOULD_BE_DIVIDED,
    Table,
    begin,
    compiled,
    empty_board,
    forget,
    forget_finds,
    inner,
    refuse,
    take,
    valid,
)
from tilewright.games.nurikabe.kernels.local_kernel import (
    look_at_hole,
    look_at_island,
    look_at_sea,
    look_at_square,
)
from tilewright.games.nurikabe.kernels.reach_kernel import bottleneck, number_needed, unreachable
from tilewright.games.nurikabe.kernels.region_kernel import divided
from tilewright.games.nurikabe.kernels.trial_kernel import (
    anything_in_common,
    assume,
    close,
    freshen,
    shortest_refutation,
    try_cells,
)

__all__ = [
    "BROKEN",
    "PAUSED",
    "SOLVED",
    "STUCK",
    "assume",
    "deduce",
    "find_cells",
    "finds",
    "forget",
    "load",
    "place",
    "unload",
]

SOLVED, STUCK, BROKEN, PAUSED = 1, 0, -1, 2


def load(rows: Sequence[Sequence[int]], state: Sequence[str] | None = None) -> Table:
    """The board of an instance's rows, and of a state's rows if there is one; ready for `deduce`.

    A state that breaks a rule at sight is not refused here: `deduce` says BROKEN.
    """
    height, width = len(rows), len(rows[0])
    board = empty_board(height, width)
    inner(board[CLUES], height, width)[:] = rows
    if state is not None:
        kinds = {"-": UNDECIDED, "#": SEA, ".": ISLAND}
        inner(board[GRID], height, width)[:] = [[kinds[kind] for kind in row] for row in state]
    begin(board)
    return board


def unload(board: Table) -> tuple[str, ...]:
    """The grid as rows of '#', '.' and '-'."""
    height, width = int(board[FACTS, HEIGHT]), int(board[FACTS, STRIDE]) - 2
    return tuple("".join("-#."[kind] for kind in row) for row in inner(board[GRID], height, width).tolist())


def place(board: Table, cell: int) -> tuple[int, int]:
    """Row and column of a cell, from 0."""
    row, column = divmod(int(cell), int(board[FACTS, STRIDE]))
    return row - 1, column - 1


def finds(board: Table) -> list[tuple[int, int, int, int]]:
    """What the last technique found: (cell, value, technique, cause) each."""
    return [tuple(row) for row in board[FOUND : FOUND + 4, : board[FACTS, FINDS]].T.tolist()]


# --- One technique at a time --------------------------------------------------------------------------


@compiled(2)
def over_islands(board, technique):
    start = board[FACTS, TICK]
    for cell in range(board.shape[1]):
        if board[GRID, cell] == ISLAND and board[MARK, cell] <= start:
            code = look_at_island(board, cell, 1 << technique)
            if code < 0:
                return code
    return 0


@compiled(2)
def over_sea(board, technique):
    for cell in range(board.shape[1]):
        if board[GRID, cell] == SEA:
            code = look_at_sea(board, cell, 1 << technique)
            if code < 0:
                return code
    return 0


@compiled(2)
def over_squares(board, technique):
    for cell in range(board.shape[1] - board[FACTS, STRIDE] - 1):
        code = look_at_square(board, cell, 1 << technique)
        if code < 0:
            return code
    return 0


@compiled(2)
def over_holes(board, technique):
    for cell in range(board.shape[1]):
        if board[GRID, cell] == UNDECIDED:
            look_at_hole(board, cell, 1 << technique)
    return 0


@compiled(2)
def keep(board, technique):
    """Keep only what this technique found."""
    kept = 0
    for at in range(board[FACTS, FINDS]):
        if board[FOUND + 2, at] == technique:
            for row in range(FOUND, FOUND + 4):
                board[row, kept] = board[row, at]
            kept += 1
    board[FACTS, FINDS] = kept
    return kept


@compiled(2)
def find_cells(board, technique):
    """Find what one technique forces; how many, or a negative code.

    Needs a board on which every part knows its owner, as after `load`, `take` and `settle`.
    """
    forget_finds(board)
    if technique == SURROUNDED:
        code = over_holes(board, technique)
    elif technique == POOL_MUST_BREAK:
        code = over_squares(board, technique)
    elif technique == SEA_MUST_ESCAPE:
        code = over_sea(board, technique)
    elif technique == UNREACHABLE:
        code = unreachable(board)
    elif technique in (WALLED_IN, WOULD_BE_DIVIDED, SEA_NEEDS_ROOM):
        code = divided(board)
    elif technique == NUMBER_NEEDED:
        code = number_needed(board)
    elif technique in (BOTTLENECK, ONLY_NUMBER):
        code = bottleneck(board)
    elif technique in (CONTRADICTION, LONG_CONTRADICTION):
        code = shortest_refutation(board, technique == LONG_CONTRADICTION)
    elif technique == EITHER_WAY:
        code = anything_in_common(board)
    else:
        code = over_islands(board, technique)
    if code >= 0 and board[FACTS, CLASH] != 0:
        code = refuse(board, CONFLICT, board[FACTS, CLASH])
    return code if code < 0 else keep(board, technique)


# --- All together -------------------------------------------------------------------------------------


@compiled(3)
def deduce(board, level, work):
    """Decide what is forced, with techniques up to this level: SOLVED, STUCK, BROKEN or PAUSED."""
    facts = board[FACTS]
    if facts[CODE] < 0:
        return BROKEN
    if facts[LEVEL] != level:
        facts[LEVEL] = level
        facts[SEEN] = -1
        facts[STALE] = 1
    facts[WORK] = work
    while True:
        code = close(board, min(level, SEA_NEEDS_ROOM))
        if code < 0:
            return BROKEN
        if facts[DECIDED] == facts[ROOM]:
            return SOLVED if valid(board) else BROKEN
        if level < CONTRADICTION:
            return STUCK
        freshen(board)
        found = try_cells(board, level)
        facts[CODE] = 0
        if found <= 0:
            return PAUSED if found else STUCK
        if take(board) < 0:
            return BROKEN
