# mypy: ignore-errors
"""Evaluations that are not in the paper: regret by the patches' chances, and imagined orders.

Whoever covers the last squares of a quilt lays small patches: they still fit. *Chance regret* lets a square
that a patch can no longer reach count the more, the smaller the patch is. *Rollout* imagines how it goes on:
the best alternatives by chance regret are each followed by the same random orders of the patches that are left,
laid where they first fit, and the one with most squares covered in the mean is taken.

Only evaluations whose `foresight` is above 0 know patches that are still to come.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.kernels.compiling import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    CELLS,
    CHOOSE_NUMBER,
    KINDS,
    PLACE,
    RANDOM,
    TILES,
    first_fit,
    fitting,
    size_of,
)
from tilewright.games.patchwork.quilt.domains_kernel import look_ahead_of
from tilewright.games.patchwork.quilt.placement_tables import LEX
from tilewright.games.patchwork.quilt.strategies.evaluations_kernel import (
    NO_LIMIT,
    choose_least_regret,
    regret_at,
)
from tilewright.games.patchwork.quilt.strategies.strategy_registry import evaluation

SCALE = 1000
"""Weights are whole numbers: this, divided by the cube of the area."""

CONSIDERED = 8
"""Alternatives that are followed into imagined orders."""

IMAGINED = 32
"""Imagined orders for each alternative."""


@compiled
def chances(table, quilt):
    """For each shape its tiles that are left, weighted by one over the cube of its area."""
    for shape in range(KINDS):
        quilt.weight[shape] = quilt.left[shape] * (SCALE // table.area[shape] ** 3)


@evaluation("chance-regret", "regret in which a patch counts by one over the cube of its area")
def choose_chance_regret(table, quilt, shape, count):
    chances(table, quilt)
    return choose_least_regret(table, quilt, shape, count)


# --- Imagined orders ----------------------------------------------------------------------------------


@compiled
def random_word(state):
    """The next state of a 64-bit xorshift generator."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    return state ^ state << np.uint64(17)


@compiled
def tiles_to_come(quilt, known, tiles):
    """The shapes that are left: first those whose places are known, then the others by number."""
    unknown = quilt.left.copy()
    count = 0
    for place in range(quilt.facts[PLACE] + 1, min(quilt.facts[PLACE] + 1 + known, quilt.facts[TILES])):
        tiles[count] = quilt.order[place]
        unknown[quilt.order[place]] -= 1
        count += 1
    for shape in range(KINDS):
        for _ in range(unknown[shape]):
            tiles[count] = shape
            count += 1
    return count


@compiled
def squares_left_open(table, low, high, tiles, count):
    """How many squares stay open when tiles are laid, each where it first fits."""
    open_squares = CELLS - size_of(low, high)
    for at in range(count):
        shape = tiles[at]
        if table.area[shape] > open_squares:
            continue
        found = first_fit(table, table.start[LEX, shape], table.start[LEX, shape + 1], low, high)
        if found >= 0:
            low |= table.low[found]
            high |= table.high[found]
            open_squares -= table.area[shape]
            if open_squares == 0:
                break
    return open_squares


@evaluation("rollout", "of the eight least by chance regret, the best over 32 imagined orders, laid in order")
@evaluation(
    "rollout-next3",
    "as rollout, but KNOWS the next three patches, as a player does",
    foresight=3,
    number=3,
)
def choose_by_rollout(table, quilt, shape, count):
    """The alternative with the fewest open squares over imagined orders whose first tiles are true."""
    known = quilt.facts[CHOOSE_NUMBER]
    chances(table, quilt)
    look_ahead_of(table, quilt, shape, fitting(table, quilt, LEX, shape))
    regrets = np.empty(count, np.int64)
    for at in range(count):
        regrets[at] = regret_at(table, quilt, quilt.alternatives[at], NO_LIMIT)
    considered = np.argsort(regrets, kind="mergesort")[:CONSIDERED]
    tiles = np.empty(quilt.order.size, np.int64)
    to_come = tiles_to_come(quilt, known, tiles)
    fixed = min(known, to_come)
    open_squares = np.zeros(considered.size, np.int64)
    seed = np.uint64(quilt.facts[RANDOM]) * np.uint64(64) + np.uint64(quilt.facts[PLACE])
    state = random_word(seed * np.uint64(0x9E3779B97F4A7C15) + np.uint64(1))
    for _ in range(IMAGINED):
        for last in range(to_come - 1, fixed, -1):
            state = random_word(state)
            other = fixed + np.int64((state >> np.uint64(11)) % np.uint64(last - fixed + 1))
            tiles[last], tiles[other] = tiles[other], tiles[last]
        for at in range(considered.size):
            number = quilt.alternatives[considered[at]]
            low, high = quilt.board[0] | table.low[number], quilt.board[1] | table.high[number]
            open_squares[at] += squares_left_open(table, low, high, tiles, to_come)
    return considered[np.argmin(open_squares)]
