# mypy: ignore-errors
"""Count the towns of a job by road value and group sizes, which determine a town's scores within its job.

A *road value* packs what the roads contribute to the scores (`road_values_kernel`). In each of four themes, the
score is the size of the largest group of adjacent tiles of one sort; these are the four *group sizes*. A *job*
consists of all towns of some synonyms in which every tile shows a given side. An *arrangement* puts a face on
every position; its *towns* are the combinations of directions in which the faces fit. Twins (two faces of the
same kind with the same thing on the road) differ at most in the things beside the road, and so do faces without
roads.
Arrangements that differ only in an exchange of such faces are *variants* of one arrangement; roads are followed
only once for all variants, and each town of the arrangement represents one town of each variant.

The towns of an arrangement are generated breadth-first, road by road, in an array of road codes and an array of
road values, which grow by a factor of two or four at each tile that fits in several ways. The towns are first
counted by road value in a small hash table; then the counts are added, for each variant, to the hash table of
the job.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nine_tiles.census.road_values_kernel import combine

__all__ = ["Workspace", "clear", "count_job", "list_job", "make_workspace"]

_MOST_TOWNS = 4 * 4 * 2**7  # two of the crossings fit in four ways, every other face in at most two
_MOST_VARIANTS = 6 * 2**3
_SMALL_SLOTS = 4096
_JOB_SLOTS = 1 << 17


class Workspace(NamedTuple):
    """The work arrays of one thread; the hash tables are empty between jobs.

    ``codes`` to ``twin_directions`` describe the towns of an arrangement. ``small_*`` are the small hash table:
    road value, number of towns, smallest directions, smallest directions with twins exchanged, and used slots.
    ``key`` to ``used`` are the job's hash table: key, number of towns, smallest pattern, and used slots.
    ``groups`` to ``variant_count`` describe the variants of an arrangement. ``stride`` and ``twin_positions``
    are scratch arrays of `_list_towns` and `_list_variants`.
    """

    codes: np.ndarray
    values: np.ndarray
    directions: np.ndarray
    twin_directions: np.ndarray
    small_value: np.ndarray
    small_count: np.ndarray
    small_least: np.ndarray
    small_twin_least: np.ndarray
    small_used: np.ndarray
    key: np.ndarray
    count: np.ndarray
    least: np.ndarray
    used: np.ndarray
    stride: np.ndarray
    twin_positions: np.ndarray
    groups: np.ndarray
    tiles: np.ndarray
    fixed: np.ndarray
    twinned: np.ndarray
    variant_count: np.ndarray


def make_workspace() -> Workspace:
    return Workspace(
        codes=np.zeros(_MOST_TOWNS, np.uint32),
        values=np.zeros(_MOST_TOWNS, np.uint32),
        directions=np.zeros(_MOST_TOWNS, np.uint32),
        twin_directions=np.zeros(_MOST_TOWNS, np.uint32),
        small_value=np.zeros(_SMALL_SLOTS, np.uint32),
        small_count=np.zeros(_SMALL_SLOTS, np.uint32),
        small_least=np.zeros(_SMALL_SLOTS, np.uint32),
        small_twin_least=np.zeros(_SMALL_SLOTS, np.uint32),
        small_used=np.zeros(_SMALL_SLOTS, np.int64),
        key=np.zeros(_JOB_SLOTS, np.uint64),
        count=np.zeros(_JOB_SLOTS, np.int64),
        least=np.zeros(_JOB_SLOTS, np.uint64),
        used=np.zeros(_JOB_SLOTS, np.int64),
        stride=np.zeros(9, np.int64),
        twin_positions=np.zeros(8, np.int64),
        groups=np.zeros(_MOST_VARIANTS, np.uint64),
        tiles=np.zeros(_MOST_VARIANTS, np.uint64),
        fixed=np.zeros(_MOST_VARIANTS, np.uint32),
        twinned=np.zeros(_MOST_VARIANTS, np.bool_),
        variant_count=np.zeros(_MOST_VARIANTS, np.int64),
    )


@compiled
def count_job(tables, road_values, shapes, traces, faces, twins, workspace):
    """Count the towns that have one of the given synonyms and show the nine given faces.

    Return the number of distinct keys, whose slots are in ``workspace.used``. A key is the combined value of
    the roads and, from bit 28 on, the four group sizes. ``workspace.least`` holds the smallest pattern of each
    key: tiles, then directions.
    """
    key_count = 0
    faces_of, positions, size, face_at = _group_faces(tables, faces)
    order = np.zeros(5, np.int64)
    for synonym in range(len(shapes)):
        shape, trace = shapes[synonym], traces[synonym]
        _find_positions(tables, shape, positions)
        more = _first_arrangement(tables, order, size, faces_of, positions, twins, face_at)
        while more:
            towns, twinned = _list_towns(tables, road_values, shape, trace, face_at, twins, workspace)
            value_count = _count_by_value(workspace, towns, twinned)
            variants = _list_variants(
                tables, shape, face_at, size[0], faces_of, positions, twins, workspace, True
            )
            key_count = _add_to_job_table(workspace, value_count, variants, key_count)
            more = _next_arrangement(tables, order, size, faces_of, positions, twins, face_at)
    return key_count


@compiled
def list_job(tables, road_values, shapes, traces, faces, twins, workspace, vectors, decimal, rows):
    """Write each town of a job to `rows`, and return the number of towns.

    The three rows of `rows` contain the tiles, the directions and the index of the score vector of each town;
    each town has its own column. `count_job` must have counted the towns of the job in `workspace`. `vectors`
    holds the index of the score vector of each slot of the job's hash table. `decimal` maps a number to the
    decimal number whose digits are its octal digits.
    """
    written = 0
    faces_of, positions, size, face_at = _group_faces(tables, faces)
    order = np.zeros(5, np.int64)
    for synonym in range(len(shapes)):
        shape, trace = shapes[synonym], traces[synonym]
        _find_positions(tables, shape, positions)
        more = _first_arrangement(tables, order, size, faces_of, positions, twins, face_at)
        while more:
            towns, _ = _list_towns(tables, road_values, shape, trace, face_at, twins, workspace)
            variants = _list_variants(
                tables, shape, face_at, size[0], faces_of, positions, twins, workspace, False
            )
            for variant in range(variants):
                tiles = 0
                for place in range(8, -1, -1):
                    tiles = tiles * 10 + (workspace.tiles[variant] >> np.uint64(4 * place) & np.uint64(15))
                directions = workspace.twin_directions if workspace.twinned[variant] else workspace.directions
                for town in range(towns):
                    turns = directions[town] + workspace.fixed[variant]
                    slot = _find_slot(
                        workspace,
                        workspace.groups[variant] << np.uint64(28) | np.uint64(workspace.values[town]),
                    )
                    rows[0, written] = tiles
                    rows[1, written] = (
                        decimal[turns >> 18] * 1000000 + decimal[turns >> 9 & 511] * 1000 + decimal[turns & 511]
                    )
                    rows[2, written] = vectors[slot]
                    written += 1
            more = _next_arrangement(tables, order, size, faces_of, positions, twins, face_at)
    return written


@compiled
def clear(workspace, key_count):
    """Clear the job's hash table."""
    for index in range(key_count):
        workspace.count[workspace.used[index]] = 0


