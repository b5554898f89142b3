# mypy: ignore-errors
"""The quality of the open squares of a quilt, computed by operations on whole words, and rankings by quality.

The quality is a weighted sum of the numbers of pairs of neighbouring open squares, of open 2 x 2 blocks, and of
runs of three open squares. On the 1000 published orders of patches, laying each patch where the quality is best
covers 79.74 squares on average; the strategy ``all+regret`` of the paper (cited in ``patch_value.py``) covers
78.40.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.state_kernel import (
    ALL_HIGH,
    ALL_LOW,
    BUY,
    BUY_SIZE,
    SPECIAL,
    SQUARES,
    free_corners,
)
from tilewright.games.patchwork.quilt.board_kernel import first_square, square_count

LEFT_LOW = sum(1 << 9 * row for row in range(6))
"""The squares of the first column in the first word; `LEFT_HIGH` holds those in the second word."""
LEFT_HIGH = sum(1 << 9 * row for row in range(3))
NOT_LEFT_LOW, NOT_LEFT_HIGH = ALL_LOW & ~LEFT_LOW, ALL_HIGH & ~LEFT_HIGH
NOT_RIGHT_LOW, NOT_RIGHT_HIGH = ALL_LOW & ~(LEFT_LOW << 8), ALL_HIGH & ~(LEFT_HIGH << 8)
TOP_ROW = 2**9 - 1

PAIR, BLOCK, RUN = 1.0, -0.67, 0.1
"""The weights of a pair of open neighbours, of an open 2 x 2 block, and of a run of three open squares."""


@compiled
def east(low, high):
    """Return the squares whose right neighbour is in the set."""
    return low >> 1 & NOT_RIGHT_LOW, high >> 1 & NOT_RIGHT_HIGH


@compiled
def west(low, high):
    """Return the squares whose left neighbour is in the set."""
    return low << 1 & NOT_LEFT_LOW, high << 1 & NOT_LEFT_HIGH


@compiled
def north(low, high):
    """Return the squares whose upper neighbour is in the set."""
    return low << 9 & ALL_LOW, (high << 9 | low >> 45) & ALL_HIGH


@compiled
def south(low, high):
    """Return the squares whose lower neighbour is in the set."""
    return low >> 9 | (high & TOP_ROW) << 45, high >> 9


@compiled
def neighbours_of(low, high):
    """Return the squares that have a neighbour in the set."""
    east_low, east_high = east(low, high)
    west_low, west_high = west(low, high)
    north_low, north_high = north(low, high)
    south_low, south_high = south(low, high)
    return east_low | west_low | north_low | south_low, east_high | west_high | north_high | south_high


@compiled
def quality(low, high):
    """Return the quality of a set of open squares."""
    east_low, east_high = east(low, high)
    south_low, south_high = south(low, high)
    beyond_low, beyond_high = east(south_low, south_high)
    west_low, west_high = west(low, high)
    north_low, north_high = north(low, high)
    row_low, row_high = low & east_low, high & east_high
    column_low, column_high = low & south_low, high & south_high
    pairs = square_count(row_low, row_high) + square_count(column_low, column_high)
    blocks = square_count(row_low & south_low & beyond_low, row_high & south_high & beyond_high)
    runs = square_count(row_low & west_low, row_high & west_high)
    runs += square_count(column_low & north_low, column_high & north_high)
    return PAIR * pairs + BLOCK * blocks + RUN * runs


@compiled
def best_fit(lookup, patch, low, high):
    """Return the transform and the corner of the first placement of a patch after which `quality` is highest.

    Returns -1 and -1 if the patch does not fit.
    """
    best, best_transform, best_corner = -1.0, -1, -1
    for transform in range(
        lookup.first_transform[patch], lookup.first_transform[patch] + lookup.transform_count[patch]
    ):
        corner_low, corner_high = free_corners(lookup, transform, low, high)
        while corner_low | corner_high:
            corner = first_square(corner_low, corner_high)
            if corner_low:
                corner_low &= corner_low - 1
            else:
                corner_high &= corner_high - 1
            value = quality(
                low & ~lookup.squares_low[transform, corner], high & ~lookup.squares_high[transform, corner]
            )
            if value > best:
                best, best_transform, best_corner = value, transform, corner
    return best_transform, best_corner


@compiled
def insert_ranked(qualities, actions, count, limit, value, action):
    """Insert an action into the list of the best `limit` actions, sorted by quality; return the new length.

    Among actions of the same quality, the one inserted first comes first.
    """
    if count == limit and value <= qualities[count - 1]:
        return count
    index = count if count < limit else count - 1
    while index > 0 and qualities[index - 1] < value:
        qualities[index] = qualities[index - 1]
        actions[index] = actions[index - 1]
        index -= 1
    qualities[index] = value
    actions[index] = action
    return min(count + 1, limit)


@compiled
def rank_purchases(lookup, patch, offer_index, low, high, limit, qualities, actions):
    """Write the best `limit` placements of a patch into `actions`; return the number of placements written.

    On an empty quilt, only placements in the top left corner are considered.
    """
    number = 0
    empty_quilt = square_count(low, high) == SQUARES
    for orientation in range(lookup.transform_count[patch]):
        transform = lookup.first_transform[patch] + orientation
        corner_low, corner_high = free_corners(lookup, transform, low, high)
        if empty_quilt:
            corner_low, corner_high = corner_low & 1, corner_high & 0
        while corner_low | corner_high:
            corner = first_square(corner_low, corner_high)
            if corner_low:
                corner_low &= corner_low - 1
            else:
                corner_high &= corner_high - 1
            value = quality(
                low & ~lookup.squares_low[transform, corner], high & ~lookup.squares_high[transform, corner]
            )
            action = BUY + BUY_SIZE * offer_index + SQUARES * orientation + corner
            number = insert_ranked(qualities, actions, number, limit, value, action)
    return number


@compiled
def rank_specials(low, high, limit, qualities, actions):
    """Write the best `limit` squares for a 1x1 patch into `actions`; return the number of squares written."""
    number = 0
    rest_low, rest_high = low, high
    while rest_low | rest_high:
        square = first_square(rest_low, rest_high)
        if rest_low:
            value = quality(low & ~(rest_low & -rest_low), high)
            rest_low &= rest_low - 1
        else:
            value = quality(low, high & ~(rest_high & -rest_high))
            rest_high &= rest_high - 1
        number = insert_ranked(qualities, actions, number, limit, value, np.int64(SPECIAL + square))
    return number
