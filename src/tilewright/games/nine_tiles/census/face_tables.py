"""The tiles as small integer tables for the compiled code.

The *kind* of a face is the shape of its roads, numbered as in the article: 0 no road, 1 a curve, 2 two curves,
3 a straight road, 4 a crossing. A kind and its *turn* (the direction in a road synonym) make one of ten
*shapes*; a road synonym consists of nine shapes. A face has the number ``2 * tile + side``. A face fits a shape
of its kind in one to four *ways*, which differ in which road has a thing on it and in the direction that the
thing faces.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.town.road_synonyms import KIND_DIRECTIONS, KIND_FACES, road_shape
from tilewright.games.nine_tiles.town.roads import TownMap
from tilewright.games.nine_tiles.town.tiles import (
    CANONICAL_DIRECTION,
    FACES,
    ORIENTED_FACES,
    TILES,
    Face,
    Thing,
)

__all__ = ["SHAPES", "TWINS", "Tables", "tables"]

Bytes = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int64]

SHAPES: tuple[tuple[int, int], ...] = tuple(
    (kind, turn) for kind, turns in enumerate(KIND_DIRECTIONS) for turn in range(turns)
)
"""The kind and the turn of each shape."""

TWINS = ((-1, -1), (5, 10), (1, 14), (7, 17), (-1, -1))
"""For each kind, its twins: two faces with the same thing on the road; -1 if there are none. Twins differ at
most in the things beside the road. There are three pairs, with a hamburger on a curve, on one of two curves,
and on a straight road."""

_EMPTY_TOWN = TownMap.of([Face()] * TILES)
_DIGITS = {Thing.AGENT: (0, 1), Thing.ALIEN: (2, 3), Thing.HAMBURGER: (4, 4)}


class Tables(NamedTuple):
    """Everything about shapes and faces that the compiled code needs."""

    shape_edges: Bytes
    """(10,): for each shape, the edges with a road, one bit per edge."""
    shape_exit: Bytes
    """(10, 4): for each shape and edge, the edge at the other end of the road; -1 if there is no road."""
    shape_road: Bytes
    """(10, 4): for each shape and edge, the index of the road at that edge; -1 if there is no road."""
    shape_turned: Bytes
    """(10,): for each shape, the shape after a quarter turn to the left."""
    shape_code: Numbers
    """(10, 2): the kind and the turn of each shape."""
    ways: Bytes
    """(18, 10): the number of ways in which each face fits each shape."""
    way_direction: Numbers
    """(18, 10, 4): the direction, 0 to 7, of each way in which a face fits a shape."""
    only_direction: npt.NDArray[np.uint64]
    """(18, 10): the direction in which a face fits a shape, if there is only one way; otherwise 0."""
    way_digit: Bytes
    """(18, 10, 4, 2, 4): for each face, shape, way, road and edge, the thing on the road, where *forward* means
    towards this edge: 0 an agent that faces forward, 1 an agent that faces backward, 2 an alien that faces
    forward, 3 an alien that faces backward, 4 a hamburger; -1 if there is nothing on the road."""
    face_kind: Bytes
    """(18,): the kind of each face."""
    face_sets: npt.NDArray[np.uint64]
    """(18,): for each face, bit 0 if it has a house, bit 9 if it has a citizen, bit 18 if it has no alien, and
    bit 27 if it has a dog. If the bits of each face of a town are shifted left by 8 minus the
    face's position, their union holds four sets of positions, with nine bits for each set."""
    orders: Bytes
    """(5, 24, 4): all permutations of 0 to 4 items."""
    order_counts: Bytes
    """(5,): the number of permutations of 0 to 4 items."""
    largest_group: Bytes
    """(512,): the size of the largest group of adjacent positions in each set of positions."""


