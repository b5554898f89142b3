# mypy: ignore-errors
"""Trials: what would follow if a cell were sea, or island?

A *shallow* trial looks only at what lies around the decided cells, a *deep* one also at the whole board. Of the
many that `deduce` makes, those near newly decided cells come first; and an assumption that another one has led
to without a contradiction needs no trial of its own.
"""

from __future__ import annotations

from tilewright.games.nurikabe.kernels.board_kernel import (
    BOTTLENECK,
    CODE,
    CONTRADICTION,
    CURSOR,
    DECIDED,
    EITHER_WAY,
    FACTS,
    FINDS,
    FRESH,
    GIVEN,
    GRID,
    ISLAND,
    LOGGED,
    LONG_CONTRADICTION,
    MEMORY,
    NUMBER_NEEDED,
    PART,
    SEA,
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
    clear,
    compiled,
    find,
    forget,
    put,
    take,
)
from tilewright.games.nurikabe.kernels.local_kernel import settle
from tilewright.games.nurikabe.kernels.reach_kernel import (
    bottleneck,
    bottleneck_nearby,
    number_needed,
    unreachable,
)
from tilewright.games.nurikabe.kernels.region_kernel import divided

__all__ = ["anything_in_common", "assume", "close", "freshen", "shortest_refutation", "try_cells"]

NEAR = 3
"""Trials this near to a newly decided cell are worth another try first."""

DEEP_SEA, DEEP_ISLAND, BOTH = 4, 8, 16
"""Bits of `TRIED`: deep trials, and what both values force; SEA and ISLAND are the bits of shallow trials."""


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
        code = bottleneck_nearby(board)
        if code < 0 or board[FACTS, FINDS] > 0:
            return code
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
    put(board, cell, value, GIVEN, 0)
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
def shortest_refutation(board, deep):
    """Find the cell whose other value is refuted after the fewest decisions; nothing if there is none."""
    facts = board[FACTS]
    trail, log = facts[DECIDED], facts[LOGGED]
    best = board.shape[1] + 1
    found = kind = 0
    for cell in range(board.shape[1]):
        if board[GRID, cell] != UNDECIDED:
            continue
        for value in (SEA, ISLAND):
            code = assume(board, cell, value, deep)
            length = facts[DECIDED] - trail
            forget(board, trail, log)
            if code < 0 and length < best:
                best, found, kind = length, cell, value
    facts[CODE] = 0
    if found != 0:
        find(board, found, SEA + ISLAND - kind, LONG_CONTRADICTION if deep else CONTRADICTION, found)
    return 0


@compiled(1)
def anything_in_common(board):
    """Find what both values of some cell force, of the first cell where that is anything."""
    for cell in range(board.shape[1]):
        if board[GRID, cell] == UNDECIDED and in_common(board, cell) > 0:
            break
    board[FACTS, CODE] = 0
    return 0


@compiled(2, 2)
def next_trial(board, level):
    """The next cell to try (0: none is left), and how: 0 shallow, 1 deep, 2 what both values force."""
    while True:
        cell = next_cell(board, SEA | ISLAND)
        if cell != 0:
            return cell, 0
        if level >= LONG_CONTRADICTION:
            cell = next_cell(board, DEEP_SEA | DEEP_ISLAND)
            if cell != 0:
                return cell, 1
        if board[FACTS, STALE]:
            board[FACTS, STALE] = 0
            clear(board, TRIED)
            continue
        return (next_cell(board, BOTH) if level >= EITHER_WAY else 0), 2


@compiled(2)
def try_cells(board, level):
    """Find one step by trial; whether there is one: 1, 0, or -1 if the work was used up before."""
    while board[FACTS, WORK] > 0:
        cell, kind = next_trial(board, level)
        if cell == 0:
            return 0
        if kind == 2:
            board[TRIED, cell] |= BOTH
            in_common(board, cell)
            if board[FACTS, FINDS] > 0:
                return 1
            continue
        for value in (SEA, ISLAND):
            if not board[TRIED, cell] & (4 * value if kind else value) and refuted(board, cell, value, kind):
                technique = LONG_CONTRADICTION if kind else CONTRADICTION
                find(board, cell, SEA + ISLAND - value, technique, cell)
                return 1
    return -1
