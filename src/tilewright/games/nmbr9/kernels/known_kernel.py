# mypy: ignore-errors
"""The beam of `known`: all stacks of a width grow by one card, and the best of their children go on; in Numba.

A level is a row of words, one for each row of the board, so the places where a part may lie are found for all
columns of a row at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from tilewright.games.nmbr9.rules import PARTS, orientations

ZERO, ONE = np.uint64(0), np.uint64(1)

MOST_CHILDREN = 4_000
"""A stack has seldom more than some hundred; the rest is not looked at."""

SIZES = np.array([len(part) for part in PARTS], np.int64)
TURNS = np.array([len(orientations(value)) for value in range(10)], np.int64)
SHAPES = np.zeros((10, 4, 10, 2), np.int64)
EXTENTS = np.zeros((10, 4, 2), np.int64)
ROWS = np.zeros((10, 4, 4), np.uint64)
"""The cells of each row of a part, the first column in the lowest bit."""
EDGES = np.zeros(10, np.int64)
"""How many sides of a part's cells lie on its border."""
for _value in range(10):
    for _turn, _shape in enumerate(orientations(_value)):
        SHAPES[_value, _turn, : len(_shape)] = _shape.cells
        EXTENTS[_value, _turn] = _shape.rows, _shape.cols
        for _row, _column in _shape.cells:
            ROWS[_value, _turn, _row] |= ONE << np.uint64(_column)
    _cells = set(PARTS[_value].cells)
    EDGES[_value] = sum(
        (r + i, c + j) not in _cells for r, c in _cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )


class Beam(NamedTuple):
    """Stacks side by side."""

    levels: np.ndarray
    """Stack, level (0 is the table), row: a word of cells."""
    heights: np.ndarray
    """How many levels a stack has."""
    placed: np.ndarray
    """Stack, card: level, turn, row, column."""
    scores: np.ndarray
    borders: np.ndarray
    """The weighted borders of a stack's levels."""
    keys: np.ndarray
    """A number that stacks with the same cells have in common."""


class Litter(NamedTuple):
    """Children side by side: whose they are, how they are made, what they are worth, and their keys."""

    parents: np.ndarray
    moves: np.ndarray
    values: np.ndarray
    keys: np.ndarray


class Table(NamedTuple):
    """What is the same for all stacks: the deck, the window of usable cells, the rules."""

    deck: np.ndarray
    top: int
    last: int
    """First and last usable row and column."""
    most_levels: int
    types: bool
    weights: np.ndarray
    """How much each level's border counts, one level against the other."""
    pressure: float
    """How many points a unit of border costs now."""
    lift: float
    """How much of a border a cell above the table makes up for, and twice as much a level higher."""
    names: np.ndarray
    """Level, row, column: random numbers from which keys are made."""


def empty_beam(width: int, cards: int, levels: int, side: int) -> Beam:
    return Beam(
        np.zeros((width, levels, side), np.uint64),
        np.zeros(width, np.int64),
        np.zeros((width, cards, 4), np.int16),
        np.zeros(width, np.int64),
        np.zeros(width, np.float64),
        np.zeros(width, np.uint64),
    )


def empty_litter(size: int) -> Litter:
    return Litter(
        np.zeros(size, np.int64),
        np.zeros((size, 4), np.int64),
        np.zeros(size, np.float64),
        np.zeros(size, np.uint64),
    )


@njit(cache=True)
def popcount(word):
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True)
def lowest(word):
    """The place of the lowest bit."""
    return popcount((word & (~word + ONE)) - ONE)


@njit(cache=True)
def places(cells, below, level, value, turn, row, table, alone):
    """The columns where the part fits with its box beginning in a row: free, supported, and touching."""
    refused, touched = ZERO, ZERO
    if level > 0 and below[row] == ZERO:
        return ZERO
    for i in range(SIZES[value]):
        r = row + SHAPES[value, turn, i, 0]
        c = np.uint64(SHAPES[value, turn, i, 1])
        refused |= cells[r] >> c
        if level > 0:
            refused |= ~below[r] >> c
        touched |= (cells[r - 1] | cells[r + 1] | cells[r] << ONE | cells[r] >> ONE) >> c
    wide = table.last - table.top + 2 - EXTENTS[value, turn, 1]
    if wide <= 0:
        return ZERO
    usable = ((ONE << np.uint64(wide)) - ONE) << np.uint64(table.top)
    found = usable & ~refused
    return found if alone else found & touched


@njit(cache=True)
def contacts(cells, value, turn, row, column):
    """How many sides the part would share with parts of its level."""
    shared = 0
    for i in range(EXTENTS[value, turn, 0]):
        word = ROWS[value, turn, i] << np.uint64(column)
        near = row + i
        shared += popcount(word & cells[near - 1]) + popcount(word & cells[near + 1])
        shared += popcount(word & (cells[near] << ONE)) + popcount(word & (cells[near] >> ONE))
    return shared


