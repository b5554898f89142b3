# mypy: ignore-errors
"""Find every layer that can be put under a state so that the upper bound reaches a target score.

A state is the lowest layer of a stack that is built from the top, the set of all parts used, and the score so
far. The next layer covers all cells of the state's layer, no part of which may rest on a single part (with
support=types, on a single number). The next layer may have further parts that support nothing. The connection
of the covering parts need not be checked: adjacent cells of the state's layer lie on the same part or on parts
that touch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.stacking.canonical_layer_kernel import (
    MOST_PARTS,
    SIDE,
    draw_layer,
    overlap_columns,
    write_adjacent,
    write_canonical,
)
from tilewright.games.nmbr9.stacking.placements_under_layer_kernel import (
    COLUMNS,
    NONE,
    WORD,
    empty_placements,
    first_cell,
    list_placements,
    need_more_parts,
)
from tilewright.games.nmbr9.stacking.upper_bound_kernel import SMALL_LAYER, bound_below, write_subsets
from tilewright.geometry.word_bits_kernel import lowest_bit

MOST_LAYER_PARTS = 24
"""An upper bound on the number of parts in any layer, including the layer on the table."""

# Indexes in `counters`. `counters[CLIPPED]` counts the cases in which the search may miss a layer: placements
# near or beyond the edge of the board, and layers of more than MOST_PARTS parts that are not the last layer.
NODES, COVERS, CLIPPED, WRITTEN, EXPANDED, ENDS = range(6)
COUNTERS = 6

# Results of an expansion.
DONE, FULL, STOPPED, FOUND = range(4)


class States(NamedTuple):
    """States of the search, one per row: the properties of a stack that matter for the layers below."""

    layers: np.ndarray
    """The parts of the lowest layer in canonical form."""
    counts: np.ndarray
    """The number of parts in the lowest layer."""
    used: np.ndarray
    """The set of all parts used."""
    scores: np.ndarray
    parents: np.ndarray
    """The index of the state above, or -1 if there is none."""


class Query(NamedTuple):
    """The parameters of an expansion."""

    target: int
    """The score that a stack must reach."""
    side: int
    """The side of the square in which every layer must fit."""
    bounded: bool
    """Whether the instance limits the table to a grid; if so, the search also places the parts of the last
    layer that support nothing."""
    types: bool
    last: bool
    """Whether the next layer must be the last one."""
    most_parts: int
    """The maximum number of parts in the next layer."""
    node_limit: int
    """The maximum number of placements that are tried under one state; further ones are ignored."""


class Plan(NamedTuple):
    """The *admissible* sets of parts, which are those that the next layer may have.

    All arrays except `subsets`, the list of all subsets of the remaining parts, are indexed by these subsets.
    A set is *complete* if the search must place all of its parts. The sets of all layers except the last are
    complete; on a bounded table, so is the set of the last layer. On an unbounded table there is always room
    for the parts of the last layer that support nothing.
    """

    subsets: np.ndarray
    max_area: np.ndarray
    """The largest area of an admissible set that contains the subset; -1 if there is none."""
    max_complete_area: np.ndarray
    """The largest area of an admissible complete set that contains the subset; -1 if there is none."""
    is_complete: np.ndarray
    """Whether the subset itself is an admissible complete set."""
    most_parts: np.ndarray
    """The largest number of parts of an admissible set that contains the subset; -1 if there is none."""


class UpperLayer(NamedTuple):
    """The lowest layer of the state under which `expand` puts layers, drawn on the board."""

    parts: np.ndarray
    tops: np.ndarray
    cells: np.ndarray


class Cover(NamedTuple):
    """The next layer under construction; most arrays are indexed by the number of parts placed so far."""

    orientation: np.ndarray
    row: np.ndarray
    column: np.ndarray
    occupied: np.ndarray
    """The cells occupied by the parts placed so far."""
    sets: np.ndarray
    """The set of the parts placed so far."""
    unused: np.ndarray
    """The number of occupied cells that support nothing."""
    uncovered: np.ndarray
    """The cells of the state's layer that are not covered yet, as a bit mask of two words."""
    next_placement: np.ndarray
    """The index of the next placement to be tried for the cell that the next part must cover."""
    last_placement: np.ndarray
    """The index after the last placement for the cell that the next part must cover."""
    most_idle: np.ndarray
    """For each number: the maximum number of cells that support nothing in a next part with this number;
    negative if such a part is not allowed."""


