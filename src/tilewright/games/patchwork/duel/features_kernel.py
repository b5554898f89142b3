# mypy: ignore-errors
"""The features of a position for the learned value, from the point of view of the player to move.

A position has two kinds of features. The *numbers* are scaled so that most of them are between 0 and 1. They
describe each player (time, buttons, income, the distances to the next income space and to the next 1x1 patch),
each quilt (patterns of open squares, how close the quilt is to the 7x7 bonus), both players together, and each
of the next patches of the circle (its gain for both players, whether it fits on their quilts and, if it is on
offer, whether they can buy it). The *patches* are the next patches of the circle themselves: the network has
weights for each patch in each *place*, which is a position in the circle, counted from the marker.
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
    LOW_CELLS,
    MARKER,
    MOVER,
    PENDING,
    REMAINING,
    SEVEN_AREA,
    SIDE_SIZE,
    SPECIALS,
    TIME,
    free_corners,
)
from tilewright.games.patchwork.quilt.board_kernel import square_count
from tilewright.geometry.word_bits_kernel import highest_bit, lowest_bit

PATCHES_AHEAD = 8
"""The number of patches of the circle, counted from the marker, that the features describe."""
PATCH_KINDS = 34
NO_PATCH = 0
"""The value for a place beyond the last patch of the circle; patch 0 itself is never in the circle."""

NUMBERS_OF_SIDE = 20
NUMBERS_OF_QUILT = 12
NUMBERS_OF_BOTH = 19
NUMBERS_OF_OFFER = 8
NUMBERS_OF_LATER_PATCH = 4

# The first index of each group of numbers.
SIDES = 0
QUILTS = SIDES + 2 * NUMBERS_OF_SIDE
BOTH = QUILTS + 2 * NUMBERS_OF_QUILT
OFFERED = BOTH + NUMBERS_OF_BOTH
LATER = OFFERED + OFFERS * NUMBERS_OF_OFFER
NUMBERS = LATER + (PATCHES_AHEAD - OFFERS) * NUMBERS_OF_LATER_PATCH
"""The number of *numbers* (features that are not patches) of a position."""
ROWS = NUMBERS + PATCHES_AHEAD * PATCH_KINDS
"""The number of features: all *numbers*, then one feature for each pair of a place and a patch."""

INCOME_SPACE_COUNT = 9
LONGEST_LEAD = 12
"""The maximum lead of the opponent on the time board, in steps; longer leads are clipped to it."""
LONGEST_WAY = 7
"""The maximum distance to the next 1x1 patch, in steps; longer distances are clipped to it."""


@compiled
def write_side(lookup, state, player, numbers):
    """Write into `numbers` the features of one player that do not depend on the quilt."""
    base = SIDE_SIZE * player
    time, buttons, income = state[base + TIME], state[base + BUTTONS], state[base + INCOME]
    numbers[:] = 0.0
    numbers[0] = time / LAST_SPACE
    numbers[1] = buttons / 20.0
    numbers[2] = min(buttons, 10) / 10.0
    numbers[3] = min(buttons, 4) / 4.0
    numbers[4] = income / 10.0
    numbers[5] = income * (INCOME_SPACE_COUNT - lookup.incomes_up_to[time]) / 50.0
    numbers[6 + (5 - time % 6)] = 1.0
    way = 0
    for number in range(5):
        if state[SPECIALS] >> number & 1 and lookup.special_spaces[number] > time:
            way = min(lookup.special_spaces[number] - time, LONGEST_WAY)
            break
    numbers[12 + way] = 1.0


@compiled
def write_quilt(lookup, state, player, numbers):
    """Write into `numbers` the features of one player's quilt: its open squares, and the 7x7 bonus."""
    base = SIDE_SIZE * player
    low, high = ALL_LOW & ~state[base + LOW], ALL_HIGH & ~state[base + HIGH]
    east_low, east_high = east(low, high)
    west_low, west_high = west(low, high)
    north_low, north_high = north(low, high)
    south_low, south_high = south(low, high)
    across_low, across_high = east_low ^ west_low, east_high ^ west_high
    along_low, along_high = north_low ^ south_low, north_high ^ south_high
    some_low = east_low | west_low | north_low | south_low
    some_high = east_high | west_high | north_high | south_high
    both_low = east_low & west_low | north_low & south_low | across_low & along_low
    both_high = east_high & west_high | north_high & south_high | across_high & along_high
    row_low, row_high = low & east_low, high & east_high
    column_low, column_high = low & south_low, high & south_high
    below_low, below_high = south(row_low, row_high)
    block_low, block_high = row_low & below_low, row_high & below_high
    right_low, right_high = east(block_low, block_high)
    below_low, below_high = south(block_low, block_high)
    wide_low, wide_high = block_low & right_low, block_high & right_high
    far_low, far_high = south(wide_low, wide_high)
    runs_low, runs_high = row_low & west_low, row_high & west_high
    columns_low, columns_high = column_low & north_low, column_high & north_high
    next_low, next_high = east(runs_low, runs_high)
    lower_low, lower_high = south(columns_low, columns_high)
    numbers[0] = square_count(low, high) / 40.0
    numbers[1] = square_count(low & ~some_low, high & ~some_high) / 6.0
    numbers[2] = square_count(low & some_low & ~both_low, high & some_high & ~both_high) / 8.0
    numbers[3] = (square_count(row_low, row_high) + square_count(column_low, column_high)) / 70.0
    numbers[4] = square_count(block_low, block_high) / 30.0
    numbers[5] = (square_count(runs_low, runs_high) + square_count(columns_low, columns_high)) / 50.0
    numbers[6] = (
        square_count(wide_low, wide_high) + square_count(block_low & below_low, block_high & below_high)
    ) / 40.0
    numbers[7] = square_count(wide_low & far_low, wide_high & far_high) / 15.0
    numbers[8] = (
        square_count(runs_low & next_low, runs_high & next_high)
        + square_count(columns_low & lower_low, columns_high & lower_high)
    ) / 40.0
    numbers[9] = numbers[10] = 0.0
    if state[BONUS] < 0:
        least = SEVEN_AREA
        for square in range(9):
            least = min(least, square_count(low & lookup.seven_low[square], high & lookup.seven_high[square]))
        numbers[9] = 1.0 / (1.0 + least / 4.0)
        numbers[10] = least / 25.0
    numbers[11] = 1.0 * (state[BONUS] == player)


