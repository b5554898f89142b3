# mypy: ignore-errors
"""The evaluations: which of the alternatives is taken. The first of the best wins."""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.kernels.compiling import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    ALL_HIGH,
    ALL_LOW,
    CHOOSE_NUMBER,
    RANDOM,
    columns_of,
    fitting,
    last_of_run,
    rows_of,
)
from tilewright.games.patchwork.quilt.domains_kernel import contact_of, look_ahead_of, reach_beside, regret_of
from tilewright.games.patchwork.quilt.placement_tables import LEX
from tilewright.games.patchwork.quilt.strategies.strategy_registry import evaluation

NO_LIMIT = np.int64(1 << 40)


@evaluation("first", "the first alternative")
@evaluation("bottom", "as published: its program always finds 0, so the first alternative")
def choose_first(table, quilt, shape, count):
    return 0


# --- Random -------------------------------------------------------------------------------------------


@compiled
def step(state):
    """The published program's generator: not quite the textbook's, for it wraps at 32 bits."""
    state = (48271 * (state % 44488) - 3399 * (state // 44488)) & 0xFFFFFFFF
    return state if state else 1


@compiled
def random_below(quilt, number):
    """A random number below `number`, as the published program draws it."""
    one = step(quilt.facts[RANDOM])
    two = step(one)
    quilt.facts[RANDOM] = two
    drawn = ((one & 0xFFFF) << 16 | two & 0xFFFF) & 0x7FFFFFFF
    return np.int64(np.float64(number) * (np.float64(drawn) / 2147483648.0))


@evaluation("random", "one at random: the published program's generator, started with the run's number")
def choose_random(table, quilt, shape, count):
    best, least = 0, NO_LIMIT
    for at in range(count):
        drawn = random_below(quilt, 2 * count)
        if drawn < least:
            best, least = at, drawn
    return best


# --- Extents ------------------------------------------------------------------------------------------


@compiled
def extents(table, quilt, number):
    """The last column and the last row of the runs from 0 with decided squares, after a placement."""
    low, high = table.low[number], table.high[number]
    free_low, free_high = reach_beside(table, quilt, low, high)
    decided_low, decided_high = ALL_LOW & ~free_low, ALL_HIGH & ~free_high
    return last_of_run(columns_of(decided_low, decided_high)), last_of_run(rows_of(decided_low, decided_high))


BY_COLUMN, BY_ROW = 1, 2


@evaluation("left", "the least right extent of the decided squares", number=BY_COLUMN)
@evaluation("area", "as published: its program takes the same extent as left", number=BY_COLUMN)
@evaluation("bottom-fixed", "repaired: the least lower extent of the decided squares", number=BY_ROW)
@evaluation("area-fixed", "repaired: the least box around the decided squares", number=BY_COLUMN + BY_ROW)
def choose_least_extent(table, quilt, shape, count):
    by = quilt.facts[CHOOSE_NUMBER]
    best, least = 0, NO_LIMIT
    for at in range(count):
        column, row = extents(table, quilt, quilt.alternatives[at])
        extent = (column + 1 if by & BY_COLUMN else 1) * (row + 1 if by & BY_ROW else 1)
        if extent < least:
            best, least = at, extent
    return best


# --- Regret -------------------------------------------------------------------------------------------


@compiled
def start_with_most_contact(table, quilt, count):
    """The index of the alternative with most contact, which seldom has much regret."""
    taken_low, taken_high, alternatives = quilt.board[0], quilt.board[1], quilt.alternatives
    lows, highs = table.low, table.high
    first, most = 0, -1
    for at in range(count):
        number = alternatives[at]
        contact = contact_of(taken_low, taken_high, lows[number], highs[number])
        if contact > most:
            first, most = at, contact
    return first


@compiled
def regret_at(table, quilt, number, limit):
    """The regret of a placement with the weights of `weight`; anything above the limit if it is more."""
    return regret_of(
        table.start,
        quilt.weight,
        quilt.valid,
        quilt.valid_low,
        quilt.valid_high,
        quilt.root_low,
        quilt.root_high,
        table.low[number],
        table.high[number],
        limit,
    )


@compiled
def choose_least_regret(table, quilt, shape, count):
    """The first alternative of least regret with the weights of `weight`."""
    look_ahead_of(table, quilt, shape, fitting(table, quilt, LEX, shape))
    # Arrays by their own names: to hand over all of table and quilt for each alternative would take longer
    # than to look at it.
    start, weight, alternatives, lows, highs = (
        table.start,
        quilt.weight,
        quilt.alternatives,
        table.low,
        table.high,
    )
    valid, valid_low, valid_high = quilt.valid, quilt.valid_low, quilt.valid_high
    root_low, root_high = quilt.root_low, quilt.root_high
    first = start_with_most_contact(table, quilt, count)
    best, least = first, NO_LIMIT
    for turn in range(-1, count):
        at = first if turn < 0 else turn
        limit = least if at < best else least - 1
        number = alternatives[at]
        low, high = lows[number], highs[number]
        regret = regret_of(start, weight, valid, valid_low, valid_high, root_low, root_high, low, high, limit)
        if regret <= limit:
            best, least = at, regret
    return best


@evaluation("regret", "propagation guided global regret: the placement that takes least from all domains")
def choose_regret(table, quilt, shape, count):
    quilt.weight[:] = quilt.left
    return choose_least_regret(table, quilt, shape, count)


@evaluation("reverse-regret", "the placement that takes most from all domains")
def choose_reverse_regret(table, quilt, shape, count):
    quilt.weight[:] = quilt.left
    look_ahead_of(table, quilt, shape, fitting(table, quilt, LEX, shape))
    best, most = 0, -NO_LIMIT
    for at in range(count):
        regret = regret_at(table, quilt, quilt.alternatives[at], NO_LIMIT)
        if regret > most:
            best, most = at, regret
    return best