@compiled
def plan_next_layers(used, lowest, needed, query, sets, bounds, plan):
    """Fill `plan` with the sets whose upper bound reaches the score `needed`; return how many there are."""
    rest = sets.full - used
    left = sets.cards - sets.counts[used]
    many = write_subsets(rest, sets, plan.subsets)
    fitting = 0
    for i in range(many):
        layer = plan.subsets[i]
        count = sets.counts[layer]
        plan.max_area[layer], plan.max_complete_area[layer], plan.is_complete[layer] = NONE, NONE, False
        plan.most_parts[layer] = NONE
        if count < 2 or count > min(left, query.most_parts):
            continue
        if sets.areas[layer] < (bounds.required_area[lowest] if count > SMALL_LAYER else sets.areas[lowest]):
            continue
        if count == left:
            if needed <= 0:
                fitting += 1
                plan.max_area[layer], plan.most_parts[layer] = sets.areas[layer], count
                if query.bounded:
                    plan.max_complete_area[layer], plan.is_complete[layer] = sets.areas[layer], True
            continue
        if query.last or (count <= SMALL_LAYER and not bounds.can_support[bounds.small_index[layer], lowest]):
            continue
        if bound_below(used + layer, layer, sets, bounds) >= max(needed, 0):
            fitting += 1
            plan.max_area[layer], plan.max_complete_area[layer] = sets.areas[layer], sets.areas[layer]
            plan.is_complete[layer], plan.most_parts[layer] = True, count
    if fitting:
        for value in range(sets.power.shape[0]):
            for i in range(many - 1, -1, -1):
                subset = plan.subsets[i]
                if sets.digits[subset, value] < sets.digits[rest, value]:
                    more = subset + sets.power[value]
                    plan.max_area[subset] = max(plan.max_area[subset], plan.max_area[more])
                    plan.max_complete_area[subset] = max(
                        plan.max_complete_area[subset], plan.max_complete_area[more]
                    )
                    plan.most_parts[subset] = max(plan.most_parts[subset], plan.most_parts[more])
    return fitting


@compiled
def expand(states, first, query, sets, bounds, shapes, stop, out, last_layer, counters):
    """Write into `out` the states one layer below the given states from index `first` on.

    Return DONE, FULL, STOPPED or FOUND, the index of the state to continue with, and the number of states
    written. FOUND means that a complete stack reaches the target. Then `last_layer` contains the last layer of
    this stack (on an unbounded table, without the parts that support nothing): first the number of parts and
    the offset of the layer above on the board, then the orientation, row and column of each part.
    """
    plan = Plan(
        np.zeros(sets.counts.shape[0], np.int64),
        np.zeros(sets.counts.shape[0], np.int64),
        np.zeros(sets.counts.shape[0], np.int64),
        np.zeros(sets.counts.shape[0], np.bool_),
        np.zeros(sets.counts.shape[0], np.int64),
    )
    upper = UpperLayer(
        np.zeros((MOST_PARTS, 4), np.int64), np.zeros(MOST_PARTS, np.int64), np.zeros(SIDE, np.int64)
    )
    cover = Cover(
        np.zeros(MOST_LAYER_PARTS, np.int64),
        np.zeros(MOST_LAYER_PARTS, np.int64),
        np.zeros(MOST_LAYER_PARTS, np.int64),
        np.zeros((MOST_LAYER_PARTS, SIDE), np.int64),
        np.zeros(MOST_LAYER_PARTS, np.int64),
        np.zeros(MOST_LAYER_PARTS, np.int64),
        np.zeros((MOST_LAYER_PARTS, 2), np.int64),
        np.zeros(MOST_LAYER_PARTS, np.int64),
        np.zeros(MOST_LAYER_PARTS, np.int64),
        np.zeros((MOST_LAYER_PARTS, sets.power.shape[0]), np.int64),
    )
    placements = empty_placements()
    work, least = np.zeros((4, MOST_LAYER_PARTS), np.int64), np.zeros(MOST_LAYER_PARTS, np.int64)
    written = 0
    known_used, known_lowest, known_score, fitting = NONE, NONE, NONE, 0
    for state in range(first, states.counts.shape[0]):
        count, used, score = states.counts[state], states.used[state], states.scores[state]
        layer = states.layers[state]
        lowest, height, width = 0, 0, 0
        for i in range(count):
            orientation = layer[i] >> 10
            lowest += sets.power[shapes.values[orientation]]
            height = max(height, (layer[i] >> 5 & 31) + shapes.heights[orientation])
            width = max(width, (layer[i] & 31) + shapes.widths[orientation])
        gain = score + sets.values[used]
        if used != known_used or lowest != known_lowest or score != known_score:
            fitting = plan_next_layers(used, lowest, query.target - gain, query, sets, bounds, plan)
            known_used, known_lowest, known_score = used, lowest, score
        if fitting == 0:
            continue
        counters[EXPANDED] += 1
        down, right = (SIDE - height) // 2, (COLUMNS - width) // 2
        draw_layer(layer, count, shapes, down, right, upper.parts, upper.tops, upper.cells)
        cover.occupied[0, :] = 0
        cover.sets[0], cover.unused[0] = 0, 0
        rest = sets.full - used
        area, outside = list_placements(upper, count, plan.max_area, rest, sets, shapes, placements)
        counters[CLIPPED] += outside
        cover.uncovered[0, 0] = (1 << min(area, WORD)) - 1
        cover.uncovered[0, 1] = (1 << max(area - WORD, 0)) - 1
        begin_cell(cover, 0, area, rest, plan, sets, placements)
        depth = 0
        last_node = counters[NODES] + query.node_limit
        while depth >= 0 and counters[NODES] < last_node:
            if stop[0]:
                return STOPPED, state, written
            if not cover_cell(cover, depth, sets, shapes, placements):
                depth -= 1
                continue
            if query.bounded and not fits_square(cover, depth + 1, query.side, shapes):
                continue
            counters[NODES] += 1
            low, high = cover.uncovered[depth + 1, 0], cover.uncovered[depth + 1, 1]
            if low or high:
                most = plan.most_parts[cover.sets[depth + 1]] - depth - 1
                if not need_more_parts(low, high, placements.near, most):
                    depth += 1
                    begin_cell(cover, depth, area, rest, plan, sets, placements)
                continue
            parts = depth + 1
            if query.types and not rest_on_two_numbers(cover, parts, count, upper, shapes):
                continue
            counters[COVERS] += 1
            if not query.bounded and gain >= query.target:
                counters[ENDS] += 1
                write_last_layer(cover, parts, down, right, last_layer)
                return FOUND, state, written
            if plan.max_complete_area[cover.sets[parts]] == NONE:
                continue
            ended, written = add_further_parts(
                cover, parts, state, used, gain, last_node, query, plan, sets, shapes, stop, out, written,
                work, least, counters,
            )  # fmt: skip
            if ended == FOUND:
                counters[ENDS] += 1
                write_last_layer(cover, out.counts[written], down, right, last_layer)
            if ended != DONE:
                return ended, state, written
    return DONE, states.counts.shape[0], written


