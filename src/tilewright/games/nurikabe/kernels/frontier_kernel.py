# mypy: ignore-errors
"""The loops of the frontier programme: one cell settled, in all patterns and all states.

A *pattern* is what the unsettled cells need to know of the last row of settled ones, but for sizes. It is two
words of four bits a column. In the first stand the *parts*: cells with the same number hang together by settled
cells; they are numbered from 1 in order of appearance, and 0 stands above the board. In the second stand the
*slots*: 0 for sea, else the slot of the island that the cell belongs to. The first word has two more bits:
CORNER, the cell above the one settled last was sea; and ENDED, the sea has ended.

A *state* is a pattern with a *tally*: for each slot in use how many cells its island has so far, each in a
field of bits, a guard bit above it; and, in one more field, all island cells so far, if all sizes are known.
With the guard bits one addition compares all fields with their bounds.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["CORNER", "ENDED", "MOST_COLUMNS", "SLOTS", "arrivals", "pour", "room_until", "settle"]

MOST_COLUMNS = 15
SLOTS = 16
"""Slot 0 is the sea."""

CORNER, ENDED = 60, 61

NEW_PART = MOST_COLUMNS + 1
NOT_HERE = 1 << 30
FULL = np.uint64(2**64 - 1)

U = np.uint64


@njit(cache=True, nogil=True)
def mixed(a, b):
    """A hash of two words."""
    h = a * U(0x9E3779B97F4A7C15)
    h ^= h >> U(29)
    h = (h + b) * U(0xBF58476D1CE4E5B9)
    return h ^ (h >> U(32))


@njit(cache=True, nogil=True)
def gaps(slot, parts, slots, width):
    """Parts of a slot, and columns between them in which a cell is still needed to join them.

    Needed is every column with cells of the slot to both sides, none in it, and no part that spans it.
    """
    first = last = -1
    seen = count = 0
    for column in range(width):
        if parts[column] and slots[column] == slot:
            first = column if first < 0 else first
            last = column
            if not seen >> parts[column] & 1:
                seen |= 1 << parts[column]
                count += 1
    if count < 2:
        return count, 0
    needed = left = 0
    for column in range(first, last):
        if slots[column] == slot:
            left |= 1 << parts[column]
            continue
        spanned = False
        for beyond in range(column + 1, last + 1):
            if slots[beyond] == slot and left >> parts[beyond] & 1:
                spanned = True
                break
        needed += not spanned
    return count, max(needed, 1)


@njit(cache=True, nogil=True)
def least_to_come(slot, parts, slots, width, row, column, islands):
    """A number of cells that the island surely needs yet; -1 if it cannot be finished."""
    passed, clue_row, clue_column = islands[slot, 1], islands[slot, 3], islands[slot, 4]
    count, needed = gaps(slot, parts, slots, width)
    if count == 0:
        return 0 if passed else 1
    if not passed:
        nearest = NOT_HERE
        for at in range(width):
            if slots[at] == slot and parts[at]:
                steps = clue_row - (row if at <= column else row - 1) + abs(clue_column - at)
                nearest = min(nearest, steps)
        needed = max(needed, nearest)
    return needed


@njit(cache=True, nogil=True)
def vanishes(part, parts, width, column):
    """Whether the part has no cell in another column."""
    count = 0
    for at in range(width):
        count += at != column and parts[at] == part
    return count == 0


@njit(cache=True, nogil=True)
def other_part(slot, parts, slots, width, column):
    """Whether the slot has a cell in another column."""
    count = 0
    for at in range(width):
        count += at != column and parts[at] and slots[at] == slot
    return count > 0


@njit(cache=True, nogil=True)
def lay(slot, column, width, parts, slots):
    """Settle the cell of this column; False if another island lies beside it. Parts keep no order."""
    above, above_slot = parts[column], slots[column]
    beside = column > 0 and parts[column - 1] > 0
    if slot:
        if above and above_slot and above_slot != slot:
            return False
        if beside and slots[column - 1] and slots[column - 1] != slot:
            return False
    part = parts[column - 1] if beside and slots[column - 1] == slot else NEW_PART
    if above and above_slot == slot:
        if part == NEW_PART:
            part = above
        elif part != above:
            for at in range(width):
                if parts[at] == above:
                    parts[at] = part
    parts[column] = part
    slots[column] = slot
    return True


@njit(cache=True, nogil=True)
def packed(parts, slots, width, names):
    """The two words of a pattern, parts renumbered in order of appearance."""
    names[:] = 0
    count = 0
    first = second = U(0)
    for column in range(width):
        part = parts[column]
        if part:
            if names[part] == 0:
                count += 1
                names[part] = count
            first |= U(names[part]) << U(4 * column)
            second |= U(slots[column]) << U(4 * column)
    return first, second


@njit(cache=True, nogil=True)
def bound(move, slot, low, high, islands):
    """Note in a move the bounds of a slot's field: `move` holds add, high, low, must."""
    shift, bits = U(islands[slot, 5]), islands[slot, 6]
    most = (1 << bits) - 1
    if high < most:
        move[1] += U(most - high) << shift
    if low > 0:
        move[2] += U((1 << bits) - low) << shift
        move[3] |= U(1 << bits) << shift


