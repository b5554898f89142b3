# mypy: ignore-errors
"""Find every layer that can lie under a given layer: exact covers of its cells, plus further parts.

The covers are found with Algorithm X on lists: each node of the search lists the placements that are still
possible, and branches on the cell with the fewest placements. `rest[p]` is the largest total area of the parts
that can be added to the set p to get an admissible set (see `plan_layers`), or -1 if there is no such set. So
each node can determine which numbers may still be used, and the minimum number of cells that a part of each
such number must cover.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.proof.bounds_from_part_sets_kernel import bound_below
from tilewright.games.nmbr9.proof.extend_layers_kernel import (
    draw_part,
    overlaps,
    write_canonical,
    write_neighbourhood,
)

__all__ = ["CLIPPED", "COVERS", "HEAD", "NODES", "SIDE", "plan_layers", "write_layers_under"]

SIDE = 64
"""The number of rows and columns of the board: one machine word per row."""
NODES, COVERS, CLIPPED = 0, 1, 2
"""Indexes in `stats`: the number of nodes, the number of covers, and the number of layers and parts that are
dropped because they do not fit on the board."""
HEAD = 2
"""The number of columns before the packed parts in each row of `out`: the first column contains the number of
parts, the second the set of parts. The rows of `raw` have no such columns."""


@compiled
def plan_layers(used, layer, need, sets, tables, good, rest):
    """Set `good[p]` to whether the set p of unused parts is admissible as the next layer, and fill `rest`.

    A set is admissible if it can lie under the layer according to the conditions in `upper_bound` and the upper
    bound on the score of the layers below it is at least `need`. The module docstring explains `rest`.
    """
    spare = len(sets.size) - 1 - used
    digit = sets.digits[spare].copy()
    number = spare
    upper = tables.upper_index[layer]
    while True:
        fine = False
        size = sets.size[number]
        if 2 <= size <= 3 and sets.size[used] + size <= tables.cards:
            lower = tables.lower_index[number]
            fine = upper >= 0 and tables.carries[upper, lower] and tables.small[used + number, lower] >= need
        elif size >= 4 and sets.size[used] + size <= tables.cards and sets.area[number] >= sets.area[layer]:
            fine = bound_below(used + number, number, sets, tables) >= need
        good[number] = fine
        most = 0 if fine else -1
        for value in range(len(digit)):
            if digit[value] < sets.digits[spare, value]:
                more = rest[number + sets.weight[value]]
                if more >= 0:
                    most = max(most, more + sets.part_area[value])
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


@compiled
def write_layer(part, row, col, count, number, oriented, out, raw, filled):
    """Write a layer into the output if there is room; in either case, return the new number of layers found."""
    if filled < len(out):
        p, r, c = part[:count].copy(), row[:count].copy(), col[:count].copy()
        for k in range(count):
            raw[filled, k] = p[k] << 14 | r[k] << 7 | c[k]
        out[filled, 0], out[filled, 1] = count, number
        write_canonical(p, r, c, count, oriented, out[filled, HEAD:], np.empty(count, np.int64))
    return filled + 1


@compiled
def write_with_further_parts(
    part, row, col, count, number, occupied, spare, good, rest, sets, oriented, out, raw, filled, stats
):  # fmt: skip
    """Write every admissible layer that consists of the cover alone or of the cover and further parts.

    Return the new number of layers found.
    """
    if good[number]:
        filled = write_layer(part, row, col, count, number, oriented, out, raw, filled)
    near = np.empty(0, np.uint64)
    for value in range(len(sets.weight)):
        more = number + sets.weight[value]
        if sets.digits[number, value] == sets.digits[spare, value] or rest[more] < 0:
            continue
        if len(near) == 0:
            near = np.empty(SIDE, np.uint64)
            write_neighbourhood(occupied, near)
        top, bottom, low, high = SIDE, 0, SIDE, 0
        for k in range(count):
            top, bottom = min(top, row[k]), max(bottom, row[k] + oriented.height[part[k]])
            low, high = min(low, col[k]), max(high, col[k] + oriented.width[part[k]])
        for new in range(oriented.first[value], oriented.first[value + 1]):
            tall, wide = oriented.height[new], oriented.width[new]
            if top - tall < 0 or bottom + tall > SIDE or low - wide < 0 or high + wide > SIDE:
                stats[CLIPPED] += 1
                continue
            for r in range(top - tall, bottom + 1):
                for c in range(low - wide, high + 1):
                    if overlaps(occupied, new, r, c, oriented) or not overlaps(near, new, r, c, oriented):
                        continue
                    part[count], row[count], col[count] = new, r, c
                    wider = occupied.copy()
                    draw_part(wider, new, r, c, oriented)
                    filled = write_with_further_parts(
                        part, row, col, count + 1, more, wider, spare, good, rest, sets, oriented, out, raw,
                        filled, stats,
                    )  # fmt: skip
    return filled


@compiled
def list_placements(upper, tops, rows, area, top, low, tall, wide, spare, rest, sets, oriented):
    """Return every placement that may be used to cover cells of the layer.

    The results are the packed placements, their rows as bits, and the number of cells of the layer that each
    placement covers.

    A placement that covers a whole part of the layer is excluded, because that part would rest on a single
    part. (Such a placement covers at least five cells, because no part has fewer.)
    """
    most = (tall + 6) * (wide + 6) * len(oriented.value)
    packed, bits, gain = np.empty(most, np.int64), np.empty((most, 4), np.uint64), np.empty(most, np.int64)
    count = 0
    one = np.uint64(1)
    for new in range(oriented.first[len(sets.weight)]):
        value = oriented.value[new]
        if sets.digits[spare, value] == 0 or rest[sets.weight[value]] < 0:
            continue
        for r in range(top - oriented.height[new] + 1, top + tall):
            for c in range(low - oriented.width[new] + 1, low + wide):
                covered = 0
                for i in range(oriented.height[new]):
                    both = rows[r + i] & (oriented.rows[new, i] << np.uint64(c))
                    while both:
                        both &= both - one
                        covered += 1
                if covered == 0 or area - covered > rest[sets.weight[value]]:
                    continue
                alone = False
                for k in range(len(upper)):
                    inside = covered >= 5
                    for i in range(tops[k], tops[k] + 4):
                        here = oriented.rows[new, i - r] << np.uint64(c) if 0 <= i - r < 4 else np.uint64(0)
                        inside = inside and not upper[k, i] & ~here
                    alone = alone or inside
                if alone:
                    continue
                packed[count] = new << 14 | r << 7 | c
                gain[count] = covered
                for i in range(4):
                    bits[count, i] = oriented.rows[new, i] << np.uint64(c)
                count += 1
    return packed[:count], bits[:count], gain[:count]


@compiled
def two_numbers(upper, packed, chosen, count, bits, oriented):
    """Return True if every part of the layer rests on parts of at least two different numbers."""
    for k in range(len(upper)):
        first, enough = -1, False
        for j in range(count):
            r = packed[chosen[j]] >> 7 & 127
            for i in range(4):
                if upper[k, r + i] & bits[chosen[j], i]:
                    value = oriented.value[packed[chosen[j]] >> 14]
                    enough = enough or (first >= 0 and value != first)
                    first = value if first < 0 else first
        if not enough:
            return False
    return True


@compiled
def write_layers_under(
    layer, number, used, first_only, types, sets, oriented, good, rest, out, raw, stats
):  # fmt: skip
    """Write every admissible layer that can lie under this layer; `good` and `rest` come from `plan_layers`.

    `out` receives canonical forms, and `raw` the same layers in their positions on the board, with the given
    layer in the middle of the board. Some layers are written several times. With `first_only` the search ends
    after the first cover that yields a layer. Return the number of layers found, which exceeds the length of
    the output if the output is too short. The numbers of nodes, of covers, and of dropped layers and parts are
    added to `stats`.
    """
    spare = len(sets.size) - 1 - used
    area = sets.area[number]
    if rest[0] < area:
        return 0
    tall = wide = 0
    for each in layer:
        tall = max(tall, (each >> 7 & 127) + oriented.height[each >> 14])
        wide = max(wide, (each & 127) + oriented.width[each >> 14])
    if max(tall, wide) > SIDE - 8:
        stats[CLIPPED] += 1
        return 0
    top, low = (SIDE - tall) // 2, (SIDE - wide) // 2
    upper = np.zeros((len(layer), SIDE + 4), np.uint64)
    tops = (layer >> 7 & 127) + top
    rows = np.zeros(SIDE + 4, np.uint64)
    for k in range(len(layer)):
        draw_part(upper[k], layer[k] >> 14, (layer[k] >> 7 & 127) + top, (layer[k] & 127) + low, oriented)
        rows |= upper[k]
    packed, bits, gain = list_placements(
        upper, tops, rows, area, top, low, tall, wide, spare, rest, sets, oriented
    )
    return search_covers(
        upper, rows, area, packed, bits, gain, spare, first_only, types, sets, oriented, good, rest, out, raw,
        stats,
    )  # fmt: skip


@compiled
def index_cells(rows, area, packed, oriented):
    """Return the cells of the layer and, for each placement, the indexes of the cells that it covers."""
    index = np.full((SIDE + 4, SIDE), -1, np.int64)
    cells = np.empty((area, 2), np.int64)
    k = 0
    for r in range(SIDE):
        for c in range(SIDE if rows[r] else 0):
            if rows[r] >> np.uint64(c) & np.uint64(1):
                index[r, c] = k
                cells[k, 0], cells[k, 1] = r, c
                k += 1
    covered_cells = np.empty((len(packed), 10), np.int64)
    for p in range(len(packed)):
        new, r, c = packed[p] >> 14, packed[p] >> 7 & 127, packed[p] & 127
        k = 0
        for i in range(oriented.size[new]):
            cell = index[r + oriented.cells[new, i, 0], c + oriented.cells[new, i, 1]]
            if cell >= 0:
                covered_cells[p, k] = cell
                k += 1
    return cells, covered_cells


@compiled
def filter_placements(
    possible, possible_count, after, number, left, packed, bits, gain, occupied, spare, rest, sets, oriented,
    least,
):  # fmt: skip
    """Write into `after` the placements that may be added next.

    `number` is the set of the parts placed so far, which leave `left` cells uncovered. Return the number of
    placements written.
    """
    for value in range(len(sets.weight)):
        least[value] = 99
        if sets.digits[number, value] < sets.digits[spare, value]:
            more = rest[number + sets.weight[value]]
            if more >= 0:
                least[value] = left - more
    n = 0
    for k in range(possible_count):
        q = possible[k]
        if gain[q] < least[oriented.value[packed[q] >> 14]]:
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


@compiled
def search_covers(
    upper, rows, area, packed, bits, gain, spare, first_only, types, sets, oriented, good, rest, out, raw, stats
):  # fmt: skip
    """Find all exact covers of a layer; write every admissible layer made of a cover and further parts.

    A cover without further parts is included. Return the number of layers found.
    """
    cells, covered_cells = index_cells(rows, area, packed, oriented)
    deep = 1 + sets.size[spare]
    possible, possible_count = np.empty((deep, len(packed)), np.int64), np.zeros(deep, np.int64)
    tries, ends = np.empty((deep, len(packed)), np.int64), np.zeros(deep, np.int64)
    next_try = np.zeros(deep, np.int64)
    chosen, joined, uncovered = np.zeros(deep, np.int64), np.zeros(deep, np.int64), np.zeros(deep, np.int64)
    occupied = np.zeros(SIDE + 4, np.uint64)
    counts = np.zeros(area, np.int64)
    least = np.zeros(len(sets.weight), np.int64)
    part, row, col = np.empty(deep, np.int64), np.empty(deep, np.int64), np.empty(deep, np.int64)
    for p in range(len(packed)):
        possible[0, p] = p
    possible_count[0] = len(packed)
    uncovered[0] = area
    filled = 0
    depth, next_try[0] = 0, -1
    while depth >= 0:
        if next_try[depth] < 0:
            next_try[depth] = 0
            fewest = scarcest_cell(
                possible[depth], possible_count[depth], covered_cells, gain, cells, occupied, counts
            )
            ends[depth] = 0
            if counts[fewest] == 0:
                depth -= 1
                continue
            for k in range(possible_count[depth]):
                p = possible[depth, k]
                for i in range(gain[p]):
                    if covered_cells[p, i] == fewest:
                        tries[depth, ends[depth]] = p
                        ends[depth] += 1
        if next_try[depth] > 0:
            # Remove the placement that was tried last.
            p = chosen[depth]
            for i in range(4):
                occupied[(packed[p] >> 7 & 127) + i] &= ~bits[p, i]
        if next_try[depth] == ends[depth]:
            depth -= 1
            continue
        p = tries[depth, next_try[depth]]
        next_try[depth] += 1
        chosen[depth] = p
        stats[NODES] += 1
        for i in range(4):
            occupied[(packed[p] >> 7 & 127) + i] |= bits[p, i]
        number = joined[depth] + sets.weight[oriented.value[packed[p] >> 14]]
        left = uncovered[depth] - gain[p]
        if left > 0:
            n = filter_placements(
                possible[depth], possible_count[depth], possible[depth + 1], number, left, packed, bits, gain,
                occupied, spare, rest, sets, oriented, least,
            )  # fmt: skip
            if n > 0:
                depth += 1
                possible_count[depth], joined[depth], uncovered[depth], next_try[depth] = n, number, left, -1
            continue
        stats[COVERS] += 1
        if types and not two_numbers(upper, packed, chosen, depth + 1, bits, oriented):
            continue
        for k in range(depth + 1):
            each = packed[chosen[k]]
            part[k], row[k], col[k] = each >> 14, each >> 7 & 127, each & 127
        filled = write_with_further_parts(
            part, row, col, depth + 1, number, occupied[:SIDE], spare, good, rest, sets, oriented, out, raw,
            filled, stats,
        )  # fmt: skip
        if first_only and filled:
            break
    return filled


@compiled
def scarcest_cell(possible, possible_count, covered_cells, gain, cells, occupied, counts):
    """Return the index of the uncovered cell with the smallest entry in `counts`; -1 if every cell is covered.

    The function first sets `counts`: for each cell, the number of possible placements that cover the cell.
    """
    counts[:] = 0
    for k in range(possible_count):
        p = possible[k]
        for i in range(gain[p]):
            counts[covered_cells[p, i]] += 1
    best = -1
    for cell in range(len(cells)):
        if occupied[cells[cell, 0]] >> np.uint64(cells[cell, 1]) & np.uint64(1):
            continue
        if best < 0 or counts[cell] < counts[best]:
            best = cell
    return best
