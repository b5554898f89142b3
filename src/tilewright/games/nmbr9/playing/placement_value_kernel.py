# mypy: ignore-errors
"""What a placement is worth beside its points, and decks played to their end by it, in Numba.

The worth is a sum of simple figures with weights that were found by playing (`tuning`). Most placements are
judged by their sides alone; the few that look best are looked at more closely.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tilewright.games.nmbr9.playing.stack_kernel import (
    EDGES,
    EXTENTS,
    JOINT_COUNTS,
    JOINTS,
    MOST_PLACES,
    ONE,
    ROWS,
    SIDE,
    SIZES,
    ZERO,
    copy_table,
    place,
    places,
    popcount,
)

FULL = 19.0
"""Cards that follow the first one in the whole game."""
SECOND_LOOKS = 8
"""So many placements that look good at first sight are looked at more closely."""


@njit(cache=True)
def row_of(value, turn, i, column):
    """The cells of a row of the part's box, or of a row beside it."""
    if i < 0 or i >= EXTENTS[value, turn, 0]:
        return ZERO
    return ROWS[value, turn, i] << np.uint64(column)


@njit(cache=True)
def sides(table, value, level, turn, row, column):
    """How many sides of the part meet parts of its level, and how many stand at the edge of what can carry."""
    met, edge = 0, 0
    cells = table.cells[level]
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
            void = ~table.cells[level - 1, r]
            edge += popcount(right & void) + popcount(left & void)
            edge += popcount(above & void) + popcount(below & void)
    return met, edge


@njit(cache=True)
def pits(table, value, level, turn, row, column):
    """How many more free cells have three or four sides shut, after the part is placed."""
    cells = table.cells[level]
    more = 0
    for i in range(-1, EXTENTS[value, turn, 0] + 1):
        r = row + i
        here = row_of(value, turn, i, column)
        up, under = row_of(value, turn, i - 1, column), row_of(value, turn, i + 1, column)
        above = cells[r - 1] if r > 0 else ZERO
        below = cells[r + 1] if r + 1 < len(cells) else ZERO
        more += popcount(shut(above | up, cells[r] | here, below | under))
        more -= popcount(shut(above, cells[r], below))
    return more


@njit(cache=True)
def shut(above, here, below):
    right, left = here << ONE, here >> ONE
    both, one = above & below, above | below
    pair, any_side = right & left, right | left
    return ((both & any_side) | (pair & one)) & ~here


@njit(cache=True)
def seams_covered(table, value, level, turn, row, column):
    count = 0
    for i in range(JOINT_COUNTS[value]):
        r = row + JOINTS[value, turn, i, 0]
        c = np.uint64(column + JOINTS[value, turn, i, 1])
        word = table.down[level - 1, r] if JOINTS[value, turn, i, 2] == 1 else table.across[level - 1, r]
        count += np.int64((word >> c) & ONE)
    return count


@njit(cache=True)
def blocks(one, two, three):
    """How many solid blocks of two by three and three by two cells begin in the first of three rows."""
    pair = one & two
    wide = pair & (pair >> ONE)
    return popcount(wide & (pair >> np.uint64(2))) + popcount(wide & three & (three >> ONE))


@njit(cache=True)
def room(low, high, value, turn, row, column, adds):
    """How many more blocks of a level can carry something, after the part is laid on it, or else over it."""
    more = 0
    for i in range(-2, EXTENTS[value, turn, 0]):
        r = row + i
        if r < 0 or r + 2 >= len(low):
            continue
        one, two, three = low[r] & ~high[r], low[r + 1] & ~high[r + 1], low[r + 2] & ~high[r + 2]
        more -= blocks(one, two, three)
        own = (
            row_of(value, turn, i, column),
            row_of(value, turn, i + 1, column),
            row_of(value, turn, i + 2, column),
        )
        if adds:
            more += blocks(one | own[0], two | own[1], three | own[2])
        else:
            more += blocks(one & ~own[0], two & ~own[1], three & ~own[2])
    return more


WEIGHTS = (
    "open",  # a side of the part where another one could lie
    "met",  # a side that meets a part of its level
    "edge",  # a side at the edge of what can carry
    "pit",  # one more free cell that is shut on three sides
    "seam",  # a seam that is covered
    "height",  # a level above the table
    "bulk",  # a cell, a level above the table
    "value",  # a unit of the number, a level above the table; the score itself comes on top
    "alone",  # the first part of a level
    "box",  # a row or column by which the level grows
    "room",  # a block on which something can lie
    "taken",  # a block less of room, negative, on the level below
    "growth",  # how much more all of this counts a level higher
    "fade",  # how fast it is worth less toward the end of the deck
)
OPEN, MET, EDGE, PIT, SEAM, HEIGHT, BULK, VALUE, ALONE, BOX, ROOM, TAKEN, GROWTH, FADE = range(len(WEIGHTS))


