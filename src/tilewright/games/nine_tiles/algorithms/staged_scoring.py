"""Algorithm C: as B, but each theme is counted as early as its score is settled.

The shape of the roads settles themes 5, 6, 10, 11, 13 and 15 once for all towns of a synonym. Which face lies
where settles themes 3, 7, 9, 12 and 21 to 26 once for all directions of the tiles. Only the nine themes about
agents and aliens on roads are counted for each town. Theme 4 is always 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from tilewright.games.nine_tiles.algorithms.rectangle import Laying
from tilewright.games.nine_tiles.algorithms.synonyms_first import arrangements
from tilewright.games.nine_tiles.town.roads import TownMap
from tilewright.games.nine_tiles.town.synonyms import Synonym
from tilewright.games.nine_tiles.town.themes import THEMES, Stage
from tilewright.games.nine_tiles.town.tiles import TILES

__all__ = ["search"]


def search(synonym: Synonym, tiles: Sequence[int] = range(TILES)) -> Iterator[tuple[Laying, tuple[int, ...]]]:
    """Every town of a shape with its scores."""
    points = [0] * len(THEMES)
    _count(Stage.SHAPE, synonym.map(), points)
    for laid, choices in arrangements(synonym, tiles):
        faces_counted = False
        for directions in product(*choices):
            laying = Laying(laid, directions, synonym.side)
            town = laying.map()
            if not faces_counted:
                _count(Stage.FACES, town, points)
                faces_counted = True
            _count(Stage.ON_ROAD, town, points)
            yield laying, tuple(points)


def _count(stage: Stage, town: TownMap, points: list[int]) -> None:
    for theme in THEMES:
        if theme.stage is stage:
            points[theme.number - 1] = theme.measure(town)
