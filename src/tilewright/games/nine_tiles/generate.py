"""Draw three of the 26 theme cards."""

from __future__ import annotations

import random

from tilewright.games.nine_tiles.rules import THEMES_DRAWN, NineTilesInstance
from tilewright.games.nine_tiles.town.themes import THEMES

__all__ = ["generate"]


def generate(seed: int, rank: str = "duel") -> NineTilesInstance:
    """Return an instance with three different themes in ascending order; every theme set is equally likely."""
    rng = random.Random(seed)
    cards = [theme.number for theme in THEMES]
    # Only the method `random` is guaranteed to return the same numbers for a seed in every Python version.
    drawn = [cards.pop(int(rng.random() * len(cards))) for _ in range(THEMES_DRAWN)]
    return NineTilesInstance(tuple(sorted(drawn)), rank)
