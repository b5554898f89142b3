# mypy: ignore-errors
"""Evaluate a stack over all orders of the remaining cards, with a transposition table.

The best score of the remaining cards depends on the positions of the placed parts, not on the order in which
they were placed. So each stack is stored under a key that does not change if the parts are placed in another
order, if copies of a number are exchanged, or, on an unbounded table, if the stack is rotated or translated. A
key encodes every part completely and is compared completely, so only stacks that are equal in this sense share
an entry. The depth of a stack is the number of its parts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.parts import shape_arrays
from tilewright.games.nmbr9.parts.shape_arrays import EXTENTS, LONGEST, TURNS
from tilewright.games.nmbr9.rules import orientations
from tilewright.geometry import Polyomino
from tilewright.geometry.word_bits_kernel import ONE, ZERO, lowest_bit, popcount

LOST = -1
"""If `expected` is true, the value of a stack on which some card that may be drawn cannot be placed."""
STOPPED = -2

MOST_CARDS = 7
"""The maximum number of cards in a deck: a key holds six parts, and stacks with all cards are not stored."""
MOST_SIDE = 62
MOST_PLACEMENTS = 4 * MOST_SIDE * MOST_SIDE
"""The maximum number of legal placements of a card. The first card on a grid has the most: each of at most four
rotations, at each position on the table. Every later part must touch a part on its level or rest on parts."""

ROWS = shape_arrays.ROWS.astype(np.int64)
NEXT_TURN = np.zeros((10, 4), np.int64)
"""For each number and rotation of its part, the rotation after a clockwise quarter turn of the whole table."""
for _value in range(10):
    for _turn, _shape in enumerate(orientations(_value)):
        _rotated = Polyomino.from_cells([(column, -row) for row, column in _shape.cells])
        NEXT_TURN[_value, _turn] = orientations(_value).index(_rotated)


class Problem(NamedTuple):
    """The rules, the cards, the objective, and the arrays shared with the caller."""

    cards: int
    expected: bool
    """True to sum the scores of all shuffles; False to decide whether the worst shuffle reaches a score."""
    most_levels: int
    types: bool
    grid: int
    """The side of the usable square; 0 for an unbounded table."""
    side: int
    width: int
    """The maximum number of placements tried for each card. Placements on higher levels are tried first, and on
    each level those that share more sides with other parts. The search is exact if no card ever has more than
    `width` placements."""
    left: np.ndarray
    """For each number, how many cards with this number remain."""
    orders: np.ndarray
    """For each depth, the number of orders in which the remaining cards can be drawn."""
    deck: np.ndarray
    """For each depth, the card that is drawn at that depth, or -1 if any remaining card may be drawn."""
    asked_depth: np.ndarray
    """The depth for which the caller requests the best placement, or -1 for none."""
    best_placement: np.ndarray
    """The best placement at `asked_depth`: level, turn, row, column."""
    stop: np.ndarray
    """Set to a nonzero value by the caller to stop the search."""


class Stack(NamedTuple):
    """A stack as a list of parts and as rows of bits."""

    parts: np.ndarray
    """For each part: value, turn, level (0 is the table), row and column."""
    levels: np.ndarray
    """For each level and row: the occupied cells as bits."""


class Transpositions(NamedTuple):
    """A hash table of the values of stacks. The two words of a key are in `first` and `second`; a slot is empty
    if its `first` is 0."""

    first: np.ndarray
    second: np.ndarray
    values: np.ndarray
    count: np.ndarray


def empty_stack(cards: int, side: int) -> Stack:
    return Stack(np.zeros((cards, 5), np.int64), np.zeros((cards, side), np.uint64))


def empty_transpositions(slots: int) -> Transpositions:
    """Return an empty hash table; `slots` must be a power of two."""
    return Transpositions(
        np.zeros(slots, np.uint64),
        np.zeros(slots, np.uint64),
        np.zeros(slots, np.int64),
        np.zeros(1, np.int64),
    )


# --- Stacks -------------------------------------------------------------------------------------------


@compiled
def toggle_part(stack, depth, value, turn, level, row, column):
    """Place a part; a second call with the same arguments removes its cells again."""
    stack.parts[depth, 0], stack.parts[depth, 1], stack.parts[depth, 2] = value, turn, level
    stack.parts[depth, 3], stack.parts[depth, 4] = row, column
    for i in range(EXTENTS[value, turn, 0]):
        stack.levels[level, row + i] ^= np.uint64(ROWS[value, turn, i]) << np.uint64(column)


@compiled
def rests_on_two(parts, depth, types, value, turn, level, row, column):
    """Return True if the part rests on at least two parts of the level below.

    With `types`, these parts must have at least two different numbers.
    """
    seen = -1
    for other in range(depth):
        if parts[other, 2] != level - 1:
            continue
        kind = parts[other, 0] if types else other
        if kind == seen:
            continue
        down, right = row - parts[other, 3], column - parts[other, 4]
        for i in range(EXTENTS[value, turn, 0]):
            if 0 <= i + down < LONGEST and -LONGEST < right < LONGEST:
                below = ROWS[parts[other, 0], parts[other, 1], i + down]
                own = ROWS[value, turn, i]
                if (own << right if right >= 0 else own >> -right) & below:
                    if seen >= 0:
                        return True
                    seen = kind
                    break
    return False


@compiled
def free_columns(levels, side, value, turn, level, row, must_touch):
    """Return, as a bit mask, the columns where the bounding box of the part may begin if its top row is `row`.

    At each of these columns, all cells of the part are free and supported and, with `must_touch`, at least one
    cell of the part is adjacent to another part of the level.
    """
    blocked, touched = ZERO, ZERO
    for i in range(EXTENTS[value, turn, 0]):
        r = row + i
        own = levels[level, r]
        taken = own
        if level > 0:
            taken |= ~levels[level - 1, r]
        near = levels[level, r - 1] | levels[level, r + 1] | own << ONE | own >> ONE
        for j in range(EXTENTS[value, turn, 1]):
            if ROWS[value, turn, i] >> j & 1:
                blocked |= taken >> np.uint64(j)
                touched |= near >> np.uint64(j)
    inside = side - 1 - EXTENTS[value, turn, 1]
    usable = ((ONE << np.uint64(inside)) - ONE) << ONE
    free = usable & ~blocked
    return free & touched if must_touch else free


@compiled
def first_legal(parts, depth, types, value, turn, level, row, columns):
    """Return the first column in the bit mask `columns` where the part rests on enough parts, or -1."""
    while columns != ZERO:
        column = lowest_bit(columns)
        if level == 0 or rests_on_two(parts, depth, types, value, turn, level, row, column):
            return column
        columns &= columns - ONE
    return -1


@compiled
def level_rows(parts, depth, level):
    """Return the first and the last occupied row of a level; both are -1 if the level is empty."""
    first, last = -1, -1
    for other in range(depth):
        if parts[other, 2] == level:
            row = parts[other, 3]
            first = row if first < 0 else min(first, row)
            last = max(last, row + EXTENTS[parts[other, 0], parts[other, 1], 0] - 1)
    return first, last


@compiled
def corner_rows(parts, side, depth, level, high):
    """Return the first and last possible top row of a part, and whether it must touch a part on its level."""
    first, last = level_rows(parts, depth, level)
    must_touch = last >= 0
    lowest, highest = 1, side - 1 - high
    if level > 0:
        first_below, last_below = level_rows(parts, depth, level - 1)
        lowest, highest = first_below, last_below - high + 1
    if must_touch:
        lowest, highest = max(lowest, first - high), min(highest, last + 1)
    return max(lowest, 1), min(highest, side - 1 - high), must_touch


@compiled
def height(parts, depth):
    """Return the number of levels of the stack."""
    tallest = 0
    for other in range(depth):
        tallest = max(tallest, parts[other, 2] + 1)
    return tallest


@compiled
def contacts(levels, value, turn, level, row, column):
    """Return the number of cell sides that the part shares with other parts of its level."""
    shared = 0
    for i in range(EXTENTS[value, turn, 0]):
        word, r = np.uint64(ROWS[value, turn, i]) << np.uint64(column), row + i
        own = levels[level, r]
        shared += popcount(word & levels[level, r - 1]) + popcount(word & levels[level, r + 1])
        shared += popcount(word & own << ONE) + popcount(word & own >> ONE)
    return shared


@compiled
def write_placements(stack, problem, depth, value, out):
    """Write the legal placements of a card (level, turn, row, column); return the number of placements to try.

    Higher levels come first, and on each level placements with more contact. On an unbounded table only one
    placement of the first part is written (in the middle, in its printed orientation), because all others are
    equivalent by symmetry.
    """
    count = 0
    if depth == 0 and problem.grid == 0:
        middle = (problem.side - LONGEST) // 2
        out[0, 0], out[0, 1], out[0, 2], out[0, 3] = 0, 0, middle, middle
        return 1
    parts, levels, side, types = stack.parts, stack.levels, problem.side, problem.types
    ranks = np.empty(MOST_PLACEMENTS, np.int64)
    for level in range(min(height(parts, depth) + 1, problem.most_levels) - 1, -1, -1):
        for turn in range(TURNS[value]):
            begin, end, must_touch = corner_rows(parts, side, depth, level, EXTENTS[value, turn, 0])
            for row in range(begin, end + 1):
                free = free_columns(levels, side, value, turn, level, row, must_touch)
                column = first_legal(parts, depth, types, value, turn, level, row, free)
                while column >= 0:
                    out[count, 0], out[count, 1] = level, turn
                    out[count, 2], out[count, 3] = row, column
                    ranks[count] = -100 * level - contacts(levels, value, turn, level, row, column)
                    count += 1
                    free &= ~ZERO << np.uint64(column + 1)
                    column = first_legal(parts, depth, types, value, turn, level, row, free)
    order = np.argsort(ranks[:count], kind="mergesort")
    out[:count] = out[:count][order]
    return min(count, problem.width)


@compiled
def highest_level(stack, problem, depth, value):
    """Return the highest level on which a card can be placed; -1 if it cannot be placed at all."""
    parts, levels, side, types = stack.parts, stack.levels, problem.side, problem.types
    for level in range(min(height(parts, depth) + 1, problem.most_levels) - 1, -1, -1):
        if level == 0 and problem.grid == 0:
            return 0
        for turn in range(TURNS[value]):
            begin, end, must_touch = corner_rows(parts, side, depth, level, EXTENTS[value, turn, 0])
            for row in range(begin, end + 1):
                free = free_columns(levels, side, value, turn, level, row, must_touch)
                if first_legal(parts, depth, types, value, turn, level, row, free) >= 0:
                    return level
    return -1


# --- Transposition table ------------------------------------------------------------------------------


@compiled
def key_of(stack, problem, depth, need):
    """Return two words that identify a stack; on an unbounded table, up to rotation and translation.

    A part is encoded in 20 bits, and three parts share a word. The other 4 bits of the first word contain
    `need` + 1, where `need` is the number of points to be forced; those of the second word contain the number
    of parts. `need` + 1 fits into 4 bits, because with seven cards at most 13 points can be forced.
    """
    codes = np.zeros(MOST_CARDS, np.int64)
    turned = stack.parts[:depth].copy()
    first, second = ZERO, ZERO
    for quarter in range(4 if problem.grid == 0 else 1):
        if quarter > 0:
            for i in range(depth):
                value, turn, row, column = turned[i, 0], turned[i, 1], turned[i, 3], turned[i, 4]
                turned[i, 1] = NEXT_TURN[value, turn]
                turned[i, 3], turned[i, 4] = column, -(row + EXTENTS[value, turn, 0] - 1)
        top, edge = 0, 0
        if problem.grid == 0:
            top, edge = turned[0, 3], turned[0, 4]
            for i in range(1, depth):
                top, edge = min(top, turned[i, 3]), min(edge, turned[i, 4])
        for i in range(depth):
            part = turned[i]
            code = ((part[0] * 4 + part[1]) * 4 + part[2]) * 4096 + (part[3] - top) * 64 + (part[4] - edge)
            j = i
            while j > 0 and codes[j - 1] > code:
                codes[j] = codes[j - 1]
                j -= 1
            codes[j] = code
        trial_first, trial_second = np.uint64(need + 1), np.uint64(depth)
        for i in range(depth):
            if i < 3:
                trial_first = trial_first << np.uint64(20) | np.uint64(codes[i])
            else:
                trial_second = trial_second << np.uint64(20) | np.uint64(codes[i])
        if quarter == 0 or trial_first < first or (trial_first == first and trial_second < second):
            first, second = trial_first, trial_second
    return first, second


@compiled
def find_slot(transpositions, first, second):
    """Return the slot of a key, or the empty slot where it would be stored."""
    mix = (first ^ second * np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xD6E8FEB86659FD93)
    mix ^= mix >> np.uint64(32)
    mask = np.uint64(len(transpositions.first) - 1)
    slot = (mix * np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(20) & mask
    while transpositions.first[slot] != ZERO and (
        transpositions.first[slot] != first or transpositions.second[slot] != second
    ):
        slot = (slot + ONE) & mask
    return slot


# --- Evaluation ---------------------------------------------------------------------------------------


@compiled
def forced_bound(problem, depth):
    """Return an upper bound on the points that the remaining cards score in the worst order of the deck.

    The bound assumes that the cards with the lowest values are drawn, the highest of them first, and that each
    card is placed on its highest possible level.
    """
    points, index = 0, problem.cards - 1
    for value in range(len(problem.left)):
        for _ in range(problem.left[value]):
            if index < depth:
                return points
            points += value * min(index // 2, problem.most_levels - 1)
            index -= 1
    return points


@compiled
def copies_to_come(problem, depth, value):
    """Return the number of cards of a value that may be drawn next."""
    if problem.deck[depth] < 0:
        return problem.left[value]
    return 1 if problem.deck[depth] == value else 0


@compiled
def evaluate_last_card(stack, problem, need):
    """Return the value of a stack on which only the last card is still to be placed."""
    depth, total = problem.cards - 1, 0
    for value in range(len(problem.left)):
        copies = copies_to_come(problem, depth, value)
        if copies == 0:
            continue
        level = highest_level(stack, problem, depth, value)
        if level < 0:
            return LOST if problem.expected else 0
        if not problem.expected and value * level < need:
            return 0
        total += copies * value * level
    return total if problem.expected else 1


@compiled
def evaluate(stack, problem, transpositions, buffers, depth, need):
    """Return the value of the remaining cards.

    The value is the sum of the scores over all orders in which these cards can be drawn (LOST if some card
    cannot be placed) or, for a forced score, 1 if `need` points can be forced and 0 if not. It is STOPPED if
    the caller has set `stop`. At `asked_depth` exactly one card can be drawn, and its best placement is written
    to `best_placement`. There is no separate function for the best placement, because compiling a second
    function with everything that it calls would take seconds.
    """
    if problem.stop[0] != 0:
        return STOPPED
    asked = depth == problem.asked_depth[0]
    if not asked:
        if not problem.expected and need <= 0 and problem.grid == 0:
            return 1
        if not problem.expected and forced_bound(problem, depth) < need:
            return 0
        if depth == problem.cards:
            return 0 if problem.expected else 1
    first, second = key_of(stack, problem, depth, need)
    slot = find_slot(transpositions, first, second)
    if not asked and transpositions.first[slot] != ZERO:
        return transpositions.values[slot]
    total = 0 if problem.expected else 1
    if not asked and depth + 1 == problem.cards:
        total = evaluate_last_card(stack, problem, need)
    else:
        placements = buffers[depth]
        for value in range(len(problem.left)):
            copies = copies_to_come(problem, depth, value)
            if copies == 0 or total < 0 or (total == 0 and not problem.expected):
                continue
            count = write_placements(stack, problem, depth, value, placements)
            problem.left[value] -= 1
            best = LOST if problem.expected else 0
            for i in range(count):
                level, turn = placements[i, 0], placements[i, 1]
                row, column = placements[i, 2], placements[i, 3]
                points = value * level
                toggle_part(stack, depth, value, turn, level, row, column)
                child = evaluate(stack, problem, transpositions, buffers, depth + 1, max(0, need - points))
                toggle_part(stack, depth, value, turn, level, row, column)
                if child == STOPPED:
                    problem.left[value] += 1
                    return STOPPED
                if problem.expected and child >= 0:
                    child += points * problem.orders[depth + 1]
                if child > best:
                    best = child
                    if asked:
                        problem.best_placement[:] = placements[i]
                    if not problem.expected:
                        break
            problem.left[value] += 1
            if problem.expected:
                total = total + copies * best if best >= 0 else LOST
            else:
                total = best
    if not asked and 4 * transpositions.count[0] < 3 * len(transpositions.first):
        slot = find_slot(transpositions, first, second)
        transpositions.first[slot], transpositions.second[slot], transpositions.values[slot] = (
            first,
            second,
            total,
        )
        transpositions.count[0] += 1
    return total
