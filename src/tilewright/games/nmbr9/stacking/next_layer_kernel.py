# mypy: ignore-errors
"""The next layer down: every way to cover a layer from below that leaves hope for a wanted score.

A state is the lowest layer of a stack that is built top-down, the set of all parts used, and the score so
far. The next layer covers all its cells, no part of it contains a part of the state's layer (or, support
types, each rests on two numbers), and it may have parts that carry nothing. It hangs together by itself:
neighbouring cells of the state's layer lie in the same part or in parts that touch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from tilewright.games.nmbr9.stacking.layers_kernel import (
    MOST_PARTS,
    SIDE,
    lay_out,
    lowest_bit,
    places,
    write_beside,
    write_least,
)
from tilewright.games.nmbr9.stacking.upper_bound_kernel import SMALL, hope, write_subsets

COLUMNS = 48
"""Columns of the board."""
DEEP = 24
"""More than the most parts of any layer, those on the table included."""
NONE = -1

# Places in `counters`.
NODES, COVERS, CLIPPED, WRITTEN, EXPANDED, ENDS = range(6)
COUNTERS = 6

# How an expansion ends.
DONE, FULL, STOPPED, FOUND = range(4)


class States(NamedTuple):
    """Stacks that are built from the top, by what matters for the layers below."""

    layers: np.ndarray
    counts: np.ndarray
    used: np.ndarray
    scores: np.ndarray
    parents: np.ndarray


class Question(NamedTuple):
    """What is looked for."""

    wanted: int
    """The least score of interest."""
    side: int
    """The layers fit a square of this side."""
    bounded: bool
    """Whether the table has edges, so that parts that carry nothing need a place as well."""
    types: bool
    last: bool
    """Whether the next layer must be the last one."""
    most: int
    """The most parts of the next layer."""
    patience: int
    """How many parts are laid under a state before it is left alone."""


class Plan(NamedTuple):
    """Which sets of parts the next layer may have; each table has an entry for every subset of those left."""

    subsets: np.ndarray
    reach: np.ndarray
    """The largest area of a fitting set that contains the subset; -1 if there is none."""
    reach_on: np.ndarray
    """The same, of sets that must be placed to the last part: all of them, or those that are not the end."""
    fits: np.ndarray
    """Whether the subset itself is one of those."""


class Ground(NamedTuple):
    """The layer above, laid out on the board."""

    parts: np.ndarray
    tops: np.ndarray
    cells: np.ndarray


class Cover(NamedTuple):
    """The next layer as it grows, part by part."""

    orientation: np.ndarray
    row: np.ndarray
    column: np.ndarray
    taken: np.ndarray
    """For each number of parts the cells that they take."""
    inside: np.ndarray
    """For each number of parts their set."""
    excess: np.ndarray
    """For each number of parts how many of their cells carry nothing."""
    at: np.ndarray
    """For each number of parts the cell that the next one must cover (row, column), and the next way to try."""


@njit(cache=True, nogil=True)
def write_plan(used, lowest, needed, question, sets, hopes, plan):
    """Which next layers leave hope for the score that is still needed; returns how many sets there are."""
    rest = sets.whole - used
    left = sets.cards - sets.counts[used]
    many = write_subsets(rest, sets, plan.subsets)
    fitting = 0
    for i in range(many):
        layer = plan.subsets[i]
        count = sets.counts[layer]
        plan.reach[layer], plan.reach_on[layer], plan.fits[layer] = NONE, NONE, False
        if count < 2 or count > min(left, question.most):
            continue
        if sets.areas[layer] < (hopes.demands[lowest] if count > SMALL else sets.areas[lowest]):
            continue
        if count == left:
            if needed <= 0:
                fitting += 1
                plan.reach[layer] = sets.areas[layer]
                if question.bounded:
                    plan.reach_on[layer], plan.fits[layer] = sets.areas[layer], True
            continue
        if question.last or (count <= SMALL and not hopes.can_carry[hopes.small_at[layer], lowest]):
            continue
        if hope(used + layer, layer, sets, hopes) >= max(needed, 0):
            fitting += 1
            plan.reach[layer], plan.reach_on[layer] = sets.areas[layer], sets.areas[layer]
            plan.fits[layer] = True
    if fitting:
        for value in range(sets.power.shape[0]):
            for i in range(many - 1, -1, -1):
                subset = plan.subsets[i]
                if sets.digits[subset, value] < sets.digits[rest, value]:
                    more = subset + sets.power[value]
                    plan.reach[subset] = max(plan.reach[subset], plan.reach[more])
                    plan.reach_on[subset] = max(plan.reach_on[subset], plan.reach_on[more])
    return fitting


@njit(cache=True, nogil=True)
def expand(states, first, question, sets, hopes, catalogue, stop, out, last_layer, counters):
    """Write the states one layer further down into `out`, from the state `first` on.

    Returns how it ended, the state that comes next, and how many states were written. It ends as FOUND at a
    stack of the wanted score: its last layer, as far as it carries something, is then in `last_layer`, as
    orientation, row and column of its parts and where the layer above was laid.
    """
    plan = Plan(
        np.zeros(sets.counts.shape[0], np.int64),
        np.zeros(sets.counts.shape[0], np.int64),
        np.zeros(sets.counts.shape[0], np.int64),
        np.zeros(sets.counts.shape[0], np.bool_),
    )
    ground = Ground(
        np.zeros((MOST_PARTS, 4), np.int64), np.zeros(MOST_PARTS, np.int64), np.zeros(SIDE, np.int64)
    )
    cover = Cover(
        np.zeros(DEEP, np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros((DEEP, SIDE), np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros((DEEP, 3), np.int64),
    )
    work, least = np.zeros((4, DEEP), np.int64), np.zeros(DEEP, np.int64)
    written = 0
    known_used, known_lowest, known_score, fitting = NONE, NONE, NONE, 0
    for state in range(first, states.counts.shape[0]):
        count, used, score = states.counts[state], states.used[state], states.scores[state]
        layer = states.layers[state]
        lowest, height, width = 0, 0, 0
        for i in range(count):
            orientation = layer[i] >> 10
            lowest += sets.power[catalogue.values[orientation]]
            height = max(height, (layer[i] >> 5 & 31) + catalogue.heights[orientation])
            width = max(width, (layer[i] & 31) + catalogue.widths[orientation])
        gain = score + sets.values[used]
        if used != known_used or lowest != known_lowest or score != known_score:
            fitting = write_plan(used, lowest, question.wanted - gain, question, sets, hopes, plan)
            known_used, known_lowest, known_score = used, lowest, score
        if fitting == 0:
            continue
        counters[EXPANDED] += 1
        down, right = (SIDE - height) // 2, (COLUMNS - width) // 2
        lay_out(layer, count, catalogue, down, right, ground.parts, ground.tops, ground.cells)
        cover.taken[0, :] = 0
        cover.inside[0], cover.excess[0] = 0, 0
        aim(cover, 0, down, ground.cells)
        depth = 0
        enough = counters[NODES] + question.patience
        while depth >= 0 and counters[NODES] < enough:
            if stop[0]:
                return STOPPED, state, written
            if not next_part(cover, depth, used, lowest, count, ground, plan, sets, catalogue, counters):
                depth -= 1
                continue
            if question.bounded and not small_enough(cover, depth + 1, question.side, catalogue):
                continue
            depth += 1
            counters[NODES] += 1
            if aim(cover, depth, cover.at[depth - 1, 0], ground.cells):
                continue
            depth -= 1
            parts = depth + 1
            if question.types and not rest_on_two_numbers(cover, parts, count, ground, catalogue):
                continue
            counters[COVERS] += 1
            if not question.bounded and gain >= question.wanted:
                counters[ENDS] += 1
                write_last(cover, parts, down, right, last_layer)
                return FOUND, state, written
            if plan.reach_on[cover.inside[parts]] == NONE:
                continue
            ended, written = add_parts(
                cover,
                parts,
                state,
                used,
                gain,
                enough,
                question,
                plan,
                sets,
                catalogue,
                stop,
                out,
                written,
                work,
                least,
                counters,
            )
            if ended == FOUND:
                counters[ENDS] += 1
                write_last(cover, out.counts[written], down, right, last_layer)
            if ended != DONE:
                return ended, state, written
    return DONE, states.counts.shape[0], written


@njit(cache=True, nogil=True)
def aim(cover, depth, row, cells):
    """Find the first cell that is not covered; False if there is none."""
    while row < SIDE:
        bare = cells[row] & ~cover.taken[depth, row]
        if bare:
            cover.at[depth, 0], cover.at[depth, 1], cover.at[depth, 2] = row, lowest_bit(bare), 0
            return True
        row += 1
    return False


@njit(cache=True, nogil=True)
def next_part(cover, depth, used, lowest, count, ground, plan, sets, catalogue, counters):
    """Lay the next part over the cell aimed at; False when all ways were tried."""
    rest = sets.whole - used
    inside = cover.inside[depth]
    way = cover.at[depth, 2]
    while way < catalogue.over.shape[0]:
        orientation = catalogue.over[way, 0]
        value = catalogue.values[orientation]
        more = inside + sets.power[value]
        if sets.digits[inside, value] == sets.digits[rest, value] or plan.reach[more] == NONE:
            way = catalogue.over_from[value + 1]
            continue
        row, column = cover.at[depth, 0] - catalogue.over[way, 1], cover.at[depth, 1] - catalogue.over[way, 2]
        way += 1
        height = catalogue.heights[orientation]
        if row < 0 or column < 0 or row + height > SIDE or column + catalogue.widths[orientation] > COLUMNS:
            counters[CLIPPED] += 1
            continue
        excess = cover.excess[depth]
        free = True
        for q in range(height):
            cells = catalogue.rows[orientation, q] << column
            if cells & cover.taken[depth, row + q]:
                free = False
                break
            idle = (cells & ~ground.cells[row + q]) >> column
            excess += (idle & 1) + (idle >> 1 & 1) + (idle >> 2 & 1) + (idle >> 3 & 1)
        if not free or excess + sets.areas[lowest] > plan.reach[more]:
            continue
        if contains_one(orientation, row, column, count, ground, catalogue):
            continue
        cover.at[depth, 2] = way
        lay(cover, depth, orientation, row, column, more, excess, catalogue)
        return True
    return False


@njit(cache=True, nogil=True)
def lay(cover, depth, orientation, row, column, more, excess, catalogue):
    cover.orientation[depth], cover.row[depth], cover.column[depth] = orientation, row, column
    for q in range(SIDE):
        cover.taken[depth + 1, q] = cover.taken[depth, q]
    for q in range(catalogue.heights[orientation]):
        cover.taken[depth + 1, row + q] |= catalogue.rows[orientation, q] << column
    cover.inside[depth + 1], cover.excess[depth + 1] = more, excess


@njit(cache=True, nogil=True)
def contains_one(orientation, row, column, count, ground, catalogue):
    """Whether a part of the layer above would rest on this part alone."""
    for i in range(count):
        contained = True
        for q in range(4):
            cells = ground.parts[i, q]
            if cells:
                below = ground.tops[i] + q - row
                if below < 0 or below > 3 or cells & ~(catalogue.rows[orientation, below] << column):
                    contained = False
                    break
        if contained:
            return True
    return False


@njit(cache=True, nogil=True)
def rest_on_two_numbers(cover, parts, count, ground, catalogue):
    for i in range(count):
        first, second = NONE, NONE
        for j in range(parts):
            orientation = cover.orientation[j]
            for q in range(4):
                below = ground.tops[i] + q - cover.row[j]
                if (
                    0 <= below < 4
                    and ground.parts[i, q] & catalogue.rows[orientation, below] << cover.column[j]
                ):
                    if first == NONE:
                        first = catalogue.values[orientation]
                    elif catalogue.values[orientation] != first:
                        second = catalogue.values[orientation]
        if second == NONE:
            return False
    return True


@njit(cache=True, nogil=True)
def add_parts(
    cover,
    count,
    state,
    used,
    gain,
    enough,
    question,
    plan,
    sets,
    catalogue,
    stop,
    out,
    written,
    work,
    least,
    counters,
):
    """Write the layer, and every layer that it becomes by parts that carry nothing."""
    rest = sets.whole - used
    beside = np.zeros((DEEP, SIDE), np.int64)
    cursor = np.zeros((DEEP, 2), np.int64)
    free = np.zeros(DEEP, np.int64)
    orientations = catalogue.values.shape[0]
    depth, fresh = count, True
    while depth >= count and counters[NODES] < enough:
        if stop[0]:
            return STOPPED, written
        level = depth - count
        inside = cover.inside[depth]
        if fresh:
            if plan.fits[inside] and small_enough(cover, depth, question.side, catalogue):
                if sets.counts[used + inside] == sets.cards:
                    out.counts[written] = depth
                    return FOUND, written
                if depth > MOST_PARTS:
                    counters[CLIPPED] += 1
                elif written + 1 == out.counts.shape[0]:
                    return FULL, written
                else:
                    write_state(cover, depth, used + inside, gain, state, catalogue, out, written, work, least)
                    written += 1
                    counters[WRITTEN] += 1
            write_beside(cover.taken[depth], beside[level])
            cursor[level, 0], cursor[level, 1], free[level], fresh = 0, NONE, 0, False
        if free[level]:
            column = lowest_bit(free[level])
            free[level] &= free[level] - 1
            orientation, row = cursor[level, 0], cursor[level, 1]
            if row + catalogue.heights[orientation] == SIDE or row == 0 or column < 2 or column > COLUMNS - 6:
                counters[CLIPPED] += 1
            more = inside + sets.power[catalogue.values[orientation]]
            excess = cover.excess[depth] + catalogue.sizes[orientation]
            lay(cover, depth, orientation, row, column, more, excess, catalogue)
            counters[NODES] += 1
            depth, fresh = depth + 1, True
            continue
        orientation = cursor[level, 0]
        if orientation == orientations:
            depth -= 1
            continue
        value = catalogue.values[orientation]
        wanted = sets.digits[inside, value] < sets.digits[rest, value] and (
            plan.reach_on[inside + sets.power[value]] != NONE
        )
        row = cursor[level, 1] + 1
        if not wanted or row + catalogue.heights[orientation] > SIDE:
            cursor[level, 0], cursor[level, 1] = orientation + 1, NONE
            continue
        cursor[level, 1] = row
        touching = places(orientation, row, beside[level], catalogue)
        free[level] = touching & ~places(orientation, row, cover.taken[depth], catalogue)
    return DONE, written


@njit(cache=True, nogil=True)
def small_enough(cover, count, side, catalogue):
    top, left, bottom, right = SIDE, COLUMNS, 0, 0
    for i in range(count):
        orientation = cover.orientation[i]
        top, left = min(top, cover.row[i]), min(left, cover.column[i])
        bottom = max(bottom, cover.row[i] + catalogue.heights[orientation])
        right = max(right, cover.column[i] + catalogue.widths[orientation])
    return bottom - top <= side and right - left <= side


@njit(cache=True, nogil=True)
def write_state(cover, count, used, score, parent, catalogue, out, at, work, least):
    write_least(cover.orientation, cover.row, cover.column, count, catalogue, least, work)
    for i in range(MOST_PARTS):
        out.layers[at, i] = least[i] if i < count else 0
    out.counts[at], out.used[at], out.scores[at], out.parents[at] = count, used, score, parent


@njit(cache=True, nogil=True)
def write_last(cover, count, down, right, last_layer):
    last_layer[0, 0], last_layer[0, 1], last_layer[0, 2] = count, down, right
    for i in range(count):
        last_layer[i + 1, 0] = cover.orientation[i]
        last_layer[i + 1, 1] = cover.row[i]
        last_layer[i + 1, 2] = cover.column[i]
