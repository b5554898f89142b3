"""The tiles as the compiled code sees them: small tables of whole numbers, made from the tiles themselves.

The *kind* of a face is the shape of its roads, numbered as in the article: 0 none, 1 a curve, 2 two curves, 3
a straight road, 4 a crossing. Together with its turn it is one of ten *shapes*; a town synonym is nine of
them. A face has the number ``2 * tile + side``. It lies on a shape in one to four *ways*, told apart by where
its thing on the road stands and looks.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.town.tiles import FACES, LAID, SAME_LOOK, TILES, Face, Thing

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
"""For each kind the pair of faces that are the same on the road and differ beside it: a hamburger on a curve,
on one of two curves, on a straight road."""

_FACINGS = {Thing.AGENT: (0, 1), Thing.ALIEN: (2, 3), Thing.HAMBURGER: (4, 4)}


class Tables(NamedTuple):
    """Everything about shapes and faces that the compiled code asks."""

    shape_edges: Bytes
    """(10,): the edges with a road, one bit each."""
    shape_exit: Bytes
    """(10, 4): the edge where the road that enters at an edge leaves; -1 without a road."""
    shape_road: Bytes
    """(10, 4): which of the shape's roads has that edge."""
    shape_turned: Bytes
    """(10,): the shape after a quarter turn to the left."""
    shape_code: Numbers
    """(10, 2): kind and turn."""
    ways: Bytes
    """(18, 10): in how many ways a face lies on a shape."""
    way_direction: Numbers
    """(18, 10, 4): the direction, 0..7, of each way."""
    only_direction: npt.NDArray[np.uint64]
    """(18, 10): the direction of a face that lies in one way only, 0 for all others."""
    way_digit: Bytes
    """(18, 10, 4, 2, 4): what a traveller along a road who leaves at an edge meets: 0 an agent that looks
    ahead, 1 one that looks back, 2 and 3 an alien likewise, 4 a hamburger; -1 nothing."""
    face_kind: Bytes
    """(18,)"""
    face_sets: npt.NDArray[np.uint64]
    """(18,): bit 0 a house, 9 a citizen, 18 no alien, 27 a dog. Shifted by their positions, the faces of a town
    make four sets of nine positions."""
    orders: Bytes
    """(5, 24, 4): all orders of up to four things."""
    order_counts: Bytes
    """(5,)"""
    largest_group: Bytes
    """(512,): the most positions of a set that hang together."""


def kind(face: Face) -> int:
    """The shape of a face's roads, whichever way it is turned."""
    curves = sum(road.is_curve for road in face.roads)
    straights = len(face.roads) - curves
    return {(0, 0): 0, (1, 0): 1, (2, 0): 2, (0, 1): 3, (0, 2): 4}[curves, straights]


_FLAT: tuple[Face, ...] = tuple(face for sides in FACES for face in sides)

KIND_LIMITS: tuple[int, ...] = tuple(sum(kind(face) == number for face in _FLAT) for number in range(5))
"""How many faces there are of each kind."""


@cache
def tables() -> Tables:
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
        largest_group=np.array([_largest_group(chosen) for chosen in range(2**TILES)], np.int8),
    )


def _shape_roads(kind: int, turn: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tuple(sorted((edge + turn) % 4 for edge in road)) for road in _ROADS_OF_KIND[kind]))


def _ways(roads: list[tuple[tuple[int, ...], ...]]) -> tuple[Bytes, Numbers, Bytes]:
    """How each face lies on each shape; ways in the order of what stands where, the same for twins."""
    ways = np.zeros((18, 10), np.int8)
    directions = np.zeros((18, 10, 4), np.int64)
    digits = np.full((18, 10, 4, 2, 4), -1, np.int8)
    for number, shape in np.ndindex(18, 10):
        found = _directions(number, roads[shape])
        ways[number, shape] = len(found)
        for way, direction in enumerate(found):
            directions[number, shape, way] = direction
            for place, road in enumerate(LAID[number // 2][direction].roads):
                if road.thing is not None:
                    ahead, back = _FACINGS[road.thing]
                    for edge in road.edges:
                        digits[number, shape, way, place, edge] = ahead if road.facing == edge else back
    return ways, directions, digits


def _directions(number: int, roads: tuple[tuple[int, ...], ...]) -> list[int]:
    """The directions in which a face has these roads; of those that look the same only the first."""
    tile, side = divmod(number, 2)
    fitting = [
        direction
        for direction in range(4 * side, 4 * side + 4)
        if SAME_LOOK[tile][direction] == direction
        and tuple(road.edges for road in LAID[tile][direction].roads) == roads
    ]
    return sorted(fitting, key=lambda direction: _stands(LAID[tile][direction]))


def _stands(face: Face) -> list[tuple[int, int]]:
    """On which road something stands, and which edge it looks at."""
    roads = enumerate(face.roads)
    return [(place, -1 if road.facing is None else road.facing) for place, road in roads if road.thing]


def _sets(face: Face) -> int:
    shown = (face.houses > 0, face.citizens > 0, not face.has_alien, face.dogs > 0)
    return sum(1 << 9 * number for number, there in enumerate(shown) if there)


def _largest_group(chosen: int) -> int:
    left = {(p // 3, p % 3) for p in range(TILES) if chosen >> p & 1}
    largest = 0
    while left:
        group = [left.pop()]
        for row, column in group:  # grows while it is walked
            for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if beside in left:
                    left.remove(beside)
                    group.append(beside)
        largest = max(largest, len(group))
    return largest