@njit(cache=True)
def first_look(table, weights, value, level, turn, row, column):
    """What the sides of a part promise, and the level it lies on."""
    met, edge = sides(table, value, level, turn, row, column)
    shape = weights[OPEN] * (EDGES[value] - met - edge) + weights[MET] * met + weights[EDGE] * edge
    shape *= 1.0 + weights[GROWTH] * level
    if level == table.figures[0]:
        shape += weights[ALONE]
    return shape + level * (weights[HEIGHT] + weights[BULK] * SIZES[value] + weights[VALUE] * value)


@njit(cache=True)
def second_look(table, weights, value, level, turn, row, column):
    """What the room around a part promises."""
    shape = weights[PIT] * pits(table, value, level, turn, row, column)
    cells = table.cells[level]
    if level + 1 < len(table.cells):
        shape += weights[ROOM] * room(cells, table.cells[level + 1], value, turn, row, column, True)
    if level > 0:
        shape += weights[SEAM] * seams_covered(table, value, level, turn, row, column)
        shape += weights[TAKEN] * room(table.cells[level - 1], cells, value, turn, row, column, False)
    shape *= 1.0 + weights[GROWTH] * level
    if level < table.figures[0]:
        span = table.spans[level]
        wider = max(0, span[0] - row) + max(0, row + EXTENTS[value, turn, 0] - 1 - span[1])
        wider += max(0, span[2] - column) + max(0, column + EXTENTS[value, turn, 1] - 1 - span[3])
        shape += weights[BOX] * wider
    return shape


@njit(cache=True)
def promising(table, window, weights, fade, value, found, values, chosen):
    """The places in `found` of the best placements at first sight, the best first; how many there are."""
    kept = 0
    for i in range(places(table, window, value, found)):
        level = found[i, 0]
        values[i] = value * level + fade * first_look(
            table, weights, value, level, found[i, 1], found[i, 2], found[i, 3]
        )
        if kept == len(chosen) and values[i] <= values[chosen[kept - 1]]:
            continue
        at = min(kept, len(chosen) - 1)
        while at > 0 and values[chosen[at - 1]] < values[i]:
            chosen[at] = chosen[at - 1]
            at -= 1
        chosen[at] = i
        kept = min(kept + 1, len(chosen))
    return kept


@njit(cache=True)
def best_place(table, window, weights, fade, value, found, values, chosen):
    """The place in `found` of the placement that is worth most, or -1 when there is none."""
    kept = promising(table, window, weights, fade, value, found, values, chosen)
    if kept == 0:
        return -1
    if fade == 0.0:
        return chosen[0]
    best, most = -1, 0.0
    for at in range(kept):
        i = chosen[at]
        points = values[i] + fade * second_look(
            table, weights, value, found[i, 0], found[i, 1], found[i, 2], found[i, 3]
        )
        if best < 0 or points > most:
            best, most = i, points
    return best


@njit(cache=True)
def faded(weights, left):
    """How much shape counts while so many cards are left after this one; 1 at the start of the whole game."""
    return min(1.0, left / FULL) ** weights[FADE] if left > 0 else 0.0


@njit(cache=True)
def play_out(table, window, weights, deck, found, values, chosen):
    """Place the cards of a deck one after the other, each where it is worth most; the score."""
    for at in range(len(deck)):
        value = deck[at]
        if table.figures[0] == 0 and not window.bounded:
            place(table, window, value, 0, 0, SIDE // 2, SIDE // 2)
            continue
        fade = faded(weights, len(deck) - 1 - at)
        best = best_place(table, window, weights, fade, value, found, values, chosen)
        if best < 0:
            break
        place(table, window, value, found[best, 0], found[best, 1], found[best, 2], found[best, 3])
    return table.figures[1]


@njit(cache=True, nogil=True)
def play_decks(table, spare, window, weights, decks, scores):
    """The score of each deck, played on from a table."""
    found = np.empty((MOST_PLACES, 4), np.int64)
    values = np.empty(MOST_PLACES, np.float64)
    chosen = np.empty(SECOND_LOOKS, np.int64)
    for at in range(len(decks)):
        copy_table(table, spare)
        scores[at] = play_out(spare, window, weights, decks[at], found, values, chosen)


@njit(cache=True, nogil=True)
def look_at(table, weights, left, value, found, values):
    """What each of some placements is worth, the score so far included, while so many cards follow."""
    fade = faded(weights, left)
    for i in range(len(found)):
        level, turn, row, column = found[i]
        shape = first_look(table, weights, value, level, turn, row, column)
        shape += second_look(table, weights, value, level, turn, row, column)
        values[i] = table.figures[1] + value * level + fade * shape
