# mypy: ignore-errors
"""Evaluations that are not in the paper: regret weighted by patch size, and rollouts.

The last squares of a quilt are covered by small patches, because large patches no longer fit. *Chance regret*
therefore gives small patches a larger weight: a square that a small patch can no longer cover costs more than a
square that a large patch can no longer cover.

*Rollout* simulates the rest of the run: after each of the best alternatives by chance regret, the remaining
patches are laid by first fit in random orders, which are the same for all alternatives. The alternative with
the most covered squares on average is chosen.

Only evaluations with `foresight` above 0 know the order of the next patches.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    CELLS,
    EVALUATION_PARAMETER,
    ORDER_INDEX,
    ORDER_LENGTH,
    RANDOM_STATE,
    SHAPE_COUNT,
    collect_fitting,
    first_fit,
    square_count,
)
from tilewright.games.patchwork.quilt.domains_kernel import compute_reachable
from tilewright.games.patchwork.quilt.placement_tables import LEX
from tilewright.games.patchwork.quilt.strategies.evaluations_kernel import (
    NO_LIMIT,
    choose_least_regret,
    regret_of_placement,
)
from tilewright.games.patchwork.quilt.strategies.strategy_registry import evaluation

SCALE = 1000
"""The weight of a tile is this number divided by the cube of the tile's area, rounded down."""

ROLLOUT_ALTERNATIVES = 8
"""The maximum number of alternatives for which rollouts are played."""

ROLLOUT_ORDERS = 32
"""The number of random orders in a rollout."""


@compiled
def weight_by_area(lookup, quilt):
    """Set the weight of each shape: the number of its remaining tiles times the weight of a tile."""
    for shape in range(SHAPE_COUNT):
        quilt.weight[shape] = quilt.remaining[shape] * (SCALE // lookup.area[shape] ** 3)


@evaluation("chance-regret", "regret in which the weight of a patch is 1 divided by the cube of its area")
def choose_chance_regret(lookup, quilt, shape, count):
    weight_by_area(lookup, quilt)
    return choose_least_regret(lookup, quilt, shape, count)


# --- Rollouts -----------------------------------------------------------------------------------------


@compiled
def xorshift(state):
    """Return the next state of a 64-bit xorshift generator."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    return state ^ state << np.uint64(17)


@compiled
def tiles_to_come(quilt, known, tiles):
    """Write the shapes of the remaining tiles into `tiles`; return the number of remaining tiles.

    The next `known` tiles come first, in their order; the other tiles follow, sorted by shape.
    """
    unknown = quilt.remaining.copy()
    count = 0
    for index in range(
        quilt.scalars[ORDER_INDEX] + 1, min(quilt.scalars[ORDER_INDEX] + 1 + known, quilt.scalars[ORDER_LENGTH])
    ):
        tiles[count] = quilt.order[index]
        unknown[quilt.order[index]] -= 1
        count += 1
    for shape in range(SHAPE_COUNT):
        for _ in range(unknown[shape]):
            tiles[count] = shape
            count += 1
    return count


@compiled
def squares_left_open(lookup, low, high, tiles, count):
    """Return the number of squares that stay open when the first `count` of the tiles are laid by first fit.

    `low` and `high` contain the squares that are already covered.
    """
    open_squares = CELLS - square_count(low, high)
    for index in range(count):
        shape = tiles[index]
        if lookup.area[shape] > open_squares:
            continue
        placement = first_fit(lookup, lookup.start[LEX, shape], lookup.start[LEX, shape + 1], low, high)
        if placement >= 0:
            low |= lookup.low[placement]
            high |= lookup.high[placement]
            open_squares -= lookup.area[shape]
            if open_squares == 0:
                break
    return open_squares


@evaluation(
    "rollout",
    "of the eight alternatives with the least 'chance-regret', the best in first-fit runs on 32 random orders",
)
@evaluation(
    "rollout-next3",
    "like 'rollout', but the next three patches are known, as in the two-player game",
    foresight=3,
    parameter=3,
)
def choose_by_rollout(lookup, quilt, shape, count):
    """Return the index of the alternative with the fewest open squares, summed over random orders.

    The orders contain the remaining tiles. Every order begins with the next tiles of the real order, as many as
    the evaluation knows.
    """
    known = quilt.scalars[EVALUATION_PARAMETER]
    weight_by_area(lookup, quilt)
    compute_reachable(lookup, quilt, shape, collect_fitting(lookup, quilt, LEX, shape))
    regrets = np.empty(count, np.int64)
    for index in range(count):
        regrets[index] = regret_of_placement(lookup, quilt, quilt.alternatives[index], NO_LIMIT)
    finalists = np.argsort(regrets, kind="mergesort")[:ROLLOUT_ALTERNATIVES]
    tiles = np.empty(quilt.order.size, np.int64)
    to_come = tiles_to_come(quilt, known, tiles)
    fixed = min(known, to_come)
    open_squares = np.zeros(finalists.size, np.int64)
    seed = np.uint64(quilt.scalars[RANDOM_STATE]) * np.uint64(64) + np.uint64(quilt.scalars[ORDER_INDEX])
    state = xorshift(seed * np.uint64(0x9E3779B97F4A7C15) + np.uint64(1))
    for _ in range(ROLLOUT_ORDERS):
        for last in range(to_come - 1, fixed, -1):
            state = xorshift(state)
            other = fixed + np.int64((state >> np.uint64(11)) % np.uint64(last - fixed + 1))
            tiles[last], tiles[other] = tiles[other], tiles[last]
        for index in range(finalists.size):
            placement = quilt.alternatives[finalists[index]]
            low, high = quilt.board[0] | lookup.low[placement], quilt.board[1] | lookup.high[placement]
            open_squares[index] += squares_left_open(lookup, low, high, tiles, to_come)
    return finalists[np.argmin(open_squares)]
