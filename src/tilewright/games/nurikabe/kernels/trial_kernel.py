# mypy: ignore-errors
"""Trials: assume a value for a cell and propagate the consequences.

A *shallow* trial uses only local techniques; a *deep* trial also uses the whole-board techniques of
`unreachable` and `divided_sea`. `deduce` runs trials near newly decided cells first. If a trial ends without a
contradiction, its consequences need no trials of their own.
"""

from __future__ import annotations

from tilewright.compiled import compiled
from tilewright.games.nurikabe.kernels.articulation_points_kernel import divided_sea
from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import (
    BOTTLENECK,
    CONTRADICTION,
    DECIDED_AT_GLOBAL,
    DECIDED_AT_RESET,
    DECIDED_COUNT,
    EITHER_WAY,
    FAILURE,
    FINDING_COUNT,
    GIVEN,
    GRID,
    ISLAND,
    LONG_CONTRADICTION,
    NUMBER_NEEDED,
    OWNER_LOG_LENGTH,
    PART,
    SCALARS,
    SEA,
    STRIDE,
    TICK,
    TRAIL,
    TRIAL_CURSOR,
    TRIAL_VALUE,
    TRIALS_OUTDATED,
    TRIED,
    UNDECIDED,
    UNREACHABLE,
    WALLED_IN,
    WORK_LEFT,
    WOULD_BE_DIVIDED,
    add_finding,
    apply_findings,
    clear,
    decide,
    undo_to,
)
from tilewright.games.nurikabe.kernels.island_reach_kernel import (
    bottleneck,
    bottleneck_near_changes,
    number_needed,
    unreachable,
)
from tilewright.games.nurikabe.kernels.local_deductions_kernel import propagate_locally

__all__ = [
    "assume",
    "find_any_common_consequences",
    "find_by_trial",
    "find_shortest_refutation",
    "propagate",
    "reset_trials_near_changes",
]

NEAR = 3
"""The distance (in rows and in columns) from a newly decided cell within which trials are repeated first."""

DEEP_SEA, DEEP_ISLAND, BOTH = 4, 8, 16
"""The bits of `TRIED` for deep trials and for the comparison of both values.

SEA and ISLAND are the bits of the shallow trials; the bits of the deep trials are four times as large.
"""


@compiled
def apply_global_techniques(board, level):
    """Apply the whole-board techniques, up to this level, until one of them adds a finding.

    Return 0, or the negative code of a contradiction.
    """
    if level >= UNREACHABLE:
        code = unreachable(board)
        if code < 0 or board[SCALARS, FINDING_COUNT] > 0:
            return code
    if level >= WALLED_IN:
        code = divided_sea(board)
        if code < 0 or board[SCALARS, FINDING_COUNT] > 0:
            return code
    if level >= NUMBER_NEEDED:
        code = number_needed(board)
        if code < 0 or board[SCALARS, FINDING_COUNT] > 0:
            return code
    if level >= BOTTLENECK:
        code = bottleneck_near_changes(board)
        if code < 0 or board[SCALARS, FINDING_COUNT] > 0:
            return code
        return bottleneck(board)
    return 0


@compiled
def propagate(board, level):
    """Alternate local techniques and whole-board techniques up to this level until nothing new follows.

    Return 0, or the negative code of a contradiction.
    """
    while True:
        code = propagate_locally(board)
        if code < 0 or board[SCALARS, DECIDED_COUNT] == board[SCALARS, DECIDED_AT_GLOBAL]:
            return code
        board[SCALARS, DECIDED_AT_GLOBAL] = board[SCALARS, DECIDED_COUNT]
        code = apply_global_techniques(board, level)
        if code >= 0:
            code = apply_findings(board)
        if code < 0:
            return code


@compiled(interpretable=True)
def assume(board, cell, value, deep):
    """Assume a value for a cell and propagate the consequences; `undo_to` undoes all of it.

    Return 0, or the negative code of a contradiction.
    """
    decide(board, cell, value, GIVEN)
    code = propagate_locally(board)
    if code < 0 or not deep:
        return code
    seen = board[SCALARS, DECIDED_AT_GLOBAL]
    code = propagate(board, WOULD_BE_DIVIDED)
    board[SCALARS, DECIDED_AT_GLOBAL] = seen
    return code


