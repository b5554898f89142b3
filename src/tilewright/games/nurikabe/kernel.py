"""Sound deduction on a Nurikabe board, compiled.

    board = load(instance.rows)                  # or load(rows, state_rows)
    outcome = deduce(board, EITHER_WAY, 10**9)   # SOLVED, STUCK, BROKEN or PAUSED
    rows = unload(board)                         # '#', '.' and '-', as in a NurikabeSolution

What `deduce` writes down holds in every solution that extends the given state, and BROKEN means that there is
none; SOLVED therefore also means: the only one. The level is the last technique to use: what lies around a cell
is always looked at, UNREACHABLE to SEA_NEEDS_ROOM look at the whole board, CONTRADICTION tries cells (an
assumption that the other techniques refute), EITHER_WAY takes what both values of a cell force. After about
`work` visits of cells `deduce` comes back PAUSED, and goes on where it was when called again. It does not hold
the interpreter's lock.

Each technique is a function of its own: `find_cells(board, technique)` finds what it forces and writes nothing
down; `finds(board)` lists them as (cell, value, technique, cause). `assume` and `forget` are the two halves of
a trial. `place` tells the row and column of a cell.
"""

from __future__ import annotations

from tilewright.games.nurikabe.board_kernel import (
    BOTTLENECK,
    CLASH,
    CLUES,
    CODE,
    CONFLICT,
    CONTRADICTION,
    CURSOR,
    DECIDED,
    EITHER_WAY,
    FACTS,
    FINDS,
    FOUND,
    FRESH,
    GRID,
    HEIGHT,
    ISLAND,
    LOGGED,
    MARK,
    MEMORY,
    NUMBER_NEEDED,
    ONLY_NUMBER,
    PART,
    POOL_MUST_BREAK,
    ROOM,
    SEA,
    SEA_MUST_ESCAPE,
    SEA_NEEDS_ROOM,
    SEEN,
    STALE,
    STRIDE,
    TICK,
    TRAIL,
    TRIED,
    UNDECIDED,
    UNREACHABLE,
    WALLED_IN,
    WORK,
    WOULD_BE_DIVIDED,
    begin,
    clear,
    compiled,
    empty_board,
    find,
    forget,
    forget_finds,
    inner,
    put,
    refuse,
    take,
    valid,
)
from tilewright.games.nurikabe.local_kernel import (
    look_at_island,
    look_at_sea,
    look_at_square,
    settle,
)
from tilewright.games.nurikabe.reach_kernel import bottleneck, divided, number_needed, unreachable

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

NEAR = 3
"""Trials this near to a newly decided cell are worth another try first."""

DEEP_SEA, DEEP_ISLAND, BOTH = 4, 8, 16
"""Bits of `tried`: for trials with the techniques that look at the whole board, and for what both values force.

SEA and ISLAND are the bits of trials with what lies around a cell."""


def load(rows, state=None):
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


def unload(board):
    """The grid as rows of '#', '.' and '-'."""
    height, width = int(board[FACTS, HEIGHT]), int(board[FACTS, STRIDE]) - 2
    return tuple("".join("-#."[kind] for kind in row) for row in inner(board[GRID], height, width).tolist())


def place(board, cell):
    """Row and column of a cell, from 0."""
    row, column = divmod(int(cell), int(board[FACTS, STRIDE]))
    return row - 1, column - 1


def finds(board):
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
    """Find what one technique (below CONTRADICTION) forces; how many, or a negative code.

    Needs a board on which every part knows its owner, as after `load`, `take` and `settle`.
    """
    forget_finds(board)
    if technique == POOL_MUST_BREAK:
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
    else:
        code = over_islands(board, technique)
    if code >= 0 and board[FACTS, CLASH] != 0:
        code = refuse(board, CONFLICT, board[FACTS, CLASH])
    return code if code < 0 else keep(board, technique)


# --- All together -------------------------------------------------------------------------------------


@compiled(2)
def look_far(board, level):
    """Find what the techniques over the whole board force, up to this level; the first that finds any."""
    if level >= UNREACHABLE:
        code = unreachable(board)
        if code < 0 or board[FACTS, FINDS] > 0:
            return code
    if level >= WALLED_IN:
        code = divided(board)
        if code < 0 or board[FACTS, FINDS] > 0:
            return code
    if level >= NUMBER_NEEDED:
        code = number_needed(board)
        if code < 0 or board[FACTS, FINDS] > 0:
            return code
    if level >= BOTTLENECK:
        return bottleneck(board)
    return 0


@compiled(2)
def close(board, level):
    """Settle, look far, and again, until nothing new is found; 0, or a negative code."""
    while True:
        code = settle(board)
        if code < 0 or board[FACTS, DECIDED] == board[FACTS, SEEN]:
            return code
        board[FACTS, SEEN] = board[FACTS, DECIDED]
        code = look_far(board, level)
        if code >= 0:
            code = take(board)
        if code < 0:
            return code


