"""Road synonyms: towns and faces of which only the shape of the roads is seen.

The article knows five kinds of faces by their roads: 0 none, 1 a curve, 2 two curves, 3 a straight,
4 a crossing. In direction 0 the curve joins top and left, the two curves join top and left, bottom and right,
and the straight joins top and bottom; each quarter turn to the left adds 1, as long as that looks different. A
town synonym is written as a town is: nine kinds, then nine directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Final

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.town.roads import TownMap
from tilewright.games.nine_tiles.town.tiles import FACES, LAID, TILES, Face, Road

__all__ = ["KINDS", "KIND_DIRECTIONS", "KIND_FACES", "KIND_LIMITS", "Synonym", "look", "turned_positions"]

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
"""``KIND_FACES[kind][direction]``: bare faces, in every direction that looks different."""

KIND_DIRECTIONS: tuple[int, ...] = tuple(len(faces) for faces in KIND_FACES)
"""In how many directions each kind looks different: 1, 4, 2, 2, 1."""


@dataclass(frozen=True, slots=True)
class Synonym:
    """The shape of the roads of a town, or of a smaller square of tiles."""

    kinds: tuple[int, ...]
    directions: tuple[int, ...]

    @classmethod
    def from_pattern(cls, text: str) -> Synonym:
        """The synonym written as nine kinds and nine directions; `BadInput` names the place of a fault."""
        if len(text) != 2 * TILES:
            raise BadInput(f"a road synonym has {2 * TILES} digits, not {len(text)}")
        if not (text.isascii() and text.isdecimal()):
            at = next(at for at, sign in enumerate(text) if not (sign.isascii() and sign.isdecimal()))
            raise BadInput(f"digit {at + 1} of the road synonym: expected a digit, not {text[at]!r}")
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
        """The bare faces as they lie."""
        pairs = zip(self.kinds, self.directions, strict=True)
        return tuple(KIND_FACES[kind][direction] for kind, direction in pairs)

    @property
    def side(self) -> int:
        """Tiles in a row: three in a town."""
        return isqrt(len(self.kinds))

    def map(self) -> TownMap:
        return TownMap.of(self.faces, self.side)

    def turned(self) -> Synonym:
        """The whole town, a quarter turn to the left."""
        order = turned_positions(len(self.kinds))
        kinds = tuple([self.kinds[position] for position in order])
        ways = [(self.directions[position] + 1) % KIND_DIRECTIONS[self.kinds[position]] for position in order]
        return Synonym(kinds, tuple(ways))

    @property
    def is_smallest(self) -> bool:
        """Whether no turn of the whole town gives a smaller pattern: one of each four is counted."""
        turned = self
        for _ in range(3):
            turned = turned.turned()
            if (turned.kinds, turned.directions) < (self.kinds, self.directions):
                return False
        return True


@cache
def turned_positions(count: int) -> tuple[int, ...]:
    """For each position of a square of tiles, which position comes there by a quarter turn to the left."""
    side = isqrt(count)
    return tuple(row * side + side - 1 - column for column in range(side) for row in range(side))


@cache
def look(tile: int, direction: int) -> tuple[int, int]:
    """The kind of a tile as it lies, and the kind's direction."""
    edges = [road.edges for road in LAID[tile][direction].roads]
    return next(
        (kind, at)
        for kind, faces in enumerate(KIND_FACES)
        for at, face in enumerate(faces)
        if [road.edges for road in face.roads] == edges
    )


KIND_LIMITS: tuple[int, ...] = tuple(
    sum(any(look(tile, direction)[0] == kind for direction in (0, 4)) for tile in range(len(FACES)))
    for kind in range(KINDS)
)
"""How many tiles have a face of each kind: 3, 4, 4, 4, 3. No tile has two faces of one kind."""
