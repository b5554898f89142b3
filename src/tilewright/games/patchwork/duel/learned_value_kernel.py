# mypy: ignore-errors
"""What a position looks like to the learned value, and the value itself: a network with one hidden layer.

All numbers are about one, and seen by the player to move: first that side, then the other, then what both
share.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.duel.kernel_tables import LAST_SPACE, OFFERS
from tilewright.games.patchwork.duel.placement_quality_kernel import east, north, south, west
from tilewright.games.patchwork.duel.state_kernel import (
    ALL_HIGH,
    ALL_LOW,
    ALL_PLACES,
    BONUS,
    BUTTONS,
    CIRCLE,
    HIGH,
    HOME,
    INCOME,
    LEFT,
    LOW,
    MARKER,
    MOVER,
    PENDING,
    PLACES,
    SEVEN_AREA,
    SIDE_SIZE,
    SPECIALS,
    TIME,
    compiled,
    count,
    first_fit,
    is_over,
    score,
    winner,
)
from tilewright.games.patchwork.quilt.board_kernel import lowest

OF_SIDE = 15
SHARED = 5
OF_OFFER = 8
LATER = 3
FEATURES = 2 * OF_SIDE + SHARED + OFFERS * OF_OFFER + LATER
"""Of each side, of both, of each patch on offer, and of the three patches after those."""

INCOMES = 9

MARGIN_SCALE = 10.0
"""A margin of so many points counts as a chance of 0.73."""
MARGIN_SHARE = 0.3
"""How much the margin counts in what is learned; the rest is the win."""


@compiled
def describe_quilt(low, high, x):
    """Counts of open squares: alone, with one neighbour, pairs of neighbours, blocks of 2 x 2, runs of 3."""
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
    x[0] = count(low & ~some_low, high & ~some_high) / 6.0
    x[1] = count(low & some_low & ~both_low, high & some_high & ~both_high) / 8.0
    row_low, row_high = low & east_low, high & east_high
    column_low, column_high = low & south_low, high & south_high
    x[2] = (count(row_low, row_high) + count(column_low, column_high)) / 70.0
    x[3] = count(row_low & south_low & beyond_low, row_high & south_high & beyond_high) / 30.0
    runs = count(row_low & west_low, row_high & west_high)
    runs += count(column_low & north_low, column_high & north_high)
    x[4] = runs / 50.0


@compiled
def describe_side(table, state, player, x):
    at = SIDE_SIZE * player
    low, high = ALL_LOW & ~state[at + LOW], ALL_HIGH & ~state[at + HIGH]
    time, buttons, income = state[at + TIME], state[at + BUTTONS], state[at + INCOME]
    to_come = INCOMES - table.collected[time]
    x[0] = time / LAST_SPACE
    x[1] = buttons / 20.0
    x[2] = min(buttons, 10) / 10.0
    x[3] = income / 10.0
    x[4] = income * to_come / 50.0
    x[5] = count(low, high) / 40.0
    describe_quilt(low, high, x[6:11])
    x[11] = 0.0
    if state[BONUS] < 0:
        least = SEVEN_AREA
        for square in range(9):
            least = min(least, count(low & table.seven_low[square], high & table.seven_high[square]))
        x[11] = 1.0 / (1.0 + least / 4.0)
    x[12] = 1.0 * (state[BONUS] == player)
    x[13] = 0.0
    for number in range(5):
        if state[SPECIALS] >> number & 1 and table.special[number] > time:
            x[13] = 1.0 / (table.special[number] - time)
            break
    x[14] = (5 - time % 6) / 6.0 if time % 6 != 5 else 1.0


@compiled
def describe(table, state, x):
    """Fill `x` with the features of a position that is not over."""
    me = state[MOVER]
    at, other = SIDE_SIZE * me, SIDE_SIZE * (1 - me)
    describe_side(table, state, me, x[:OF_SIDE])
    describe_side(table, state, 1 - me, x[OF_SIDE : 2 * OF_SIDE])
    x = x[2 * OF_SIDE :]
    x[0] = 1.0
    x[1] = 1.0 * (state[BONUS] < 0)
    x[2] = state[PENDING] / 2.0
    x[3] = (state[other + TIME] - state[at + TIME]) / 8.0
    x[4] = 0.0 if state[HOME] < 0 else (1.0 if state[HOME] == me else -1.0)
    x = x[SHARED:]
    x[:] = 0.0
    low, high = ALL_LOW & ~state[at + LOW], ALL_HIGH & ~state[at + HIGH]
    left, marker, time = state[LEFT], state[MARKER], state[at + TIME]
    ahead = (left >> marker | left << (PLACES - marker)) & ALL_PLACES
    for which in range(OFFERS + LATER):
        if ahead == 0:
            break
        place = marker + np.int64(lowest(ahead))
        patch = state[CIRCLE + (place - PLACES if place >= PLACES else place)]
        ahead &= ahead - 1
        worth = table.worth[patch, time] / 10.0
        if which >= OFFERS:
            x[OFFERS * OF_OFFER + which - OFFERS] = worth
            continue
        own = x[OF_OFFER * which : OF_OFFER * (which + 1)]
        transform, _ = first_fit(table, patch, low, high)
        if transform >= 0:
            own[0] = 1.0
            if table.cost[patch] <= state[at + BUTTONS]:
                own[1] = 1.0
                own[2] = worth
        own[3] = worth
        own[4] = table.time[patch] / 6.0
        own[5] = table.cost[patch] / 10.0
        own[6] = table.income[patch] / 3.0
        own[7] = 1.0 * (table.cost[patch] <= state[other + BUTTONS])


@compiled
def outcome(state):
    """What a finished game is worth to player 0: the win, and a little the margin."""
    margin = score(state, 0) - score(state, 1)
    chance = 1.0 / (1.0 + np.exp(-margin / MARGIN_SCALE))
    return MARGIN_SHARE * chance + (1.0 - MARGIN_SHARE) * (winner(state) == 0)


@compiled
def evaluate(table, net, state, x, hidden):
    """The chance of the player to move to win; `x` and `hidden` are room for the features and the layer."""
    if is_over(state):
        return 1.0 if winner(state) == state[MOVER] else 0.0
    describe(table, state, x)
    for unit in range(len(hidden)):
        hidden[unit] = np.float32(0.0)
    for feature in range(FEATURES):
        given = x[feature]
        if given != 0.0:
            for unit in range(len(hidden)):
                hidden[unit] += given * net.inner[feature, unit]
    total = np.float32(0.0)
    for unit in range(len(hidden)):
        total += max(hidden[unit], np.float32(0.0)) * net.outer[unit]
    for feature in range(FEATURES):
        total += x[feature] * net.direct[feature]
    return 1.0 / (1.0 + np.exp(-np.float64(total)))