# --- Arrangements -------------------------------------------------------------------------------------


@compiled
def _group_faces(tables, faces):
    """Group the faces by kind, and allocate the arrays for their positions.

    The four results are the faces of each kind, an empty array for the positions of each kind, the number of
    faces of each kind, and an empty array for the face at each position.
    """
    size = np.zeros(5, np.int64)
    faces_of = np.zeros((5, 4), np.int64)
    for face in faces:
        kind = tables.face_kind[face]
        faces_of[kind, size[kind]] = face
        size[kind] += 1
    return faces_of, np.zeros((5, 4), np.int64), size, np.zeros(9, np.int64)


@compiled
def _find_positions(tables, shape, positions):
    """Fill row k of `positions` with the positions in a synonym at which the face has kind k."""
    size = np.zeros(5, np.int64)
    for position in range(9):
        kind = tables.shape_code[shape[position], 0]
        positions[kind, size[kind]] = position
        size[kind] += 1


@compiled
def _first_arrangement(tables, order, size, faces_of, positions, twins, face_at):
    order[:] = 0
    for kind in range(5):
        # The order with index 0 has the twins in ascending order, so it is always valid.
        _place_faces(tables, kind, 0, size, faces_of, positions, twins, face_at)
    return True


@compiled
def _next_arrangement(tables, order, size, faces_of, positions, twins, face_at):
    """Place the faces in the next arrangement; an arrangement has one order for the faces of each kind.

    ``order[kind]`` is the index of the order for a kind. The order for kind 4 changes fastest; kind 0 keeps its
    first order. Return False if there is no next arrangement.
    """
    kind = 4
    while kind > 0:
        order[kind] += 1
        if order[kind] == tables.order_counts[size[kind]]:
            order[kind] = 0
            _place_faces(tables, kind, 0, size, faces_of, positions, twins, face_at)
            kind -= 1
        elif _place_faces(tables, kind, order[kind], size, faces_of, positions, twins, face_at):
            return True
    return False


