# mypy: ignore-errors
"""All towns of a job counted by what they are worth.

A *job* is the towns of some synonyms that show the same sides of the tiles. An *arrangement* says which face lies
where; its *towns* are the ways to lay them. Faces that are the same on the road (twins, blank faces) are not
exchanged while roads are followed: their exchanges are *variants* of the arrangement, which differ only beside the
road, and each town of the arrangement stands for one town of each variant.

The towns of an arrangement are grown breadth-first, road by road: an array of road codes and one of worths, which
double or quadruple at each tile that can lie in several ways. What comes out is counted in a small table, and from
there, for each variant, in the table of the job.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from tilewright.games.nine_tiles.census.roads_kernel import join

__all__ = ["Room", "count_job", "make_room"]

_TOWNS = 4 * 4 * 2**7  # no arrangement has more: crossings have at most four ways, all other faces two
_VARIANTS = 6 * 2**3
_SMALL = 4096
_LARGE = 1 << 17


class Room(NamedTuple):
    """Where one thread works; the tables are left empty between jobs."""

    codes: np.ndarray
    worths: np.ndarray
    directions: np.ndarray
    twin_directions: np.ndarray
    small_worth: np.ndarray
    small_count: np.ndarray
    small_least: np.ndarray
    small_twin_least: np.ndarray
    small_used: np.ndarray
    key: np.ndarray
    count: np.ndarray
    least: np.ndarray
    used: np.ndarray
    groups: np.ndarray
    tiles: np.ndarray
    fixed: np.ndarray
    twinned: np.ndarray
    times: np.ndarray


def make_room():
    return Room(
        codes=np.zeros(_TOWNS, np.uint32),
        worths=np.zeros(_TOWNS, np.uint32),
        directions=np.zeros(_TOWNS, np.uint32),
        twin_directions=np.zeros(_TOWNS, np.uint32),
        small_worth=np.zeros(_SMALL, np.uint32),
        small_count=np.zeros(_SMALL, np.uint32),
        small_least=np.zeros(_SMALL, np.uint32),
        small_twin_least=np.zeros(_SMALL, np.uint32),
        small_used=np.zeros(_SMALL, np.int64),
        key=np.zeros(_LARGE, np.uint64),
        count=np.zeros(_LARGE, np.int64),
        least=np.zeros(_LARGE, np.uint64),
        used=np.zeros(_LARGE, np.int64),
        groups=np.zeros(_VARIANTS, np.uint64),
        tiles=np.zeros(_VARIANTS, np.uint64),
        fixed=np.zeros(_VARIANTS, np.uint32),
        twinned=np.zeros(_VARIANTS, np.bool_),
        times=np.zeros(_VARIANTS, np.int64),
    )


@njit(cache=True, nogil=True)
def count_job(t, worth_of, shapes, traces, faces, twins, room):
    """Count the towns of some synonyms that show these nine faces.

    Gives the number of different keys, whose slots stand in ``room.used``. A key is the worth of the roads and,
    from bit 28 on, the four group sizes. ``room.least`` has the smallest pattern: tiles, then directions.
    """
    found = 0
    size = np.zeros(5, np.int64)
    by_kind = np.zeros((5, 4), np.int64)
    for face in faces:
        kind = t.face_kind[face]
        by_kind[kind, size[kind]] = face
        size[kind] += 1
    places = np.zeros((5, 4), np.int64)
    face_at = np.zeros(9, np.int64)
    for synonym in range(len(shapes)):
        shape, trace = shapes[synonym], traces[synonym]
        size[:] = 0
        for position in range(9):
            kind = t.shape_code[shape[position], 0]
            places[kind, size[kind]] = position
            size[kind] += 1
        _lay(t, 0, 0, size, by_kind, places, twins, face_at)
        for one in range(t.order_counts[size[1]]):
            if not _lay(t, 1, one, size, by_kind, places, twins, face_at):
                continue
            for two in range(t.order_counts[size[2]]):
                if not _lay(t, 2, two, size, by_kind, places, twins, face_at):
                    continue
                for three in range(t.order_counts[size[3]]):
                    if not _lay(t, 3, three, size, by_kind, places, twins, face_at):
                        continue
                    for four in range(t.order_counts[size[4]]):
                        _lay(t, 4, four, size, by_kind, places, twins, face_at)
                        towns, twinned = _grow(t, worth_of, shape, trace, face_at, twins, room)
                        kept = _gather(room, towns, twinned)
                        variants = _vary(t, shape, face_at, size[0], by_kind, places, twins, room)
                        found = _pour(room, kept, variants, found)
    return found


@njit(cache=True, nogil=True)
def _lay(t, kind, order, size, by_kind, places, twins, face_at):
    """Lay the faces of a kind in an order; False if the second twin would come before the first."""
    first, second = -1, -1
    for place in range(size[kind]):
        face = by_kind[kind, t.orders[size[kind], order, place]]
        face_at[places[kind, place]] = face
        if face == twins[kind, 0]:
            first = place
        elif face == twins[kind, 1]:
            second = place
    return first < 0 or second < 0 or first < second


@njit(cache=True, nogil=True)
def _grow(t, worth_of, shape, trace, face_at, twins, room):
    """All towns of an arrangement: their number, and whether the two-curve twins are both there.

    Fills worths and directions (three bits a position) of every town; tiles that lie in one way only are left
    out of the directions. With twins, `twin_directions` are those after the twins are exchanged.
    """
    codes, worths = room.codes, room.worths
    directions, twin_directions = room.directions, room.twin_directions
    first, second = -1, -1
    for position in range(9):
        if face_at[position] == twins[2, 0]:
            first = position
        elif face_at[position] == twins[2, 1]:
            second = position
    twinned = first >= 0 and second >= 0
    stride = np.zeros(9, np.int64)
    codes[0], worths[0], directions[0], twin_directions[0] = 1, 0, 0, 0
    towns = 1
    # What single ways add to every code is put off until the codes are touched anyway.
    times, plus = np.uint32(1), np.uint32(0)
    for piece in trace:
        if piece == 0:
            break
        position, road, leave = piece & 15, piece >> 4 & 1, piece >> 5 & 3
        face, on = face_at[position], shape[position]
        ways = t.ways[face, on]
        digits = t.way_digit[face, on, :, road, leave]
        if ways == 1:
            if digits[0] >= 0:
                times, plus = np.uint32(times * 5), np.uint32(plus * 5 + digits[0])
        elif stride[position] == 0:
            stride[position] = towns
            other = face
            if twinned and position == first:
                other = twins[2, 1]
            elif twinned and position == second:
                other = twins[2, 0]
            shift = 3 * (8 - position)
            for way in range(ways - 1, -1, -1):
                by, add = times, plus
                if digits[way] >= 0:
                    by, add = np.uint32(times * 5), np.uint32(plus * 5 + digits[way])
                turn = np.uint32(t.way_direction[face, on, way] << shift)
                start = way * towns
                for town in range(towns):
                    codes[start + town] = codes[town] * by + add
                    worths[start + town] = worths[town]
                    directions[start + town] = directions[town] + turn
                if twinned:
                    turn = np.uint32(t.way_direction[other, on, way] << shift)
                    for town in range(towns):
                        twin_directions[start + town] = twin_directions[town] + turn
            towns *= ways
            times, plus = np.uint32(1), np.uint32(0)
        else:
            step = stride[position]
            start = 0
            while start < towns:
                for way in range(ways):
                    by, add = times, plus
                    if digits[way] >= 0:
                        by, add = np.uint32(times * 5), np.uint32(plus * 5 + digits[way])
                    for town in range(start, start + step):
                        codes[town] = codes[town] * by + add
                    start += step
            times, plus = np.uint32(1), np.uint32(0)
        if piece & 128:
            for town in range(towns):
                worths[town] = join(worths[town], worth_of[codes[town] * times + plus])
                codes[town] = 1
            times, plus = np.uint32(1), np.uint32(0)
    return towns, twinned


@njit(cache=True, nogil=True)
def _gather(room, towns, twinned):
    """Count the towns of the arrangement by their worth in the small table; gives the number of worths."""
    worths, count, least = room.small_worth, room.small_count, room.small_least
    kept = 0
    for town in range(towns):
        worth = room.worths[town]
        slot = (np.uint64(worth) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(52)
        while count[slot] > 0 and worths[slot] != worth:
            slot = (slot + np.uint64(1)) & np.uint64(_SMALL - 1)
        if count[slot] == 0:
            worths[slot] = worth
            least[slot] = 0xFFFFFFFF
            room.small_twin_least[slot] = 0xFFFFFFFF
            room.small_used[kept] = slot
            kept += 1
        count[slot] += np.uint32(1)
        least[slot] = min(least[slot], room.directions[town])
        if twinned:
            room.small_twin_least[slot] = min(room.small_twin_least[slot], room.twin_directions[town])
    return kept


@njit(cache=True, nogil=True)
def _vary(t, shape, face_at, blanks, by_kind, places, twins, room):
    """The variants of an arrangement, those with the same groups put together; gives their number.

    Of each: the four group sizes, how many variants there are, and of the one with the smallest order of tiles
    the tiles, the directions of the tiles with one way, and whether the two-curve twins are exchanged.
    """
    at = np.zeros(9, np.int64)
    at[:] = face_at
    first, second = np.full(4, -1, np.int64), np.full(4, -1, np.int64)
    exchanges = 1
    for kind in range(1, 4):
        for position in range(9):
            if face_at[position] == twins[kind, 0]:
                first[kind] = position
            elif face_at[position] == twins[kind, 1]:
                second[kind] = position
    variants = 0
    for exchange in range(8):
        possible = True
        for kind in range(1, 4):
            one, other = first[kind], second[kind]
            if one >= 0 and other >= 0:
                swapped = exchange >> (kind - 1) & 1
                at[one], at[other] = twins[kind, swapped], twins[kind, 1 - swapped]
            elif exchange >> (kind - 1) & 1:
                possible = False
        if not possible:
            continue
        for order in range(t.order_counts[blanks]):
            for place in range(blanks):
                at[places[0, place]] = by_kind[0, t.orders[blanks, order, place]]
            tiles, fixed = np.uint64(0), np.uint32(0)
            chosen = np.uint64(0)
            for position in range(9):
                face = at[position]
                tiles = tiles << np.uint64(4) | np.uint64(face >> 1)
                fixed = fixed << np.uint32(3)
                if t.ways[face, shape[position]] == 1:
                    fixed |= np.uint32(t.way_direction[face, shape[position], 0])
                # four sets of positions in one number, 9 bits each
                chosen |= t.face_sets[face] << np.uint64(position)
            groups = np.uint64(0)
            for theme in range(4):
                group = t.largest_group[chosen >> np.uint64(9 * theme) & np.uint64(511)]
                groups = groups << np.uint64(4) | np.uint64(group)
            known = 0
            while known < variants and room.groups[known] != groups:
                known += 1
            if known == variants:
                variants += 1
                room.groups[known], room.times[known] = groups, 0
            room.times[known] += 1
            if room.times[known] == 1 or tiles < room.tiles[known]:
                room.tiles[known], room.fixed[known] = tiles, fixed
                room.twinned[known] = exchange & 2 != 0
    return variants


@njit(cache=True, nogil=True)
def _pour(room, kept, variants, found):
    """Pour the small table into that of the job, once for each variant; gives the number of keys there."""
    for index in range(kept):
        small = room.small_used[index]
        worth = np.uint64(room.small_worth[small])
        towns = np.int64(room.small_count[small])
        room.small_count[small] = 0
        for variant in range(variants):
            key = room.groups[variant] << np.uint64(28) | worth
            turns = room.small_twin_least[small] if room.twinned[variant] else room.small_least[small]
            pattern = room.tiles[variant] << np.uint64(27) | np.uint64(turns + room.fixed[variant])
            slot = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(47)
            while room.count[slot] > 0 and room.key[slot] != key:
                slot = (slot + np.uint64(1)) & np.uint64(_LARGE - 1)
            if room.count[slot] == 0:
                room.key[slot] = key
                room.least[slot] = pattern
                room.used[found] = slot
                found += 1
            elif pattern < room.least[slot]:
                room.least[slot] = pattern
            room.count[slot] += towns * room.times[variant]
    return found
