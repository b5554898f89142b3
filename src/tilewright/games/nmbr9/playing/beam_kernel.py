# mypy: ignore-errors
"""Beam search over the cards of a deck, from any stack.

A *child* of a stack is the stack with one more card placed. The evaluation of a stack is its score plus the
shape values (`placement_value_kernel`) of the placements since the start of the search. The shape values are
multiplied by a factor that decreases towards the end of the deck.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.parts.shape_arrays import SHAPES, SIZES
from tilewright.games.nmbr9.playing.placement_value_kernel import side_value, surroundings_value, write_best
from tilewright.games.nmbr9.playing.stack_kernel import (
    MOST_POSITIONS,
    SIDE,
    Stack,
    copy_stack,
    empty_stack,
    place,
)
from tilewright.geometry.word_bits_kernel import ONE, ZERO


class Beam(NamedTuple):
    """The stacks of a beam; the first index of every array is the index of the stack."""

    stacks: Stack
    shapes: np.ndarray
    """For each stack, the sum of the shape values of the placements since the start of the search."""
    keys: np.ndarray
    """For each stack, a hash of the cells on which the search has placed parts."""


class Children(NamedTuple):
    """Candidates for the next beam, with parents, placements, evaluations, sums of shape values, and hashes."""

    parents: np.ndarray
    placements: np.ndarray
    values: np.ndarray
    shapes: np.ndarray
    keys: np.ndarray


def empty_beam(width: int, levels: int, types: bool) -> Beam:
    stack = empty_stack(levels, types)
    stacks = Stack(*(np.repeat(array[np.newaxis], width, axis=0) for array in stack))
    return Beam(stacks, np.zeros(width, np.float64), np.zeros(width, np.uint64))


def empty_children(size: int) -> Children:
    return Children(
        np.zeros(size, np.int64),
        np.zeros((size, 4), np.int64),
        np.zeros(size, np.float64),
        np.zeros(size, np.float64),
        np.zeros(size, np.uint64),
    )


@compiled
def stack_at(stacks, index):
    return Stack(
        stacks.cells[index],
        stacks.across[index],
        stacks.down[index],
        stacks.spans[index],
        stacks.numbers[index],
        stacks.totals[index],
    )


@compiled
def start(beam, stack):
    """Make the given stack the only stack of the beam."""
    copy_stack(stack, stack_at(beam.stacks, 0))
    beam.shapes[0] = 0.0
    beam.keys[0] = ZERO


@compiled
def key_of(value, level, turn, row, column):
    """Return a hash of the cells of a placement.

    Of several children with the same hash, only the best one is kept. So a hash collision can lose a child, but
    cannot lead to an illegal stack.
    """
    key = ZERO
    for i in range(SIZES[value]):
        r, c = row + SHAPES[value, turn, i, 0], column + SHAPES[value, turn, i, 1]
        word = np.uint64((level * 64 + r) * 64 + c + 1) * np.uint64(0x9E3779B97F4A7C15)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        key ^= word ^ (word >> np.uint64(31))
    return key


@compiled
def write_children(beam, count, rules, weights, fade, value, most, children):
    """Write the best children of all stacks, at most `most` per stack; return the number of children."""
    positions = np.empty((MOST_POSITIONS, 4), np.int64)
    values = np.empty(MOST_POSITIONS, np.float64)
    chosen = np.empty(most, np.int64)
    total = 0
    for parent in range(count):
        stack = stack_at(beam.stacks, parent)
        if stack.totals[0] == 0 and not rules.bounded:
            positions[0, 0], positions[0, 1], positions[0, 2], positions[0, 3] = 0, 0, SIDE // 2, SIDE // 2
            chosen[0], kept = 0, 1
        else:
            kept = write_best(stack, rules, weights, fade, value, positions, values, chosen)
        for rank in range(kept):
            level, turn, row, column = positions[chosen[rank]]
            shape = beam.shapes[parent]
            if fade > 0.0:
                shape += side_value(stack, weights, value, level, turn, row, column)
                shape += surroundings_value(stack, weights, value, level, turn, row, column)
            children.parents[total] = parent
            children.placements[total] = positions[chosen[rank]]
            children.values[total] = stack.totals[1] + value * level + fade * shape
            children.shapes[total] = shape
            children.keys[total] = beam.keys[parent] ^ key_of(value, level, turn, row, column)
            total += 1
    return total


@compiled
def place_card(beam, count, after, rules, weights, fade, value, most, children, parents, placements):
    """Place a card on every stack and write the best children into `after`; return the number of children.

    The parent and the placement of each child are written to `parents` and `placements`.
    """
    total = write_children(beam, count, rules, weights, fade, value, most, children)
    order = np.argsort(-children.values[:total], kind="mergesort")
    chosen = distinct(order, children.keys, len(after.shapes))
    for new in range(len(chosen)):
        child = chosen[new]
        parent = children.parents[child]
        level, turn, row, column = children.placements[child]
        stack = stack_at(after.stacks, new)
        copy_stack(stack_at(beam.stacks, parent), stack)
        place(stack, rules, value, level, turn, row, column)
        after.shapes[new] = children.shapes[child]
        after.keys[new] = children.keys[child]
        parents[new] = parent
        placements[new] = children.placements[child]
    return len(chosen)


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
