"""Seeded instances: the tiles of the game in a random order."""

from __future__ import annotations

import random

from tilewright.games.patchwork.pieces.patches import TILES, patch_of_tile
from tilewright.games.patchwork.quilt.rules import QuiltInstance

__all__ = ["generate", "random_order", "random_orders"]


def generate(seed: int, patches: int = 0, strategy: str = "all+regret") -> QuiltInstance:
    """The first patches of a random order of all 38 tiles; all of them if `patches` is 0."""
    order = [patch_of_tile(tile) for tile in random_order(random.Random(seed))]
    return QuiltInstance(tuple(order[: patches or TILES]), strategy)


def random_order(source: random.Random) -> list[int]:
    """All tiles, shuffled."""
    tiles = list(range(TILES))
    source.shuffle(tiles)
    return tiles


def random_orders(runs: int, seed: int) -> list[list[int]]:
    """So many orders of tiles: the first ones are the same however many are asked for."""
    source = random.Random(seed)
    return [random_order(source) for _ in range(runs)]
