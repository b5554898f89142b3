"""Road synonyms: the shapes of roads, without the things on the tiles.

The article that ``tiles.json`` names distinguishes five kinds of faces by their roads: 0 no road, 1 a curve,
2 two curves, 3 a straight road, 4 a crossing. In direction 0, the single curve joins top and left; of two
curves, one joins top and left, the other bottom and right; the straight road joins top and bottom. Each quarter
turn to the left adds 1 to the direction; directions in which the face looks the same as in a smaller direction
are not used. A road synonym is written like a town: nine kinds, then nine directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Final

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.town.roads import TownMap
from tilewright.games.nine_tiles.town.tiles import FACES, ORIENTED_FACES, TILES, Face, Road

__all__ = ["KINDS", "KIND_DIRECTIONS", "KIND_FACES", "KIND_LIMITS", "Synonym", "road_shape", "turned_positions"]

_SHAPES: Final = (
    Face(),
    Face((Road((0, 1)),)),
    Face((Road((0, 1)), Road((2, 3)))),
    Face((Road((0, 2)),)),
    Face((Road((0, 2)), Road((1, 3)))),
)
KINDS = len(_SHAPES)

KIND_FACES: tuple[tuple[Face, ...], ...] = tuple(
    tuple(dict.fromkeys(shape.turned(direction) for direction in range(4))) for shape in _SHAPES
)
"""``KIND_FACES[kind][direction]``: the face of a kind, with roads only, turned to a direction. Directions in
which the face looks the same as in a smaller direction are left out."""

KIND_DIRECTIONS: tuple[int, ...] = tuple(len(faces) for faces in KIND_FACES)
"""For each kind, the number of directions in which its face looks different: 1, 4, 2, 2, 1."""


@dataclass(frozen=True, slots=True)
class Synonym:
    """The shape of the roads of a town, or of a smaller square of tiles."""

    kinds: tuple[int, ...]
    directions: tuple[int, ...]

    @classmethod
    def from_pattern(cls, text: str) -> Synonym:
        """Parse 18 digits: nine kinds, then nine directions; raise `BadInput` if the text is invalid."""
        if len(text) != 2 * TILES:
            raise BadInput(f"a road synonym has {2 * TILES} digits, not {len(text)}")
        if not (text.isascii() and text.isdecimal()):
            index = next(i for i, char in enumerate(text) if not (char.isascii() and char.isdecimal()))
            raise BadInput(f"digit {index + 1} of the road synonym: expected a digit, not {text[index]!r}")
        kinds, directions = tuple(map(int, text[:TILES])), tuple(map(int, text[TILES:]))
        for position, (kind, direction) in enumerate(zip(kinds, directions, strict=True)):
            if kind >= KINDS:
                raise BadInput(f"position {position}: expected a kind from 0 to {KINDS - 1}, not {kind}")
            if direction >= KIND_DIRECTIONS[kind]:
                raise BadInput(
                    f"position {position}: kind {kind} has directions 0 to {KIND_DIRECTIONS[kind] - 1},"
                    f" not {direction}"
                )
        return cls(kinds, directions)

    @property
    def pattern(self) -> str:
        return "".join(map(str, (*self.kinds, *self.directions)))

    @property
    def faces(self) -> tuple[Face, ...]:
        """For each position, the face of its kind, with roads only, turned to its direction."""
        pairs = zip(self.kinds, self.directions, strict=True)
        return tuple(KIND_FACES[kind][direction] for kind, direction in pairs)

    @property
    def side(self) -> int:
        """The number of tiles in a row: three in a town."""
        return isqrt(len(self.kinds))

    def map(self) -> TownMap:
        return TownMap.of(self.faces, self.side)

    def turned(self) -> Synonym:
        """Return the synonym that results from a quarter turn of the whole town to the left."""
        order = turned_positions(len(self.kinds))
        kinds = tuple([self.kinds[position] for position in order])
        directions = tuple(
            [(self.directions[position] + 1) % KIND_DIRECTIONS[self.kinds[position]] for position in order]
        )
        return Synonym(kinds, directions)

    @property
    def is_smallest(self) -> bool:
        """Whether no rotation of the synonym has a smaller pattern.

        The census contains only synonyms for which this is true.
        """
        turned = self
        for _ in range(3):
            turned = turned.turned()
            if (turned.kinds, turned.directions) < (self.kinds, self.directions):
                return False
        return True


@cache
def turned_positions(count: int) -> tuple[int, ...]:
    """Return, for each position of a square, where its tile was before a quarter turn to the left."""
    side = isqrt(count)
    return tuple(row * side + side - 1 - column for column in range(side) for row in range(side))


@cache
def road_shape(tile: int, direction: int) -> tuple[int, int]:
    """Return `kind` and `index` for the face that a tile shows in a direction.

    ``KIND_FACES[kind][index]`` has the same roads as this face.
    """
    edges = [road.edges for road in ORIENTED_FACES[tile][direction].roads]
    return next(
        (kind, kind_direction)
        for kind, faces in enumerate(KIND_FACES)
        for kind_direction, face in enumerate(faces)
        if [road.edges for road in face.roads] == edges
    )


KIND_LIMITS: tuple[int, ...] = tuple(
    sum(any(road_shape(tile, direction)[0] == kind for direction in (0, 4)) for tile in range(len(FACES)))
    for kind in range(KINDS)
)
"""For each kind, the number of tiles with a face of this kind: 3, 4, 4, 4, 3. The two faces of a tile are of
different kinds."""
