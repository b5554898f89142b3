"""Towns to test with: the published ones, and complete towns drawn by a seed."""

from __future__ import annotations

import json
import random
from importlib import resources
from typing import Any

from hypothesis import strategies as st

from tilewright.games.nine_tiles.rules import Town
from tilewright.games.nine_tiles.town.tiles import ORIENTED_FACES

FIGURES: dict[str, Any] = json.loads(
    resources.files("tilewright.games.nine_tiles").joinpath("figures.json").read_text("utf-8")
)

PUBLISHED: dict[str, tuple[int, ...]] = {
    **{town: tuple(group["points"]) for group in FIGURES["towns_by_score"] for town in group["towns"]},
    **{town: tuple(points) for town, points in FIGURES["scored_towns"].items()},
}
"""Towns with their scores: those that the article prints, and some of its program's test data."""


def random_town(seed: int) -> Town:
    """A complete town: tiles in a random order, each in a random direction that fits, or all over again."""
    rng = random.Random(seed)
    while True:
        tiles = rng.sample(range(9), 9)
        directions: list[int] = []
        for position, tile in enumerate(tiles):
            fitting = [way for way in range(8) if _fits(tiles, directions, position, ORIENTED_FACES[tile][way])]
            if not fitting:
                break
            directions.append(rng.choice(fitting))
        else:
            town = Town(tuple(tiles), tuple(directions))
            if not town.map().loops:
                return town


def _fits(tiles: list[int], directions: list[int], position: int, face: Any) -> bool:
    def road(near: int, edge: int) -> bool:
        return bool(ORIENTED_FACES[tiles[near]][directions[near]].has_road_at(edge))

    above = position < 3 or road(position - 3, 2) == face.has_road_at(0)
    before = position % 3 == 0 or road(position - 1, 3) == face.has_road_at(1)
    return above and before


towns = st.integers(0, 10**9).map(random_town)
patterns = st.builds(
    lambda tiles, ways: Town(tuple(tiles), tuple(ways)),
    st.lists(st.integers(0, 8), min_size=9, max_size=9),
    st.lists(st.integers(0, 7), min_size=9, max_size=9),
)
"""Any nine tiles and directions, complete or not."""
