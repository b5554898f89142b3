# mypy: ignore-errors
"""The loops of the beam: all ways to lay the next patch on each of many boards, and the most promising of them.

A board is two words of bits: the squares 0 to 63 in reading order, and the rest. Placements stand shape by
shape; those of shape s are ``first[s]:first[s + 1]``.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["SKIPPED", "SQUARES", "advance", "seed"]

SQUARES = 81
COLUMNS = 9
SKIPPED = -1

ONE = np.uint64(1)
ALL_LOW = np.uint64(2**64 - 1)
ALL_HIGH = np.uint64(2 ** (SQUARES - 64) - 1)
NOT_LAST_LOW = np.uint64(sum(1 << at for at in range(64) if at % COLUMNS != COLUMNS - 1))
NOT_LAST_HIGH = np.uint64(sum(1 << at - 64 for at in range(64, SQUARES) if at % COLUMNS != COLUMNS - 1))


@njit(cache=True, nogil=True)
def seed(number):
    """Seed the noise: compiled code has a generator of its own."""
    np.random.seed(number)


@njit(cache=True, nogil=True)
def ones(word):
    """The number of bits set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True, nogil=True)
def open_pairs(low, high):
    """How many pairs of neighbouring squares are both open: the more, the less ragged is what is left."""
    low, high = ~low & ALL_LOW, ~high & ALL_HIGH
    beside_low = ((low >> ONE) | (high << np.uint64(63))) & NOT_LAST_LOW
    beside_high = (high >> ONE) & NOT_LAST_HIGH
    below_low = (low >> np.uint64(COLUMNS)) | (high << np.uint64(64 - COLUMNS))
    below_high = high >> np.uint64(COLUMNS)
    return ones(low & beside_low) + ones(high & beside_high) + ones(low & below_low) + ones(high & below_high)


@njit(cache=True, nogil=True)
def promise(low, high, first, lows, highs, left, worth, chances):
    """How many squares are likely to be covered in the end, and how many can be at most.

    `chances` is room for one number a square: how many of the patches that are left might still cover it.
    """
    chances[:] = 0
    for shape in range(len(left)):
        if left[shape] == 0:
            continue
        cover_low = cover_high = np.uint64(0)
        for at in range(first[shape], first[shape + 1]):
            if not (lows[at] & low) and not (highs[at] & high):
                cover_low |= lows[at]
                cover_high |= highs[at]
        for square in range(64):
            if cover_low >> np.uint64(square) & ONE:
                chances[square] += left[shape]
        for square in range(SQUARES - 64):
            if cover_high >> np.uint64(square) & ONE:
                chances[64 + square] += left[shape]
    covered = ones(low) + ones(high)
    likely = float(covered)
    most = covered
    for square in range(SQUARES):
        likely += worth[chances[square]]
        most += chances[square] > 0
    return likely, most


@njit(cache=True, nogil=True)
def is_new(low, high, table_low, table_high, table_full):
    """Enter a board into a table of boards; False if it was there."""
    mask = len(table_full) - 1
    key = (low * np.uint64(0x9E3779B97F4A7C15)) ^ (high * np.uint64(0xC2B2AE3D27D4EB4F))
    at = np.int64(key >> np.uint64(20)) & mask
    while table_full[at]:
        if table_low[at] == low and table_high[at] == high:
            return False
        at = (at + 1) & mask
    table_full[at] = True
    table_low[at], table_high[at] = low, high
    return True


@njit(cache=True, nogil=True)
def lay_everywhere(
    shape, lows, highs, first, low, high, count, child_low, child_high, child_from, child_by, pairs
):
    """Every board that comes from one of the `count` boards by laying the shape; a board without room stays."""
    made = 0
    for state in range(count):
        before = made
        for at in range(first[shape], first[shape + 1]):
            if not (lows[at] & low[state]) and not (highs[at] & high[state]):
                child_low[made], child_high[made] = low[state] | lows[at], high[state] | highs[at]
                child_from[made], child_by[made] = state, at
                pairs[made] = open_pairs(child_low[made], child_high[made])
                made += 1
        if made == before:
            child_low[made], child_high[made] = low[state], high[state]
            child_from[made], child_by[made] = state, SKIPPED
            pairs[made] = open_pairs(low[state], high[state])
            made += 1
    return made


@njit(cache=True, nogil=True)
def advance(shape, first, lows, highs, left, worth, looked_at, target, noise, count, low, high, parent, placed):
    """Lay a shape on the `count` boards, and keep the most promising of the `looked_at` least ragged results.

    As many are kept as `low` and `high` have room for; `parent` and `placed` tell from which board and by which
    placement they come (SKIPPED where the shape had no room). Boards that cannot cover `target` squares in the
    end are dropped. `left` counts the shapes still to come. Answers how many boards are kept.
    """
    room = count * (first[shape + 1] - first[shape])
    child_low, child_high = np.empty(room, np.uint64), np.empty(room, np.uint64)
    child_from, child_by = np.empty(room, np.int64), np.empty(room, np.int64)
    pairs = np.empty(room, np.int64)
    made = lay_everywhere(
        shape, lows, highs, first, low, high, count, child_low, child_high, child_from, child_by, pairs
    )
    slots = 4
    while slots < 2 * looked_at:
        slots *= 2
    table_low, table_high = np.empty(slots, np.uint64), np.empty(slots, np.uint64)
    table_full = np.zeros(slots, np.bool_)
    chances = np.zeros(SQUARES, np.int64)
    score, which = np.empty(looked_at, np.float64), np.empty(looked_at, np.int64)
    seen = judged = 0
    for child in np.argsort(-pairs[:made]):
        if judged == looked_at:
            break
        if is_new(child_low[child], child_high[child], table_low, table_high, table_full):
            judged += 1
            likely, most = promise(
                child_low[child], child_high[child], first, lows, highs, left, worth, chances
            )
            if most >= target:
                score[seen] = likely + noise * np.random.random()
                which[seen] = child
                seen += 1
    kept = min(len(low), seen)
    best = np.argsort(-score[:seen])
    for state in range(kept):
        child = which[best[state]]
        parent[state], placed[state] = child_from[child], child_by[child]
        low[state], high[state] = child_low[child], child_high[child]
    return kept
