"""Algorithm A: try everything.

Nine tiles have 9! * 8^9 = 48,704,929,136,640 layings, centuries of work. With few tiles, or with most positions
fixed, it is the oracle that the others are held against: it knows nothing but what makes a laying complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.algorithms.rectangle import Laying
from tilewright.games.nine_tiles.town.roads import SIDE
from tilewright.games.nine_tiles.town.themes import score
from tilewright.games.nine_tiles.town.tiles import DIRECTIONS, TILES

__all__ = ["count_layings", "layings", "search"]

NOTHING_FIXED: Mapping[int, tuple[int, int]] = {}


def search(
    tiles: Sequence[int] = range(TILES),
    fixed: Mapping[int, tuple[int, int]] = NOTHING_FIXED,
    columns: int = SIDE,
) -> Iterator[tuple[Laying, tuple[int, ...]]]:
    """Every complete laying with its scores."""
    for laying in layings(tiles, fixed, columns):
        if laying.is_complete():
            yield laying, score(laying.map())


def layings(
    tiles: Sequence[int] = range(TILES),
    fixed: Mapping[int, tuple[int, int]] = NOTHING_FIXED,
    columns: int = SIDE,
) -> Iterator[Laying]:
    """Every way to lay the tiles, complete or not; `fixed` gives some positions their tile and direction."""
    free_tiles, free_positions = _free(tiles, fixed, columns)
    chosen = [fixed.get(position, (0, 0)) for position in range(len(tiles))]
    for order in permutations(free_tiles):
        for directions in product(range(DIRECTIONS), repeat=len(order)):
            for position, tile, direction in zip(free_positions, order, directions, strict=True):
                chosen[position] = tile, direction
            yield Laying(
                tuple(tile for tile, _ in chosen), tuple(direction for _, direction in chosen), columns
            )


def count_layings(free: int) -> int:
    """How many layings there are when that many tiles are free: their orders times their directions."""
    count = 1
    for left in range(free, 0, -1):
        count *= left * DIRECTIONS
    return count


def _free(
    tiles: Sequence[int], fixed: Mapping[int, tuple[int, int]], columns: int
) -> tuple[list[int], list[int]]:
    """The tiles and the positions that are not fixed."""
    if len(set(tiles)) < len(tiles) or not set(tiles) <= set(range(TILES)):
        raise BadInput(f"expected different tiles from 0 to {TILES - 1}, not {list(tiles)}")
    if columns < 1 or len(tiles) % columns:
        raise BadInput(f"{len(tiles)} tiles do not fill rows of {columns}")
    free = list(tiles)
    for position, (tile, direction) in fixed.items():
        if not (0 <= position < len(tiles) and tile in free and 0 <= direction < DIRECTIONS):
            raise BadInput(f"tile {tile} cannot be fixed at position {position} in direction {direction}")
        free.remove(tile)
    return free, [position for position in range(len(tiles)) if position not in fixed]