@compiled
def _place_faces(tables, kind, order, size, faces_of, positions, twins, face_at):
    """Place the faces of a kind in the order with the index `order`.

    Return False if the second twin comes before the first in this order.
    """
    first, second = -1, -1
    for place in range(size[kind]):
        face = faces_of[kind, tables.orders[size[kind], order, place]]
        face_at[positions[kind, place]] = face
        if face == twins[kind, 0]:
            first = place
        elif face == twins[kind, 1]:
            second = place
    return first < 0 or second < 0 or first < second


@compiled
def _list_towns(tables, road_values, shape, trace, face_at, twins, workspace):
    """Generate all towns of an arrangement; return their number, and whether both faces of ``twins[2]`` occur.

    The function writes the road value and the directions (three bits for each position) of every town; the
    directions of tiles that fit in one way only are 0. ``twins[2]`` is the pair of twins with two curves, the
    only twins that fit in several ways. If both occur, `twin_directions` receives the directions after the two
    faces are exchanged.
    """
    codes, values = workspace.codes, workspace.values
    directions, twin_directions = workspace.directions, workspace.twin_directions
    first, second = _find_face(face_at, twins[2, 0]), _find_face(face_at, twins[2, 1])
    twinned = first >= 0 and second >= 0
    stride = workspace.stride
    stride[:] = 0
    codes[0], values[0], directions[0], twin_directions[0] = 1, 0, 0, 0
    towns = 1
    # A tile that fits in only one way changes all codes alike, so the change is applied later, when the codes
    # are rewritten anyway.
    multiplier, addend = np.uint32(1), np.uint32(0)
    for piece in trace:
        if piece == 0:
            break
        position, road, exit_edge = piece & 15, piece >> 4 & 1, piece >> 5 & 3
        face, shape_here = face_at[position], shape[position]
        ways = tables.ways[face, shape_here]
        if ways == 1:
            if tables.way_digit[face, shape_here, 0, road, exit_edge] >= 0:
                multiplier, addend = (
                    np.uint32(multiplier * 5),
                    np.uint32(addend * 5 + tables.way_digit[face, shape_here, 0, road, exit_edge]),
                )
        elif stride[position] == 0:
            stride[position] = towns
            other = face
            if twinned and position == first:
                other = twins[2, 1]
            elif twinned and position == second:
                other = twins[2, 0]
            shift = 3 * (8 - position)
            for way in range(ways - 1, -1, -1):
                factor, digit_sum = multiplier, addend
                if tables.way_digit[face, shape_here, way, road, exit_edge] >= 0:
                    factor, digit_sum = (
                        np.uint32(multiplier * 5),
                        np.uint32(addend * 5 + tables.way_digit[face, shape_here, way, road, exit_edge]),
                    )
                turn = np.uint32(tables.way_direction[face, shape_here, way] << shift)
                start = way * towns
                for town in range(towns):
                    codes[start + town] = codes[town] * factor + digit_sum
                    values[start + town] = values[town]
                    directions[start + town] = directions[town] + turn
                if twinned:
                    turn = np.uint32(tables.way_direction[other, shape_here, way] << shift)
                    for town in range(towns):
                        twin_directions[start + town] = twin_directions[town] + turn
            towns *= ways
            multiplier, addend = np.uint32(1), np.uint32(0)
        else:
            step = stride[position]
            start = 0
            while start < towns:
                for way in range(ways):
                    factor, digit_sum = multiplier, addend
                    if tables.way_digit[face, shape_here, way, road, exit_edge] >= 0:
                        factor, digit_sum = (
                            np.uint32(multiplier * 5),
                            np.uint32(addend * 5 + tables.way_digit[face, shape_here, way, road, exit_edge]),
                        )
                    for town in range(start, start + step):
                        codes[town] = codes[town] * factor + digit_sum
                    start += step
            multiplier, addend = np.uint32(1), np.uint32(0)
        if piece & 128:
            for town in range(towns):
                values[town] = combine(values[town], road_values[codes[town] * multiplier + addend])
                codes[town] = 1
            multiplier, addend = np.uint32(1), np.uint32(0)
    return towns, twinned


