# mypy: ignore-errors
"""All towns of a job counted by what they are worth.

A *job* is the towns of some synonyms that show the same sides of the tiles. An *arrangement* says which face
lies where; its *towns* are the ways to lay them. Faces that are the same on the road (twins, blank faces) are
not exchanged while roads are followed: their exchanges are *variants* of the arrangement, which differ only
beside the road, and each town of the arrangement stands for one town of each variant.

The towns of an arrangement are grown breadth-first, road by road: an array of road codes and one of worths,
which double or quadruple at each tile that can lie in several ways. What comes out is counted in a small
table, and from there, for each variant, in the table of the job.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from tilewright.games.nine_tiles.census.roads_kernel import join

__all__ = ["Room", "clear", "count_job", "list_job", "make_room"]

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
    stride: np.ndarray
    twins_at: np.ndarray
    groups: np.ndarray
    tiles: np.ndarray
    fixed: np.ndarray
    twinned: np.ndarray
    times: np.ndarray


def make_room() -> Room:
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
        stride=np.zeros(9, np.int64),
        twins_at=np.zeros(8, np.int64),
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
    faces_of, places, size, face_at = _deal(t, faces)
    order = np.zeros(5, np.int64)
    for synonym in range(len(shapes)):
        shape, trace = shapes[synonym], traces[synonym]
        _find_places(t, shape, places)
        more = _first_arrangement(t, order, size, faces_of, places, twins, face_at)
        while more:
            towns, twinned = _grow(t, worth_of, shape, trace, face_at, twins, room)
            kept = _gather(room, towns, twinned)
            variants = _vary(t, shape, face_at, size[0], faces_of, places, twins, room, True)
            found = _pour(room, kept, variants, found)
            more = _next_arrangement(t, order, size, faces_of, places, twins, face_at)
    return found


@njit(cache=True, nogil=True)
def list_job(t, worth_of, shapes, traces, faces, twins, room, vectors, decimal, rows):
    """Write every town of a job that has been counted, a row each: tiles, directions, vector.

    `vectors` has the number of the vector of each slot, `decimal` the number that three octal digits make when
    they are read as decimals. Gives the number of rows.
    """
    written = 0
    faces_of, places, size, face_at = _deal(t, faces)
    order = np.zeros(5, np.int64)
    for synonym in range(len(shapes)):
        shape, trace = shapes[synonym], traces[synonym]
        _find_places(t, shape, places)
        more = _first_arrangement(t, order, size, faces_of, places, twins, face_at)
        while more:
            towns, _ = _grow(t, worth_of, shape, trace, face_at, twins, room)
            variants = _vary(t, shape, face_at, size[0], faces_of, places, twins, room, False)
            for variant in range(variants):
                tiles = 0
                for place in range(8, -1, -1):
                    tiles = tiles * 10 + (room.tiles[variant] >> np.uint64(4 * place) & np.uint64(15))
                directions = room.twin_directions if room.twinned[variant] else room.directions
                for town in range(towns):
                    turns = directions[town] + room.fixed[variant]
                    slot = _slot(room, room.groups[variant] << np.uint64(28) | np.uint64(room.worths[town]))
                    rows[0, written] = tiles
                    rows[1, written] = (
                        decimal[turns >> 18] * 1000000 + decimal[turns >> 9 & 511] * 1000 + decimal[turns & 511]
                    )
                    rows[2, written] = vectors[slot]
                    written += 1
            more = _next_arrangement(t, order, size, faces_of, places, twins, face_at)
    return written


@njit(cache=True, nogil=True)
def clear(room, found):
    """Empty the table of a job."""
    for index in range(found):
        room.count[room.used[index]] = 0


# --- Arrangements -------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def _deal(t, faces):
    """The faces by their kinds, an empty list of places by kinds, how many of each, and an empty town."""
    size = np.zeros(5, np.int64)
    faces_of = np.zeros((5, 4), np.int64)
    for face in faces:
        kind = t.face_kind[face]
        faces_of[kind, size[kind]] = face
        size[kind] += 1
    return faces_of, np.zeros((5, 4), np.int64), size, np.zeros(9, np.int64)


@njit(cache=True, nogil=True)
def _find_places(t, shape, places):
    size = np.zeros(5, np.int64)
    for position in range(9):
        kind = t.shape_code[shape[position], 0]
        places[kind, size[kind]] = position
        size[kind] += 1


@njit(cache=True, nogil=True)
def _first_arrangement(t, order, size, faces_of, places, twins, face_at):
    order[:] = 0
    for kind in range(5):
        # The first order of all keeps twins in their own order, so it is always good.
        _lay(t, kind, 0, size, faces_of, places, twins, face_at)
    return True


@njit(cache=True, nogil=True)
def _next_arrangement(t, order, size, faces_of, places, twins, face_at):
    """Lay the faces in the next order, those of kind 4 changing fastest; False after the last."""
    kind = 4
    while kind > 0:
        order[kind] += 1
        if order[kind] == t.order_counts[size[kind]]:
            order[kind] = 0
            _lay(t, kind, 0, size, faces_of, places, twins, face_at)
            kind -= 1
        elif _lay(t, kind, order[kind], size, faces_of, places, twins, face_at):
            return True
    return False


@njit(cache=True, nogil=True)
def _lay(t, kind, order, size, faces_of, places, twins, face_at):
    """Lay the faces of a kind in an order; False if the second twin would come before the first."""
    first, second = -1, -1
    for place in range(size[kind]):
        face = faces_of[kind, t.orders[size[kind], order, place]]
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
    first, second = _find(face_at, twins[2, 0]), _find(face_at, twins[2, 1])
    twinned = first >= 0 and second >= 0
    stride = room.stride
    stride[:] = 0
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
        if ways == 1:
            if t.way_digit[face, on, 0, road, leave] >= 0:
                times, plus = np.uint32(times * 5), np.uint32(plus * 5 + t.way_digit[face, on, 0, road, leave])
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
                if t.way_digit[face, on, way, road, leave] >= 0:
                    by, add = (
                        np.uint32(times * 5),
                        np.uint32(plus * 5 + t.way_digit[face, on, way, road, leave]),
                    )
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
                    if t.way_digit[face, on, way, road, leave] >= 0:
                        by, add = (
                            np.uint32(times * 5),
                            np.uint32(plus * 5 + t.way_digit[face, on, way, road, leave]),
                        )
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
def _find(face_at, face):
    """Where a face lies; -1 where it does not."""
    for position in range(9):
        if face_at[position] == face:
            return position
    return -1


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
def _vary(t, shape, face_at, blanks, faces_of, places, twins, room, together):
    """The variants of an arrangement, those with the same groups put together if so asked; gives their number.

    Of each: the four group sizes, how many variants there are, and of the one with the smallest order of tiles
    the tiles, the directions of the tiles with one way, and whether the two-curve twins are exchanged.
    """
    only, face_sets, orders = t.only_direction, t.face_sets, t.orders
    at = room.twins_at
    there = 0
    for kind in range(1, 4):
        one, other = _find(face_at, twins[kind, 0]), _find(face_at, twins[kind, 1])
        there |= (one >= 0 and other >= 0) << (kind - 1)
        at[2 * kind], at[2 * kind + 1] = one, other
    # The arrangement itself is the first variant; each exchange adds what it changes.
    tiles, fixed, sets = np.uint64(0), np.uint64(0), np.uint64(0)
    for position in range(9):
        face = face_at[position]
        tiles = tiles << np.uint64(4) | np.uint64(face >> 1)
        fixed = fixed << np.uint64(3) | only[face, shape[position]]
        sets = sets << np.uint64(1) | face_sets[face]
    variants = 0
    for exchange in range(8):
        if exchange & there != exchange:
            continue
        tiles_, fixed_, sets_ = tiles, fixed, sets
        for kind in range(1, 4):
            if exchange >> (kind - 1) & 1:
                for turn in range(2):
                    position, old, new = at[2 * kind + turn], twins[kind, turn], twins[kind, 1 - turn]
                    place = np.uint64(8 - position)
                    tiles_ += np.uint64((new >> 1) - (old >> 1)) << (np.uint64(4) * place)
                    fixed_ += (only[new, shape[position]] - only[old, shape[position]]) << (
                        np.uint64(3) * place
                    )
                    sets_ += (face_sets[new] - face_sets[old]) << place
        for order in range(t.order_counts[blanks]):
            all_tiles, all_fixed, all_sets = tiles_, fixed_, sets_
            if order > 0:
                for blank in range(blanks):
                    position, old = places[0, blank], faces_of[0, blank]
                    new = faces_of[0, orders[blanks, order, blank]]
                    place = np.uint64(8 - position)
                    all_tiles += np.uint64((new >> 1) - (old >> 1)) << (np.uint64(4) * place)
                    all_fixed += (only[new, 0] - only[old, 0]) << (np.uint64(3) * place)
                    all_sets += (face_sets[new] - face_sets[old]) << place
            groups = np.uint64(0)
            for theme in range(4):
                group = t.largest_group[all_sets >> np.uint64(9 * theme) & np.uint64(511)]
                groups = groups << np.uint64(4) | np.uint64(group)
            known = 0 if together else variants
            while known < variants and room.groups[known] != groups:
                known += 1
            if known == variants:
                variants += 1
                room.groups[known], room.times[known] = groups, 0
            room.times[known] += 1
            if room.times[known] == 1 or all_tiles < room.tiles[known]:
                room.tiles[known], room.fixed[known] = all_tiles, all_fixed
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
            slot = _slot(room, key)
            if room.count[slot] == 0:
                room.key[slot] = key
                room.least[slot] = pattern
                room.used[found] = slot
                found += 1
            elif pattern < room.least[slot]:
                room.least[slot] = pattern
            room.count[slot] += towns * room.times[variant]
    return found


@njit(cache=True, nogil=True)
def _slot(room, key):
    """Where a key stands in the table of the job, or will stand."""
    slot = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(47)
    while room.count[slot] > 0 and room.key[slot] != key:
        slot = (slot + np.uint64(1)) & np.uint64(_LARGE - 1)
    return slot
