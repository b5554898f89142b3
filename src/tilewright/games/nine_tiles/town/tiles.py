"""The nine tiles, and what each of their faces shows in every direction.

The edges of a tile are numbered 0 top, 1 left, 2 bottom, 3 right. Directions 0 to 3 show the front after 0 to 3
quarter turns to the left, and directions 4 to 7 show the back after 0 to 3 such turns. Each such turn moves
edge e to edge (e + 1) mod 4.

The faces are read from ``tiles.json``, which names its source.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import resources
from typing import Any

__all__ = ["CANONICAL_DIRECTION", "DIRECTIONS", "FACES", "ORIENTED_FACES", "TILES", "Face", "Road", "Thing"]

TILES = 9
DIRECTIONS = 8


class Thing(StrEnum):
    """A thing that a face may show, on a road or beside it."""

    AGENT = "agent"
    ALIEN = "alien"
    HAMBURGER = "hamburger"
    DOG = "dog"
    HOUSE = "house"
    GIRL = "girl"
    BOY = "boy"
    UFO = "UFO"
    AGENT_OFFROAD = "agent off the road"
    CAPTIVE = "captive off the road"


@dataclass(frozen=True, slots=True)
class Road:
    """A road across a tile: the two edges that it joins, and at most one thing on it."""

    edges: tuple[int, int]
    agent_facing: int | None = None
    """The edge that the agent on the road faces; None if there is no agent."""
    alien_facing: int | None = None
    hamburger: bool = False

    @property
    def is_curve(self) -> bool:
        return (self.edges[0] - self.edges[1]) % 2 == 1

    @property
    def thing(self) -> Thing | None:
        """The agent, alien or hamburger on the road; None if the road is empty."""
        if self.agent_facing is not None:
            return Thing.AGENT
        if self.alien_facing is not None:
            return Thing.ALIEN
        return Thing.HAMBURGER if self.hamburger else None

    @property
    def facing(self) -> int | None:
        """The edge that the agent or the alien on the road faces; None if there is neither."""
        return self.alien_facing if self.agent_facing is None else self.agent_facing

    def turned(self, quarters: int) -> Road:
        """Return the road after `quarters` quarter turns to the left."""
        one, other = sorted(_turned(edge, quarters) for edge in self.edges)
        agent, alien = self.agent_facing, self.alien_facing
        return Road(
            (one, other),
            None if agent is None else _turned(agent, quarters),
            None if alien is None else _turned(alien, quarters),
            self.hamburger,
        )


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a tile: its roads, and the things beside them.

    Faces that look the same are equal, because roads are sorted by their edges.
    """

    roads: tuple[Road, ...] = ()
    dogs: int = 0
    houses: int = 0
    girls: int = 0
    boys: int = 0
    ufos: int = 0
    agents_offroad: int = 0
    captives_offroad: int = 0
    """The number of aliens off the road; such aliens always count as captured."""

    @property
    def citizens(self) -> int:
        return self.girls + self.boys

    @property
    def agents(self) -> int:
        """The number of agents on and off the road."""
        return self.agents_offroad + sum(road.thing is Thing.AGENT for road in self.roads)

    @property
    def has_alien(self) -> bool:
        """Whether the face has an alien, captured or free, on or off the road."""
        return self.captives_offroad > 0 or any(road.thing is Thing.ALIEN for road in self.roads)

    @property
    def offroad(self) -> tuple[Thing, ...]:
        """All things beside the roads; a thing that occurs twice is listed twice."""
        return (
            *[Thing.DOG] * self.dogs,
            *[Thing.HOUSE] * self.houses,
            *[Thing.GIRL] * self.girls,
            *[Thing.BOY] * self.boys,
            *[Thing.UFO] * self.ufos,
            *[Thing.AGENT_OFFROAD] * self.agents_offroad,
            *[Thing.CAPTIVE] * self.captives_offroad,
        )

    @property
    def things(self) -> tuple[Thing, ...]:
        """All things on the roads, then all things beside them."""
        return (*(road.thing for road in self.roads if road.thing is not None), *self.offroad)

    def has_road_at(self, edge: int) -> bool:
        return any(edge in road.edges for road in self.roads)

    def turned(self, quarters: int) -> Face:
        """Return the face after `quarters` quarter turns to the left."""
        roads = sorted((road.turned(quarters) for road in self.roads), key=lambda road: road.edges)
        return replace(self, roads=tuple(roads))


def _turned(edge: int, quarters: int) -> int:
    return (edge + quarters) % 4


def _read_face(data: dict[str, Any]) -> Face:
    roads = (Road(**{**road, "edges": tuple(road["edges"])}) for road in data["roads"])
    return Face(**{**data, "roads": tuple(roads)})


def _read_faces() -> tuple[tuple[Face, Face], ...]:
    data = json.loads(resources.files(__package__).joinpath("tiles.json").read_text("utf-8"))
    return tuple((_read_face(tile["front"]), _read_face(tile["back"])) for tile in data["tiles"])


FACES: tuple[tuple[Face, Face], ...] = _read_faces()
"""``FACES[tile][side]``: the face on a side of a tile; side 0 is the front and side 1 the back."""

ORIENTED_FACES: tuple[tuple[Face, ...], ...] = tuple(
    tuple(sides[direction // 4].turned(direction % 4) for direction in range(DIRECTIONS)) for sides in FACES
)
"""``ORIENTED_FACES[tile][direction]``: the visible face of a tile that is laid in this direction."""

CANONICAL_DIRECTION: tuple[tuple[int, ...], ...] = tuple(
    tuple(faces.index(face, direction // 4 * 4) for direction, face in enumerate(faces))
    for faces in ORIENTED_FACES
)
"""``CANONICAL_DIRECTION[tile][direction]``: the smallest direction that looks the same as this direction.

A face without roads looks the same in all four directions of its side. A straight road with a hamburger, and
the crossing on the back of tile 4, look the same after a half turn.
"""