@compiled
def begin_cell(cover, depth, area, rest, plan, sets, placements):
    """Begin to cover the first uncovered cell: find its placements, and fill in `most_idle`."""
    cell = first_cell(cover.uncovered[depth, 0], cover.uncovered[depth, 1])
    cover.next_placement[depth], cover.last_placement[depth] = (
        placements.start[cell],
        placements.start[cell + 1],
    )
    layer_set = cover.sets[depth]
    for value in range(sets.power.shape[0]):
        most = NONE
        if sets.digits[layer_set, value] < sets.digits[rest, value]:
            most_area = plan.max_area[layer_set + sets.power[value]]
            if most_area != NONE:
                most = most_area - area - cover.unused[depth]
        cover.most_idle[depth, value] = most


@compiled
def cover_cell(cover, depth, sets, shapes, placements):
    """Cover the first uncovered cell with its next possible placement; return False if there is none left."""
    taken_low, taken_high = ~cover.uncovered[depth, 0], ~cover.uncovered[depth, 1]
    for index in range(cover.next_placement[depth], cover.last_placement[depth]):
        if placements.covered[index, 0] & taken_low or placements.covered[index, 1] & taken_high:
            continue
        orientation = placements.orientation[index]
        value = shapes.values[orientation]
        idle = placements.idle[index]
        if idle > cover.most_idle[depth, value]:
            continue
        row, column = placements.row[index], placements.column[index]
        free = True
        if idle:
            for q in range(shapes.heights[orientation]):
                if shapes.rows[orientation, q] << column & cover.occupied[depth, row + q]:
                    free = False
                    break
        if not free:
            continue
        cover.next_placement[depth] = index + 1
        more = cover.sets[depth] + sets.power[value]
        add_part(cover, depth, orientation, row, column, more, cover.unused[depth] + idle, shapes)
        cover.uncovered[depth + 1, 0] = cover.uncovered[depth, 0] & ~placements.covered[index, 0]
        cover.uncovered[depth + 1, 1] = cover.uncovered[depth, 1] & ~placements.covered[index, 1]
        return True
    return False


@compiled
def add_part(cover, depth, orientation, row, column, more, idle_cells, shapes):
    """Add a part to the layer under construction."""
    cover.orientation[depth], cover.row[depth], cover.column[depth] = orientation, row, column
    for q in range(SIDE):
        cover.occupied[depth + 1, q] = cover.occupied[depth, q]
    for q in range(shapes.heights[orientation]):
        cover.occupied[depth + 1, row + q] |= shapes.rows[orientation, q] << column
    cover.sets[depth + 1], cover.unused[depth + 1] = more, idle_cells


