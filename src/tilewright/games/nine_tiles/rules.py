"""The rules: nine double-sided tiles make a three-by-three town, and theme cards score it.

A town is complete if each tile is laid once, every road that reaches the border with another tile continues on
that tile, and no road is a closed loop. ``town/themes.py`` defines what the 26 themes count.

`check` verifies a town and its points and, for the ranking `max`, that no other town is better for the three
themes. For the other rankings, it cannot verify this from the rules alone; all 526,070,976 towns of the
census would be needed.
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
from tilewright.games.nine_tiles.town.road_synonyms import Synonym, road_shape, turned_positions
from tilewright.games.nine_tiles.town.roads import SIDE, TownMap
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION, DIRECTIONS, ORIENTED_FACES, TILES, Face

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
    "edge-mismatch": "Where two tiles meet, both have a road or neither has one.",
    "closed-loop": "No road is a closed loop.",
    "wrong-points": "The points are the scores in all 26 themes, for the given orientation of the town.",
    "not-maximum": "With the ranking `max`, each of the three scores is the highest of any town in its theme.",
}


@dataclass(frozen=True, slots=True)
class Town:
    """Nine tiles and their directions, by position: 0 1 2 / 3 4 5 / 6 7 8.

    Any tiles and directions are allowed, even if the town is not complete; `problems` lists the broken rules.
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
        """Parse 18 digits: nine tiles, then nine directions; raise `BadInput` if the text is invalid."""
        if len(text) != 2 * TILES:
            raise BadInput(
                f"a town has 18 digits (nine tiles, then nine directions); {shorten(text)} has {len(text)}"
            )
        for number, char in enumerate(text, 1):
            if not (char.isascii() and char.isdecimal()):
                raise BadInput(f"digit {number} of the town: expected a digit, not {char!r}")
        return cls(tuple(map(int, text[:TILES])), tuple(map(int, text[TILES:])))

    @property
    def pattern(self) -> str:
        return "".join(map(str, (*self.tiles, *self.directions)))

    @property
    def laid_tiles(self) -> tuple[tuple[int, int], ...]:
        """The tile and the direction at each position."""
        return tuple(zip(self.tiles, self.directions, strict=True))

    @property
    def faces(self) -> tuple[Face, ...]:
        """The visible face at each position, turned to the direction of its tile."""
        return tuple(ORIENTED_FACES[tile][direction] for tile, direction in self.laid_tiles)

    def map(self) -> TownMap:
        """Return the town's visible faces and the roads that they form."""
        return TownMap.of(self.faces)

    def turned(self) -> Town:
        """Return the whole town after a quarter turn to the left."""
        order = turned_positions(TILES)
        directions = (self.directions[position] for position in order)
        return Town(
            tuple(self.tiles[position] for position in order),
            tuple(direction // 4 * 4 + (direction + 1) % 4 for direction in directions),
        )

    def canonical(self) -> Town:
        """Return the form of the town that the census contains.

        Of the four rotations of the whole town, it is the one with the smallest road synonym, and a tile that
        looks the same in several directions has the smallest of these directions. If several rotations have the
        smallest synonym, each of them is a canonical form, as in the article's count of 526,070,976 towns. The
        town is turned to the left only until it has the smallest synonym. So a canonical form is its own
        canonical form, and all rotations of a town have the same canonical form unless the town's roads are
        symmetric.

        The article scores only this form of a town. Turned towns may score differently, because captures depend
        on which end of a road is its left end.
        """
        turns = [self]
        for _ in range(3):
            turns.append(turns[-1].turned())
        first = min(turns, key=lambda town: synonym(town).pattern)
        directions = (CANONICAL_DIRECTION[tile][direction] for tile, direction in first.laid_tiles)
        return Town(first.tiles, tuple(directions))


def _require_nine(what: str, values: tuple[int, ...], highest: int) -> None:
    if len(values) != TILES:
        raise BadInput(f"a town has nine {what}s, not {len(values)}")
    for position, value in enumerate(values):
        if type(value) is not int or not 0 <= value <= highest:
            raise BadInput(f"position {position}: expected a {what} from 0 to {highest}, not {shorten(value)}")


def synonym(town: Town) -> Synonym:
    """Return the road synonym of a town: the shape of its roads, without the things on them."""
    return Synonym(*zip(*(road_shape(tile, direction) for tile, direction in town.laid_tiles), strict=True))


def score(town: Town) -> tuple[int, ...]:
    """Return the scores of a complete town, in its given orientation, in themes 1 to 26."""
    return themes.score(town.map())


@dataclass(frozen=True, slots=True)
class NineTilesInstance(Instance):
    """Three themes, and the ranking that defines which towns are best for them."""

    game: ClassVar[str] = "nine-tiles"

    themes: tuple[int, ...]
    rank: str = "duel"
    """The ranking. `max`: all three scores at their maximum. `distance`: most scores at their maximum, then the
    smallest distance from the maxima. `duel`: fewest losses against other score patterns.
    ``ranking/best_patterns_of_three_scores.py`` has the exact definitions."""

    def __post_init__(self) -> None:
        if len(self.themes) != THEMES_DRAWN:
            raise BadInput(f"themes: expected three themes, not {len(self.themes)}")
        for index, theme in enumerate(self.themes):
            if type(theme) is not int or not 1 <= theme <= len(THEMES):
                raise BadInput(
                    f"themes[{index}]: expected a theme from 1 to {len(THEMES)}, not {shorten(theme)}"
                )
            if theme in self.themes[:index]:
                raise BadInput(f"themes[{index}]: theme {theme} occurs twice")
        if self.rank not in RANKS:
            raise BadInput(f"rank: expected max, distance or duel, not {shorten(self.rank)}")

    @property
    def parts(self) -> int:
        return len(self.themes)


@dataclass(frozen=True, slots=True)
class NineTilesSolution(Solution):
    """A town and its scores in themes 1 to 26."""

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


# --- Checking -----------------------------------------------------------------------------------------


def problems(town: Town) -> tuple[BrokenRule, ...]:
    """Return every broken rule that makes a town incomplete."""
    return (*_tiles_twice(town), *_mismatches(town), *_loops(town))


def check(instance: NineTilesInstance, solution: NineTilesSolution) -> Verdict:
    """Check a town and its points; the points are checked only if the town is complete.

    There is no objective. For the ranking `max`, the function also checks that each of the three scores is the
    highest of any town in its theme. For the other rankings, it does not check that the town is best.
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
                f"tile {tile} is laid at positions {listed(positions)}; each tile must be laid once",
                _cells(positions),
            )


def _mismatches(town: Town) -> Iterator[BrokenRule]:
    for with_road, without in town.map().dead_ends:
        first, second = sorted((with_road, without))
        yield BrokenRule(
            "edge-mismatch",
            f"positions {first} and {second} do not match: a road of tile {town.tiles[with_road]}"
            f" at position {with_road} ends at tile {town.tiles[without]} at position {without}",
            _cells((with_road, without)),
        )


def _loops(town: Town) -> Iterator[BrokenRule]:
    for loop in town.map().loops:
        positions = {segment.position for segment in loop}  # a loop may cross a tile twice
        yield BrokenRule(
            "closed-loop",
            f"the road through positions {listed(sorted(positions))} is a closed loop",
            _cells(positions),
        )


def _wrong_points(points: tuple[int, ...], true_points: tuple[int, ...]) -> Iterator[BrokenRule]:
    for theme, claimed, true in zip(THEMES, points, true_points, strict=True):
        if claimed != true:
            message = f"theme {theme.number} scores {true}, not {shorten(claimed)}"
            yield BrokenRule("wrong-points", message)


def _below_maximum(instance: NineTilesInstance, points: tuple[int, ...]) -> Iterator[BrokenRule]:
    if instance.rank != "max":
        return
    for number in instance.themes:
        highest = THEMES[number - 1].maximum
        if points[number - 1] < highest:
            message = f"theme {number} scores {points[number - 1]}; its maximum is {highest}"
            yield BrokenRule("not-maximum", message)


def listed(values: Iterable[object]) -> str:
    """Return the values as text, such as ``1, 2 and 3``."""
    *most, last = map(str, values)
    return f"{', '.join(most)} and {last}" if most else last


def _cells(positions: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(sorted({divmod(position, SIDE) for position in positions}))
