"""Tiles laid on a rectangle: a town, or a smaller board on which even brute force finishes."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.games.nine_tiles.rules import Town
from tilewright.games.nine_tiles.town.roads import SIDE, TownMap, borders
from tilewright.games.nine_tiles.town.tiles import ORIENTED_FACES

__all__ = ["TileLayout"]


@dataclass(frozen=True, slots=True, order=True)
class TileLayout:
    """The tile at each position, row by row, and the direction of each tile."""

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
        return TownMap.of([ORIENTED_FACES[tile][direction] for tile, direction in pairs], self.columns)

    def is_complete(self) -> bool:
        """Return whether roads match at every border between two tiles, and no road is a closed loop."""
        # Most layouts fail at a border, so the borders are tested first.
        for one, other, edge, other_edge in borders(len(self.tiles), self.columns):
            face = ORIENTED_FACES[self.tiles[one]][self.directions[one]]
            other_face = ORIENTED_FACES[self.tiles[other]][self.directions[other]]
            if face.has_road_at(edge) != other_face.has_road_at(other_edge):
                return False
        return not self.map().loops
