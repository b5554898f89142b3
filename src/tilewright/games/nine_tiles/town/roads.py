"""The roads of a town: road segments on single tiles, connected across the borders of tiles.

Edge e of position p has the number 4p + e. A border between two tiles has the edge number of the
tile with the smaller position:

      00  04  08
    01  03  07  11
      02  06  10
    13  15  19  23
      14  18  22
    25  27  31  35
      26  30  34

The left end of a road is the end with the smaller edge number. This defines the order of the things on a road
from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tilewright.games.nine_tiles.town.tiles import Face, Road, Thing

__all__ = ["SIDE", "RoadSegment", "RoadThing", "TownMap", "TownRoad", "borders", "edge_number"]

SIDE = 3
"""The number of rows of a town, which is also the number of columns."""


@dataclass(frozen=True, slots=True)
class RoadThing:
    """An agent, an alien or a hamburger on a road of the town."""

    thing: Thing
    position: int
    rightward: bool | None
    """Whether the thing faces the right end of the road; None for a hamburger."""

    @property
    def is_agent(self) -> bool:
        return self.thing is Thing.AGENT

    @property
    def is_alien(self) -> bool:
        return self.thing is Thing.ALIEN

    @property
    def is_hamburger(self) -> bool:
        return self.thing is Thing.HAMBURGER

    @property
    def leftward(self) -> bool:
        return self.rightward is False


@dataclass(frozen=True, slots=True)
class RoadSegment:
    """The part of a road on one tile, followed from one edge of the tile (0 to 3) to another."""

    position: int
    road: Road
    enters: int
    leaves: int

    @property
    def thing(self) -> RoadThing | None:
        thing = self.road.thing
        if thing is None:
            return None
        facing = self.road.facing
        return RoadThing(thing, self.position, None if facing is None else facing == self.leaves)


@dataclass(frozen=True, slots=True)
class TownRoad:
    """A road of the town from its left end to its right end."""

    left: int
    right: int
    segments: tuple[RoadSegment, ...]
    things: tuple[RoadThing, ...]
    """The things on the road, from left to right."""

    @property
    def length(self) -> int:
        """The number of tiles that the road crosses; a tile that it crosses twice counts twice."""
        return len(self.segments)


@dataclass(frozen=True, slots=True)
class TownMap:
    """The visible faces of a town in their directions, and the roads that they form."""

    faces: tuple[Face, ...]
    roads: tuple[TownRoad, ...]
    loops: tuple[tuple[RoadSegment, ...], ...]
    """Closed loops of road, which no complete town has."""
    columns: int = SIDE

    @classmethod
    def of(cls, faces: Sequence[Face], columns: int = SIDE) -> TownMap:
        """Return the map of the faces; a road ends at a tile's edge if the next tile has no road there."""
        opposite = _opposite_edges(len(faces), columns)
        untraced: dict[int, tuple[Road, int]] = {}
        for position, face in enumerate(faces):
            for road in face.roads:
                one, other = (4 * position + edge for edge in road.edges)
                untraced[one] = road, other
                untraced[other] = road, one
        ends = [edge for edge in untraced if opposite[edge] not in untraced]
        ends.sort(key=lambda end: edge_number(end // 4, end % 4, columns))
        roads = [_road(_trace(end, untraced, opposite), columns) for end in ends if end in untraced]
        loops = []
        while untraced:
            loops.append(_trace(min(untraced), untraced, opposite))
        return cls(tuple(faces), tuple(roads), tuple(loops), columns)

    @property
    def dead_ends(self) -> list[tuple[int, int]]:
        """The pairs of adjacent positions where a road ends; the position with the road comes first."""
        ends = []
        for one, other, edge, other_edge in borders(len(self.faces), self.columns):
            has_road = self.faces[one].has_road_at(edge)
            if has_road != self.faces[other].has_road_at(other_edge):
                ends.append((one, other) if has_road else (other, one))
        return ends

    def groups(self, positions: Sequence[int]) -> list[tuple[int, ...]]:
        """Split the positions into groups of adjacent positions; return the largest group first."""
        remaining = set(positions)
        groups = []
        while remaining:
            group, frontier = set[int](), {min(remaining)}
            while frontier:
                group |= frontier
                remaining -= frontier
                frontier = {
                    neighbour
                    for position in frontier
                    for neighbour in self.neighbours(position)
                    if neighbour in remaining
                }
            groups.append(tuple(sorted(group)))
        return sorted(groups, key=len, reverse=True)

    def neighbours(self, position: int) -> Iterator[int]:
        """Yield the positions that share an edge with this position."""
        opposite = _opposite_edges(len(self.faces), self.columns)
        return (opposite[4 * position + edge] // 4 for edge in range(4) if opposite[4 * position + edge] >= 0)


def edge_number(position: int, edge: int, columns: int = SIDE) -> int:
    """Return the number that identifies a tile's edge in the town.

    The common edge of two tiles has one number, which comes from the tile above or to the left.
    """
    if edge == 0 and position >= columns:
        return 4 * (position - columns) + 2
    if edge == 1 and position % columns:
        return 4 * (position - 1) + 3
    return 4 * position + edge


def borders(count: int, columns: int = SIDE) -> Iterator[tuple[int, int, int, int]]:
    """Yield, for every border between two tiles, the two positions and the edge of each tile at the border."""
    for position in range(count):
        if (position + 1) % columns and position + 1 < count:
            yield position, position + 1, 3, 1
        if position + columns < count:
            yield position, position + columns, 2, 0


@cache
def _opposite_edges(count: int, columns: int) -> tuple[int, ...]:
    """Return, for each edge, the number of the edge that it touches on the next tile; -1 if there is none.

    Every edge e of every position p has its own number here, 4p + e, even if it is part of a border.
    """
    opposite = [-1] * (4 * count)
    for one, other, edge, other_edge in borders(count, columns):
        opposite[4 * one + edge] = 4 * other + other_edge
        opposite[4 * other + other_edge] = 4 * one + edge
    return tuple(opposite)


def _trace(
    edge: int, untraced: dict[int, tuple[Road, int]], opposite: tuple[int, ...]
) -> tuple[RoadSegment, ...]:
    """Follow the road from an edge of a tile until the road ends or returns to that edge."""
    segments = []
    while edge in untraced:
        road, leaves = untraced.pop(edge)
        del untraced[leaves]
        segments.append(RoadSegment(edge // 4, road, edge % 4, leaves % 4))
        edge = opposite[leaves]
    return tuple(segments)


def _road(segments: tuple[RoadSegment, ...], columns: int) -> TownRoad:
    first, last = segments[0], segments[-1]
    return TownRoad(
        edge_number(first.position, first.enters, columns),
        edge_number(last.position, last.leaves, columns),
        segments,
        tuple(thing for segment in segments if (thing := segment.thing) is not None),
    )
