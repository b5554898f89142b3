"""The tiles as small integer tables for the compiled code.

The *kind* of a face is the shape of its roads, numbered as in the article: 0 no road, 1 a curve, 2 two curves,
3 a straight road, 4 a crossing. A kind and its turn make one of ten *shapes*; a town synonym is nine shapes. A
face has the number ``2 * tile + side``. It fits a shape in one to four *ways*, which differ in the road that
has a thing on it and in where the thing faces.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.town.tiles import (
    CANONICAL_DIRECTION,
    FACES,
    ORIENTED_FACES,
    TILES,
    Face,
    Thing,
)

__all__ = ["KIND_LIMITS", "SHAPES", "TWINS", "Tables", "kind", "tables"]

Bytes = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int64]

_ROADS_OF_KIND = ((), ((0, 1),), ((0, 1), (2, 3)), ((0, 2),), ((0, 2), (1, 3)))
_TURNS_OF_KIND = (1, 4, 2, 2, 1)

SHAPES: tuple[tuple[int, int], ...] = tuple(
    (kind, turn) for kind, turns in enumerate(_TURNS_OF_KIND) for turn in range(turns)
)
"""(kind, turn) of each shape."""

TWINS = ((-1, -1), (5, 10), (1, 14), (7, 17), (-1, -1))
"""For each kind the pair of faces that are equal on the road and differ beside it: a hamburger on a curve, on
one of two curves, on a straight road."""

_DIGITS = {Thing.AGENT: (0, 1), Thing.ALIEN: (2, 3), Thing.HAMBURGER: (4, 4)}


class Tables(NamedTuple):
    """Everything about shapes and faces that the compiled code needs."""

    shape_edges: Bytes
    """(10,): the edges with a road, one bit each."""
    shape_exit: Bytes
    """(10, 4): the edge where the road that enters at this edge leaves; -1 without a road."""
    shape_road: Bytes
    """(10, 4): which of the shape's roads has this edge; -1 for none."""
    shape_turned: Bytes
    """(10,): the shape after a quarter turn to the left."""
    shape_code: Numbers
    """(10, 2): kind and turn."""
    ways: Bytes
    """(18, 10): the number of ways in which a face fits a shape."""
    way_direction: Numbers
    """(18, 10, 4): the direction, 0..7, of each way."""
    only_direction: npt.NDArray[np.uint64]
    """(18, 10): the direction of a face that fits in one way only, 0 for all others."""
    way_digit: Bytes
    """(18, 10, 4, 2, 4): the thing on a road that is followed to this exit edge: 0 an agent that faces forward,
    1 one that faces backward, 2 and 3 an alien likewise, 4 a hamburger; -1 nothing."""
    face_kind: Bytes
    """(18,)"""
    face_sets: npt.NDArray[np.uint64]
    """(18,): bit 0 a house, 9 a citizen, 18 no alien, 27 a dog. Shifted by their positions and combined, the
    faces of a town give four sets of positions, nine bits each."""
    orders: Bytes
    """(5, 24, 4): all permutations of up to four items."""
    order_counts: Bytes
    """(5,): the number of these permutations."""
    largest_group: Bytes
    """(512,): the size of the largest group of adjacent positions in a set of positions."""


def kind(face: Face) -> int:
    """Return the kind of a face, which does not depend on its direction."""
    curves = sum(road.is_curve for road in face.roads)
    straights = len(face.roads) - curves
    return {(0, 0): 0, (1, 0): 1, (2, 0): 2, (0, 1): 3, (0, 2): 4}[curves, straights]


_FLAT: tuple[Face, ...] = tuple(face for sides in FACES for face in sides)

KIND_LIMITS: tuple[int, ...] = tuple(sum(kind(face) == number for face in _FLAT) for number in range(5))
"""The number of faces of each kind."""


@cache
def tables() -> Tables:
    """Return the tables of the nine tiles."""
    roads = [_shape_roads(*shape) for shape in SHAPES]
    exits = np.full((10, 4), -1, np.int8)
    road_at = np.full((10, 4), -1, np.int8)
    for shape, pairs in enumerate(roads):
        for number, (one, other) in enumerate(pairs):
            exits[shape, one], exits[shape, other] = other, one
            road_at[shape, [one, other]] = number
    turned = [SHAPES.index((kind, (turn + 1) % _TURNS_OF_KIND[kind])) for kind, turn in SHAPES]
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
        face_kind=np.array([kind(face) for face in _FLAT], np.int8),
        face_sets=np.array([_sets(face) for face in _FLAT], np.uint64),
        orders=orders,
        order_counts=np.array([factorial(size) for size in range(5)], np.int8),
        largest_group=np.array([_largest_group(positions) for positions in range(2**TILES)], np.int8),
    )


def _shape_roads(kind: int, turn: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tuple(sorted((edge + turn) % 4 for edge in road)) for road in _ROADS_OF_KIND[kind]))


def _ways(roads: list[tuple[tuple[int, ...], ...]]) -> tuple[Bytes, Numbers, Bytes]:
    """Return the number, directions and road things of the ways in which each face fits each shape.

    The ways are in the order of the positions of things on the road, so that twins have the same order.
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


def _directions(number: int, roads: tuple[tuple[int, ...], ...]) -> list[int]:
    """Return the directions in which a face has these roads; only the first of those that look the same."""
    tile, side = divmod(number, 2)
    fitting = [
        direction
        for direction in range(4 * side, 4 * side + 4)
        if CANONICAL_DIRECTION[tile][direction] == direction
        and tuple(road.edges for road in ORIENTED_FACES[tile][direction].roads) == roads
    ]
    return sorted(fitting, key=lambda direction: _things_on_roads(ORIENTED_FACES[tile][direction]))


def _things_on_roads(face: Face) -> list[tuple[int, int]]:
    """Return the index of each road with a thing on it, and the edge that the thing faces (-1 for none)."""
    roads = enumerate(face.roads)
    return [(index, -1 if road.facing is None else road.facing) for index, road in roads if road.thing]


def _sets(face: Face) -> int:
    belongs = (face.houses > 0, face.citizens > 0, not face.has_alien, face.dogs > 0)
    return sum(1 << 9 * number for number, is_member in enumerate(belongs) if is_member)


def _largest_group(positions: int) -> int:
    """Return the size of the largest group of adjacent positions in a set of positions, one bit each."""
    remaining = {(p // 3, p % 3) for p in range(TILES) if positions >> p & 1}
    largest = 0
    while remaining:
        group = [remaining.pop()]
        for row, column in group:  # the list grows during the loop
            for neighbour in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if neighbour in remaining:
                    remaining.remove(neighbour)
                    group.append(neighbour)
        largest = max(largest, len(group))
    return largest
