"""Generate instances of the placement study: patches in a random order that is determined by a seed."""

from __future__ import annotations

import random

from tilewright.games.patchwork.pieces.patches import TILES, patch_of_tile
from tilewright.games.patchwork.quilt.rules import QuiltInstance

__all__ = ["generate", "random_order", "random_orders"]


def generate(
    seed: int, patches: int = 0, strategy: str = "all+regret", patch_set: str = "paper"
) -> QuiltInstance:
    """Return an instance with the first `patches` patches of a random order, or all 38 if `patches` is 0."""
    order = [patch_of_tile(tile) for tile in random_order(random.Random(seed))]
    return QuiltInstance(tuple(order[: patches or TILES]), strategy, patch_set)


def random_order(source: random.Random) -> list[int]:
    """Return all tiles in a random order."""
    tiles = list(range(TILES))
    source.shuffle(tiles)
    return tiles


def random_orders(runs: int, seed: int) -> list[list[int]]:
    """Return `runs` random orders of tiles; with the same seed, a longer list begins with the shorter one."""
    source = random.Random(seed)
    return [random_order(source) for _ in range(runs)]