@compiled
def write_both(state, numbers):
    """Write into `numbers` the features that describe both players together."""
    mover = state[MOVER]
    lead = state[SIDE_SIZE * (1 - mover) + TIME] - state[SIDE_SIZE * mover + TIME]
    numbers[:] = 0.0
    numbers[0] = 1.0
    numbers[1] = 1.0 * (state[BONUS] < 0)
    numbers[2] = state[PENDING] / 2.0
    numbers[3] = 0.0 if state[FIRST_HOME] < 0 else (1.0 if state[FIRST_HOME] == mover else -1.0)
    numbers[4] = lead / 8.0
    numbers[5 + (min(lead, LONGEST_LEAD) if lead >= 0 else LONGEST_LEAD + 1)] = 1.0


@compiled
def find_patches(state, patches):
    """Write the next patches of the circle into `patches`, and `NO_PATCH` into its remaining elements."""
    remaining, marker = state[REMAINING], state[MARKER]
    ahead = (remaining >> marker | remaining << (CIRCLE_SIZE - marker)) & ALL_SLOTS
    for place in range(len(patches)):
        patches[place] = NO_PATCH
        if ahead:
            slot = marker + lowest_bit(ahead)
            patches[place] = state[CIRCLE + (slot - CIRCLE_SIZE if slot >= CIRCLE_SIZE else slot)]
            ahead &= ahead - 1