@cache
def tables() -> Tables:
    """Return the tables of the nine tiles."""
    roads = [tuple(road.edges for road in KIND_FACES[kind][turn].roads) for kind, turn in SHAPES]
    exits = np.full((10, 4), -1, np.int8)
    road_at = np.full((10, 4), -1, np.int8)
    for shape, pairs in enumerate(roads):
        for number, (one, other) in enumerate(pairs):
            exits[shape, one], exits[shape, other] = other, one
            road_at[shape, [one, other]] = number
    turned = [SHAPES.index((kind, (turn + 1) % KIND_DIRECTIONS[kind])) for kind, turn in SHAPES]
    ways, directions, digits = _ways(roads)
    orders = np.zeros((5, 24, 4), np.int8)
    for size in range(5):
        for number, order in enumerate(permutations(range(size))):
            orders[size, number, :size] = order
    return Tables(
        shape_edges=((exits >= 0) << np.arange(4)).sum(axis=1).astype(np.int8),
        shape_exit=exits,
        shape_road=road_at,
        shape_turned=np.array(turned, np.int8),
        shape_code=np.array(SHAPES, np.int64),
        ways=ways,
        way_direction=directions,
        only_direction=np.where(ways == 1, directions[:, :, 0], 0).astype(np.uint64),
        way_digit=digits,
        face_kind=np.array([road_shape(tile, 4 * side)[0] for tile, side in np.ndindex(TILES, 2)], np.int8),
        face_sets=np.array([_sets(face) for sides in FACES for face in sides], np.uint64),
        orders=orders,
        order_counts=np.array([factorial(size) for size in range(5)], np.int8),
        largest_group=np.array([_largest_group(positions) for positions in range(2**TILES)], np.int8),
    )


def _ways(roads: list[tuple[tuple[int, int], ...]]) -> tuple[Bytes, Numbers, Bytes]:
    """Return the ways in which each face fits each shape: their number, directions, and things on roads.

    The ways are sorted by which road has the thing and which edge the thing faces, so that the ways of twins
    (see `TWINS`) are in the same order.
    """
    ways = np.zeros((18, 10), np.int8)
    directions = np.zeros((18, 10, 4), np.int64)
    digits = np.full((18, 10, 4, 2, 4), -1, np.int8)
    for number, shape in np.ndindex(18, 10):
        fitting = _directions(number, roads[shape])
        ways[number, shape] = len(fitting)
        for way, direction in enumerate(fitting):
            directions[number, shape, way] = direction
            for index, road in enumerate(ORIENTED_FACES[number // 2][direction].roads):
                if road.thing is not None:
                    forward, backward = _DIGITS[road.thing]
                    for edge in road.edges:
                        digits[number, shape, way, index, edge] = forward if road.facing == edge else backward
    return ways, directions, digits


def _directions(number: int, roads: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the directions in which a face has these roads.

    Of several directions that look the same, only the first is returned.
    """
    tile, side = divmod(number, 2)
    fitting = [
        direction
        for direction in range(4 * side, 4 * side + 4)
        if CANONICAL_DIRECTION[tile][direction] == direction
        and tuple(road.edges for road in ORIENTED_FACES[tile][direction].roads) == roads
    ]
    return sorted(fitting, key=lambda direction: _things_on_roads(ORIENTED_FACES[tile][direction]))


def _things_on_roads(face: Face) -> list[tuple[int, int]]:
    """Return the index of each road with a thing, and the edge that the thing faces (-1 for a hamburger)."""
    roads = enumerate(face.roads)
    return [(index, -1 if road.facing is None else road.facing) for index, road in roads if road.thing]


def _sets(face: Face) -> int:
    """Return the entry of a face in `Tables.face_sets`, whose docstring explains the bits."""
    belongs = (face.houses > 0, face.citizens > 0, not face.has_alien, face.dogs > 0)
    return sum(1 << 9 * number for number, is_member in enumerate(belongs) if is_member)


def _largest_group(positions: int) -> int:
    """Return the size of the largest group of adjacent positions in a set, given as a bit mask."""
    groups = _EMPTY_TOWN.groups([position for position in range(TILES) if positions >> position & 1])
    return len(groups[0]) if groups else 0
