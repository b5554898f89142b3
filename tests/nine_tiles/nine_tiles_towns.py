"""Towns for the tests: published towns, and random complete towns."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tilewright.games.nine_tiles.rules import Town
from tilewright.games.nine_tiles.town.tiles import ORIENTED_FACES

FIGURES: dict[str, Any] = json.loads(Path(__file__).with_name("published_figures.json").read_text("utf-8"))

PUBLISHED: dict[str, tuple[int, ...]] = {
    **{town: tuple(group["points"]) for group in FIGURES["towns_by_score"] for town in group["towns"]},
    **{town: tuple(points) for town, points in FIGURES["scored_towns"].items()},
}
"""Published towns and their scores, from the article and from the test data of the article's program."""


def random_town(seed: int) -> Town:
    """Return a random complete town.

    The tiles are laid in random order, each in a random direction that fits. If the result is not a complete
    town, all tiles are laid again.
    """
    rng = random.Random(seed)
    while True:
        tiles = rng.sample(range(9), 9)
        directions: list[int] = []
        for position, tile in enumerate(tiles):
            fitting = [
                direction
                for direction in range(8)
                if _fits(tiles, directions, position, ORIENTED_FACES[tile][direction])
            ]
            if not fitting:
                break
            directions.append(rng.choice(fitting))
        else:
            town = Town(tuple(tiles), tuple(directions))
            if not town.map().loops:
                return town


def _fits(tiles: list[int], directions: list[int], position: int, face: Any) -> bool:
    def has_road(neighbour: int, edge: int) -> bool:
        return bool(ORIENTED_FACES[tiles[neighbour]][directions[neighbour]].has_road_at(edge))

    above = position < 3 or has_road(position - 3, 2) == face.has_road_at(0)
    left = position % 3 == 0 or has_road(position - 1, 3) == face.has_road_at(1)
    return above and left


towns = st.integers(0, 10**9).map(random_town)
patterns = st.builds(
    lambda tiles, directions: Town(tuple(tiles), tuple(directions)),
    st.lists(st.integers(0, 8), min_size=9, max_size=9),
    st.lists(st.integers(0, 7), min_size=9, max_size=9),
)
"""A strategy for patterns of any nine tiles and directions; most of them are not complete towns."""