@njit(cache=True)
def rests_well(beam, stack, done, table, level, value, turn, row, column):
    """True when at least two parts, or numbers, of the level below carry the part."""
    seen = -1
    for card in range(done):
        if beam.placed[stack, card, 0] != level - 1:
            continue
        other, way = table.deck[card], beam.placed[stack, card, 1]
        shift = row - beam.placed[stack, card, 2]
        meets = False
        for i in range(EXTENTS[value, turn, 0]):
            if 0 <= i + shift < 4:
                word = ROWS[value, turn, i] << np.uint64(column)
                if word & (ROWS[other, way, i + shift] << np.uint64(beam.placed[stack, card, 3])) != ZERO:
                    meets = True
        if meets:
            kind = other if table.types else card
            if seen >= 0 and kind != seen:
                return True
            seen = kind
    return False


@njit(cache=True)
def children(beam, stack, done, table, found, values):
    """Every legal placement of the next card on a stack: its level, turn, row, column, and its value."""
    count = 0
    value = table.deck[done]
    top_level = min(beam.heights[stack] + 1, table.most_levels)
    for level in range(top_level):
        alone = level == beam.heights[stack]
        cells = beam.levels[stack, level]
        below = beam.levels[stack, max(level - 1, 0)]
        for turn in range(TURNS[value]):
            for row in range(table.top, table.last - EXTENTS[value, turn, 0] + 2):
                columns = places(cells, below, level, value, turn, row, table, alone)
                while columns != ZERO and count < len(values):
                    column = lowest(columns)
                    columns &= columns - ONE
                    if level > 0 and not rests_well(beam, stack, done, table, level, value, turn, row, column):
                        continue
                    border = EDGES[value] - 2 * contacts(cells, value, turn, row, column)
                    found[count, 0], found[count, 1], found[count, 2], found[count, 3] = (
                        level,
                        turn,
                        row,
                        column,
                    )
                    border = table.weights[level] * border - table.lift * level * SIZES[value]
                    border += beam.borders[stack]
                    values[count] = beam.scores[stack] + value * level - table.pressure * border
                    count += 1
    return count


@njit(cache=True)
def key_after(beam, stack, table, value, placement):
    key = beam.keys[stack]
    level, turn, row, column = placement
    for i in range(SIZES[value]):
        key ^= table.names[level, row + SHAPES[value, turn, i, 0], column + SHAPES[value, turn, i, 1]]
    return key


@njit(cache=True, nogil=True)
def offspring(beam, stacks, done, table, each, litter, total):
    """Add the best children of some stacks, at most `each` of one, to the first `total`; how many there are."""
    found = np.zeros((MOST_CHILDREN, 4), np.int64)
    worth = np.zeros(MOST_CHILDREN, np.float64)
    for stack in stacks:
        count = children(beam, stack, done, table, found, worth)
        order = np.argsort(-worth[:count])
        for i in range(min(count, each)):
            best = order[i]
            litter.parents[total] = stack
            litter.moves[total] = found[best]
            litter.values[total] = worth[best]
            litter.keys[total] = key_after(beam, stack, table, table.deck[done], found[best])
            total += 1
    return total


@njit(cache=True, nogil=True)
def advance(beam, after, done, table, chosen, litter):
    """Write the chosen children into `after`."""
    value = table.deck[done]
    for new in range(len(chosen)):
        child = chosen[new]
        old = litter.parents[child]
        level, turn, row, column = litter.moves[child]
        border = EDGES[value] - 2 * contacts(beam.levels[old, level], value, turn, row, column)
        after.levels[new] = beam.levels[old]
        for i in range(EXTENTS[value, turn, 0]):
            after.levels[new, level, row + i] |= ROWS[value, turn, i] << np.uint64(column)
        after.placed[new] = beam.placed[old]
        for i in range(4):
            after.placed[new, done, i] = litter.moves[child, i]
        after.heights[new] = max(beam.heights[old], level + 1)
        after.scores[new] = beam.scores[old] + value * level
        border = table.weights[level] * border - table.lift * level * SIZES[value]
        after.borders[new] = beam.borders[old] + border
        after.keys[new] = litter.keys[child]


@njit(cache=True, nogil=True)
def distinct(order, keys, width):
    """The first stacks of an order, none with the cells of another one."""
    chosen = np.zeros(width, np.int64)
    size = 1
    while size < 4 * width:
        size *= 2
    seen = np.zeros(size, np.uint64)
    count = 0
    for child in order:
        key = keys[child] | ONE
        slot = np.int64(key >> np.uint64(20)) % size
        while seen[slot] != ZERO and seen[slot] != key:
            slot = (slot + 1) % size
        if seen[slot] == key:
            continue
        seen[slot] = key
        chosen[count] = child
        count += 1
        if count == width:
            break
    return chosen[:count]
