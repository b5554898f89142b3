# mypy: ignore-errors
"""Kernels that evaluate placements by points and stack shape, and that play decks with these evaluations.

The shape value of a placement is a weighted sum of simple features; `weight_tuning` found the weights. The
features of `side_value` depend only on the part, its sides and its level. The other features are computed only
for the placements that are best by points and side value.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.parts.shape_arrays import EXTENTS, PERIMETERS, ROWS, SIZES
from tilewright.games.nmbr9.playing.stack_kernel import (
    JOINT_COUNTS,
    JOINTS,
    MOST_POSITIONS,
    SIDE,
    copy_stack,
    place,
    write_positions,
)
from tilewright.geometry.word_bits_kernel import ONE, ZERO, popcount

FULL = 19.0
"""The number of cards after the first one in the whole game."""
REFINED = 8
"""In a simulated game, the maximum number of placements of a card for which all features are computed."""


@compiled
def row_of(value, turn, i, column):
    """Return, as bits, the cells in row `i` of a part that begins at `column`; 0 if there is no such row."""
    if i < 0 or i >= EXTENTS[value, turn, 0]:
        return ZERO
    return ROWS[value, turn, i] << np.uint64(column)


@compiled
def sides(stack, value, level, turn, row, column):
    """Return how many cell sides of the part touch another part, and how many face an unsupported cell."""
    met, edge = 0, 0
    cells = stack.cells[level]
    for i in range(-1, EXTENTS[value, turn, 0] + 1):
        own = row_of(value, turn, i, column)
        above, below = row_of(value, turn, i - 1, column), row_of(value, turn, i + 1, column)
        r = row + i
        right, left = (own << ONE) & ~own, (own >> ONE) & ~own
        above &= ~own
        below &= ~own
        met += popcount(right & cells[r]) + popcount(left & cells[r])
        met += popcount(above & cells[r]) + popcount(below & cells[r])
        if level > 0:
            void = ~stack.cells[level - 1, r]
            edge += popcount(right & void) + popcount(left & void)
            edge += popcount(above & void) + popcount(below & void)
    return met, edge


@compiled
def pits(stack, value, level, turn, row, column):
    """Return by how much the part increases the number of free cells enclosed on three or four sides."""
    cells = stack.cells[level]
    more = 0
    for i in range(-1, EXTENTS[value, turn, 0] + 1):
        r = row + i
        here = row_of(value, turn, i, column)
        part_above, part_below = row_of(value, turn, i - 1, column), row_of(value, turn, i + 1, column)
        above = cells[r - 1] if r > 0 else ZERO
        below = cells[r + 1] if r + 1 < len(cells) else ZERO
        more += popcount(enclosed(above | part_above, cells[r] | here, below | part_below))
        more -= popcount(enclosed(above, cells[r], below))
    return more


@compiled
def enclosed(above, here, below):
    """Return the free cells of a row that are enclosed on at least three sides."""
    right, left = here << ONE, here >> ONE
    both, one = above & below, above | below
    pair, any_side = right & left, right | left
    return ((both & any_side) | (pair & one)) & ~here


@compiled
def seams_covered(stack, value, level, turn, row, column):
    """Return how many seams of the level below are covered by the part."""
    count = 0
    for i in range(JOINT_COUNTS[value]):
        r = row + JOINTS[value, turn, i, 0]
        c = np.uint64(column + JOINTS[value, turn, i, 1])
        word = stack.down[level - 1, r] if JOINTS[value, turn, i, 2] == 1 else stack.across[level - 1, r]
        count += np.int64((word >> c) & ONE)
    return count


@compiled
def count_blocks(first, second, third, large):
    """Return the number of solid blocks that begin in the first of three rows.

    The blocks are 3 x 3 cells if `large` is true, and 2 x 3 or 3 x 2 cells otherwise.
    """
    pair = first & second
    if large:
        solid = pair & third
        return popcount(solid & (solid >> ONE) & (solid >> np.uint64(2)))
    wide = pair & (pair >> ONE)
    return popcount(wide & (pair >> np.uint64(2))) + popcount(wide & third & (third >> ONE))


@compiled
def free_block_change(low, high, value, turn, row, column, adds, large):
    """Return by how much a placement changes the number of free blocks of `low`.

    A free block consists of occupied cells with nothing on them, so it could support cells of another part.
    `high` is the level above `low`. The part is added to `low` if `adds` is true, and to `high` otherwise.
    `count_blocks` explains `large`.
    """
    more = 0
    for i in range(-2, EXTENTS[value, turn, 0]):
        r = row + i
        if r < 0 or r + 2 >= len(low):
            continue
        first, second, third = low[r] & ~high[r], low[r + 1] & ~high[r + 1], low[r + 2] & ~high[r + 2]
        more -= count_blocks(first, second, third, large)
        own = (
            row_of(value, turn, i, column),
            row_of(value, turn, i + 1, column),
            row_of(value, turn, i + 2, column),
        )
        if adds:
            more += count_blocks(first | own[0], second | own[1], third | own[2], large)
        else:
            more += count_blocks(first & ~own[0], second & ~own[1], third & ~own[2], large)
    return more


WEIGHTS = (
    "open",  # per side of the part where another part could be added
    "met",  # per side of the part that touches another part on the same level
    "edge",  # per side whose adjacent cell is unsupported, so that no part fits there
    "pit",  # per unit of increase in the number of free cells that are enclosed on three or four sides
    "seam",  # per seam of the level below that the part covers
    "height",  # per level below the part
    "bulk",  # per cell of the part, for each level below the part
    "value",  # per unit of the part's value, for each level below the part, in addition to the score
    "alone",  # if the part is the first one on its level
    "box",  # per row or column by which the bounding box of the level grows
    "room",  # per free block (see `free_block_change`) that the part adds to its level
    "taken",  # per unit of change (never positive) in the number of free blocks on the level below
    "growth",  # the relative increase of "open", "met", "edge", "pit", "seam", "room" and "taken", per level
    "fade",  # the exponent of the factor that reduces the shape value towards the end of the deck
)
"""The names of the weights; a comment with "per" or "if" says to what the weight applies."""
OPEN, MET, EDGE, PIT, SEAM, HEIGHT, BULK, VALUE, ALONE, BOX, ROOM, TAKEN, GROWTH, FADE = range(len(WEIGHTS))


@compiled
def side_value(stack, weights, value, level, turn, row, column):
    """Return the contribution of the sides and the level of a placement to its shape value."""
    met, edge = sides(stack, value, level, turn, row, column)
    shape = weights[OPEN] * (PERIMETERS[value] - met - edge) + weights[MET] * met + weights[EDGE] * edge
    shape *= 1.0 + weights[GROWTH] * level
    if level == stack.totals[0]:
        shape += weights[ALONE]
    return shape + level * (weights[HEIGHT] + weights[BULK] * SIZES[value] + weights[VALUE] * value)


@compiled
def surroundings_value(stack, weights, value, level, turn, row, column):
    """Return the remainder of a placement's shape value, which `side_value` does not include."""
    shape = weights[PIT] * pits(stack, value, level, turn, row, column)
    cells = stack.cells[level]
    if level + 1 < len(stack.cells):
        above = stack.cells[level + 1]
        shape += weights[ROOM] * free_block_change(cells, above, value, turn, row, column, True, False)
    if level > 0:
        shape += weights[SEAM] * seams_covered(stack, value, level, turn, row, column)
        below = stack.cells[level - 1]
        shape += weights[TAKEN] * free_block_change(below, cells, value, turn, row, column, False, False)
    shape *= 1.0 + weights[GROWTH] * level
    if level < stack.totals[0]:
        span = stack.spans[level]
        wider = max(0, span[0] - row) + max(0, row + EXTENTS[value, turn, 0] - 1 - span[1])
        wider += max(0, span[2] - column) + max(0, column + EXTENTS[value, turn, 1] - 1 - span[3])
        shape += weights[BOX] * wider
    return shape


