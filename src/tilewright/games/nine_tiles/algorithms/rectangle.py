"""Tiles on a rectangle: a town, or a smaller board on which an algorithm can be watched to its end."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.games.nine_tiles.rules import Town
from tilewright.games.nine_tiles.town.roads import SIDE, TownMap, borders
from tilewright.games.nine_tiles.town.tiles import LAID

__all__ = ["Laying"]


@dataclass(frozen=True, slots=True, order=True)
class Laying:
    """Tiles by position, row by row, and the direction of each."""

    tiles: tuple[int, ...]
    directions: tuple[int, ...]
    columns: int = SIDE

    @property
    def pattern(self) -> str:
        return "".join(map(str, (*self.tiles, *self.directions)))

    @property
    def town(self) -> Town:
        return Town(self.tiles, self.directions)

    def map(self) -> TownMap:
        pairs = zip(self.tiles, self.directions, strict=True)
        return TownMap.of([LAID[tile][direction] for tile, direction in pairs], self.columns)

    def is_complete(self) -> bool:
        """Whether every road goes on at every border, and none is a closed loop."""
        # Most layings fail at a border, so borders come first and one by one.
        for one, other, edge, other_edge in borders(len(self.tiles), self.columns):
            here = LAID[self.tiles[one]][self.directions[one]]
            there = LAID[self.tiles[other]][self.directions[other]]
            if here.has_road_at(edge) != there.has_road_at(other_edge):
                return False
        return not self.map().loops
