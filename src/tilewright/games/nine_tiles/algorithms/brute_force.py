"""Algorithm A: try every layout.

Nine tiles have 9! * 8^9 = 48,704,929,136,640 layouts, far too many for Python. With few tiles, or with most
positions fixed, the algorithm is fast enough. It relies only on the definition of a complete layout, so the
tests verify the other two algorithms with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.town.roads import SIDE
from tilewright.games.nine_tiles.town.themes import score
from tilewright.games.nine_tiles.town.tile_layout import TileLayout
from tilewright.games.nine_tiles.town.tiles import DIRECTIONS, TILES

__all__ = ["layouts", "search"]

NOTHING_FIXED: Mapping[int, tuple[int, int]] = {}


def search(
    tiles: Sequence[int] = range(TILES),
    fixed: Mapping[int, tuple[int, int]] = NOTHING_FIXED,
    columns: int = SIDE,
) -> Iterator[tuple[TileLayout, tuple[int, ...]]]:
    """Yield every complete layout with its scores."""
    for layout in layouts(tiles, fixed, columns):
        if layout.is_complete():
            yield layout, score(layout.map())


def layouts(
    tiles: Sequence[int] = range(TILES),
    fixed: Mapping[int, tuple[int, int]] = NOTHING_FIXED,
    columns: int = SIDE,
) -> Iterator[TileLayout]:
    """Yield every layout of the tiles, whether or not the roads match.

    `fixed` maps a position to its tile and direction.
    """
    free_tiles, free_positions = _free(tiles, fixed, columns)
    chosen = [fixed.get(position, (0, 0)) for position in range(len(tiles))]
    for order in permutations(free_tiles):
        for directions in product(range(DIRECTIONS), repeat=len(order)):
            for position, tile, direction in zip(free_positions, order, directions, strict=True):
                chosen[position] = tile, direction
            yield TileLayout(
                tuple(tile for tile, _ in chosen), tuple(direction for _, direction in chosen), columns
            )


def _free(
    tiles: Sequence[int], fixed: Mapping[int, tuple[int, int]], columns: int
) -> tuple[list[int], list[int]]:
    """Return the tiles that are not fixed, and the positions that are not fixed."""
    if len(set(tiles)) < len(tiles) or not set(tiles) <= set(range(TILES)):
        raise BadInput(f"expected distinct tiles from 0 to {TILES - 1}, not {list(tiles)}")
    if columns < 1 or len(tiles) % columns:
        raise BadInput(f"{len(tiles)} tiles do not fill complete rows of {columns} tiles")
    free = list(tiles)
    for position, (tile, direction) in fixed.items():
        if not (0 <= position < len(tiles) and tile in free and 0 <= direction < DIRECTIONS):
            raise BadInput(
                f"tile {tile} cannot be fixed at position {position} in direction {direction}: expected one of"
                f" the tiles {free}, a position from 0 to {len(tiles) - 1} and a direction from 0 to"
                f" {DIRECTIONS - 1}"
            )
        free.remove(tile)
    return free, [position for position in range(len(tiles)) if position not in fixed]
