# mypy: ignore-errors
"""One step of the beam search: lay the next patch on each board, and keep the most promising results.

A board consists of two 64-bit words: the first word holds squares 0 to 63 in reading order, the second word
holds the other squares. Placements are grouped by shape; the placements of shape s have the indices
``first[s]:first[s + 1]``.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.quilt.board_kernel import square_count

__all__ = ["SKIPPED", "SQUARES", "advance", "seed"]

SQUARES = 81
COLUMNS = 9
SKIPPED = -1

ONE = np.uint64(1)
ALL_LOW = np.uint64(2**64 - 1)
ALL_HIGH = np.uint64(2 ** (SQUARES - 64) - 1)
NOT_LAST_LOW = np.uint64(sum(1 << square for square in range(64) if square % COLUMNS != COLUMNS - 1))
"""The squares of the first word that are not in the last column; `NOT_LAST_HIGH` holds those of the second."""
NOT_LAST_HIGH = np.uint64(
    sum(1 << square - 64 for square in range(64, SQUARES) if square % COLUMNS != COLUMNS - 1)
)


@compiled
def seed(number):
    """Seed the random generator of compiled code, which is separate from NumPy's generator."""
    np.random.seed(number)


@compiled
def open_pairs(low, high):
    """Return the number of pairs of neighbouring open squares; a compact open area has many pairs."""
    low, high = ~low & ALL_LOW, ~high & ALL_HIGH
    beside_low = ((low >> ONE) | (high << np.uint64(63))) & NOT_LAST_LOW
    beside_high = (high >> ONE) & NOT_LAST_HIGH
    below_low = (low >> np.uint64(COLUMNS)) | (high << np.uint64(64 - COLUMNS))
    below_high = high >> np.uint64(COLUMNS)
    return square_count(low & beside_low, high & beside_high) + square_count(low & below_low, high & below_high)


@compiled
def estimate(low, high, first, lows, highs, remaining, chance, coverers):
    """Return an estimate of the number of squares covered at the end, and an upper bound on this number.

    `coverers` is a work array: for each square, the number of remaining patches that can still cover the
    square. ``chance[n]`` is the estimated chance that a square which n patches can cover will be covered.
    """
    coverers[:] = 0
    for shape in range(len(remaining)):
        if remaining[shape] == 0:
            continue
        cover_low = cover_high = np.uint64(0)
        for index in range(first[shape], first[shape + 1]):
            if not (lows[index] & low) and not (highs[index] & high):
                cover_low |= lows[index]
                cover_high |= highs[index]
        for square in range(64):
            if cover_low >> np.uint64(square) & ONE:
                coverers[square] += remaining[shape]
        for square in range(SQUARES - 64):
            if cover_high >> np.uint64(square) & ONE:
                coverers[64 + square] += remaining[shape]
    covered = square_count(low, high)
    expected = float(covered)
    most = covered
    for square in range(SQUARES):
        expected += chance[coverers[square]]
        most += coverers[square] > 0
    return expected, most


@compiled
def is_new(low, high, set_low, set_high, set_used):
    """Add a board to a hash set; return False if the set already contains the board."""
    mask = len(set_used) - 1
    key = (low * np.uint64(0x9E3779B97F4A7C15)) ^ (high * np.uint64(0xC2B2AE3D27D4EB4F))
    index = np.int64(key >> np.uint64(20)) & mask
    while set_used[index]:
        if set_low[index] == low and set_high[index] == high:
            return False
        index = (index + 1) & mask
    set_used[index] = True
    set_low[index], set_high[index] = low, high
    return True


@compiled
def lay_everywhere(
    shape, lows, highs, first, low, high, count, child_low, child_high, child_parent, child_placement, pairs
):
    """Lay the shape in all ways on each of the `count` boards; write the results into the arrays `child_...`.

    For each result, the number of pairs of neighbouring open squares is written into `pairs`. A board on which
    the shape does not fit is kept unchanged. Returns the number of resulting boards.
    """
    made = 0
    for state in range(count):
        before = made
        for index in range(first[shape], first[shape + 1]):
            if not (lows[index] & low[state]) and not (highs[index] & high[state]):
                child_low[made], child_high[made] = low[state] | lows[index], high[state] | highs[index]
                child_parent[made], child_placement[made] = state, index
                pairs[made] = open_pairs(child_low[made], child_high[made])
                made += 1
        if made == before:
            child_low[made], child_high[made] = low[state], high[state]
            child_parent[made], child_placement[made] = state, SKIPPED
            pairs[made] = open_pairs(low[state], high[state])
            made += 1
    return made


@compiled
def advance(
    shape,
    first,
    lows,
    highs,
    remaining,
    chance,
    evaluated_limit,
    target,
    noise,
    count,
    low,
    high,
    parent,
    placed,
):
    """Lay a shape on the `count` boards, evaluate the most promising results, and keep the best ones.

    The most promising results have the most pairs of neighbouring open squares. At most `evaluated_limit`
    different results are evaluated, and at most ``len(low)`` boards are kept. For each kept board, its parent
    board and its placement (SKIPPED if the shape did not fit) are written into `parent` and `placed`. Boards
    whose upper bound on the number of squares covered at the end is below `target` are dropped. `remaining`
    contains, for each shape, the number of tiles that are still to come. Returns the number of boards that are
    kept.
    """
    capacity = count * (first[shape + 1] - first[shape])
    child_low, child_high = np.empty(capacity, np.uint64), np.empty(capacity, np.uint64)
    child_parent, child_placement = np.empty(capacity, np.int64), np.empty(capacity, np.int64)
    pairs = np.empty(capacity, np.int64)
    made = lay_everywhere(
        shape, lows, highs, first, low, high, count, child_low, child_high, child_parent, child_placement, pairs
    )
    slots = 4
    while slots < 2 * evaluated_limit:
        slots *= 2
    set_low, set_high = np.empty(slots, np.uint64), np.empty(slots, np.uint64)
    set_used = np.zeros(slots, np.bool_)
    coverers = np.zeros(SQUARES, np.int64)
    score, which = np.empty(evaluated_limit, np.float64), np.empty(evaluated_limit, np.int64)
    accepted = evaluated = 0
    for child in np.argsort(-pairs[:made]):
        if evaluated == evaluated_limit:
            break
        if is_new(child_low[child], child_high[child], set_low, set_high, set_used):
            evaluated += 1
            expected, most = estimate(
                child_low[child], child_high[child], first, lows, highs, remaining, chance, coverers
            )
            if most >= target:
                score[accepted] = expected + noise * np.random.random()
                which[accepted] = child
                accepted += 1
    kept = min(len(low), accepted)
    best = np.argsort(-score[:accepted])
    for state in range(kept):
        child = which[best[state]]
        parent[state], placed[state] = child_parent[child], child_placement[child]
        low[state], high[state] = child_low[child], child_high[child]
    return kept
