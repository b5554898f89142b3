# mypy: ignore-errors
"""The beam search of the solver `known`, in Numba: add one card to each stack and keep the best stacks.

A level is stored as one word of bits per board row, so all columns of a row are tested at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.kernels.part_shapes import EXTENTS, PERIMETERS, ROWS, SHAPES, SIZES, TURNS
from tilewright.geometry.bit_kernel import ONE, ZERO, lowest_bit, popcount

MOST_PLACEMENTS = 4_000
"""The maximum number of placements of a card that are considered; there are rarely more than a few hundred."""


class Beam(NamedTuple):
    """The stacks of a beam; the first index of every array is the stack."""

    levels: np.ndarray
    """For each stack, level (0 is the table) and row, the occupied cells as bits."""
    heights: np.ndarray
    """The number of levels of each stack."""
    placed: np.ndarray
    """For each stack and card: level, turn, row, column."""
    scores: np.ndarray
    borders: np.ndarray
    """The weighted border length of each stack, reduced by the bonus for cells above the table."""
    keys: np.ndarray
    """A hash of the occupied cells of each stack."""


class Children(NamedTuple):
    """Candidates for the next beam, each with its parent, placement, evaluation and hash."""

    parents: np.ndarray
    placements: np.ndarray
    values: np.ndarray
    keys: np.ndarray


class Setting(NamedTuple):
    """The data shared by all stacks of a step: deck, usable cells, rules, and evaluation weights."""

    deck: np.ndarray
    first: int
    """The first usable row and column."""
    last: int
    """The last usable row and column."""
    most_levels: int
    types: bool
    level_weights: np.ndarray
    """The weight of the border of each level."""
    border_cost: float
    """The points that a unit of border costs."""
    height_bonus: float
    """The bonus for a cell, in units of border, for each level below the cell."""
    zobrist: np.ndarray
    """For each level, row and column, a random number for hashing (a Zobrist key)."""


def empty_beam(width: int, cards: int, levels: int, side: int) -> Beam:
    return Beam(
        np.zeros((width, levels, side), np.uint64),
        np.zeros(width, np.int64),
        np.zeros((width, cards, 4), np.int16),
        np.zeros(width, np.int64),
        np.zeros(width, np.float64),
        np.zeros(width, np.uint64),
    )


def empty_children(size: int) -> Children:
    return Children(
        np.zeros(size, np.int64),
        np.zeros((size, 4), np.int64),
        np.zeros(size, np.float64),
        np.zeros(size, np.uint64),
    )


@compiled
def free_columns(cells, below, level, value, turn, row, setting, alone):
    """Return, as a bit mask, the columns where the bounding box of the part may begin if its top row is `row`.

    At each of these columns, all cells of the part are free and supported and, unless the part is alone on its
    level, at least one of them is adjacent to another part of the level.
    """
    blocked, touched = ZERO, ZERO
    if level > 0 and below[row] == ZERO:
        return ZERO
    for i in range(SIZES[value]):
        r = row + SHAPES[value, turn, i, 0]
        c = np.uint64(SHAPES[value, turn, i, 1])
        blocked |= cells[r] >> c
        if level > 0:
            blocked |= ~below[r] >> c
        touched |= (cells[r - 1] | cells[r + 1] | cells[r] << ONE | cells[r] >> ONE) >> c
    wide = setting.last - setting.first + 2 - EXTENTS[value, turn, 1]
    if wide <= 0:
        return ZERO
    usable = ((ONE << np.uint64(wide)) - ONE) << np.uint64(setting.first)
    free = usable & ~blocked
    return free if alone else free & touched


@compiled
def contacts(cells, value, turn, row, column):
    """Return the number of cell sides that the part would share with parts of its level."""
    shared = 0
    for i in range(EXTENTS[value, turn, 0]):
        word = ROWS[value, turn, i] << np.uint64(column)
        near = row + i
        shared += popcount(word & cells[near - 1]) + popcount(word & cells[near + 1])
        shared += popcount(word & (cells[near] << ONE)) + popcount(word & (cells[near] >> ONE))
    return shared


@compiled
def rests_on_two(beam, stack, done, setting, level, value, turn, row, column):
    """Return True if the part lies on at least two parts (with `types`, two numbers) of the level below."""
    seen = -1
    for card in range(done):
        if beam.placed[stack, card, 0] != level - 1:
            continue
        other, other_turn = setting.deck[card], beam.placed[stack, card, 1]
        shift = row - beam.placed[stack, card, 2]
        meets = False
        for i in range(EXTENTS[value, turn, 0]):
            if 0 <= i + shift < 4:
                word = ROWS[value, turn, i] << np.uint64(column)
                below = ROWS[other, other_turn, i + shift] << np.uint64(beam.placed[stack, card, 3])
                if word & below != ZERO:
                    meets = True
        if meets:
            kind = other if setting.types else card
            if seen >= 0 and kind != seen:
                return True
            seen = kind
    return False


@compiled
def write_placements(beam, stack, done, setting, out, values):
    """Write every legal placement of the next card with its evaluation; return the number of placements.

    A placement is a level, a turn, a row and a column.
    """
    count = 0
    value = setting.deck[done]
    top_level = min(beam.heights[stack] + 1, setting.most_levels)
    for level in range(top_level):
        alone = level == beam.heights[stack]
        cells = beam.levels[stack, level]
        below = beam.levels[stack, max(level - 1, 0)]
        for turn in range(TURNS[value]):
            for row in range(setting.first, setting.last - EXTENTS[value, turn, 0] + 2):
                columns = free_columns(cells, below, level, value, turn, row, setting, alone)
                while columns != ZERO and count < len(values):
                    column = lowest_bit(columns)
                    columns &= columns - ONE
                    if level > 0 and not rests_on_two(
                        beam, stack, done, setting, level, value, turn, row, column
                    ):
                        continue
                    out[count, 0], out[count, 1], out[count, 2], out[count, 3] = level, turn, row, column
                    border = beam.borders[stack] + added_border(cells, setting, value, level, turn, row, column)
                    values[count] = beam.scores[stack] + value * level - setting.border_cost * border
                    count += 1
    return count


@compiled
def added_border(cells, setting, value, level, turn, row, column):
    """Return the weighted border that a part adds to its level, less the bonus for the height of its cells."""
    border = PERIMETERS[value] - 2 * contacts(cells, value, turn, row, column)
    return setting.level_weights[level] * border - setting.height_bonus * level * SIZES[value]


@compiled
def child_key(beam, stack, setting, value, placement):
    key = beam.keys[stack]
    level, turn, row, column = placement
    for i in range(SIZES[value]):
        key ^= setting.zobrist[level, row + SHAPES[value, turn, i, 0], column + SHAPES[value, turn, i, 1]]
    return key


@compiled
def append_children(beam, stacks, done, setting, most, children, total):
    """Append the best children of the given stacks, at most `most` per stack, to the first `total` entries.

    Return the new number of entries.
    """
    placements = np.zeros((MOST_PLACEMENTS, 4), np.int64)
    values = np.zeros(MOST_PLACEMENTS, np.float64)
    for stack in stacks:
        count = write_placements(beam, stack, done, setting, placements, values)
        order = np.argsort(-values[:count])
        for i in range(min(count, most)):
            best = order[i]
            children.parents[total] = stack
            children.placements[total] = placements[best]
            children.values[total] = values[best]
            children.keys[total] = child_key(beam, stack, setting, setting.deck[done], placements[best])
            total += 1
    return total


@compiled
def write_next_beam(beam, after, done, setting, chosen, children):
    """Write the chosen children into the beam `after`."""
    value = setting.deck[done]
    for new in range(len(chosen)):
        child = chosen[new]
        old = children.parents[child]
        level, turn, row, column = children.placements[child]
        border = added_border(beam.levels[old, level], setting, value, level, turn, row, column)
        after.levels[new] = beam.levels[old]
        for i in range(EXTENTS[value, turn, 0]):
            after.levels[new, level, row + i] |= ROWS[value, turn, i] << np.uint64(column)
        after.placed[new] = beam.placed[old]
        for i in range(4):
            after.placed[new, done, i] = children.placements[child, i]
        after.heights[new] = max(beam.heights[old], level + 1)
        after.scores[new] = beam.scores[old] + value * level
        after.borders[new] = beam.borders[old] + border
        after.keys[new] = children.keys[child]


@compiled
def distinct(order, keys, width):
    """Return the first `width` children in the given order, skipping children whose key has occurred before."""
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
