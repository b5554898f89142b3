"""Algorithm B: first the shapes that the roads of a town may have, then the tiles that fit each shape.

Of the four turns of a shape only the smallest is kept, and a tile that looks the same in several directions is
laid in the smallest of them. So each town comes once, apart from those whose roads look the same after a half
turn: they come twice, as in the article's count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import factorial, prod

from tilewright.games.nine_tiles.algorithms.rectangle import Laying
from tilewright.games.nine_tiles.town.roads import SIDE
from tilewright.games.nine_tiles.town.synonyms import (
    KIND_DIRECTIONS,
    KIND_FACES,
    KIND_LIMITS,
    KINDS,
    Synonym,
    look,
)
from tilewright.games.nine_tiles.town.themes import score
from tilewright.games.nine_tiles.town.tiles import DIRECTIONS, SAME_LOOK, TILES

__all__ = ["arrangements", "count_towns", "layings", "search", "synonyms"]

Options = tuple[tuple[int, int], ...]


# --- The shapes ---------------------------------------------------------------------------------------


def synonyms(side: int = SIDE, first_kinds: Sequence[int] = ()) -> Iterator[Synonym]:
    """The shapes of complete towns, each in its smallest turn, with no more faces of a kind than tiles have.

    They come row by row, not sorted. `first_kinds` gives the first positions their kinds.
    """
    left = list(KIND_LIMITS)
    kinds: list[int] = []
    directions: list[int] = []

    def lay() -> Iterator[Synonym]:
        position = len(kinds)
        if position == side * side:
            synonym = Synonym(tuple(kinds), tuple(directions))
            if synonym.is_smallest and not synonym.map().loops:
                yield synonym
            return
        wanted = first_kinds[position] if position < len(first_kinds) else None
        for kind, direction in _fitting(*_roads_that_arrive(kinds, directions, side)):
            if wanted not in (None, kind) or not left[kind] or _is_smaller_corner(kind, kinds, side):
                continue
            left[kind] -= 1
            kinds.append(kind)
            directions.append(direction)
            yield from lay()
            left[kind] += 1
            kinds.pop()
            directions.pop()

    return lay()


def _is_smaller_corner(kind: int, kinds: list[int], side: int) -> bool:
    """Whether the next tile is a corner that, turned to the first place, would make the pattern smaller."""
    corners = (side - 1, side * (side - 1), side * side - 1)
    return len(kinds) in corners and kind < kinds[0]


def _roads_that_arrive(kinds: list[int], directions: list[int], side: int) -> tuple[bool | None, bool | None]:
    """Whether a road comes to the next position from above and from the left; None at the town's border."""
    position = len(kinds)

    def has_road(near: int, edge: int) -> bool:
        return KIND_FACES[kinds[near]][directions[near]].has_road_at(edge)

    above = has_road(position - side, 2) if position >= side else None
    before = has_road(position - 1, 3) if position % side else None
    return above, before


@cache
def _fitting(above: bool | None, before: bool | None) -> Options:
    """The kinds and directions whose top and left edges have a road just where one arrives."""
    return tuple(
        (kind, direction)
        for kind in range(KINDS)
        for direction in range(KIND_DIRECTIONS[kind])
        if above in (None, KIND_FACES[kind][direction].has_road_at(0))
        and before in (None, KIND_FACES[kind][direction].has_road_at(1))
    )


# --- The tiles ----------------------------------------------------------------------------------------


def search(synonym: Synonym, tiles: Sequence[int] = range(TILES)) -> Iterator[tuple[Laying, tuple[int, ...]]]:
    """Every town of a shape with its scores."""
    for laying in layings(synonym, tiles):
        yield laying, score(laying.map())


def layings(synonym: Synonym, tiles: Sequence[int] = range(TILES)) -> Iterator[Laying]:
    """Every town of a shape: all the tiles are laid."""
    for laid, choices in arrangements(synonym, tiles):
        for directions in product(*choices):
            yield Laying(laid, directions, synonym.side)


def arrangements(
    synonym: Synonym, tiles: Sequence[int] = range(TILES)
) -> Iterator[tuple[tuple[int, ...], list[tuple[int, ...]]]]:
    """The ways to put tiles to the positions of a shape, and the directions that each of them may then have."""
    looks = list(zip(synonym.kinds, synonym.directions, strict=True))
    laid: list[int] = []

    def lay() -> Iterator[tuple[int, ...]]:
        if len(laid) == len(looks):
            yield tuple(laid)
            return
        for tile in tiles:
            if tile not in laid and _directions(tile, *looks[len(laid)]):
                laid.append(tile)
                yield from lay()
                laid.pop()

    for order in lay():
        pairs = zip(order, looks, strict=True)
        yield order, [_directions(tile, *wanted) for tile, wanted in pairs]


def count_towns(synonym: Synonym) -> int:
    """How many towns of nine tiles have that shape, without laying them one by one."""
    return _count_towns(tuple(sorted(synonym.kinds)))


@cache
def _count_towns(kinds: tuple[int, ...]) -> int:
    """Only the kinds matter: choose a side of each tile so that they come out, then swap tiles of a kind."""
    swaps = prod(factorial(kinds.count(kind)) for kind in range(KINDS))
    total = 0
    for sides in product((0, 4), repeat=TILES):
        chosen = [look(tile, side)[0] for tile, side in enumerate(sides)]
        if tuple(sorted(chosen)) == kinds:
            total += swaps * prod(len(_directions(tile, kind, 0)) for tile, kind in enumerate(chosen))
    return total


@cache
def _directions(tile: int, kind: int, kind_direction: int) -> tuple[int, ...]:
    """In which directions a tile has that look; of directions that show the same, only the smallest."""
    return tuple(
        direction
        for direction in range(DIRECTIONS)
        if look(tile, direction) == (kind, kind_direction) and SAME_LOOK[tile][direction] == direction
    )
