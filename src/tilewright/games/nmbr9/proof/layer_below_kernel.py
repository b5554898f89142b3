# mypy: ignore-errors
"""Every layer that may lie under a given one: exact cover of its cells, then parts that carry nothing.

Algorithm X over lists: a node keeps the placements that are still possible, and covers the cell that has the
fewest of them. `rest[p]` is the largest area of parts that can join the set p in a next layer that keeps hope,
or -1; so a node knows at once which numbers may come and how many cells they must cover.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tilewright.games.nmbr9.proof.layer_kernel import beside, clashes, lay, least_image
from tilewright.games.nmbr9.proof.upper_bound_kernel import hope

__all__ = ["CLIPPED", "COVERS", "NODES", "under"]

SIDE = 64
NODES, COVERS, CLIPPED = 0, 1, 2
HEAD = 2
"""A row of the output: how many parts, which set, then the packed parts."""


@njit(cache=True, nogil=True)
def plan(used, layer, need, sets, tables, good, rest):
    """Which sets may be the next layer with a hope of `need` below it, and what can join parts of them."""
    spare = len(sets.size) - 1 - used
    digit = sets.digits[spare].copy()
    number = spare
    upper = tables.upper_index[layer]
    while True:
        fine = False
        size = sets.size[number]
        if 2 <= size <= 3 and sets.size[used] + size <= tables.cards:
            lower = tables.lower_index[number]
            fine = upper >= 0 and tables.holds[upper, lower] and tables.small[used + number, lower] >= need
        elif size >= 4 and sets.size[used] + size <= tables.cards and sets.area[number] >= sets.area[layer]:
            fine = hope(used + number, number, sets, tables) >= need
        good[number] = fine
        most = 0 if fine else -1
        for value in range(len(digit)):
            if digit[value] < sets.digits[spare, value]:
                more = rest[number + sets.weight[value]]
                if more >= 0:
                    most = max(most, more + sets.area_of[value])
        rest[number] = most
        value = 0
        while value < len(digit) and digit[value] == 0:
            digit[value] = sets.digits[spare, value]
            number += digit[value] * sets.weight[value]
            value += 1
        if value == len(digit):
            return
        digit[value] -= 1
        number -= sets.weight[value]


@njit(cache=True, nogil=True)
def put_out(part, row, col, count, number, turned, out, raw, filled):
    """Write a layer into the output, where there is room for it."""
    if filled < len(out):
        p, r, c = part[:count].copy(), row[:count].copy(), col[:count].copy()
        for k in range(count):
            raw[filled, k] = p[k] << 14 | r[k] << 7 | c[k]
        out[filled, 0], out[filled, 1] = count, number
        least_image(p, r, c, count, turned, out[filled, HEAD:], np.empty(count, np.int64))
    return filled + 1


@njit(cache=True, nogil=True)
def extend(part, row, col, count, number, occupied, spare, good, rest, sets, turned, out, raw, filled, stats):
    """The cover itself if it is good, and with every choice of further parts beside it."""
    if good[number]:
        filled = put_out(part, row, col, count, number, turned, out, raw, filled)
    near = np.empty(0, np.uint64)
    for value in range(len(sets.weight)):
        more = number + sets.weight[value]
        if sets.digits[number, value] == sets.digits[spare, value] or rest[more] < 0:
            continue
        if len(near) == 0:
            near = np.empty(SIDE, np.uint64)
            beside(occupied, near)
        top, bottom, low, high = SIDE, 0, SIDE, 0
        for k in range(count):
            top, bottom = min(top, row[k]), max(bottom, row[k] + turned.height[part[k]])
            low, high = min(low, col[k]), max(high, col[k] + turned.width[part[k]])
        for new in range(turned.first[value], turned.first[value + 1]):
            tall, wide = turned.height[new], turned.width[new]
            if top - tall < 0 or bottom + tall > SIDE or low - wide < 0 or high + wide > SIDE:
                stats[CLIPPED] += 1
                continue
            for r in range(top - tall, bottom + 1):
                for c in range(low - wide, high + 1):
                    if clashes(occupied, new, r, c, turned) or not clashes(near, new, r, c, turned):
                        continue
                    part[count], row[count], col[count] = new, r, c
                    wider = occupied.copy()
                    lay(wider, new, r, c, turned)
                    filled = extend(
                        part, row, col, count + 1, more, wider, spare, good, rest, sets, turned, out, raw,
                        filled, stats,
                    )  # fmt: skip
    return filled


@njit(cache=True, nogil=True)
def placements(upper, tops, rows, area, top, low, tall, wide, spare, rest, sets, turned):
    """Every placement of a part that may cover cells of the layer: packed, and the rows of its bits.

    A part of the layer must not lie on one part alone: no part has fewer than five cells.
    """
    most = (tall + 6) * (wide + 6) * len(turned.value)
    packed, bits, gain = np.empty(most, np.int64), np.empty((most, 4), np.uint64), np.empty(most, np.int64)
    found = 0
    one = np.uint64(1)
    for new in range(turned.first[len(sets.weight)]):
        value = turned.value[new]
        if sets.digits[spare, value] == 0 or rest[sets.weight[value]] < 0:
            continue
        for r in range(top - turned.height[new] + 1, top + tall):
            for c in range(low - turned.width[new] + 1, low + wide):
                covered = 0
                for i in range(turned.height[new]):
                    both = rows[r + i] & (turned.rows[new, i] << np.uint64(c))
                    while both:
                        both &= both - one
                        covered += 1
                if covered == 0 or area - covered > rest[sets.weight[value]]:
                    continue
                alone = False
                for k in range(len(upper)):
                    inside = covered >= 5
                    for i in range(tops[k], tops[k] + 4):
                        here = turned.rows[new, i - r] << np.uint64(c) if 0 <= i - r < 4 else np.uint64(0)
                        inside = inside and not upper[k, i] & ~here
                    alone = alone or inside
                if alone:
                    continue
                packed[found] = new << 14 | r << 7 | c
                gain[found] = covered
                for i in range(4):
                    bits[found, i] = turned.rows[new, i] << np.uint64(c)
                found += 1
    return packed[:found], bits[:found], gain[:found]


@njit(cache=True, nogil=True)
def two_numbers(upper, packed, chosen, count, bits, turned):
    """Does every part of the layer rest on two different numbers?"""
    for k in range(len(upper)):
        first, enough = -1, False
        for j in range(count):
            r = packed[chosen[j]] >> 7 & 127
            for i in range(4):
                if upper[k, r + i] & bits[chosen[j], i]:
                    value = turned.value[packed[chosen[j]] >> 14]
                    enough = enough or (first >= 0 and value != first)
                    first = value if first < 0 else first
        if not enough:
            return False
    return True


@njit(cache=True, nogil=True)
def under(layer, number, used, need, first_only, types, sets, tables, turned, good, rest, out, raw, stats):
    """Every layer under this one that leaves a hope of `need`, some more than once; returns their number,
    which is larger than the output when that is too short. `stats` counts nodes, covers and what is clipped."""
    spare = len(sets.size) - 1 - used
    area = sets.area[number]
    plan(used, number, need, sets, tables, good, rest)
    if rest[0] < area:
        return 0
    tall = wide = 0
    for each in layer:
        tall = max(tall, (each >> 7 & 127) + turned.height[each >> 14])
        wide = max(wide, (each & 127) + turned.width[each >> 14])
    if max(tall, wide) > SIDE - 8:
        stats[CLIPPED] += 1
        return 0
    top, low = (SIDE - tall) // 2, (SIDE - wide) // 2
    upper = np.zeros((len(layer), SIDE + 4), np.uint64)
    tops = (layer >> 7 & 127) + top
    rows = np.zeros(SIDE + 4, np.uint64)
    for k in range(len(layer)):
        lay(upper[k], layer[k] >> 14, (layer[k] >> 7 & 127) + top, (layer[k] & 127) + low, turned)
        rows |= upper[k]
    packed, bits, gain = placements(upper, tops, rows, area, top, low, tall, wide, spare, rest, sets, turned)
    return cover(
        upper,
        rows,
        area,
        packed,
        bits,
        gain,
        spare,
        first_only,
        types,
        sets,
        turned,
        good,
        rest,
        out,
        raw,
        stats,
    )


@njit(cache=True, nogil=True)
def cells_held(rows, area, packed, turned):
    """The cells of the layer, and which of them each placement covers."""
    place = np.full((SIDE + 4, SIDE), -1, np.int64)
    cells = np.empty((area, 2), np.int64)
    k = 0
    for r in range(SIDE):
        for c in range(SIDE if rows[r] else 0):
            if rows[r] >> np.uint64(c) & np.uint64(1):
                place[r, c] = k
                cells[k, 0], cells[k, 1] = r, c
                k += 1
    held = np.empty((len(packed), 10), np.int64)
    for p in range(len(packed)):
        new, r, c = packed[p] >> 14, packed[p] >> 7 & 127, packed[p] & 127
        k = 0
        for i in range(turned.size[new]):
            at = place[r + turned.cells[new, i, 0], c + turned.cells[new, i, 1]]
            if at >= 0:
                held[p, k] = at
                k += 1
    return cells, held


@njit(cache=True, nogil=True)
def still_possible(
    live, lives, after, number, left, packed, bits, gain, occupied, spare, rest, sets, turned, least
):  # fmt: skip
    """Write the placements that may join the set `number` when `left` cells are bare; returns how many."""
    for value in range(len(sets.weight)):
        least[value] = 99
        if sets.digits[number, value] < sets.digits[spare, value]:
            more = rest[number + sets.weight[value]]
            if more >= 0:
                least[value] = left - more
    n = 0
    for k in range(lives):
        q = live[k]
        if gain[q] < least[turned.value[packed[q] >> 14]]:
            continue
        r = packed[q] >> 7 & 127
        if (
            occupied[r] & bits[q, 0]
            | occupied[r + 1] & bits[q, 1]
            | occupied[r + 2] & bits[q, 2]
            | occupied[r + 3] & bits[q, 3]
        ):
            continue
        after[n] = q
        n += 1
    return n


@njit(cache=True, nogil=True)
def cover(
    upper, rows, area, packed, bits, gain, spare, first_only, types, sets, turned, good, rest, out, raw, stats
):  # fmt: skip
    """The exact covers of a layer's cells, each extended by parts that carry nothing."""
    cells, held = cells_held(rows, area, packed, turned)
    deep = 1 + sets.size[spare]
    live, lives = np.empty((deep, len(packed)), np.int64), np.zeros(deep, np.int64)
    tries, ends = np.empty((deep, len(packed)), np.int64), np.zeros(deep, np.int64)
    at = np.zeros(deep, np.int64)
    chosen, joined, bare = np.zeros(deep, np.int64), np.zeros(deep, np.int64), np.zeros(deep, np.int64)
    occupied = np.zeros(SIDE + 4, np.uint64)
    counts = np.zeros(area, np.int64)
    least = np.zeros(len(sets.weight), np.int64)
    part, row, col = np.empty(deep, np.int64), np.empty(deep, np.int64), np.empty(deep, np.int64)
    for p in range(len(packed)):
        live[0, p] = p
    lives[0] = len(packed)
    bare[0] = area
    filled = 0
    depth, at[0] = 0, -1
    while depth >= 0:
        if at[depth] < 0:
            at[depth] = 0
            fewest = scarcest(live[depth], lives[depth], held, gain, cells, occupied, counts)
            ends[depth] = 0
            if counts[fewest] == 0:
                depth -= 1
                continue
            for k in range(lives[depth]):
                p = live[depth, k]
                for i in range(gain[p]):
                    if held[p, i] == fewest:
                        tries[depth, ends[depth]] = p
                        ends[depth] += 1
        if at[depth] > 0:
            # Take back what was tried last.
            p = chosen[depth]
            for i in range(4):
                occupied[(packed[p] >> 7 & 127) + i] &= ~bits[p, i]
        if at[depth] == ends[depth]:
            depth -= 1
            continue
        p = tries[depth, at[depth]]
        at[depth] += 1
        chosen[depth] = p
        stats[NODES] += 1
        for i in range(4):
            occupied[(packed[p] >> 7 & 127) + i] |= bits[p, i]
        number = joined[depth] + sets.weight[turned.value[packed[p] >> 14]]
        left = bare[depth] - gain[p]
        if left > 0:
            n = still_possible(
                live[depth], lives[depth], live[depth + 1], number, left, packed, bits, gain, occupied, spare,
                rest, sets, turned, least,
            )  # fmt: skip
            if n > 0:
                depth += 1
                lives[depth], joined[depth], bare[depth], at[depth] = n, number, left, -1
            continue
        stats[COVERS] += 1
        if types and not two_numbers(upper, packed, chosen, depth + 1, bits, turned):
            continue
        for k in range(depth + 1):
            each = packed[chosen[k]]
            part[k], row[k], col[k] = each >> 14, each >> 7 & 127, each & 127
        filled = extend(
            part, row, col, depth + 1, number, occupied[:SIDE], spare, good, rest, sets, turned, out, raw,
            filled, stats,
        )  # fmt: skip
        if first_only and filled:
            break
    return filled


@njit(cache=True, nogil=True)
def scarcest(live, lives, held, gain, cells, occupied, counts):
    """The bare cell with the fewest placements."""
    counts[:] = 0
    for k in range(lives):
        p = live[k]
        for i in range(gain[p]):
            counts[held[p, i]] += 1
    best = -1
    for cell in range(len(cells)):
        if occupied[cells[cell, 0]] >> np.uint64(cells[cell, 1]) & np.uint64(1):
            continue
        if best < 0 or counts[cell] < counts[best]:
            best = cell
    return best