@compiled
def write_best(stack, rules, weights, fade, value, positions, values, chosen):
    """Find the best placements by points and side value.

    All positions are written to `positions` and the indexes of the best ones to `chosen`, best first. Return
    the number of indexes in `chosen`.
    """
    kept = 0
    for i in range(write_positions(stack, rules, value, positions)):
        level = positions[i, 0]
        values[i] = value * level + fade * side_value(
            stack, weights, value, level, positions[i, 1], positions[i, 2], positions[i, 3]
        )
        if kept == len(chosen) and values[i] <= values[chosen[kept - 1]]:
            continue
        rank = min(kept, len(chosen) - 1)
        while rank > 0 and values[chosen[rank - 1]] < values[i]:
            chosen[rank] = chosen[rank - 1]
            rank -= 1
        chosen[rank] = i
        kept = min(kept + 1, len(chosen))
    return kept


@compiled
def best_position(stack, rules, weights, fade, value, positions, values, chosen):
    """Return the index in `positions` of the best placement, or -1 if there is none."""
    kept = write_best(stack, rules, weights, fade, value, positions, values, chosen)
    if kept == 0:
        return -1
    if fade == 0.0:
        return chosen[0]
    best, most = -1, 0.0
    for rank in range(kept):
        i = chosen[rank]
        points = values[i] + fade * surroundings_value(
            stack, weights, value, positions[i, 0], positions[i, 1], positions[i, 2], positions[i, 3]
        )
        if best < 0 or points > most:
            best, most = i, points
    return best


@compiled
def faded(weights, left):
    """Return the factor for the shape value if `left` cards follow; it is 1 at the start of a whole game."""
    return min(1.0, left / FULL) ** weights[FADE] if left > 0 else 0.0


@compiled
def play_out(stack, rules, weights, deck, positions, values, chosen):
    """Place the cards of a deck one after another, each at its best position; return the score.

    Play stops at the first card that cannot be placed.
    """
    for index in range(len(deck)):
        value = deck[index]
        if stack.totals[0] == 0 and not rules.bounded:
            place(stack, rules, value, 0, 0, SIDE // 2, SIDE // 2)
            continue
        fade = faded(weights, len(deck) - 1 - index)
        best = best_position(stack, rules, weights, fade, value, positions, values, chosen)
        if best < 0:
            break
        place(
            stack, rules, value, positions[best, 0], positions[best, 1], positions[best, 2], positions[best, 3]
        )
    return stack.totals[1]


@compiled
def play_decks(stack, spare, rules, weights, decks, scores):
    """Write the score that `play_out` reaches with each deck from a given stack; `spare` is scratch space."""
    positions = np.empty((MOST_POSITIONS, 4), np.int64)
    values = np.empty(MOST_POSITIONS, np.float64)
    chosen = np.empty(REFINED, np.int64)
    for index in range(len(decks)):
        copy_stack(stack, spare)
        scores[index] = play_out(spare, rules, weights, decks[index], positions, values, chosen)