@compiled(4)
def assume(board, cell, value, deep):
    """Decide a cell for trial and follow it; 0, or a negative code. Take it back with `forget`."""
    put(board, cell, value, CONTRADICTION, cell)
    code = settle(board)
    if code < 0 or not deep:
        return code
    seen = board[FACTS, SEEN]
    code = close(board, WOULD_BE_DIVIDED)
    board[FACTS, SEEN] = seen
    return code


@compiled(1)
def freshen(board):
    """Near newly decided cells, trials that led nowhere are worth another try."""
    facts, stride = board[FACTS], board[FACTS, STRIDE]
    if facts[FRESH] == facts[DECIDED]:
        return 0
    facts[STALE] = 1
    for at in range(facts[FRESH], facts[DECIDED]):
        row, column = divmod(board[TRAIL, at], stride)
        for near in range(max(row - NEAR, 0), min(row + NEAR + 1, board.shape[1] // stride)):
            left, right = max(column - NEAR, 0), min(column + NEAR + 1, stride)
            for cell in range(near * stride + left, near * stride + right):
                board[TRIED, cell] = 0
    facts[FRESH] = facts[DECIDED]
    return 0


@compiled(2)
def next_cell(board, bits):
    """The next undecided cell with one of these trials to do, from the cursor on; 0 if there is none."""
    size = board.shape[1]
    for _ in range(size):
        cell = board[FACTS, CURSOR]
        board[FACTS, CURSOR] = cell + 1 if cell + 1 < size else 0
        if board[GRID, cell] == UNDECIDED and board[TRIED, cell] & bits != bits:
            return cell
    return 0


@compiled(4)
def refuted(board, cell, value, deep):
    """Whether the assumption leads to a contradiction. If not, neither would any of its consequences alone."""
    trail, log = board[FACTS, DECIDED], board[FACTS, LOGGED]
    code = assume(board, cell, value, deep)
    if code >= 0:
        for at in range(trail, board[FACTS, DECIDED]):
            kind = board[GRID, board[TRAIL, at]]
            board[TRIED, board[TRAIL, at]] |= 5 * kind if deep else kind
    forget(board, trail, log)
    return code < 0


@compiled(2)
def in_common(board, cell):
    """Find what both values of a cell force."""
    facts, memory = board[FACTS], board[MEMORY]
    facts[TICK] += 1
    tick = facts[TICK]
    trail, log = facts[DECIDED], facts[LOGGED]
    assume(board, cell, SEA, True)
    for at in range(trail, facts[DECIDED]):
        memory[board[TRAIL, at]] = 4 * tick + board[GRID, board[TRAIL, at]]
    forget(board, trail, log)
    assume(board, cell, ISLAND, True)
    common = 0
    for at in range(trail, facts[DECIDED]):
        other = board[TRAIL, at]
        if memory[other] == 4 * tick + board[GRID, other]:
            board[PART, common] = other if board[GRID, other] == SEA else -other
            common += 1
    forget(board, trail, log)
    for at in range(common):
        other = board[PART, at]
        find(board, abs(other), SEA if other > 0 else ISLAND, EITHER_WAY, cell)
    return common


@compiled(2)
def try_cells(board, level):
    """Find one step by trial: SOLVED if there is one, STUCK if there is none, PAUSED if the work is used up."""
    facts = board[FACTS]
    while True:
        if facts[WORK] <= 0:
            return PAUSED
        deep = False
        cell = next_cell(board, SEA | ISLAND)
        if cell == 0:
            deep = True
            cell = next_cell(board, DEEP_SEA | DEEP_ISLAND)
        if cell != 0:
            for value in (SEA, ISLAND):
                if not board[TRIED, cell] & (4 * value if deep else value) and refuted(
                    board, cell, value, deep
                ):
                    find(board, cell, SEA + ISLAND - value, CONTRADICTION, cell)
                    return SOLVED
            continue
        if facts[STALE]:
            facts[STALE] = 0
            clear(board, TRIED)
            continue
        if level < EITHER_WAY:
            return STUCK
        cell = next_cell(board, BOTH)
        if cell == 0:
            return STUCK
        board[TRIED, cell] |= BOTH
        in_common(board, cell)
        if facts[FINDS] > 0:
            return SOLVED


@compiled(3)
def deduce(board, level, work):
    """Decide what is forced, with techniques up to this level: SOLVED, STUCK, BROKEN or PAUSED."""
    facts = board[FACTS]
    facts[WORK] = work
    if facts[CODE] < 0:
        return BROKEN
    while True:
        code = close(board, min(level, SEA_NEEDS_ROOM))
        if code < 0:
            return BROKEN
        facts[CODE] = 0
        if facts[DECIDED] == facts[ROOM]:
            return SOLVED if valid(board) else BROKEN
        if level < CONTRADICTION:
            return STUCK
        freshen(board)
        outcome = try_cells(board, level)
        facts[CODE] = 0
        if outcome != SOLVED:
            return outcome
        code = take(board)
        if code < 0:
            return BROKEN
