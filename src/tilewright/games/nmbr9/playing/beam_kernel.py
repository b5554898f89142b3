# mypy: ignore-errors
"""A beam of stacks that grow by the same card, from any stack on, in Numba.

A stack is worth its score and the sum of what its placements promised beside their points (`worth_kernel`), as
far as that still counts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from tilewright.games.nmbr9.kernels.known_kernel import distinct
from tilewright.games.nmbr9.playing.placement_value_kernel import first_look, promising, second_look
from tilewright.games.nmbr9.playing.stack_kernel import (
    MOST_PLACES,
    SHAPES,
    SIDE,
    SIZES,
    ZERO,
    Table,
    copy_table,
    empty_table,
    place,
)


class Beam(NamedTuple):
    """Stacks side by side: the first axis of each array of the tables."""

    tables: Table
    shapes: np.ndarray
    """What the shape of each stack promises."""
    keys: np.ndarray
    """A number that stacks with the same cells have in common."""


class Litter(NamedTuple):
    """Children side by side: whose they are, how they are made, and what they are worth."""

    parents: np.ndarray
    moves: np.ndarray
    values: np.ndarray
    shapes: np.ndarray
    keys: np.ndarray


def empty_beam(width: int, levels: int, types: bool) -> Beam:
    one = empty_table(levels, types)
    tables = Table(*(np.repeat(array[np.newaxis], width, axis=0) for array in one))
    return Beam(tables, np.zeros(width, np.float64), np.zeros(width, np.uint64))


def empty_litter(size: int) -> Litter:
    return Litter(
        np.zeros(size, np.int64),
        np.zeros((size, 4), np.int64),
        np.zeros(size, np.float64),
        np.zeros(size, np.float64),
        np.zeros(size, np.uint64),
    )


@njit(cache=True)
def table_at(tables, at):
    return Table(
        tables.cells[at],
        tables.across[at],
        tables.down[at],
        tables.spans[at],
        tables.numbers[at],
        tables.figures[at],
    )


@njit(cache=True)
def start(beam, table):
    """The beam of one stack."""
    copy_table(table, table_at(beam.tables, 0))
    beam.shapes[0] = 0.0
    beam.keys[0] = ZERO


@njit(cache=True)
def key_of(value, level, turn, row, column):
    """Mixes the cells of a placement. Two stacks that share a key by chance cost a child, never a rule."""
    key = ZERO
    for i in range(SIZES[value]):
        r, c = row + SHAPES[value, turn, i, 0], column + SHAPES[value, turn, i, 1]
        word = np.uint64((level * 64 + r) * 64 + c + 1) * np.uint64(0x9E3779B97F4A7C15)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        key ^= word ^ (word >> np.uint64(31))
    return key


@njit(cache=True)
def offspring(beam, alive, window, weights, fade, value, each, litter):
    """The most promising children of all stacks, at most `each` of one; how many there are."""
    found = np.empty((MOST_PLACES, 4), np.int64)
    values = np.empty(MOST_PLACES, np.float64)
    chosen = np.empty(each, np.int64)
    total = 0
    for stack in range(alive):
        table = table_at(beam.tables, stack)
        if table.figures[0] == 0 and not window.bounded:
            found[0, 0], found[0, 1], found[0, 2], found[0, 3] = 0, 0, SIDE // 2, SIDE // 2
            chosen[0], kept = 0, 1
        else:
            kept = promising(table, window, weights, fade, value, found, values, chosen)
        for at in range(kept):
            level, turn, row, column = found[chosen[at]]
            shape = beam.shapes[stack]
            if fade > 0.0:
                shape += first_look(table, weights, value, level, turn, row, column)
                shape += second_look(table, weights, value, level, turn, row, column)
            litter.parents[total] = stack
            litter.moves[total] = found[chosen[at]]
            litter.values[total] = table.figures[1] + value * level + fade * shape
            litter.shapes[total] = shape
            litter.keys[total] = beam.keys[stack] ^ key_of(value, level, turn, row, column)
            total += 1
    return total


@njit(cache=True, nogil=True)
def grow(beam, alive, after, window, weights, fade, value, each, litter, parents, moves):
    """Every stack by one card; the best children fill the beam `after`. How many there are.

    Whose child each of them is and how it was made goes into `parents` and `moves`.
    """
    total = offspring(beam, alive, window, weights, fade, value, each, litter)
    order = np.argsort(-litter.values[:total], kind="mergesort")
    chosen = distinct(order, litter.keys, len(after.shapes))
    for new in range(len(chosen)):
        child = chosen[new]
        parent = litter.parents[child]
        level, turn, row, column = litter.moves[child]
        table = table_at(after.tables, new)
        copy_table(table_at(beam.tables, parent), table)
        place(table, window, value, level, turn, row, column)
        after.shapes[new] = litter.shapes[child]
        after.keys[new] = litter.keys[child]
        parents[new] = parent
        moves[new] = litter.moves[child]
    return len(chosen)
