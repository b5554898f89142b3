"""The rules: nine double-sided tiles make a town of three by three, and theme cards score it.

A town is complete when each tile is laid once, every road goes on over the border to the next tile, and no
road is a closed loop. What the 26 themes count is in `themes`.

`check` judges a town and its points. Whether no other town is better for the three themes cannot be judged
from the rules alone: that takes all 526,070,976 towns, which is what the census is for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from reprlib import repr as shorten
from typing import ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Instance, Solution, Verdict
from tilewright.games.nine_tiles.town import themes
from tilewright.games.nine_tiles.town.roads import SIDE, TownMap
from tilewright.games.nine_tiles.town.synonyms import Synonym, look, turned_positions
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import DIRECTIONS, LAID, SAME_LOOK, TILES, Face

__all__ = [
    "RANKS",
    "RULES",
    "NineTilesInstance",
    "NineTilesSolution",
    "Town",
    "check",
    "problems",
    "score",
    "synonym",
]

RANKS = ("max", "distance", "duel")
THEMES_DRAWN = 3

RULES: Mapping[str, str] = {
    "tile-twice": "Each of the nine tiles is laid once.",
    "edge-mismatch": "Where two tiles meet, both have a road or neither has.",
    "closed-loop": "No road is a closed loop.",
    "wrong-points": "The points are the scores of the town, as it is written, in all 26 themes.",
    "not-maximum": "With rank max, each of the three themes is at the highest score that any town has.",
}


@dataclass(frozen=True, slots=True)
class Town:
    """Nine tiles and their directions, by position: 0 1 2 / 3 4 5 / 6 7 8.

    Any nine tiles and directions can be written, complete or not; `problems` tells what is wrong with them.
    """

    tiles: tuple[int, ...]
    directions: tuple[int, ...]

    def __post_init__(self) -> None:
        _require_nine("tile", self.tiles, TILES - 1)
        _require_nine("direction", self.directions, DIRECTIONS - 1)

    def __repr__(self) -> str:
        return f"Town.from_pattern({self.pattern!r})"

    @classmethod
    def from_pattern(cls, text: str) -> Town:
        """The town of 18 digits, nine tiles and nine directions; `BadInput` names the place of a fault."""
        if len(text) != 2 * TILES:
            raise BadInput(
                f"a town has 18 digits, nine tiles and nine directions; {shorten(text)} has {len(text)}"
            )
        for at, sign in enumerate(text):
            if not (sign.isascii() and sign.isdecimal()):
                raise BadInput(f"digit {at + 1} of the town: expected a digit, not {sign!r}")
        return cls(tuple(map(int, text[:TILES])), tuple(map(int, text[TILES:])))

    @property
    def pattern(self) -> str:
        return "".join(map(str, (*self.tiles, *self.directions)))

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces as they lie."""
        return tuple(LAID[tile][way] for tile, way in zip(self.tiles, self.directions, strict=True))

    def map(self) -> TownMap:
        """The town with its roads traced."""
        return TownMap.of(self.faces)

    def turned(self) -> Town:
        """The whole town, a quarter turn to the left."""
        order = turned_positions(TILES)
        turned = (self.directions[position] for position in order)
        return Town(
            tuple(self.tiles[position] for position in order),
            tuple(way // 4 * 4 + (way + 1) % 4 for way in turned),
        )

    def canonical(self) -> Town:
        """The form under which the census knows the town.

        Of the four turns of the whole town it is the one whose road synonym is smallest, and a tile that looks
        the same in several directions lies in the smallest of them. If several turns have the smallest
        synonym, each is a form of its own, as in the article's count of 526,070,976 towns: the town stays as
        it is if it is among them, and otherwise takes the first that comes by turning to the left. Hence a
        canonical form is its own canonical form, and all turns of a town have one form unless its roads are
        symmetric.

        The article scores a town in this form alone. Turned towns may score differently, for captures
        depend on which end of a road is its left one.
        """
        turns = [self]
        for _ in range(3):
            turns.append(turns[-1].turned())
        first = min(turns, key=lambda town: synonym(town).pattern)
        pairs = zip(first.tiles, first.directions, strict=True)
        return Town(first.tiles, tuple(SAME_LOOK[tile][way] for tile, way in pairs))


def _require_nine(what: str, values: tuple[int, ...], highest: int) -> None:
    if len(values) != TILES:
        raise BadInput(f"a town has nine {what}s, not {len(values)}")
    for position, value in enumerate(values):
        if type(value) is not int or not 0 <= value <= highest:
            raise BadInput(f"position {position}: expected a {what} from 0 to {highest}, not {shorten(value)}")


def synonym(town: Town) -> Synonym:
    """The road synonym of a town: the shape of its roads, without what is on them."""
    looks = [look(tile, way) for tile, way in zip(town.tiles, town.directions, strict=True)]
    return Synonym(tuple(kind for kind, _ in looks), tuple(way for _, way in looks))


def score(town: Town) -> tuple[int, ...]:
    """The scores of a complete town, as it is written, in the themes 1 to 26."""
    return themes.score(town.map())


@dataclass(frozen=True, slots=True)
class NineTilesInstance(Instance):
    """Three themes, and what makes a town the best for them."""

    game: ClassVar[str] = "nine-tiles"

    themes: tuple[int, ...]
    rank: str = "duel"
    """`max`: all three at maximum. `distance`: most themes at maximum, then nearest to it. `duel`: unbeaten."""

    def __post_init__(self) -> None:
        if len(self.themes) != THEMES_DRAWN:
            raise BadInput(f"themes: expected three of them, not {len(self.themes)}")
        for index, theme in enumerate(self.themes):
            if type(theme) is not int or not 1 <= theme <= len(THEMES):
                raise BadInput(
                    f"themes[{index}]: expected a theme from 1 to {len(THEMES)}, not {shorten(theme)}"
                )
            if theme in self.themes[:index]:
                raise BadInput(f"themes[{index}]: theme {theme} is there twice")
        if self.rank not in RANKS:
            raise BadInput(f"rank: expected max, distance or duel, not {shorten(self.rank)}")

    @property
    def parts(self) -> int:
        return len(self.themes)


@dataclass(frozen=True, slots=True)
class NineTilesSolution(Solution):
    """A town and its scores in the themes 1 to 26."""

    game: ClassVar[str] = "nine-tiles"

    town: Town
    points: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.points) != len(THEMES):
            raise BadInput(
                f"points: expected {len(THEMES)} numbers, one for each theme, not {len(self.points)}"
            )
        for index, points in enumerate(self.points):
            if type(points) is not int:
                raise BadInput(f"points[{index}]: expected a whole number, not {shorten(points)}")


