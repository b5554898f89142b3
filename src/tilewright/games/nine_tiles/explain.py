"""Why a town scores what it scores."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.games.nine_tiles.tiles import Thing

__all__ = ["Marks"]


@dataclass(frozen=True, slots=True)
class Marks:
    """What a picture of a town points at: things by position, whole tiles, roads by their place in the map."""

    things: frozenset[tuple[int, Thing]] = frozenset()
    tiles: frozenset[int] = frozenset()
    roads: frozenset[int] = frozenset()

    def at(self, position: int) -> frozenset[Thing]:
        """The things at a position that are pointed at."""
        return frozenset(thing for where, thing in self.things if where == position)
