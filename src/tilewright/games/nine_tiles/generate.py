"""Three theme cards drawn from the 26."""

from __future__ import annotations

import random

from tilewright.games.nine_tiles.rules import THEMES_DRAWN, NineTilesInstance
from tilewright.games.nine_tiles.town.themes import THEMES

__all__ = ["generate"]


def generate(seed: int, rank: str = "duel") -> NineTilesInstance:
    """Three different themes, in ascending order, each set as likely as any other."""
    rng = random.Random(seed)
    cards = [theme.number for theme in THEMES]
    # Of all methods of `Random`, only `random` is promised to give the same numbers in every Python.
    drawn = [cards.pop(int(rng.random() * len(cards))) for _ in range(THEMES_DRAWN)]
    return NineTilesInstance(tuple(sorted(drawn)), rank)