@compiled
def find_fit(lookup, patch, low, high):
    """Return the squares of one placement of a patch on open squares, or zeros if the patch does not fit.

    The placement is the last one of the first transform that fits: quilts are filled from the top left, so the
    next patch that is laid rarely overlaps it.
    """
    for transform in range(
        lookup.first_transform[patch], lookup.first_transform[patch] + lookup.transform_count[patch]
    ):
        corner_low, corner_high = free_corners(lookup, transform, low, high)
        if corner_low | corner_high:
            corner = LOW_CELLS + highest_bit(corner_high) if corner_high else highest_bit(corner_low)
            return lookup.squares_low[transform, corner], lookup.squares_high[transform, corner]
    return np.int64(0), np.int64(0)


@compiled
def find_fits(lookup, state, player, patches):
    """Return a bit set in which bit i is 1 if the patch `patches[i]` fits on a player's quilt."""
    base = SIDE_SIZE * player
    low, high = ALL_LOW & ~state[base + LOW], ALL_HIGH & ~state[base + HIGH]
    fits = np.int64(0)
    for place in range(len(patches)):
        if patches[place] != NO_PATCH:
            fit_low, fit_high = find_fit(lookup, patches[place], low, high)
            fits |= np.int64((fit_low | fit_high) != 0) << place
    return fits


@compiled
def write_patches(lookup, state, patches, fits, opponent_fits, numbers):
    """Write into `numbers` the features of the next patches of the circle.

    `fits` and `opponent_fits` are the bit sets that `find_fits` returns for the player to move and for the
    opponent.
    """
    base, other = SIDE_SIZE * state[MOVER], SIDE_SIZE * (1 - state[MOVER])
    for place in range(PATCHES_AHEAD):
        size = NUMBERS_OF_OFFER if place < OFFERS else NUMBERS_OF_LATER_PATCH
        begin = NUMBERS_OF_OFFER * min(place, OFFERS) + NUMBERS_OF_LATER_PATCH * max(place - OFFERS, 0)
        own = numbers[begin : begin + size]
        own[:] = 0.0
        patch = patches[place]
        if patch == NO_PATCH:
            continue
        own[0] = lookup.gain[patch, state[base + TIME]] / 10.0
        own[1] = lookup.gain[patch, state[other + TIME]] / 10.0
        own[2] = 1.0 - (fits >> place & 1)
        own[3] = 1.0 - (opponent_fits >> place & 1)
        if place < OFFERS:
            if fits >> place & 1 and lookup.cost[patch] <= state[base + BUTTONS]:
                own[4] = 1.0
                own[5] = own[0]
            if opponent_fits >> place & 1 and lookup.cost[patch] <= state[other + BUTTONS]:
                own[6] = 1.0
                own[7] = own[1]


@compiled
def write_numbers(lookup, state, patches, fits, opponent_fits, numbers):
    """Write all *numbers* of a position, which must not be final, into `numbers`.

    `patches`, `fits` and `opponent_fits` are the arguments of `write_patches`.
    """
    mover = state[MOVER]
    write_side(lookup, state, mover, numbers[SIDES : SIDES + NUMBERS_OF_SIDE])
    write_side(lookup, state, 1 - mover, numbers[SIDES + NUMBERS_OF_SIDE : QUILTS])
    write_quilt(lookup, state, mover, numbers[QUILTS : QUILTS + NUMBERS_OF_QUILT])
    write_quilt(lookup, state, 1 - mover, numbers[QUILTS + NUMBERS_OF_QUILT : BOTH])
    write_both(state, numbers[BOTH:OFFERED])
    write_patches(lookup, state, patches, fits, opponent_fits, numbers[OFFERED:NUMBERS])


@compiled
def write_features(lookup, states, numbers, patches):
    """Write the features of each position into a row of `numbers` and `patches`; no position may be final."""
    for row in range(len(states)):
        state = states[row]
        find_patches(state, patches[row])
        fits = find_fits(lookup, state, state[MOVER], patches[row])
        opponent_fits = find_fits(lookup, state, 1 - state[MOVER], patches[row])
        write_numbers(lookup, state, patches[row], fits, opponent_fits, numbers[row])
