# mypy: ignore-errors
"""Find which sets of parts can be carried by two or three parts.

For each layer of one or two parts, an exact-cover search finds every cover from below: two or three parts that
together support all cells of the layer. If the layer has two parts, further upper parts are then placed on the
free cells of the cover, adjacent to the upper parts already there, as long as they fit.

This finds every pair of a lower set and an upper set that the lower set carries. Suppose that three or more
upper parts form a connected layer on two or three lower parts, and that each lower part supports an upper part.
There are two upper parts p and q such that the upper layer stays connected without p, and also without q. If
neither p nor q could be removed without leaving a lower part that supports nothing, then one lower part would
support only p and another lower part only q, so a third upper part would rest on at most one lower part; but
every upper part rests on at least two lower parts. So one of p and q can be removed such that the rest stays
connected and rests on all lower parts. This can be repeated until two upper parts are left. The caller adds
lower parts that support nothing.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.proof.extend_layers_kernel import draw_part, write_neighbourhood

__all__ = ["mark_carried"]

ROWS = 18
"""The side of the board: a layer of two parts fits in 8 x 8 cells and its cover in 14 x 14, plus a margin."""
CORNER = 4
"""The row and the column of the board at which the top left corner of a layer is drawn."""


@compiled
def window(rows, r, c):
    """Return the 4 x 4 cells with the given top left corner, as one integer with four bits per row."""
    shift, four = np.uint64(c), np.uint64(15)
    return np.int64(
        rows[r] >> shift & four
        | (rows[r + 1] >> shift & four) << np.uint64(4)
        | (rows[r + 2] >> shift & four) << np.uint64(8)
        | (rows[r + 3] >> shift & four) << np.uint64(12)
    )


@compiled
def rests_on_two(shape, r, c, pieces, count, values, types):
    """Return whether an upper part rests on at least two lower parts.

    If `types` is true, at least two of these lower parts must have different numbers.
    `shape` contains the cells of the upper part in the window whose top left corner is at row `r`, column `c`.
    """
    first = -1
    for k in range(count):
        if window(pieces[k], r, c) & shape:
            if first >= 0 and not (types and values[k] == first):
                return True
            first = values[k] if first < 0 else first
    return False


@compiled
def may_be_new(number, room, lower, carries, upper_index, sets, most):
    """Return False if it is certain that neither the upper set `number` nor a larger set containing it is new.

    A set is new if it is not yet marked as carried by the lower set `lower`. `room` is the number of free
    cells, and `most` is the maximum number of upper parts.
    """
    if upper_index[number] < 0 or sets.size[number] > most:
        return False
    if not carries[upper_index[number], lower]:
        return True
    if sets.size[number] == most:
        return False
    if room >= 10:
        return True
    for value in range(len(sets.weight)):
        if sets.part_area[value] <= room and sets.digits[number, value] < sets.digits[-1, value]:
            upper = upper_index[number + sets.weight[value]]
            if upper >= 0 and not carries[upper, lower]:
                return True
    return False


@compiled
def fill_free_cells(
    pieces, count, values, free, room, upper_cells, above, lower, carries, upper_index, sets, oriented,
    bit_counts, types, most,
):  # fmt: skip
    """Place further upper parts on the free cells, and set `carries` for each upper set that is found.

    The upper sets have at most `most` parts.
    """
    least = 99
    possible = np.zeros(len(sets.weight), np.bool_)
    for value in range(len(sets.weight)):
        size = sets.part_area[value]
        if size <= room and sets.digits[above, value] < sets.digits[-1, value]:
            number = above + sets.weight[value]
            possible[value] = may_be_new(number, room - size, lower, carries, upper_index, sets, most)
            if possible[value]:
                least = min(least, size)
    if least == 99:
        return
    near = np.empty(ROWS, np.uint64)
    write_neighbourhood(upper_cells, near)
    for r in range(1, ROWS - 3):
        if not (free[r] | free[r + 1] | free[r + 2] | free[r + 3]):
            continue
        for c in range(1, ROWS - 3):
            hole = window(free, r, c)
            if bit_counts[hole] < least:
                continue
            edge = window(near, r, c)
            for value in range(len(sets.weight)):
                size = sets.part_area[value]
                if not possible[value] or size > bit_counts[hole]:
                    continue
                number = above + sets.weight[value]
                for new in range(oriented.first[value], oriented.first[value + 1]):
                    shape = oriented.window[new]
                    if shape & ~hole or not shape & edge:
                        continue
                    if not rests_on_two(shape, r, c, pieces, count, values, types):
                        continue
                    carries[upper_index[number], lower] = True
                    if room - size >= 5:
                        free2, upper_cells2 = free.copy(), upper_cells.copy()
                        for i in range(oriented.height[new]):
                            bits = oriented.rows[new, i] << np.uint64(c)
                            free2[r + i] &= ~bits
                            upper_cells2[r + i] |= bits
                        fill_free_cells(
                            pieces, count, values, free2, room - size, upper_cells2, number, lower,
                            carries, upper_index, sets, oriented, bit_counts, types, most,
                        )  # fmt: skip


@compiled
def mark_third_parts(pair, above, cards, carries, upper_index, lower_index, sets, useful):
    """For each value v, set `useful[v]` to whether a lower pair and a third part of value v may carry new sets.

    Return whether any entry of `useful` is True.
    """
    some = False
    for value in range(len(useful)):
        useful[value] = False
        if sets.digits[pair, value] < sets.digits[-1, value]:
            number = pair + sets.weight[value]
            room = sets.area[number] - sets.area[above]
            useful[value] = room >= 0 and may_be_new(
                above, room, lower_index[number], carries, upper_index, sets, cards - 3
            )
        some = some or useful[value]
    return some


@compiled
def last_cell(rows, cell):
    """Write into `cell` the row and column of the last occupied cell of a board in reading order."""
    r = ROWS - 1
    while not rows[r]:
        r -= 1
    c = ROWS - 1
    while not rows[r] >> np.uint64(c) & np.uint64(1):
        c -= 1
    cell[0], cell[1] = r, c


@compiled
def fits_window(rows):
    """Return True if all occupied cells of a board are within a 4 x 4 square."""
    top, bottom = -1, -1
    columns = np.uint64(0)
    for r in range(ROWS):
        if rows[r]:
            top = r if top < 0 else top
            bottom = r
            columns |= rows[r]
    if bottom - top > 3:
        return False
    while not columns & np.uint64(1):
        columns >>= np.uint64(1)
    return columns < np.uint64(16)


@compiled
def two_numbers(upper, pieces, count, values):
    """Return True if every part of the layer rests on parts of at least two different numbers."""
    for k in range(len(upper)):
        first, enough = -1, False
        for j in range(count):
            for r in range(ROWS):
                if pieces[j, r] & upper[k, r]:
                    enough = enough or (first >= 0 and values[j] != first)
                    first = values[j] if first < 0 else first
        if not enough:
            return False
    return True


@compiled
def mark_carried(
    layers, above, cards, carries, upper_index, lower_index, sets, oriented, anchors, bit_counts, types
):
    """Set `carries[upper, lower]` to True for each upper set that the search can place on the lower set.

    Every layer consists of the parts of the set `above`. Under each layer, the search tries all placements
    of two or three lower parts that together lie under every cell of the layer; `lower` is the index of the set
    of these parts. `upper` is the index of `above`, or of a larger set that contains `above` and that the lower
    parts also carry. A lower and an upper set together have at most `cards` parts.
    """
    most_pieces = min(3, cards - layers.shape[1])
    if most_pieces < 2:
        return
    upper = np.zeros((layers.shape[1], ROWS), np.uint64)
    pieces = np.zeros((3, ROWS), np.uint64)
    values = np.zeros(3, np.int64)
    taken, uncovered = np.zeros((4, ROWS), np.uint64), np.zeros((4, ROWS), np.uint64)
    uncovered_windows, taken_windows = np.zeros((3, 16), np.int64), np.zeros((3, 16), np.int64)
    left, chosen = np.zeros(4, np.int64), np.zeros(4, np.int64)
    next_anchor = np.zeros(3, np.int64)
    useful = np.ones((3, len(sets.weight)), np.bool_)
    cell = np.zeros((3, 2), np.int64)
    for layer in layers:
        uncovered[0] = 0
        for k in range(len(layer)):
            upper[k] = 0
            packed = layer[k]
            draw_part(upper[k], packed >> 14, (packed >> 7 & 127) + CORNER, (packed & 127) + CORNER, oriented)
            uncovered[0] |= upper[k]
        left[0] = sets.area[above]
        depth, next_anchor[0] = 0, -1
        while depth >= 0:
            if next_anchor[depth] < 0:
                if depth == 2 and not mark_third_parts(
                    chosen[2], above, cards, carries, upper_index, lower_index, sets, useful[2]
                ):
                    depth -= 1
                    continue
                last_cell(uncovered[depth], cell[depth])
                for k in range(16):
                    r, c = cell[depth, 0] - k // 4, cell[depth, 1] - k % 4
                    uncovered_windows[depth, k] = window(uncovered[depth], r, c)
                    taken_windows[depth, k] = window(taken[depth], r, c)
                next_anchor[depth] = 0
            if next_anchor[depth] == len(anchors):
                depth -= 1
                continue
            new, anchor = anchors[next_anchor[depth], 0], anchors[next_anchor[depth], 1]
            next_anchor[depth] += 1
            shape = oriented.window[new]
            gain = bit_counts[uncovered_windows[depth, anchor] & shape]
            if left[depth] - gain > 10 * (most_pieces - 1 - depth) or taken_windows[depth, anchor] & shape:
                continue
            value = oriented.value[new]
            if not useful[depth, value] or sets.digits[chosen[depth], value] == sets.digits[-1, value]:
                continue
            r, c = cell[depth, 0] - anchor // 4, cell[depth, 1] - anchor % 4
            whole = False
            for k in range(len(layer)):
                size = oriented.size[layer[k] >> 14]
                whole = whole or (gain >= size and bit_counts[window(upper[k], r, c) & shape] == size)
            if whole:
                continue
            for i in range(ROWS):
                pieces[depth, i] = 0
                taken[depth + 1, i] = taken[depth, i]
                uncovered[depth + 1, i] = uncovered[depth, i]
            for i in range(oriented.height[new]):
                bits = oriented.rows[new, i] << np.uint64(c)
                pieces[depth, r + i] = bits
                taken[depth + 1, r + i] |= bits
                uncovered[depth + 1, r + i] &= ~bits
            values[depth] = value
            left[depth + 1] = left[depth] - gain
            chosen[depth + 1] = chosen[depth] + sets.weight[value]
            if left[depth + 1] > 0:
                if depth + 2 < most_pieces or fits_window(uncovered[depth + 1]):
                    depth += 1
                    next_anchor[depth] = -1
                continue
            # Every upper part is fully supported, but not by a single lower part, so it rests on at least two.
            count = depth + 1
            if types and not two_numbers(upper, pieces, count, values):
                continue
            lower = lower_index[chosen[count]]
            carries[upper_index[above], lower] = True
            room = sets.area[chosen[count]] - sets.area[above]
            most = cards - count
            if len(layer) == 2 and most > 2 and room >= 5:
                upper_cells = upper[0] | upper[1]
                fill_free_cells(
                    pieces, count, values, taken[count] & ~upper_cells, room, upper_cells, above, lower,
                    carries, upper_index, sets, oriented, bit_counts, types, most,
                )  # fmt: skip