# --- Judging ------------------------------------------------------------------------------------------


def problems(town: Town) -> tuple[BrokenRule, ...]:
    """Everything that keeps a town from being complete."""
    return (*_tiles_twice(town), *_mismatches(town), *_loops(town))


def check(instance: NineTilesInstance, solution: NineTilesSolution) -> Verdict:
    """Judge a town and its points; points count only in a complete town.

    There is no objective, and being the best of all towns for the themes is not judged here, except for rank
    max, where the highest scores that towns have are known.
    """
    broken = problems(solution.town)
    if not broken:
        true_points = score(solution.town)
        broken = (*_wrong_points(solution.points, true_points), *_below_maximum(instance, true_points))
    return Verdict(broken)


def _tiles_twice(town: Town) -> Iterator[BrokenRule]:
    for tile, times in sorted(Counter(town.tiles).items()):
        if times > 1:
            positions = [position for position, laid in enumerate(town.tiles) if laid == tile]
            yield BrokenRule(
                "tile-twice",
                f"tile {tile} lies at positions {_listed(positions)}; each tile is laid once",
                _cells(positions),
            )


def _mismatches(town: Town) -> Iterator[BrokenRule]:
    for road, bare in town.map().dead_ends:
        yield BrokenRule(
            "edge-mismatch",
            f"positions {min(road, bare)} and {max(road, bare)} do not match: a road of tile {town.tiles[road]}"
            f" at position {road} ends at tile {town.tiles[bare]} at position {bare}",
            _cells((road, bare)),
        )


def _loops(town: Town) -> Iterator[BrokenRule]:
    for loop in town.map().loops:
        positions = [stretch.position for stretch in loop]
        yield BrokenRule(
            "closed-loop",
            f"the road through positions {_listed(sorted(positions))} is a closed loop",
            _cells(positions),
        )


def _wrong_points(points: tuple[int, ...], true_points: tuple[int, ...]) -> Iterator[BrokenRule]:
    for theme, claimed, found in zip(THEMES, points, true_points, strict=True):
        if claimed != found:
            message = f"theme {theme.number} scores {found}, not {shorten(claimed)}"
            yield BrokenRule("wrong-points", message)


def _below_maximum(instance: NineTilesInstance, points: tuple[int, ...]) -> Iterator[BrokenRule]:
    if instance.rank != "max":
        return
    for number in instance.themes:
        highest = THEMES[number - 1].maximum
        if points[number - 1] < highest:
            message = f"theme {number} scores {points[number - 1]}; its maximum is {highest}"
            yield BrokenRule("not-maximum", message)


def _listed(positions: Iterable[int]) -> str:
    *most, last = map(str, positions)
    return f"{', '.join(most)} and {last}" if most else last


def _cells(positions: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(sorted({divmod(position, SIDE) for position in positions}))
