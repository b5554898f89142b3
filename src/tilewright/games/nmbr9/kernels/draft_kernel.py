# mypy: ignore-errors
"""What a stack is worth by the cards to come, each stack asked once however it came about; in Numba.

What the cards to come are worth depends on what lies where, and not on the order in which it came. So a stack
is remembered by a key that is the same for all orders, for copies of a number, and for stacks that are turned
or moved. A key holds every part in full and is compared in full.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from tilewright.games.nmbr9.rules import orientations
from tilewright.geometry import Polyomino

ZERO, ONE = np.uint64(0), np.uint64(1)
LOST = -1
"""Worth of a stack from which some card finds no place."""
STOPPED = -2

MOST_CARDS = 7
"""A key has room for one part less."""
MOST_SIDE = 62
MOST_MOVES = 8_000
LONGEST = 4
"""The longest side of a part."""

TURNS = np.array([len(orientations(value)) for value in range(10)], np.int64)
ROWS = np.zeros((10, 4, 4), np.int64)
"""The cells of each row of a part, its first column in the lowest bit."""
EXTENTS = np.zeros((10, 4, 2), np.int64)
NEXT_TURN = np.zeros((10, 4), np.int64)
"""How a part lies after a quarter turn of the table to the right."""
for _value in range(10):
    for _turn, _shape in enumerate(orientations(_value)):
        EXTENTS[_value, _turn] = _shape.rows, _shape.cols
        for _row, _column in _shape.cells:
            ROWS[_value, _turn, _row] |= 1 << _column
        _turned = Polyomino.from_cells([(column, -row) for row, column in _shape.cells])
        NEXT_TURN[_value, _turn] = orientations(_value).index(_turned)


class Question(NamedTuple):
    """What is asked: the rules, the cards, and what counts."""

    cards: int
    expected: bool
    """Add up the scores of all shuffles; otherwise ask whether the worst one reaches a score."""
    most_levels: int
    types: bool
    grid: int
    """Side of the usable square; 0: the table has no edges."""
    side: int
    width: int
    """How many placements of a card are looked at, those with the most contact; all that there are: exact."""
    left: np.ndarray
    """How many copies of each number are still to come."""
    shuffles: np.ndarray
    """In how many ways the cards after the first `depth` ones can come."""
    coming: np.ndarray
    """For each depth the only card that can come there, or -1: any that is left."""
    asked: np.ndarray
    """The depth at which the best placement of the card is wanted, or -1."""
    chosen: np.ndarray
    """That placement: level, turn, row, column."""
    stop: np.ndarray


class Stack(NamedTuple):
    """Parts on levels: value, turn, level (0 is the table), row and column of each, and the cells of levels."""

    at: np.ndarray
    levels: np.ndarray


class Memory(NamedTuple):
    """Stacks and what they are worth; a first word of 0 is an empty place."""

    first: np.ndarray
    second: np.ndarray
    worths: np.ndarray
    count: np.ndarray


def empty_stack(cards: int, side: int) -> Stack:
    return Stack(np.zeros((cards, 5), np.int64), np.zeros((cards, side), np.uint64))


def empty_memory(places: int) -> Memory:
    return Memory(
        np.zeros(places, np.uint64),
        np.zeros(places, np.uint64),
        np.zeros(places, np.int64),
        np.zeros(1, np.int64),
    )


# --- Stacks -------------------------------------------------------------------------------------------


@njit(cache=True)
def put(stack, depth, value, turn, level, row, column):
    """Lay a part, or take the same part away again."""
    stack.at[depth, 0], stack.at[depth, 1], stack.at[depth, 2] = value, turn, level
    stack.at[depth, 3], stack.at[depth, 4] = row, column
    for i in range(EXTENTS[value, turn, 0]):
        stack.levels[level, row + i] ^= np.uint64(ROWS[value, turn, i]) << np.uint64(column)


@njit(cache=True)
def two_carry(stack, depth, types, value, turn, level, row, column):
    """True when the part meets at least two parts, or numbers, of the level below."""
    seen = -1
    for other in range(depth):
        if stack.at[other, 2] != level - 1:
            continue
        kind = stack.at[other, 0] if types else other
        if kind == seen:
            continue
        shift, aside = row - stack.at[other, 3], column - stack.at[other, 4]
        for i in range(EXTENTS[value, turn, 0]):
            if 0 <= i + shift < LONGEST and -LONGEST < aside < LONGEST:
                under = ROWS[stack.at[other, 0], stack.at[other, 1], i + shift]
                own = ROWS[value, turn, i]
                if (own << aside if aside >= 0 else own >> -aside) & under:
                    if seen >= 0:
                        return True
                    seen = kind
                    break
    return False


@njit(cache=True)
def columns(stack, question, value, turn, level, row, beside):
    """The columns where a part fits with its box beginning in a row; `beside`: it must touch its level."""
    refused, touched = ZERO, ZERO
    cells = stack.levels[level]
    for i in range(EXTENTS[value, turn, 0]):
        at = row + i
        taken = cells[at]
        if level > 0:
            taken |= ~stack.levels[level - 1, at]
        near = cells[at - 1] | cells[at + 1] | cells[at] << ONE | cells[at] >> ONE
        for j in range(EXTENTS[value, turn, 1]):
            if ROWS[value, turn, i] >> j & 1:
                refused |= taken >> np.uint64(j)
                touched |= near >> np.uint64(j)
    inside = question.side - 1 - EXTENTS[value, turn, 1]
    usable = ((ONE << np.uint64(inside)) - ONE) << ONE
    found = usable & ~refused
    return found & touched if beside else found


@njit(cache=True)
def rows_of(stack, depth, level):
    """The first and the last row of a level, and whether there is a part on it."""
    first, last = len(stack.levels[0]), -1
    for other in range(depth):
        if stack.at[other, 2] == level:
            first = min(first, stack.at[other, 3])
            last = max(last, stack.at[other, 3] + EXTENTS[stack.at[other, 0], stack.at[other, 1], 0] - 1)
    return first, last


@njit(cache=True)
def window(stack, question, depth, level, high):
    """The rows in which the box of a part of a height may begin, and whether it must touch its level."""
    first, last = rows_of(stack, depth, level)
    beside = last >= 0
    lowest, highest = 1, question.side - 1 - high
    if level > 0:
        under, end = rows_of(stack, depth, level - 1)
        lowest, highest = under, end - high + 1
    if beside:
        lowest, highest = max(lowest, first - high), min(highest, last + 1)
    return max(lowest, 1), min(highest, question.side - 1 - high), beside


@njit(cache=True)
def height(stack, depth):
    tallest = 0
    for other in range(depth):
        tallest = max(tallest, stack.at[other, 2] + 1)
    return tallest


@njit(cache=True)
def contacts(stack, value, turn, level, row, column):
    shared = 0
    cells = stack.levels[level]
    for i in range(EXTENTS[value, turn, 0]):
        word, at = np.uint64(ROWS[value, turn, i]) << np.uint64(column), row + i
        for other in (cells[at - 1], cells[at + 1], cells[at] << ONE, cells[at] >> ONE):
            both = word & other
            while both != ZERO:
                both &= both - ONE
                shared += 1
    return shared


@njit(cache=True)
def lowest(word):
    place = 0
    while not word >> np.uint64(place) & ONE:
        place += 1
    return place


@njit(cache=True)
def moves(stack, question, depth, value, found):
    """Every placement of a card: level, turn, row, column; high levels first, then those with most contact.

    A table without edges may be moved and turned, so there the first part lies in the middle, as it is.
    """
    count = 0
    if depth == 0 and question.grid == 0:
        middle = (question.side - LONGEST) // 2
        found[0, 0], found[0, 1], found[0, 2], found[0, 3] = 0, 0, middle, middle
        return 1
    ranks = np.zeros(MOST_MOVES, np.int64)
    for level in range(min(height(stack, depth) + 1, question.most_levels) - 1, -1, -1):
        for turn in range(TURNS[value]):
            begin, end, beside = window(stack, question, depth, level, EXTENTS[value, turn, 0])
            for row in range(begin, end + 1):
                where = columns(stack, question, value, turn, level, row, beside)
                while where != ZERO:
                    column = lowest(where)
                    where &= where - ONE
                    if level > 0 and not two_carry(
                        stack, depth, question.types, value, turn, level, row, column
                    ):
                        continue
                    found[count, 0], found[count, 1] = level, turn
                    found[count, 2], found[count, 3] = row, column
                    ranks[count] = -100 * level - contacts(stack, value, turn, level, row, column)
                    count += 1
    order = np.argsort(ranks[:count], kind="mergesort")
    found[:count] = found[:count][order]
    return min(count, question.width)


@njit(cache=True)
def highest_place(stack, question, depth, value):
    """The highest level on which a card fits; -1: on none."""
    for level in range(min(height(stack, depth) + 1, question.most_levels) - 1, -1, -1):
        if level == 0 and question.grid == 0:
            return 0
        for turn in range(TURNS[value]):
            begin, end, beside = window(stack, question, depth, level, EXTENTS[value, turn, 0])
            for row in range(begin, end + 1):
                where = columns(stack, question, value, turn, level, row, beside)
                while where != ZERO:
                    column = lowest(where)
                    where &= where - ONE
                    if level == 0 or two_carry(stack, depth, question.types, value, turn, level, row, column):
                        return level
    return -1


# --- Memory -------------------------------------------------------------------------------------------


@njit(cache=True)
def key_of(stack, question, depth, need):
    """Two words that tell a stack from every other one; turned and moved stacks have the same.

    A part takes 20 bits, and three parts share a word. What seven cards can force is at most 13 points, so
    `need` takes the 4 bits that are left.
    """
    codes = np.zeros(MOST_CARDS, np.int64)
    turned = stack.at[:depth].copy()
    first, second = ZERO, ZERO
    for quarter in range(4 if question.grid == 0 else 1):
        if quarter > 0:
            for i in range(depth):
                value, turn, row, column = turned[i, 0], turned[i, 1], turned[i, 3], turned[i, 4]
                turned[i, 1] = NEXT_TURN[value, turn]
                turned[i, 3], turned[i, 4] = column, -(row + EXTENTS[value, turn, 0] - 1)
        top, edge = 0, 0
        if question.grid == 0:
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
        one, two = np.uint64(need + 1), np.uint64(depth)
        for i in range(depth):
            if i < 3:
                one = one << np.uint64(20) | np.uint64(codes[i])
            else:
                two = two << np.uint64(20) | np.uint64(codes[i])
        if quarter == 0 or one < first or (one == first and two < second):
            first, second = one, two
    return first, second


@njit(cache=True)
def place_of(memory, first, second):
    """Where a key is, or where it would be."""
    mix = (first ^ second * np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xD6E8FEB86659FD93)
    mix ^= mix >> np.uint64(32)
    mask = np.uint64(len(memory.first) - 1)
    place = (mix * np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(20) & mask
    while memory.first[place] != ZERO and (memory.first[place] != first or memory.second[place] != second):
        place = (place + ONE) & mask
    return place


# --- Worth --------------------------------------------------------------------------------------------


@njit(cache=True)
def most_to_come(question, depth):
    """No more can be forced from the cards from a depth on: the lowest ones may come, the higher ones first."""
    points, at = 0, question.cards - 1
    for value in range(len(question.left)):
        for _ in range(question.left[value]):
            if at < depth:
                return points
            points += value * min(at // 2, question.most_levels - 1)
            at -= 1
    return points


@njit(cache=True)
def ways_to_come(question, depth, value):
    """How many parts there are that may come next with a value."""
    if question.coming[depth] < 0:
        return question.left[value]
    return 1 if question.coming[depth] == value else 0


@njit(cache=True)
def last_card(stack, question, need):
    """The worth of a stack that one card is missing from."""
    depth, total = question.cards - 1, 0
    for value in range(len(question.left)):
        copies = ways_to_come(question, depth, value)
        if copies == 0:
            continue
        level = highest_place(stack, question, depth, value)
        if level < 0:
            return LOST if question.expected else 0
        if not question.expected and value * level < need:
            return 0
        total += copies * value * level
    return total if question.expected else 1


@njit(cache=True, nogil=True)
def worth(stack, question, memory, buffers, depth, need):
    """What the cards to come are worth: a sum of scores over all shuffles, or 1 or 0: do they reach `need`?

    At the depth that is `asked` about, where one card can come, its best placement is `chosen`. (One function
    for both, since each that is compiled with all that it calls takes seconds.)
    """
    if question.stop[0] != 0:
        return STOPPED
    asked = depth == question.asked[0]
    if not asked:
        if not question.expected and need <= 0 and question.grid == 0:
            return 1
        if not question.expected and most_to_come(question, depth) < need:
            return 0
        if depth == question.cards:
            return 0 if question.expected else 1
    first, second = key_of(stack, question, depth, need)
    place = place_of(memory, first, second)
    if not asked and memory.first[place] != ZERO:
        return memory.worths[place]
    total = 0 if question.expected else 1
    if not asked and depth + 1 == question.cards:
        total = last_card(stack, question, need)
    else:
        found = buffers[depth]
        for value in range(len(question.left)):
            copies = ways_to_come(question, depth, value)
            if copies == 0 or total < 0 or (total == 0 and not question.expected):
                continue
            count = moves(stack, question, depth, value, found)
            question.left[value] -= 1
            best = LOST if question.expected else 0
            for move in range(count):
                level, turn, row, column = found[move, 0], found[move, 1], found[move, 2], found[move, 3]
                points = value * level
                put(stack, depth, value, turn, level, row, column)
                child = worth(stack, question, memory, buffers, depth + 1, max(0, need - points))
                put(stack, depth, value, turn, level, row, column)
                if child == STOPPED:
                    question.left[value] += 1
                    return STOPPED
                if question.expected and child >= 0:
                    child += points * question.shuffles[depth + 1]
                if child > best:
                    best = child
                    if asked:
                        question.chosen[:] = found[move]
                    if not question.expected:
                        break
            question.left[value] += 1
            if question.expected:
                total = total + copies * best if best >= 0 else LOST
            else:
                total = best
    if not asked and 4 * memory.count[0] < 3 * len(memory.first):
        place = place_of(memory, first, second)
        memory.first[place], memory.second[place], memory.worths[place] = first, second, total
        memory.count[0] += 1
    return total