@compiled
def _find_face(face_at, face):
    """Return the position of a face, or -1 if the arrangement does not contain it."""
    for position in range(9):
        if face_at[position] == face:
            return position
    return -1


@compiled
def _count_by_value(workspace, towns, twinned):
    """Count the towns of the arrangement by road value in the small hash table; return the number of values."""
    values, count, least = workspace.small_value, workspace.small_count, workspace.small_least
    value_count = 0
    for town in range(towns):
        value = workspace.values[town]
        slot = (np.uint64(value) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(52)
        while count[slot] > 0 and values[slot] != value:
            slot = (slot + np.uint64(1)) & np.uint64(_SMALL_SLOTS - 1)
        if count[slot] == 0:
            values[slot] = value
            least[slot] = 0xFFFFFFFF
            workspace.small_twin_least[slot] = 0xFFFFFFFF
            workspace.small_used[value_count] = slot
            value_count += 1
        count[slot] += np.uint32(1)
        least[slot] = min(least[slot], workspace.directions[town])
        if twinned:
            workspace.small_twin_least[slot] = min(
                workspace.small_twin_least[slot], workspace.twin_directions[town]
            )
    return value_count


@compiled
def _list_variants(tables, shape, face_at, blanks, faces_of, positions, twins, workspace, merge_equal):
    """List the variants of an arrangement and return their number.

    If `merge_equal` is set, variants with the same group sizes are merged into one entry. Each entry has the
    four group sizes and the number of merged variants. It also describes one of these variants, the one whose
    list of tiles by position is first in lexicographic order: its tiles, the direction of each tile that fits
    in only one direction, and whether the faces of ``twins[2]`` are exchanged.
    """
    only, face_sets, orders = tables.only_direction, tables.face_sets, tables.orders
    twin_positions = workspace.twin_positions
    exchangeable = 0
    for kind in range(1, 4):
        one, other = _find_face(face_at, twins[kind, 0]), _find_face(face_at, twins[kind, 1])
        exchangeable |= (one >= 0 and other >= 0) << (kind - 1)
        twin_positions[2 * kind], twin_positions[2 * kind + 1] = one, other
    # The arrangement itself is the first variant. Each of the numbers `tiles`, `fixed` and `sets` has some
    # bits for each position. An exchange of faces changes the faces at some positions; for each of these
    # positions, it adds the difference between the new and the old bits.
    tiles, fixed, sets = np.uint64(0), np.uint64(0), np.uint64(0)
    for position in range(9):
        face = face_at[position]
        tiles = tiles << np.uint64(4) | np.uint64(face >> 1)
        fixed = fixed << np.uint64(3) | only[face, shape[position]]
        sets = sets << np.uint64(1) | face_sets[face]
    variants = 0
    for exchange in range(8):
        if exchange & exchangeable != exchange:
            continue
        tiles_, fixed_, sets_ = tiles, fixed, sets
        for kind in range(1, 4):
            if exchange >> (kind - 1) & 1:
                for twin in range(2):
                    position = twin_positions[2 * kind + twin]
                    old, new = twins[kind, twin], twins[kind, 1 - twin]
                    place = np.uint64(8 - position)
                    tiles_ += np.uint64((new >> 1) - (old >> 1)) << (np.uint64(4) * place)
                    fixed_ += (only[new, shape[position]] - only[old, shape[position]]) << (
                        np.uint64(3) * place
                    )
                    sets_ += (face_sets[new] - face_sets[old]) << place
        for order in range(tables.order_counts[blanks]):
            all_tiles, all_fixed, all_sets = tiles_, fixed_, sets_
            if order > 0:
                for blank in range(blanks):
                    position, old = positions[0, blank], faces_of[0, blank]
                    new = faces_of[0, orders[blanks, order, blank]]
                    place = np.uint64(8 - position)
                    all_tiles += np.uint64((new >> 1) - (old >> 1)) << (np.uint64(4) * place)
                    all_fixed += (only[new, 0] - only[old, 0]) << (np.uint64(3) * place)
                    all_sets += (face_sets[new] - face_sets[old]) << place
            groups = np.uint64(0)
            for theme in range(4):
                group = tables.largest_group[all_sets >> np.uint64(9 * theme) & np.uint64(511)]
                groups = groups << np.uint64(4) | np.uint64(group)
            index = 0 if merge_equal else variants
            while index < variants and workspace.groups[index] != groups:
                index += 1
            if index == variants:
                variants += 1
                workspace.groups[index], workspace.variant_count[index] = groups, 0
            workspace.variant_count[index] += 1
            if workspace.variant_count[index] == 1 or all_tiles < workspace.tiles[index]:
                workspace.tiles[index], workspace.fixed[index] = all_tiles, all_fixed
                workspace.twinned[index] = exchange & 2 != 0
    return variants


@compiled
def _add_to_job_table(workspace, value_count, variants, key_count):
    """Add the counts of the small hash table to the job's table, once for each variant.

    Return the new number of keys in the job's table.
    """
    for index in range(value_count):
        small_slot = workspace.small_used[index]
        value = np.uint64(workspace.small_value[small_slot])
        towns = np.int64(workspace.small_count[small_slot])
        workspace.small_count[small_slot] = 0
        for variant in range(variants):
            key = workspace.groups[variant] << np.uint64(28) | value
            turns = (
                workspace.small_twin_least[small_slot]
                if workspace.twinned[variant]
                else workspace.small_least[small_slot]
            )
            pattern = workspace.tiles[variant] << np.uint64(27) | np.uint64(turns + workspace.fixed[variant])
            slot = _find_slot(workspace, key)
            if workspace.count[slot] == 0:
                workspace.key[slot] = key
                workspace.least[slot] = pattern
                workspace.used[key_count] = slot
                key_count += 1
            elif pattern < workspace.least[slot]:
                workspace.least[slot] = pattern
            workspace.count[slot] += towns * workspace.variant_count[variant]
    return key_count


@compiled
def _find_slot(workspace, key):
    """Return the slot of a key in the job's hash table, or the empty slot where the key belongs."""
    slot = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(47)
    while workspace.count[slot] > 0 and workspace.key[slot] != key:
        slot = (slot + np.uint64(1)) & np.uint64(_JOB_SLOTS - 1)
    return slot
