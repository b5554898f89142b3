# mypy: ignore-errors
"""The evaluations of the paper, and corrected versions of two of them.

Each evaluation chooses the best alternative; if several are equally good, it chooses the first of them.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    ALL_HIGH,
    ALL_LOW,
    EVALUATION_PARAMETER,
    RANDOM_STATE,
    collect_fitting,
    columns_of,
    last_of_initial_run,
    rows_of,
)
from tilewright.games.patchwork.quilt.domains_kernel import (
    compute_reachable,
    contact_length,
    reachable_by_any,
    regret_of_squares,
)
from tilewright.games.patchwork.quilt.placement_tables import LEX
from tilewright.games.patchwork.quilt.strategies.strategy_registry import evaluation

NO_LIMIT = np.int64(1 << 40)


@evaluation("first", "the first alternative")
@evaluation(
    "bottom", "as in the paper's program, which always chooses the first alternative because of an error"
)
def choose_first(lookup, quilt, shape, count):
    return 0


# --- Random -------------------------------------------------------------------------------------------


@compiled
def next_random(state):
    """Return the next state of the random generator in the paper's program.

    This is a Lehmer generator with the multiplier 48271, computed by Schrage's method. Unlike the textbook
    version, the version in the program wraps around at 32 bits.
    """
    state = (48271 * (state % 44488) - 3399 * (state // 44488)) & 0xFFFFFFFF
    return state if state else 1


@compiled
def random_below(quilt, bound):
    """Return a random number below `bound`, drawn as in the paper's program."""
    upper_half = next_random(quilt.scalars[RANDOM_STATE])
    lower_half = next_random(upper_half)
    quilt.scalars[RANDOM_STATE] = lower_half
    drawn = ((upper_half & 0xFFFF) << 16 | lower_half & 0xFFFF) & 0x7FFFFFFF
    return np.int64(np.float64(bound) * (np.float64(drawn) / 2147483648.0))


@evaluation(
    "random",
    "a random alternative, drawn by the random generator of the paper's program, seeded with the run's number",
)
def choose_random(lookup, quilt, shape, count):
    best, least = 0, NO_LIMIT
    for index in range(count):
        drawn = random_below(quilt, 2 * count)
        if drawn < least:
            best, least = index, drawn
    return best


# --- Extents ------------------------------------------------------------------------------------------


@compiled
def extents(lookup, quilt, placement):
    """Return the last column and the last row in use after a placement.

    A square is decided if it is covered or if no remaining tile can cover it. The columns (rows) in use are the
    unbroken run 0, 1, 2, ... of columns (rows) with a decided square; column (row) 0 is always in use.
    """
    low, high = lookup.low[placement], lookup.high[placement]
    free_low, free_high = reachable_by_any(lookup, quilt, low, high)
    decided_low, decided_high = ALL_LOW & ~free_low, ALL_HIGH & ~free_high
    columns, rows = columns_of(decided_low, decided_high), rows_of(decided_low, decided_high)
    return last_of_initial_run(columns), last_of_initial_run(rows)


BY_COLUMN, BY_ROW = 1, 2


@evaluation("left", "the smallest number of columns in use", parameter=BY_COLUMN)
@evaluation(
    "area",
    "as in the paper's program, which makes the same choices as the evaluation 'left' because of an error",
    parameter=BY_COLUMN,
)
@evaluation(
    "bottom-fixed",
    "'bottom' without the error of the paper's program: the smallest number of rows in use",
    parameter=BY_ROW,
)
@evaluation(
    "area-fixed",
    "'area' without the error of the paper's program: the smallest box of rows and columns in use",
    parameter=BY_COLUMN + BY_ROW,
)
def choose_least_extent(lookup, quilt, shape, count):
    by = quilt.scalars[EVALUATION_PARAMETER]
    best, least = 0, NO_LIMIT
    for index in range(count):
        column, row = extents(lookup, quilt, quilt.alternatives[index])
        extent = (column + 1 if by & BY_COLUMN else 1) * (row + 1 if by & BY_ROW else 1)
        if extent < least:
            best, least = index, extent
    return best


# --- Regret -------------------------------------------------------------------------------------------


@compiled
def index_of_most_contact(lookup, quilt, count):
    """Return the index of the alternative with the largest `contact_length`; its regret is usually small."""
    taken_low, taken_high, alternatives = quilt.board[0], quilt.board[1], quilt.alternatives
    lows, highs = lookup.low, lookup.high
    best, most = 0, -1
    for index in range(count):
        placement = alternatives[index]
        contact = contact_length(taken_low, taken_high, lows[placement], highs[placement])
        if contact > most:
            best, most = index, contact
    return best


@compiled
def regret_of_placement(lookup, quilt, placement, limit):
    """Return the regret of a placement, weighted by `quilt.weight`.

    If the regret exceeds `limit`, some number above `limit` is returned.
    """
    return regret_of_squares(
        lookup.start,
        quilt.weight,
        quilt.valid_count,
        quilt.valid_low,
        quilt.valid_high,
        quilt.reachable_low,
        quilt.reachable_high,
        lookup.low[placement],
        lookup.high[placement],
        limit,
    )


@compiled
def choose_least_regret(lookup, quilt, shape, count):
    """Return the index of the first alternative with the least regret, weighted by `quilt.weight`.

    The loop begins with the alternative that `index_of_most_contact` finds, which probably has little regret.
    For most other alternatives, the computation then stops early: as soon as the regret counted so far exceeds
    the least regret found so far.
    """
    compute_reachable(lookup, quilt, shape, collect_fitting(lookup, quilt, LEX, shape))
    # The arrays are passed as separate arguments, because passing the tuples `lookup` and `quilt` for each
    # alternative takes longer than the computation itself.
    start, weight, alternatives, lows, highs = (
        lookup.start,
        quilt.weight,
        quilt.alternatives,
        lookup.low,
        lookup.high,
    )
    valid_count, valid_low, valid_high = quilt.valid_count, quilt.valid_low, quilt.valid_high
    reachable_low, reachable_high = quilt.reachable_low, quilt.reachable_high
    first = index_of_most_contact(lookup, quilt, count)
    best, least = first, NO_LIMIT
    for turn in range(-1, count):
        index = first if turn < 0 else turn
        limit = least if index < best else least - 1
        placement = alternatives[index]
        low, high = lows[placement], highs[placement]
        regret = regret_of_squares(
            start, weight, valid_count, valid_low, valid_high, reachable_low, reachable_high, low, high, limit
        )
        if regret <= limit:
            best, least = index, regret
    return best


@evaluation("regret", "propagation-guided global regret: the placement that shrinks the domains least")
def choose_regret(lookup, quilt, shape, count):
    quilt.weight[:] = quilt.remaining
    return choose_least_regret(lookup, quilt, shape, count)


@evaluation("reverse-regret", "the placement that shrinks the domains most")
def choose_reverse_regret(lookup, quilt, shape, count):
    quilt.weight[:] = quilt.remaining
    compute_reachable(lookup, quilt, shape, collect_fitting(lookup, quilt, LEX, shape))
    best, most = 0, -NO_LIMIT
    for index in range(count):
        regret = regret_of_placement(lookup, quilt, quilt.alternatives[index], NO_LIMIT)
        if regret > most:
            best, most = index, regret
    return best