@njit(cache=True, nogil=True)
def close_part(slot, parts, slots, width, column, islands):
    """Whether the part above the cell, the only one of its slot, may end here."""
    if other_part(slot, parts, slots, width, column):
        return False
    return slot == 0 or islands[slot, 1] != 0


@njit(cache=True, nogil=True)
def bound_sea(move, parts, slots, width, ended, to_come, islands):
    """Bounds of the field of all island cells, by what the sea and the pools need; False if none can hold.

    to_come: cells, island cells at least, sea cells at least, and rows below this one that surely have sea.
    """
    if islands[0, 0] < 0:
        return True
    # A connected set of cells in r rows and c columns has at least r + c - 1 cells, so what flows on from here
    # through those rows and fills the gaps too has at least one cell for each of both.
    count, needed = gaps(0, parts, slots, width)
    if count:
        needed += to_come[3]
    total = islands[0, 0]
    low = total - to_come[0] + max(needed, to_come[2])
    high = total - to_come[1]
    if ended:
        high = min(high, total - to_come[0])
    if high < 0 or low > high:
        return False
    bound(move, 0, low, high, islands)
    return True


@njit(cache=True, nogil=True)
def try_slot(pattern, slot, step, touched, islands, work, move):
    """One pattern, one way to settle the cell: the new pattern's words, and the move. (0, 0) if it cannot be.

    step: width, row, column, cells to come, of them island at least, sea at least, rows that surely have sea.
    `work` has rows to work in.
    """
    width, row, column = step[0], step[1], step[2]
    parts, slots = work[0], work[1]
    for at in range(width):
        parts[at] = np.int64(pattern[0] >> U(4 * at)) & 15
        slots[at] = np.int64(pattern[1] >> U(4 * at)) & 15
    above, above_slot = parts[column], slots[column]
    corner, ended = pattern[0] >> U(CORNER) & U(1), pattern[0] >> U(ENDED) & U(1)
    dead = (U(0), U(0))
    if slot == 0:
        if ended:
            return dead
        if corner and above and above_slot == 0 and slots[column - 1] == 0:
            return dead
    elif islands[slot, 0] < 0 and islands[slot, 1] == 1 and not other_part(slot, parts, slots, width, -1):
        return dead  # the island of unknown size was closed before
    if above and above_slot != slot and vanishes(above, parts, width, column):
        if not close_part(above_slot, parts, slots, width, column, islands):
            return dead
        ended |= U(above_slot == 0)
    if not lay(slot, column, width, parts, slots):
        return dead
    move[:] = 0
    if slot and islands[slot, 0] > 0:
        move[0] += U(1) << U(islands[slot, 5])
    if slot and islands[0, 0] >= 0:
        move[0] += U(1) << U(islands[0, 5])
    for at in range(len(touched) + 1):
        other = touched[at] if at < len(touched) else above_slot
        if other == 0 or islands[other, 0] < 0:
            continue
        if at == len(touched) and islands[other, 7]:
            continue  # among those touched already
        needed = least_to_come(other, parts, slots, width, row, column, islands)
        size, ahead = islands[other, 0], islands[other, 2]
        gone = islands[other, 1] and not other_part(other, parts, slots, width, -1)
        bound(move, other, size if gone else size - ahead, size - needed, islands)
    if not bound_sea(move, parts, slots, width, ended, step[3:], islands):
        return dead
    first, second = packed(parts, slots, width, work[2])
    if column < width - 1 and above and above_slot == 0:
        first |= U(1) << U(CORNER)
    return first | ended << U(ENDED), second