@compiled
def rest_on_two_numbers(cover, parts, count, upper, shapes):
    """Return True if every part of the layer above rests on parts of at least two different numbers."""
    for i in range(count):
        first, second = NONE, NONE
        for j in range(parts):
            orientation = cover.orientation[j]
            for q in range(4):
                below = upper.tops[i] + q - cover.row[j]
                if 0 <= below < 4 and upper.parts[i, q] & shapes.rows[orientation, below] << cover.column[j]:
                    if first == NONE:
                        first = shapes.values[orientation]
                    elif shapes.values[orientation] != first:
                        second = shapes.values[orientation]
        if second == NONE:
            return False
    return True


@compiled
def add_further_parts(
    cover, count, state, used, gain, last_node, query, plan, sets, shapes, stop, out, written, work, least,
    counters,
):  # fmt: skip
    """Write every complete layer that consists of the cover and, possibly, further parts that support nothing.

    Return DONE, FULL, STOPPED or FOUND, and the number of states written.
    """
    rest = sets.full - used
    adjacent = np.zeros((MOST_LAYER_PARTS, SIDE), np.int64)
    cursor = np.zeros((MOST_LAYER_PARTS, 2), np.int64)
    free = np.zeros(MOST_LAYER_PARTS, np.int64)
    orientations = shapes.values.shape[0]
    depth, fresh = count, True
    while depth >= count and counters[NODES] < last_node:
        if stop[0]:
            return STOPPED, written
        level = depth - count
        layer_set = cover.sets[depth]
        if fresh:
            if plan.is_complete[layer_set] and fits_square(cover, depth, query.side, shapes):
                if sets.counts[used + layer_set] == sets.cards:
                    out.counts[written] = depth
                    return FOUND, written
                if depth > MOST_PARTS:
                    counters[CLIPPED] += 1
                elif written + 1 == out.counts.shape[0]:
                    return FULL, written
                else:
                    write_state(cover, depth, used + layer_set, gain, state, shapes, out, written, work, least)
                    written += 1
                    counters[WRITTEN] += 1
            write_adjacent(cover.occupied[depth], adjacent[level])
            cursor[level, 0], cursor[level, 1], free[level], fresh = 0, NONE, 0, False
        if free[level]:
            column = lowest_bit(free[level])
            free[level] &= free[level] - 1
            orientation, row = cursor[level, 0], cursor[level, 1]
            if row + shapes.heights[orientation] == SIDE or row == 0 or column < 2 or column > COLUMNS - 6:
                counters[CLIPPED] += 1
            more = layer_set + sets.power[shapes.values[orientation]]
            idle_cells = cover.unused[depth] + shapes.sizes[orientation]
            add_part(cover, depth, orientation, row, column, more, idle_cells, shapes)
            counters[NODES] += 1
            depth, fresh = depth + 1, True
            continue
        orientation = cursor[level, 0]
        if orientation == orientations:
            depth -= 1
            continue
        value = shapes.values[orientation]
        possible = sets.digits[layer_set, value] < sets.digits[rest, value] and (
            plan.max_complete_area[layer_set + sets.power[value]] != NONE
        )
        row = cursor[level, 1] + 1
        if not possible or row + shapes.heights[orientation] > SIDE:
            cursor[level, 0], cursor[level, 1] = orientation + 1, NONE
            continue
        cursor[level, 1] = row
        touching = overlap_columns(orientation, row, adjacent[level], shapes)
        free[level] = touching & ~overlap_columns(orientation, row, cover.occupied[depth], shapes)
    return DONE, written


@compiled
def fits_square(cover, count, side, shapes):
    """Return True if the layer fits in a square of the given side."""
    top, left, bottom, right = SIDE, COLUMNS, 0, 0
    for i in range(count):
        orientation = cover.orientation[i]
        top, left = min(top, cover.row[i]), min(left, cover.column[i])
        bottom = max(bottom, cover.row[i] + shapes.heights[orientation])
        right = max(right, cover.column[i] + shapes.widths[orientation])
    return bottom - top <= side and right - left <= side


@compiled
def write_state(cover, count, used, score, parent, shapes, out, index, work, least):
    write_canonical(cover.orientation, cover.row, cover.column, count, shapes, least, work)
    for i in range(MOST_PARTS):
        out.layers[index, i] = least[i] if i < count else 0
    out.counts[index], out.used[index], out.scores[index], out.parents[index] = count, used, score, parent


@compiled
def write_last_layer(cover, count, down, right, last_layer):
    last_layer[0, 0], last_layer[0, 1], last_layer[0, 2] = count, down, right
    for i in range(count):
        last_layer[i + 1, 0] = cover.orientation[i]
        last_layer[i + 1, 1] = cover.row[i]
        last_layer[i + 1, 2] = cover.column[i]
