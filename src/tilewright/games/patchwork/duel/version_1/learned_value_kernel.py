# mypy: ignore-errors
"""The features of a position and the learned value: a neural network with one hidden layer.

The features describe the position from the point of view of the player to move and are scaled to be of the
order of one. The player's features come first, then the opponent's, the shared features, and the features of
the next patches of the circle.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.placement_quality_kernel import east, north, south, west
from tilewright.games.patchwork.duel.rules import LAST_SPACE, OFFERS
from tilewright.games.patchwork.duel.state_kernel import (
    ALL_HIGH,
    ALL_LOW,
    ALL_SLOTS,
    BONUS,
    BUTTONS,
    CIRCLE,
    CIRCLE_SIZE,
    FIRST_HOME,
    HIGH,
    INCOME,
    LOW,
    MARKER,
    MOVER,
    PENDING,
    REMAINING,
    SEVEN_AREA,
    SIDE_SIZE,
    SPECIALS,
    TIME,
    first_fit,
    is_over,
    winner,
)
from tilewright.games.patchwork.quilt.board_kernel import square_count
from tilewright.geometry.word_bits_kernel import lowest_bit

SIDE_FEATURES = 15
SHARED_FEATURES = 5
OFFER_FEATURES = 8
LATER_PATCHES = 3
FEATURES = 2 * SIDE_FEATURES + SHARED_FEATURES + OFFERS * OFFER_FEATURES + LATER_PATCHES
"""The number of features.

These are the features of the two players, the shared features, the features of the patches on offer, and those
of the three patches after them.
"""

INCOME_SPACE_COUNT = 9


@compiled
def write_quilt_features(low, high, features):
    """Write scaled counts of patterns in the set of open squares.

    The patterns are isolated squares, squares with one open neighbour, pairs of neighbours, 2 x 2 blocks and
    runs of three squares.
    """
    east_low, east_high = east(low, high)
    west_low, west_high = west(low, high)
    north_low, north_high = north(low, high)
    south_low, south_high = south(low, high)
    beyond_low, beyond_high = east(south_low, south_high)
    across_low, across_high = east_low ^ west_low, east_high ^ west_high
    along_low, along_high = north_low ^ south_low, north_high ^ south_high
    some_low = east_low | west_low | north_low | south_low
    some_high = east_high | west_high | north_high | south_high
    both_low = east_low & west_low | north_low & south_low | across_low & along_low
    both_high = east_high & west_high | north_high & south_high | across_high & along_high
    features[0] = square_count(low & ~some_low, high & ~some_high) / 6.0
    features[1] = square_count(low & some_low & ~both_low, high & some_high & ~both_high) / 8.0
    row_low, row_high = low & east_low, high & east_high
    column_low, column_high = low & south_low, high & south_high
    features[2] = (square_count(row_low, row_high) + square_count(column_low, column_high)) / 70.0
    features[3] = square_count(row_low & south_low & beyond_low, row_high & south_high & beyond_high) / 30.0
    runs = square_count(row_low & west_low, row_high & west_high)
    runs += square_count(column_low & north_low, column_high & north_high)
    features[4] = runs / 50.0


@compiled
def write_side_features(lookup, state, player, features):
    """Write the features of one player."""
    base = SIDE_SIZE * player
    low, high = ALL_LOW & ~state[base + LOW], ALL_HIGH & ~state[base + HIGH]
    time, buttons, income = state[base + TIME], state[base + BUTTONS], state[base + INCOME]
    to_come = INCOME_SPACE_COUNT - lookup.incomes_up_to[time]
    features[0] = time / LAST_SPACE
    features[1] = buttons / 20.0
    features[2] = min(buttons, 10) / 10.0
    features[3] = income / 10.0
    features[4] = income * to_come / 50.0
    features[5] = square_count(low, high) / 40.0
    write_quilt_features(low, high, features[6:11])
    features[11] = 0.0
    if state[BONUS] < 0:
        least = SEVEN_AREA
        for square in range(9):
            least = min(least, square_count(low & lookup.seven_low[square], high & lookup.seven_high[square]))
        features[11] = 1.0 / (1.0 + least / 4.0)
    features[12] = 1.0 * (state[BONUS] == player)
    features[13] = 0.0
    for number in range(5):
        if state[SPECIALS] >> number & 1 and lookup.special_spaces[number] > time:
            features[13] = 1.0 / (lookup.special_spaces[number] - time)
            break
    features[14] = (5 - time % 6) / 6.0 if time % 6 != 5 else 1.0


@compiled
def write_features(lookup, state, features):
    """Write the features of a position, which must not be final."""
    mover = state[MOVER]
    base, opponent = SIDE_SIZE * mover, SIDE_SIZE * (1 - mover)
    write_side_features(lookup, state, mover, features[:SIDE_FEATURES])
    write_side_features(lookup, state, 1 - mover, features[SIDE_FEATURES : 2 * SIDE_FEATURES])
    features = features[2 * SIDE_FEATURES :]
    features[0] = 1.0
    features[1] = 1.0 * (state[BONUS] < 0)
    features[2] = state[PENDING] / 2.0
    features[3] = (state[opponent + TIME] - state[base + TIME]) / 8.0
    features[4] = 0.0 if state[FIRST_HOME] < 0 else (1.0 if state[FIRST_HOME] == mover else -1.0)
    features = features[SHARED_FEATURES:]
    features[:] = 0.0
    low, high = ALL_LOW & ~state[base + LOW], ALL_HIGH & ~state[base + HIGH]
    remaining, marker, time = state[REMAINING], state[MARKER], state[base + TIME]
    ahead = (remaining >> marker | remaining << (CIRCLE_SIZE - marker)) & ALL_SLOTS
    for offer_index in range(OFFERS + LATER_PATCHES):
        if ahead == 0:
            break
        slot = marker + lowest_bit(ahead)
        patch = state[CIRCLE + (slot - CIRCLE_SIZE if slot >= CIRCLE_SIZE else slot)]
        ahead &= ahead - 1
        gain = lookup.gain[patch, time] / 10.0
        if offer_index >= OFFERS:
            features[OFFERS * OFFER_FEATURES + offer_index - OFFERS] = gain
            continue
        own = features[OFFER_FEATURES * offer_index : OFFER_FEATURES * (offer_index + 1)]
        transform, _ = first_fit(lookup, patch, low, high)
        if transform >= 0:
            own[0] = 1.0
            if lookup.cost[patch] <= state[base + BUTTONS]:
                own[1] = 1.0
                own[2] = gain
        own[3] = gain
        own[4] = lookup.time[patch] / 6.0
        own[5] = lookup.cost[patch] / 10.0
        own[6] = lookup.income[patch] / 3.0
        own[7] = 1.0 * (lookup.cost[patch] <= state[opponent + BUTTONS])


@compiled
def winning_chance(lookup, net, state, features, hidden):
    """Return the win chance of the player to move; `features` and `hidden` are work arrays."""
    if is_over(state):
        return 1.0 if winner(state) == state[MOVER] else 0.0
    write_features(lookup, state, features)
    for unit in range(len(hidden)):
        hidden[unit] = np.float32(0.0)
    for feature in range(FEATURES):
        value = features[feature]
        if value != 0.0:
            for unit in range(len(hidden)):
                hidden[unit] += value * net.inner[feature, unit]
    total = np.float32(0.0)
    for unit in range(len(hidden)):
        total += max(hidden[unit], np.float32(0.0)) * net.outer[unit]
    for feature in range(FEATURES):
        total += features[feature] * net.direct[feature]
    return 1.0 / (1.0 + np.exp(-np.float64(total)))
