"""Algorithm B: find all road synonyms (shapes of a town's roads), then the tiles that fit each synonym.

Of the four rotations of a synonym only the smallest is kept, and a tile that looks the same in several
directions is laid in the smallest of these directions. So each town occurs once, except for towns whose roads
look the same after a half turn: they occur twice, as in the article's count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import factorial, prod

from tilewright.games.nine_tiles.town.road_synonyms import (
    KIND_DIRECTIONS,
    KIND_FACES,
    KIND_LIMITS,
    KINDS,
    Synonym,
    road_shape,
)
from tilewright.games.nine_tiles.town.roads import SIDE
from tilewright.games.nine_tiles.town.themes import score
from tilewright.games.nine_tiles.town.tile_layout import TileLayout
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION, DIRECTIONS, TILES

__all__ = ["arrangements", "count_towns", "layouts", "search", "synonyms"]

Options = tuple[tuple[int, int], ...]


# --- Synonyms -----------------------------------------------------------------------------------------


def synonyms(side: int = SIDE, first_kinds: Sequence[int] = ()) -> Iterator[Synonym]:
    """Yield the synonyms with matching roads and no closed loop, each in its smallest rotation.

    No synonym has more faces of a kind than there are tiles with a face of that kind; nevertheless, some
    synonyms have no town. The synonyms are yielded in search order, not sorted. `first_kinds` fixes the kinds
    of the first positions.
    """
    available = list(KIND_LIMITS)
    kinds: list[int] = []
    directions: list[int] = []

    def lay() -> Iterator[Synonym]:
        position = len(kinds)
        if position == side * side:
            synonym = Synonym(tuple(kinds), tuple(directions))
            if synonym.is_smallest and not synonym.map().loops:
                yield synonym
            return
        fixed_kind = first_kinds[position] if position < len(first_kinds) else None
        for kind, direction in _fitting(*_roads_from_neighbours(kinds, directions, side)):
            if fixed_kind not in (None, kind) or not available[kind] or _is_smaller_corner(kind, kinds, side):
                continue
            available[kind] -= 1
            kinds.append(kind)
            directions.append(direction)
            yield from lay()
            available[kind] += 1
            kinds.pop()
            directions.pop()

    return lay()


def _is_smaller_corner(kind: int, kinds: list[int], side: int) -> bool:
    """Return whether the next position is a corner, and `kind` is smaller than the kind at position 0.

    With this kind, the synonym has a smaller rotation: the one that moves this corner to position 0.
    """
    corners = (side - 1, side * (side - 1), side * side - 1)
    return len(kinds) in corners and kind < kinds[0]


def _roads_from_neighbours(
    kinds: list[int], directions: list[int], side: int
) -> tuple[bool | None, bool | None]:
    """Return whether a road enters the next position from above, and whether one enters from the left.

    A value is None if there is no tile on that side.
    """
    position = len(kinds)

    def has_road(neighbour: int, edge: int) -> bool:
        return KIND_FACES[kinds[neighbour]][directions[neighbour]].has_road_at(edge)

    above = has_road(position - side, 2) if position >= side else None
    left = has_road(position - 1, 3) if position % side else None
    return above, left


@cache
def _fitting(above: bool | None, left: bool | None) -> Options:
    """Return the kinds and directions whose roads at the top and left edges match the roads that enter there.

    `above` and `left` tell whether a road enters from that side; None matches every face.
    """
    return tuple(
        (kind, direction)
        for kind in range(KINDS)
        for direction in range(KIND_DIRECTIONS[kind])
        if above in (None, KIND_FACES[kind][direction].has_road_at(0))
        and left in (None, KIND_FACES[kind][direction].has_road_at(1))
    )


# --- Tiles --------------------------------------------------------------------------------------------


def search(
    synonym: Synonym, tiles: Sequence[int] = range(TILES)
) -> Iterator[tuple[TileLayout, tuple[int, ...]]]:
    """Yield every town of a synonym with its scores."""
    for layout in layouts(synonym, tiles):
        yield layout, score(layout.map())


def layouts(synonym: Synonym, tiles: Sequence[int] = range(TILES)) -> Iterator[TileLayout]:
    """Yield every town of a synonym."""
    for laid, choices in arrangements(synonym, tiles):
        for directions in product(*choices):
            yield TileLayout(laid, directions, synonym.side)


def arrangements(
    synonym: Synonym, tiles: Sequence[int] = range(TILES)
) -> Iterator[tuple[tuple[int, ...], list[tuple[int, ...]]]]:
    """Yield every assignment of tiles to the positions of a synonym, with each tile's possible directions."""
    shapes = list(zip(synonym.kinds, synonym.directions, strict=True))
    laid: list[int] = []

    def lay() -> Iterator[tuple[int, ...]]:
        if len(laid) == len(shapes):
            yield tuple(laid)
            return
        for tile in tiles:
            if tile not in laid and _directions(tile, *shapes[len(laid)]):
                laid.append(tile)
                yield from lay()
                laid.pop()

    for order in lay():
        yield order, [_directions(tile, *shape) for tile, shape in zip(order, shapes, strict=True)]


def count_towns(synonym: Synonym) -> int:
    """Return the number of towns of a synonym, without listing them."""
    return _count_towns(tuple(sorted(synonym.kinds)))


@cache
def _count_towns(kinds: tuple[int, ...]) -> int:
    """Return the number of towns of any synonym whose nine shapes have the given (sorted) kinds.

    The number does not depend on the directions of the shapes. Choose one side of every tile so that the nine
    sides have these kinds. The number of towns with these sides is the number of permutations of tiles within
    each kind, times, for each tile, the number of its directions in which its roads have the required shape;
    directions in which the tile looks the same are counted once. The result is the sum over all such choices of
    sides.
    """
    permutations = prod(factorial(kinds.count(kind)) for kind in range(KINDS))
    total = 0
    for sides in product((0, 4), repeat=TILES):
        shown = [road_shape(tile, side)[0] for tile, side in enumerate(sides)]
        if tuple(sorted(shown)) == kinds:
            total += permutations * prod(len(_directions(tile, kind, 0)) for tile, kind in enumerate(shown))
    return total


@cache
def _directions(tile: int, kind: int, kind_direction: int) -> tuple[int, ...]:
    """Return the directions of a tile in which its roads look like `kind` in the direction `kind_direction`.

    Of several directions in which the tile looks the same, only the smallest is returned.
    """
    return tuple(
        direction
        for direction in range(DIRECTIONS)
        if road_shape(tile, direction) == (kind, kind_direction)
        and CANONICAL_DIRECTION[tile][direction] == direction
    )