@njit(cache=True, nogil=True)
def settle(patterns, choices, touched, step, islands, new, table, targets, moves, work):
    """Settle a cell in every pattern; give the number of new patterns.

    choices: the slots that the cell may have. touched: those whose island might have had it.
    islands: for each slot size (-1: unknown), whether its clue is settled (2: just now), cells of its reach yet
    to come, row and column of its clue, shift and bits of its field, whether it is touched. Row 0 stands for
    all islands: their cells (-1: unknown), and the field of that.
    targets: for each pattern and choice the new pattern, or -1. moves: what is added to the tally, and bounds.
    """
    count = 0
    mask = U(len(table) - 1)
    for at in range(len(patterns)):
        for choice in range(len(choices)):
            first, second = try_slot(
                patterns[at], choices[choice], step, touched, islands, work, moves[at, choice]
            )
            if first == 0:
                targets[at, choice] = -1
                continue
            place = mixed(first, second) & mask
            while True:
                other = table[place]
                if other < 0:
                    table[place] = other = count
                    new[count, 0], new[count, 1] = first, second
                    count += 1
                    break
                if new[other, 0] == first and new[other, 1] == second:
                    break
                place = (place + U(1)) & mask
            targets[at, choice] = other
    return count


@njit(cache=True, nogil=True)
def arrivals(targets, patterns):
    """Who leads to each new pattern: where its part of the list begins, and the list of doubled indices."""
    begins = np.zeros(patterns + 1, np.int64)
    choices = targets.shape[1]
    for at in range(len(targets)):
        for choice in range(choices):
            if targets[at, choice] >= 0:
                begins[targets[at, choice] + 1] += 1
    for at in range(patterns):
        begins[at + 1] += begins[at]
    filled = begins[:-1].copy()
    edges = np.empty(begins[-1], np.int64)
    for at in range(len(targets)):
        for choice in range(choices):
            target = targets[at, choice]
            if target >= 0:
                edges[filled[target]] = at * choices + choice
                filled[target] += 1
    return begins, edges


@njit(cache=True, nogil=True)
def room_until(begins, edges, choices, offsets, target, most):
    """How many states the new patterns from `target` on may have, until there are so many; and up to which."""
    room = 0
    while target < len(begins) - 1 and room < most:
        for at in range(begins[target], begins[target + 1]):
            pattern = edges[at] // choices
            room += offsets[pattern + 1] - offsets[pattern]
        target += 1
    return room, target


@njit(cache=True, nogil=True)
def pour(old, moves, lands, guards, free, begins, edges, span, new, sizes):
    """The states of the new patterns `span[0]` to `span[1]`; how many there are.

    old: where each pattern's states begin, their tallies in ascending order, and the counts. A move adds the
    same to all tallies of a pattern, so the new ones too are in order, and those of several moves are merged.
    lands: which choices are island. free: what leaves the tally with the slots that end here. new: tallies,
    counts, and two parents of each new state: the index of the old state, doubled, plus 1 if the cell became
    island. sizes: how many states each new pattern has.
    """
    offsets, tallies, counts = old
    new_tallies, new_counts, parents, others = new
    choices = len(lands)
    longest = 0
    for target in range(span[0], span[1]):
        longest = max(longest, begins[target + 1] - begins[target])
    at = np.empty(longest, np.int64)
    heads = np.empty(longest, np.uint64)
    count = 0
    for target in range(span[0], span[1]):
        first, start = begins[target], count
        ways = begins[target + 1] - first
        for way in range(ways):
            at[way] = offsets[edges[first + way] // choices] - 1
            heads[way] = next_tally(edges[first + way], choices, at, way, offsets, tallies, moves, guards)
        while True:
            least, best = FULL, -1
            for way in range(ways):
                if heads[way] < least:
                    least, best = heads[way], way
            if best < 0:
                break
            edge = edges[first + best]
            parent = 2 * at[best] + lands[edge % choices]
            if count > start and new_tallies[count - 1] == least - free:
                room = FULL - new_counts[count - 1]
                new_counts[count - 1] += min(room, counts[at[best]])
                others[count - 1] = parent
            else:
                new_tallies[count] = least - free
                new_counts[count] = counts[at[best]]
                parents[count] = parent
                others[count] = -1
                count += 1
            heads[best] = next_tally(edge, choices, at, best, offsets, tallies, moves, guards)
        sizes[target] = count - start
    return count


@njit(cache=True, nogil=True)
def next_tally(edge, choices, at, way, offsets, tallies, moves, guards):
    """Step to the pattern's next state that the move allows; its new tally, or FULL behind the last one."""
    pattern = edge // choices
    move = moves[pattern, edge % choices]
    end = offsets[pattern + 1]
    place = at[way] + 1
    while place < end:
        tally = tallies[place] + move[0]
        if not ((tally + move[1]) & guards or ((tally + move[2]) & move[3]) != move[3]):
            at[way] = place
            return tally
        place += 1
    at[way] = place
    return FULL
