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

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.games.nine_tiles.tiles import Face, Road, Thing

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
        meets: dict[int, list[Stretch]] = defaultdict(list)
        for position, face in enumerate(faces):
            for road in face.roads:
                for enters, leaves in (road.edges, road.edges[::-1]):
                    meets[edge_number(position, enters, columns)].append(
                        Stretch(position, road, enters, leaves)
                    )
        walked: set[tuple[int, Road]] = set()
        roads, loops = [], []
        ends = sorted(number for number, stretches in meets.items() if len(stretches) == 1)
        for number in (*ends, *sorted(meets)):
            for first in meets[number]:
                if (first.position, first.road) not in walked:
                    stretches = tuple(_walk(first, meets, columns, walked))
                    if number in ends:
                        roads.append(_road(stretches, columns))
                    else:
                        loops.append(stretches)
        return cls(tuple(faces), tuple(roads), tuple(loops), columns)

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
        for one, other, *_ in borders(len(self.faces), self.columns):
            if position in (one, other):
                yield one + other - position


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


def _walk(
    stretch: Stretch, meets: dict[int, list[Stretch]], columns: int, walked: set[tuple[int, Road]]
) -> Iterator[Stretch]:
    """Follow the road until it ends or comes back to where it began."""
    while (stretch.position, stretch.road) not in walked:
        walked.add((stretch.position, stretch.road))
        yield stretch
        number = edge_number(stretch.position, stretch.leaves, columns)
        onward = [next_one for next_one in meets[number] if next_one.position != stretch.position]
        if onward:
            stretch = onward[0]


def _road(stretches: tuple[Stretch, ...], columns: int) -> TownRoad:
    first, last = stretches[0], stretches[-1]
    return TownRoad(
        edge_number(first.position, first.enters, columns),
        edge_number(last.position, last.leaves, columns),
        stretches,
        tuple(found for stretch in stretches if (found := stretch.on_road) is not None),
    )
