# mypy: ignore-errors
"""What two or three parts can carry: cover each layer of one or two parts, then fill what is left on top.

Every cover of a layer by two or three parts, all of them under it, is found by exact cover; then further parts
are laid on the cover's free cells, beside those that lie there, as long as they fit.

That is complete. Let three or more parts lie connected on two or three others, all of which are touched. Two
of the upper parts, p and q, can each be taken away without breaking the layer. If both times a lower part were
touched no more, one lower part would be touched by p alone and another one by q alone, and a third upper part
would touch at most one lower part: but it rests on two. So a part can be taken away such that the rest is
connected and touches all lower parts, and so on down to two. Lower parts that are not touched at all are added
afterwards.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tilewright.games.nmbr9.proof.layer_kernel import beside, lay

__all__ = ["carry"]

ROWS = 18
"""A layer of two parts fits 8 x 8, what covers it 14 x 14, with room for windows around."""
CORNER = 4


@njit(cache=True, nogil=True)
def window(rows, r, c):
    """The 4 x 4 cells from a corner on as one number, four bits a row."""
    shift, four = np.uint64(c), np.uint64(15)
    return np.int64(
        rows[r] >> shift & four
        | (rows[r + 1] >> shift & four) << np.uint64(4)
        | (rows[r + 2] >> shift & four) << np.uint64(8)
        | (rows[r + 3] >> shift & four) << np.uint64(12)
    )


@njit(cache=True, nogil=True)
def rests(shape, r, c, pieces, count, values, types):
    """Does what lies in this window touch two of the pieces, or pieces of two numbers?"""
    first = -1
    for k in range(count):
        if window(pieces[k], r, c) & shape:
            if first >= 0 and not (types and values[k] == first):
                return True
            first = values[k] if first < 0 else first
    return False


@njit(cache=True, nogil=True)
def matters(number, room, lower, carried, upper_index, sets, most):
    """May this set on the lower one, or a larger set of which it is a part, be news?"""
    if upper_index[number] < 0 or sets.size[number] > most:
        return False
    if not carried[upper_index[number], lower]:
        return True
    if sets.size[number] == most:
        return False
    if room >= 10:
        return True
    for value in range(len(sets.weight)):
        if sets.area_of[value] <= room and sets.digits[number, value] < sets.digits[-1, value]:
            upper = upper_index[number + sets.weight[value]]
            if upper >= 0 and not carried[upper, lower]:
                return True
    return False


@njit(cache=True, nogil=True)
def fill(
    pieces,
    count,
    values,
    free,
    room,
    lying,
    above,
    lower,
    carried,
    upper_index,
    sets,
    turned,
    ones,
    types,
    most,
):
    """Lay further parts on the free cells of the pieces, up to `most`, and note each set that lies there."""
    least = 99
    wanted = np.zeros(len(sets.weight), np.bool_)
    for value in range(len(sets.weight)):
        size = sets.area_of[value]
        if size <= room and sets.digits[above, value] < sets.digits[-1, value]:
            number = above + sets.weight[value]
            wanted[value] = matters(number, room - size, lower, carried, upper_index, sets, most)
            if wanted[value]:
                least = min(least, size)
    if least == 99:
        return
    near = np.empty(ROWS, np.uint64)
    beside(lying, near)
    for r in range(1, ROWS - 3):
        if not (free[r] | free[r + 1] | free[r + 2] | free[r + 3]):
            continue
        for c in range(1, ROWS - 3):
            hole = window(free, r, c)
            if ones[hole] < least:
                continue
            edge = window(near, r, c)
            for value in range(len(sets.weight)):
                size = sets.area_of[value]
                if not wanted[value] or size > ones[hole]:
                    continue
                number = above + sets.weight[value]
                for new in range(turned.first[value], turned.first[value + 1]):
                    shape = turned.window[new]
                    if shape & ~hole or not shape & edge:
                        continue
                    if not rests(shape, r, c, pieces, count, values, types):
                        continue
                    carried[upper_index[number], lower] = True
                    if room - size >= 5:
                        free2, lying2 = free.copy(), lying.copy()
                        for i in range(turned.height[new]):
                            bits = turned.rows[new, i] << np.uint64(c)
                            free2[r + i] &= ~bits
                            lying2[r + i] |= bits
                        fill(
                            pieces, count, values, free2, room - size, lying2, number, lower,
                            carried, upper_index, sets, turned, ones, types, most,
                        )  # fmt: skip


@njit(cache=True, nogil=True)
def thirds(pair, above, cards, carried, upper_index, lower_index, sets, news):
    """The values which as a third lower part may carry what is not known yet; False if there are none."""
    some = False
    for value in range(len(news)):
        news[value] = False
        if sets.digits[pair, value] < sets.digits[-1, value]:
            number = pair + sets.weight[value]
            room = sets.area[number] - sets.area[above]
            news[value] = room >= 0 and matters(
                above, room, lower_index[number], carried, upper_index, sets, cards - 3
            )
        some = some or news[value]
    return some


@njit(cache=True, nogil=True)
def last_cell(rows, cell):
    """The last cell of a board in reading order."""
    r = ROWS - 1
    while not rows[r]:
        r -= 1
    c = ROWS - 1
    while not rows[r] >> np.uint64(c) & np.uint64(1):
        c -= 1
    cell[0], cell[1] = r, c


@njit(cache=True, nogil=True)
def fits_window(rows):
    """Do all cells of a board lie within 4 x 4?"""
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


@njit(cache=True, nogil=True)
def two_numbers(below, pieces, count, values):
    """Does every part of the layer rest on two different numbers?"""
    for k in range(len(below)):
        first, enough = -1, False
        for j in range(count):
            for r in range(ROWS):
                if pieces[j, r] & below[k, r]:
                    enough = enough or (first >= 0 and values[j] != first)
                    first = values[j] if first < 0 else first
        if not enough:
            return False
    return True


@njit(cache=True, nogil=True)
def carry(layers, above, cards, carried, upper_index, lower_index, sets, turned, hooks, ones, types):
    """Note every set of two or three parts that covers one of these layers of the set `above`, and all sets
    that can be carried by the same cover, up to so many cards in both."""
    pieces_most = min(3, cards - layers.shape[1])
    if pieces_most < 2:
        return
    below = np.zeros((layers.shape[1], ROWS), np.uint64)
    pieces = np.zeros((3, ROWS), np.uint64)
    values = np.zeros(3, np.int64)
    taken, bare = np.zeros((4, ROWS), np.uint64), np.zeros((4, ROWS), np.uint64)
    bare_here, taken_here = np.zeros((3, 16), np.int64), np.zeros((3, 16), np.int64)
    left, chosen = np.zeros(4, np.int64), np.zeros(4, np.int64)
    at = np.zeros(3, np.int64)
    news = np.ones((3, len(sets.weight)), np.bool_)
    cell = np.zeros((3, 2), np.int64)
    for layer in layers:
        bare[0] = 0
        for k in range(len(layer)):
            below[k] = 0
            packed = layer[k]
            lay(below[k], packed >> 14, (packed >> 7 & 127) + CORNER, (packed & 127) + CORNER, turned)
            bare[0] |= below[k]
        left[0] = sets.area[above]
        depth, at[0] = 0, -1
        while depth >= 0:
            if at[depth] < 0:
                if depth == 2 and not thirds(
                    chosen[2], above, cards, carried, upper_index, lower_index, sets, news[2]
                ):
                    depth -= 1
                    continue
                last_cell(bare[depth], cell[depth])
                for k in range(16):
                    r, c = cell[depth, 0] - k // 4, cell[depth, 1] - k % 4
                    bare_here[depth, k] = window(bare[depth], r, c)
                    taken_here[depth, k] = window(taken[depth], r, c)
                at[depth] = 0
            if at[depth] == len(hooks):
                depth -= 1
                continue
            new, hook = hooks[at[depth], 0], hooks[at[depth], 1]
            at[depth] += 1
            shape = turned.window[new]
            gain = ones[bare_here[depth, hook] & shape]
            if left[depth] - gain > 10 * (pieces_most - 1 - depth) or taken_here[depth, hook] & shape:
                continue
            value = turned.value[new]
            if not news[depth, value] or sets.digits[chosen[depth], value] == sets.digits[-1, value]:
                continue
            r, c = cell[depth, 0] - hook // 4, cell[depth, 1] - hook % 4
            whole = False
            for k in range(len(layer)):
                size = turned.size[layer[k] >> 14]
                whole = whole or (gain >= size and ones[window(below[k], r, c) & shape] == size)
            if whole:
                continue
            for i in range(ROWS):
                pieces[depth, i] = 0
                taken[depth + 1, i] = taken[depth, i]
                bare[depth + 1, i] = bare[depth, i]
            for i in range(turned.height[new]):
                bits = turned.rows[new, i] << np.uint64(c)
                pieces[depth, r + i] = bits
                taken[depth + 1, r + i] |= bits
                bare[depth + 1, r + i] &= ~bits
            values[depth] = value
            left[depth + 1] = left[depth] - gain
            chosen[depth + 1] = chosen[depth] + sets.weight[value]
            if left[depth + 1] > 0:
                if depth + 2 < pieces_most or fits_window(bare[depth + 1]):
                    depth += 1
                    at[depth] = -1
                continue
            # A part that is covered, and by no piece alone, rests on two pieces.
            count = depth + 1
            if types and not two_numbers(below, pieces, count, values):
                continue
            lower = lower_index[chosen[count]]
            carried[upper_index[above], lower] = True
            room = sets.area[chosen[count]] - sets.area[above]
            most = cards - count
            if len(layer) == 2 and most > 2 and room >= 5:
                lying = below[0] | below[1]
                fill(
                    pieces, count, values, taken[count] & ~lying, room, lying, above, lower,
                    carried, upper_index, sets, turned, ones, types, most,
                )  # fmt: skip
