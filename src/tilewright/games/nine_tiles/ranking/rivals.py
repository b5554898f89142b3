"""All towns as rivals on three themes: what play needs to know of the census."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tilewright.game import Limits, Run
from tilewright.games.nine_tiles.census.census_cache import census_at_hand
from tilewright.games.nine_tiles.census.theme_queries import ask_best, patterns_of
from tilewright.games.nine_tiles.ranking.best_patterns import RANKS, Patterns
from tilewright.games.nine_tiles.ranking.town_rank import (
    DuelStanding,
    ThemeStanding,
    duel_standing,
    theme_standing,
)

__all__ = ["Field", "field"]


@dataclass(frozen=True, slots=True)
class Field:
    """The patterns of three themes, the themes' histograms, and a best town by each rank that has one."""

    patterns: Patterns
    histograms: Mapping[int, Mapping[int, int]]
    best: Mapping[str, str]

    def duel(self, points: Sequence[int]) -> DuelStanding:
        """Where a town with these 26 scores stands in the duel."""
        return duel_standing(self.patterns, [points[theme - 1] for theme in self.patterns.themes])

    def themes(self, points: Sequence[int]) -> list[ThemeStanding]:
        """Where it stands in each of the three themes."""
        return [theme_standing(theme, points[theme - 1], scores) for theme, scores in self.histograms.items()]


@lru_cache(maxsize=256)
def field(themes: tuple[int, ...]) -> Field:
    """The field of three themes. Every census is the same, so what was read once serves for good."""
    census = census_at_hand(Run(Limits(threads=os.cpu_count() or 1)))
    assert census is not None, "without a limit the census is always finished"
    answers = {rank: ask_best(census, themes, rank).examples for rank in RANKS}
    return Field(
        patterns_of(census, themes),
        {theme: census.themes[theme] for theme in themes},
        {rank: examples[0].town for rank, examples in answers.items() if examples},
    )