@compiled
def reset_trials_near_changes(board):
    """Mark the trials near newly decided cells as not done, because they may now lead to a contradiction."""
    scalars, stride = board[SCALARS], board[SCALARS, STRIDE]
    if scalars[DECIDED_AT_RESET] == scalars[DECIDED_COUNT]:
        return 0
    scalars[TRIALS_OUTDATED] = 1
    for index in range(scalars[DECIDED_AT_RESET], scalars[DECIDED_COUNT]):
        row, column = divmod(board[TRAIL, index], stride)
        for near in range(max(row - NEAR, 0), min(row + NEAR + 1, board.shape[1] // stride)):
            left, right = max(column - NEAR, 0), min(column + NEAR + 1, stride)
            for cell in range(near * stride + left, near * stride + right):
                board[TRIED, cell] = 0
    scalars[DECIDED_AT_RESET] = scalars[DECIDED_COUNT]
    return 0


@compiled
def next_untried_cell(board, bits):
    """Return the next undecided cell for which a trial in `bits` is not done, or 0; start at the cursor."""
    size = board.shape[1]
    for _ in range(size):
        cell = board[SCALARS, TRIAL_CURSOR]
        board[SCALARS, TRIAL_CURSOR] = cell + 1 if cell + 1 < size else 0
        if board[GRID, cell] == UNDECIDED and board[TRIED, cell] & bits != bits:
            return cell
    return 0


@compiled
def is_refuted(board, cell, value, deep):
    """Return whether an assumption leads to a contradiction, and undo the assumption.

    If there is no contradiction, no single consequence of the assumption leads to one either, so the trials of
    the consequences are marked as done too.
    """
    trail, log = board[SCALARS, DECIDED_COUNT], board[SCALARS, OWNER_LOG_LENGTH]
    code = assume(board, cell, value, deep)
    if code >= 0:
        for index in range(trail, board[SCALARS, DECIDED_COUNT]):
            kind = board[GRID, board[TRAIL, index]]
            board[TRIED, board[TRAIL, index]] |= 5 * kind if deep else kind
    undo_to(board, trail, log)
    return code < 0


@compiled
def find_common_consequences(board, cell):
    """Find the values of other cells that follow whichever value the cell has; return their number."""
    scalars, memory = board[SCALARS], board[TRIAL_VALUE]
    scalars[TICK] += 1
    tick = scalars[TICK]
    trail, log = scalars[DECIDED_COUNT], scalars[OWNER_LOG_LENGTH]
    assume(board, cell, SEA, True)
    for index in range(trail, scalars[DECIDED_COUNT]):
        memory[board[TRAIL, index]] = 4 * tick + board[GRID, board[TRAIL, index]]
    undo_to(board, trail, log)
    assume(board, cell, ISLAND, True)
    common = 0
    for index in range(trail, scalars[DECIDED_COUNT]):
        other = board[TRAIL, index]
        if memory[other] == 4 * tick + board[GRID, other]:
            board[PART, common] = other if board[GRID, other] == SEA else -other
            common += 1
    undo_to(board, trail, log)
    for index in range(common):
        other = board[PART, index]
        add_finding(board, abs(other), SEA if other > 0 else ISLAND, EITHER_WAY, cell)
    return common


@compiled
def find_shortest_refutation(board, deep):
    """Find the assumption that is refuted after the fewest decisions; add the opposite value as a finding."""
    scalars = board[SCALARS]
    trail, log = scalars[DECIDED_COUNT], scalars[OWNER_LOG_LENGTH]
    best = board.shape[1] + 1
    best_cell = refuted_value = 0
    for cell in range(board.shape[1]):
        if board[GRID, cell] != UNDECIDED:
            continue
        for value in (SEA, ISLAND):
            code = assume(board, cell, value, deep)
            length = scalars[DECIDED_COUNT] - trail
            undo_to(board, trail, log)
            if code < 0 and length < best:
                best, best_cell, refuted_value = length, cell, value
    scalars[FAILURE] = 0
    if best_cell != 0:
        technique = LONG_CONTRADICTION if deep else CONTRADICTION
        add_finding(board, best_cell, SEA + ISLAND - refuted_value, technique, best_cell)
    return 0


@compiled
def find_any_common_consequences(board):
    """Find the first cell whose two values have common consequences; add these consequences as findings."""
    for cell in range(board.shape[1]):
        if board[GRID, cell] == UNDECIDED and find_common_consequences(board, cell) > 0:
            break
    board[SCALARS, FAILURE] = 0
    return 0


@compiled
def next_trial(board, level):
    """Return the next cell to try (0 for none) and the kind of trial.

    The kind is 0 for a shallow trial, 1 for a deep trial, and 2 for the common consequences of both values.
    """
    while True:
        cell = next_untried_cell(board, SEA | ISLAND)
        if cell != 0:
            return cell, 0
        if level >= LONG_CONTRADICTION:
            cell = next_untried_cell(board, DEEP_SEA | DEEP_ISLAND)
            if cell != 0:
                return cell, 1
        if board[SCALARS, TRIALS_OUTDATED]:
            board[SCALARS, TRIALS_OUTDATED] = 0
            clear(board, TRIED)
            continue
        return (next_untried_cell(board, BOTH) if level >= EITHER_WAY else 0), 2


@compiled
def find_by_trial(board, level):
    """Return 1 if trials find a step, 0 if they find none, and -1 if the work limit is reached first."""
    while board[SCALARS, WORK_LEFT] > 0:
        cell, kind = next_trial(board, level)
        if cell == 0:
            return 0
        if kind == 2:
            board[TRIED, cell] |= BOTH
            find_common_consequences(board, cell)
            if board[SCALARS, FINDING_COUNT] > 0:
                return 1
            continue
        for value in (SEA, ISLAND):
            if not board[TRIED, cell] & (4 * value if kind else value) and is_refuted(board, cell, value, kind):
                technique = LONG_CONTRADICTION if kind else CONTRADICTION
                add_finding(board, cell, SEA + ISLAND - value, technique, cell)
                return 1
    return -1
