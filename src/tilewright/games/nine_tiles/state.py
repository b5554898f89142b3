"""Nine Tiles Panic as a solitaire: build a town for three themes, and see where it stands among all towns.

Tiles are laid position by position, and only so that the town can still be completed. A whole town of 18 digits
is a move, too: it lays all tiles that are missing, and must agree with those that lie already. A state is
written as the instance, a bar, and the tiles with their directions: ``3,8,17 | 0:0 3:0 6:4``.

The score is the share of all towns that this one beats in the duel on the three themes, in thousandths; towns
that it ties with count half. The best towns by duel need not have the highest score: they are those that fewest
*patterns* beat, however many towns have them.
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
from tilewright.games.nine_tiles.town.tiles import DIRECTIONS, LAID, SAME_LOOK, TILES
from tilewright.json_text import read_json, read_object

__all__ = ["LayTiles", "TownState", "completions", "parse_move", "parse_state", "start"]

Laid = tuple[tuple[int, int], ...]
"""Tiles and their directions, by position."""

FULL = 1000
"""The score of a town that would beat all others."""

_TILE = re.compile(r"([0-8]):([0-7])")


@dataclass(frozen=True, slots=True, order=True)
class LayTiles:
    """One or more tiles, each with its direction, for the next free positions."""

    tiles: Laid
    whole: bool = False
    """The town as a whole: its tiles begin at position 0, whatever lies there already."""

    @classmethod
    def town(cls, town: Town) -> LayTiles:
        return cls(tuple(zip(town.tiles, town.directions, strict=True)), whole=True)

    def __str__(self) -> str:
        return f"town {_pattern(self.tiles)}" if self.whole else _written(self.tiles)

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
    laid: Laid = ()

    @property
    def over(self) -> bool:
        return len(self.laid) == TILES

    @property
    def town(self) -> Town:
        """The town that was built."""
        tiles, directions = zip(*self.laid, strict=True)
        return Town(tiles, directions)

    def moves(self) -> tuple[LayTiles, ...]:
        """Every way to lay one tile at the next position; directions that look the same count once."""
        return _moves(self.laid)

    def play(self, move: LayTiles) -> TownState:
        if self.over:
            raise BadInput("the town is complete; there is nothing left to lay")
        if move.whole:
            return self._with_town(move)
        if move not in self.moves():
            raise BadInput(f"{move}: {_refusal(self.laid, move.tiles[0])}")
        return TownState(self.instance, (*self.laid, *move.tiles))

    def _with_town(self, move: LayTiles) -> TownState:
        parse_town(_pattern(move.tiles))
        for position, (lies, wanted) in enumerate(zip(self.laid, move.tiles, strict=False)):
            if lies != wanted:
                raise BadInput(f"{move}: at position {position} lies {_written([lies])} already")
        return TownState(self.instance, move.tiles)

    def scores(self) -> tuple[int]:
        if not self.over:
            return (0,)
        from tilewright.games.nine_tiles.ranking.rivals import field

        return (int(field(self.instance.themes).duel(score(self.town)).percentile * FULL / 100),)

    def bounds(self) -> tuple[int, int]:
        return 0, FULL

    def winner(self) -> None:
        return None

    def to_text(self) -> str:
        return f"{to_text(self.instance)} | {_written(self.laid)}".rstrip()

    def __str__(self) -> str:
        from tilewright.games.nine_tiles.pictures.state_text import tell_state

        return "\n".join(tell_state(self.instance, self.laid))


def start(instance: NineTilesInstance) -> TownState:
    return TownState(instance)


def parse_state(text: str) -> TownState:
    """A state as `TownState.to_text` writes it."""
    instance, bar, tiles = text.partition("|")
    if not bar:
        raise BadInput("expected themes, a bar and the tiles that lie, such as 3,8,17 | 0:0 3:0")
    state = start(parse(instance))
    for position, word in enumerate(tiles.split()):
        try:
            move = parse_move(state, word)
            # A tile may lie in a direction that looks like a smaller one, as towns do that were typed whole.
            ((tile, direction),) = move.tiles
            state.play(LayTiles(((tile, SAME_LOOK[tile][direction]),)))
            state = TownState(state.instance, (*state.laid, *move.tiles))
        except BadInput as error:
            raise BadInput(f"position {position}: {error}") from None
    return state


def parse_move(state: TownState, text: str) -> LayTiles:
    """``3:6``, the tile 3 in direction 6; 18 digits, a whole town; or either as JSON."""
    text = text.strip()
    if text.startswith("{"):
        return _move_from_json(read_json(text))
    digits = text.removeprefix("town").strip().replace(" ", "")
    if digits.isascii() and digits.isdecimal():
        return LayTiles.town(Town.from_pattern(digits))
    if (found := _TILE.fullmatch(text)) is None:
        raise BadInput(f"{text[:40]!r} is no move; expected tile and direction, 3:6, or a town of 18 digits")
    return LayTiles(((int(found[1]), int(found[2])),))


def _move_from_json(data: Any) -> LayTiles:
    if isinstance(data, dict) and "town" in data:
        pattern = read_object(data, "the move", {"town"})["town"]
        if not isinstance(pattern, str):
            raise BadInput("the town of a move must be 18 digits in quotation marks")
        return LayTiles.town(Town.from_pattern(pattern))
    match read_object(data, "the move", {"tile", "direction"}):
        case {"tile": int(tile), "direction": int(direction)} if (
            0 <= tile < TILES and 0 <= direction < DIRECTIONS
        ):
            return LayTiles(((int(tile), int(direction)),))
    raise BadInput('a move must look like {"tile": 3, "direction": 6} or {"town": "036582714004421544"}')


def _written(tiles: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{tile}:{direction}" for tile, direction in tiles)


def _pattern(tiles: Laid) -> str:
    return "".join(str(tile) for tile, _ in tiles) + "".join(str(direction) for _, direction in tiles)


# --- What can be laid ---------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _moves(laid: Laid) -> tuple[LayTiles, ...]:
    return tuple(
        LayTiles((placed,)) for placed in _fitting(laid) if next(completions((*laid, placed)), None) is not None
    )


def completions(laid: Laid, rng: Random | None = None) -> Iterator[Laid]:
    """All towns that begin with these tiles, in a fixed order or in one that is drawn."""
    if len(laid) == TILES:
        yield laid
        return
    fitting = list(_fitting(laid))
    if rng is not None:
        rng.shuffle(fitting)
    for placed in fitting:
        yield from completions((*laid, placed), rng)


def _fitting(laid: Laid) -> Iterator[tuple[int, int]]:
    """The tiles that can lie at the next position: roads go on over its borders, and none closes a loop."""
    position = len(laid)
    if position == TILES:
        return
    used = {tile for tile, _ in laid}
    ends = _road_ends(laid)
    wanted = {edge: edge_number(position, edge) in ends for edge in _settled_edges(position)}
    for tile in range(TILES):
        if tile in used:
            continue
        for direction in range(DIRECTIONS):
            face = LAID[tile][direction]
            if SAME_LOOK[tile][direction] != direction:
                continue
            if all(face.has_road_at(edge) is road for edge, road in wanted.items()) and not any(
                ends.get(edge_number(position, one)) == edge_number(position, other)
                for one, other in (road.edges for road in face.roads)
            ):
                yield tile, direction


def _settled_edges(position: int) -> list[int]:
    """The edges of a position where a tile lies already: above it, to the left of it."""
    return [edge for edge, inner in ((0, position >= SIDE), (1, position % SIDE > 0)) if inner]


def _road_ends(laid: Laid) -> dict[int, int]:
    """For each open end of a road, the edge where that road ends on its other side."""
    ends: dict[int, int] = {}
    for position, (tile, direction) in enumerate(laid):
        for road in LAID[tile][direction].roads:
            one, other = (edge_number(position, edge) for edge in road.edges)
            one, other = ends.pop(one, one), ends.pop(other, other)
            ends[one], ends[other] = other, one
    return ends


def _refusal(laid: Laid, placed: tuple[int, int]) -> str:
    """Why a tile cannot be laid next."""
    tile, direction = placed
    first = SAME_LOOK[tile][direction]
    if tile in {other for other, _ in laid}:
        return f"tile {tile} lies already (tile-twice)"
    if first != direction:
        return f"it looks the same in direction {first}; write {tile}:{first}"
    if placed in _fitting(laid):
        return f"no town can be completed with it at position {len(laid)}"
    return f"at position {len(laid)} a road would end or close in a loop (edge-mismatch, closed-loop)"
