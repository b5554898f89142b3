"""Algorithm C: like algorithm B (`synonyms_first`), but each theme is scored as early as possible.

Themes 5, 6, 10, 11, 13 and 15 depend only on the shape of the roads and are scored once for each synonym.
Themes 3, 7, 9, 12 and 21 to 26 depend on the positions of the faces and are scored once for each arrangement of
the tiles. Only the nine themes about agents and aliens on roads are scored for each town. Theme 4 is always 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from tilewright.games.nine_tiles.algorithms.synonyms_first import arrangements
from tilewright.games.nine_tiles.town.road_synonyms import Synonym
from tilewright.games.nine_tiles.town.roads import TownMap
from tilewright.games.nine_tiles.town.themes import THEMES, Stage
from tilewright.games.nine_tiles.town.tile_layout import TileLayout
from tilewright.games.nine_tiles.town.tiles import TILES

__all__ = ["search"]


def search(
    synonym: Synonym, tiles: Sequence[int] = range(TILES)
) -> Iterator[tuple[TileLayout, tuple[int, ...]]]:
    """Yield every town of a synonym with its scores."""
    points = [0] * len(THEMES)
    _score(Stage.SHAPE, synonym.map(), points)
    for laid, choices in arrangements(synonym, tiles):
        faces_scored = False
        for directions in product(*choices):
            layout = TileLayout(laid, directions, synonym.side)
            town = layout.map()
            if not faces_scored:
                _score(Stage.FACES, town, points)
                faces_scored = True
            _score(Stage.ON_ROAD, town, points)
            yield layout, tuple(points)


def _score(stage: Stage, town: TownMap, points: list[int]) -> None:
    for theme in THEMES:
        if theme.stage is stage:
            points[theme.number - 1] = theme.measure(town)
