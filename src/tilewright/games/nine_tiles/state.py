"""Nine Tiles Panic as a solitaire game: build a town for three themes, and compare it with all towns.

Tiles are laid position by position; a tile may be laid only if the town can still be completed. A whole town,
given as 18 digits, is also a move: it lays all remaining tiles, and must agree with the tiles already laid. A
state is written as the instance, a bar, and the tiles with their directions: ``3,8,17 | 0:0 3:0 6:4``.

The score is the share of all towns that the built town beats in the duel on the three themes, in thousandths;
ties count as half. The best towns by duel need not have the highest score: they are the towns that lose to the
fewest *score patterns*, however many towns have these patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.notation import parse, parse_town, to_text
from tilewright.games.nine_tiles.rules import NineTilesInstance, Town, score
from tilewright.games.nine_tiles.town.roads import SIDE, edge_number
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION, DIRECTIONS, ORIENTED_FACES, TILES
from tilewright.strict_json import read_json, read_object

__all__ = ["LayTiles", "TownState", "completions", "parse_move", "parse_state", "start"]

LaidTiles = tuple[tuple[int, int], ...]
"""Tiles with their directions, in the order of their positions."""

HIGHEST_SCORE = 1000
"""The score of a town that would beat all towns; no town reaches it, because each town ties with itself."""

_TILE = re.compile(r"([0-8]):([0-7])")


@dataclass(frozen=True, slots=True, order=True)
class LayTiles:
    """A move: a tile with its direction for the next free position, or a whole town."""

    tiles: LaidTiles
    whole: bool = False
    """Whether the tiles are a whole town, starting at position 0 even if some tiles are already laid."""

    @classmethod
    def town(cls, town: Town) -> LayTiles:
        return cls(town.laid_tiles, whole=True)

    def __str__(self) -> str:
        return f"town {_pattern(self.tiles)}" if self.whole else _tiles_text(self.tiles)

    def to_json(self) -> dict[str, Any]:
        if self.whole:
            return {"town": _pattern(self.tiles)}
        ((tile, direction),) = self.tiles
        return {"tile": tile, "direction": direction}


@dataclass(frozen=True, slots=True)
class TownState:
    """The themes, and the tiles laid so far."""

    players: ClassVar[int] = 1
    to_move: ClassVar[int] = 0

    instance: NineTilesInstance
    laid: LaidTiles = ()

    @property
    def over(self) -> bool:
        return len(self.laid) == TILES

    @property
    def town(self) -> Town:
        """The finished town; meaningful only after the last tile is laid."""
        return Town(*zip(*self.laid, strict=True))

    def moves(self) -> tuple[LayTiles, ...]:
        """Return every way to lay a tile at the next position so that the town can still be completed.

        Of several directions that look the same, only the smallest is returned.
        """
        return _moves(self.laid)

    def play(self, move: LayTiles) -> TownState:
        if self.over:
            raise BadInput("the town is complete; there is no tile left to lay")
        if move.whole:
            return self._with_town(move)
        if move not in self.moves():
            raise BadInput(f"{move}: {_refusal(self.laid, move.tiles[0])}")
        return TownState(self.instance, (*self.laid, *move.tiles))

    def _with_town(self, move: LayTiles) -> TownState:
        parse_town(_pattern(move.tiles))
        for position, (laid, given) in enumerate(zip(self.laid, move.tiles, strict=False)):
            if laid != given:
                raise BadInput(f"{move}: position {position} already has {_tiles_text([laid])}")
        return TownState(self.instance, move.tiles)

    def scores(self) -> tuple[int]:
        if not self.over:
            return (0,)
        from tilewright.games.nine_tiles.ranking.theme_set_statistics import theme_set_statistics

        comparison = theme_set_statistics(self.instance.themes).compare_in_duel(score(self.town))
        return (int(comparison.percentile * HIGHEST_SCORE / 100),)

    def bounds(self) -> tuple[int, int]:
        return 0, HIGHEST_SCORE

    def winner(self) -> None:
        return None

    def to_text(self) -> str:
        return f"{to_text(self.instance)} | {_tiles_text(self.laid)}".rstrip()

    def __str__(self) -> str:
        from tilewright.games.nine_tiles.pictures.state_text import state_lines

        return "\n".join(state_lines(self.instance, self.laid))


def start(instance: NineTilesInstance) -> TownState:
    return TownState(instance)


def parse_state(text: str) -> TownState:
    """Parse a state in the format of `TownState.to_text`."""
    instance, bar, tiles = text.partition("|")
    if not bar:
        raise BadInput("expected themes, a bar and the tiles already laid, such as 3,8,17 | 0:0 3:0")
    state = start(parse(instance))
    for position, word in enumerate(tiles.split()):
        try:
            move = parse_move(state, word)
            # A tile may look the same in several directions. A town laid as a whole may have it in any of them,
            # but `play` accepts a single tile only in the smallest, so the tile is checked in that direction.
            ((tile, direction),) = move.tiles
            state.play(LayTiles(((tile, CANONICAL_DIRECTION[tile][direction]),)))
            state = TownState(state.instance, (*state.laid, *move.tiles))
        except BadInput as error:
            raise BadInput(f"position {position}: {error}") from None
    return state


def parse_move(state: TownState, text: str) -> LayTiles:
    """Parse a move: ``3:6`` for tile 3 in direction 6, 18 digits for a whole town, or either form as JSON."""
    text = text.strip()
    if text.startswith("{"):
        return _move_from_json(read_json(text))
    digits = text.removeprefix("town").strip().replace(" ", "")
    if digits.isascii() and digits.isdecimal():
        return LayTiles.town(Town.from_pattern(digits))
    if (match := _TILE.fullmatch(text)) is None:
        raise BadInput(
            f"{text[:40]!r} is not a move; expected a tile and a direction, such as 3:6, or a town of 18 digits"
        )
    return LayTiles(((int(match[1]), int(match[2])),))


def _move_from_json(data: Any) -> LayTiles:
    if isinstance(data, dict) and "town" in data:
        pattern = read_object(data, "the move", {"town"})["town"]
        if not isinstance(pattern, str):
            raise BadInput("the town of a move must be 18 digits in quotation marks")
        return LayTiles.town(Town.from_pattern(pattern))
    match read_object(data, "the move", {"tile", "direction"}):
        case {"tile": int(tile), "direction": int(direction)} if (
            0 <= tile < TILES
            and 0 <= direction < DIRECTIONS
            and not any(isinstance(number, bool) for number in (tile, direction))
        ):
            return LayTiles(((tile, direction),))
    raise BadInput('expected tile 0 to 8 and direction 0 to 7, such as {"tile": 3, "direction": 6}')


def _tiles_text(tiles: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{tile}:{direction}" for tile, direction in tiles)


def _pattern(tiles: LaidTiles) -> str:
    return "".join(str(tile) for tile, _ in tiles) + "".join(str(direction) for _, direction in tiles)


# --- Legal moves --------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _moves(laid: LaidTiles) -> tuple[LayTiles, ...]:
    return tuple(
        LayTiles((tile,)) for tile in _fitting_tiles(laid) if next(completions((*laid, tile)), None) is not None
    )


def completions(laid: LaidTiles, rng: Random | None = None) -> Iterator[LaidTiles]:
    """Yield all towns that begin with these tiles.

    The order is fixed; if `rng` is given, the tiles that fit are tried in random order at each position.
    """
    if len(laid) == TILES:
        yield laid
        return
    fitting = list(_fitting_tiles(laid))
    if rng is not None:
        rng.shuffle(fitting)
    for tile in fitting:
        yield from completions((*laid, tile), rng)


def _fitting_tiles(laid: LaidTiles) -> Iterator[tuple[int, int]]:
    """Yield the tiles and directions that fit the next position: roads continue, and no road closes a loop."""
    position = len(laid)
    if position == TILES:
        return
    used = {tile for tile, _ in laid}
    ends = _road_ends(laid)
    needs_road = {edge: edge_number(position, edge) in ends for edge in _edges_to_laid_tiles(position)}
    for tile in range(TILES):
        if tile in used:
            continue
        for direction in range(DIRECTIONS):
            face = ORIENTED_FACES[tile][direction]
            if CANONICAL_DIRECTION[tile][direction] != direction:
                continue
            if all(face.has_road_at(edge) is road for edge, road in needs_road.items()) and not any(
                ends.get(edge_number(position, one)) == edge_number(position, other)
                for one, other in (road.edges for road in face.roads)
            ):
                yield tile, direction


def _edges_to_laid_tiles(position: int) -> list[int]:
    """Return those of the edges 0 (top) and 1 (left) at which the next position adjoins a laid tile."""
    return [edge for edge, inner in ((0, position >= SIDE), (1, position % SIDE > 0)) if inner]


def _road_ends(laid: LaidTiles) -> dict[int, int]:
    """Return, for each edge where a road ends so far, the edge at the other end of the same road."""
    ends: dict[int, int] = {}
    for position, (tile, direction) in enumerate(laid):
        for road in ORIENTED_FACES[tile][direction].roads:
            one, other = (edge_number(position, edge) for edge in road.edges)
            one, other = ends.pop(one, one), ends.pop(other, other)
            ends[one], ends[other] = other, one
    return ends


def _refusal(laid: LaidTiles, tile_and_direction: tuple[int, int]) -> str:
    """Return the reason why a tile cannot be laid next."""
    tile, direction = tile_and_direction
    canonical = CANONICAL_DIRECTION[tile][direction]
    if tile in {other for other, _ in laid}:
        return f"tile {tile} is already laid (tile-twice)"
    if canonical != direction:
        return f"the tile looks the same in direction {canonical}; write {tile}:{canonical}"
    if tile_and_direction in _fitting_tiles(laid):
        return f"no town can be completed with this tile at position {len(laid)}"
    return f"at position {len(laid)}, a road would end or become a closed loop (edge-mismatch, closed-loop)"
