"""Roads through a town: the pieces of road on single tiles, joined over the borders of tiles.

Edge e of position p has the number 4p + e. A border of two tiles has one number, that of the lower position:

      00  04  08
    01  03  07  11
      02  06  10
    13  15  19  23
      14  18  22
    25  27  31  35
      26  30  34

The left end of a road is the end with the smaller number, so everything on a road has an order from left to
right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tilewright.games.nine_tiles.town.tiles import Face, Road, Thing

__all__ = ["SIDE", "OnRoad", "Stretch", "TownMap", "TownRoad", "borders", "edge_number"]

SIDE = 3
"""Tiles in a row of a town, and rows."""


@dataclass(frozen=True, slots=True)
class OnRoad:
    """An agent, an alien or a hamburger on a road of the town."""

    thing: Thing
    position: int
    rightward: bool | None
    """Whether it looks towards the right end of the road; None for a hamburger."""

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
class Stretch:
    """A road of the town on one tile, walked from edge to edge (numbers of the tile, 0..3)."""

    position: int
    road: Road
    enters: int
    leaves: int

    @property
    def on_road(self) -> OnRoad | None:
        thing = self.road.thing
        if thing is None:
            return None
        facing = self.road.facing
        return OnRoad(thing, self.position, None if facing is None else facing == self.leaves)


@dataclass(frozen=True, slots=True)
class TownRoad:
    """A road of the town from its left end to its right end."""

    left: int
    right: int
    stretches: tuple[Stretch, ...]
    on_road: tuple[OnRoad, ...]
    """What stands on it, from left to right."""

    @property
    def length(self) -> int:
        """How many tiles it crosses; a tile that it crosses twice counts twice."""
        return len(self.stretches)


@dataclass(frozen=True, slots=True)
class TownMap:
    """A town as it is seen from above: the faces as they lie, and the roads through them."""

    faces: tuple[Face, ...]
    roads: tuple[TownRoad, ...]
    loops: tuple[tuple[Stretch, ...], ...]
    """Roads without an end, which no complete town has."""
    columns: int = SIDE

    @classmethod
    def of(cls, faces: Sequence[Face], columns: int = SIDE) -> TownMap:
        """Trace the roads; a road that stops at a border that does not match ends there."""
        across = _across(len(faces), columns)
        unwalked: dict[int, tuple[Road, int]] = {}
        for position, face in enumerate(faces):
            for road in face.roads:
                one, other = (4 * position + edge for edge in road.edges)
                unwalked[one] = road, other
                unwalked[other] = road, one
        ends = [place for place in sorted(unwalked) if across[place] not in unwalked]
        roads = [_road(_walk(end, unwalked, across), columns) for end in ends if end in unwalked]
        loops = []
        while unwalked:
            loops.append(_walk(min(unwalked), unwalked, across))
        return cls(tuple(faces), tuple(roads), tuple(loops), columns)

    @property
    def dead_ends(self) -> list[tuple[int, int]]:
        """Where a road ends at the border of two tiles: the position that it comes from, and the other."""
        found = []
        for one, other, edge, other_edge in borders(len(self.faces), self.columns):
            here, there = self.faces[one].has_road_at(edge), self.faces[other].has_road_at(other_edge)
            if here != there:
                found.append((one, other) if here else (other, one))
        return found

    def groups(self, positions: Sequence[int]) -> list[tuple[int, ...]]:
        """The positions in groups of neighbours, the largest group first."""
        left = set(positions)
        found = []
        while left:
            group, edge = set[int](), {min(left)}
            while edge:
                group |= edge
                left -= edge
                edge = {near for position in edge for near in self.neighbours(position) if near in left}
            found.append(tuple(sorted(group)))
        return sorted(found, key=len, reverse=True)

    def neighbours(self, position: int) -> Iterator[int]:
        """The positions that share an edge with this one."""
        across = _across(len(self.faces), self.columns)
        return (across[4 * position + edge] // 4 for edge in range(4) if across[4 * position + edge] >= 0)


def edge_number(position: int, edge: int, columns: int = SIDE) -> int:
    """The number of a tile's edge in the town."""
    if edge == 0 and position >= columns:
        return 4 * (position - columns) + 2
    if edge == 1 and position % columns:
        return 4 * (position - 1) + 3
    return 4 * position + edge


def borders(count: int, columns: int = SIDE) -> Iterator[tuple[int, int, int, int]]:
    """The borders between two tiles: both positions, and the edge of each that lies there."""
    for position in range(count):
        if (position + 1) % columns and position + 1 < count:
            yield position, position + 1, 3, 1
        if position + columns < count:
            yield position, position + columns, 2, 0


@cache
def _across(count: int, columns: int) -> tuple[int, ...]:
    """For each edge 4p + e of each tile, the edge of the next tile that touches it; -1 where there is none."""
    found = [-1] * (4 * count)
    for one, other, edge, other_edge in borders(count, columns):
        found[4 * one + edge] = 4 * other + other_edge
        found[4 * other + other_edge] = 4 * one + edge
    return tuple(found)


def _walk(place: int, unwalked: dict[int, tuple[Road, int]], across: tuple[int, ...]) -> tuple[Stretch, ...]:
    """Follow the road from an edge of a tile until it ends or comes back to where it began."""
    stretches = []
    while place in unwalked:
        road, leaves = unwalked.pop(place)
        del unwalked[leaves]
        stretches.append(Stretch(place // 4, road, place % 4, leaves % 4))
        place = across[leaves]
    return tuple(stretches)


def _road(stretches: tuple[Stretch, ...], columns: int) -> TownRoad:
    first, last = stretches[0], stretches[-1]
    return TownRoad(
        edge_number(first.position, first.enters, columns),
        edge_number(last.position, last.leaves, columns),
        stretches,
        tuple(found for stretch in stretches if (found := stretch.on_road) is not None),
    )
