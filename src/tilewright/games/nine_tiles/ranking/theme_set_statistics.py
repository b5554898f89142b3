"""The data about three themes that players need from the census: score patterns, histograms and best towns."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tilewright.games.nine_tiles.census.census_access import get_census
from tilewright.games.nine_tiles.census.theme_queries import find_best, patterns_of
from tilewright.games.nine_tiles.ranking.best_patterns import RANKS, Patterns
from tilewright.games.nine_tiles.ranking.town_comparison import (
    DuelComparison,
    ThemeComparison,
    compare_in_duel,
    compare_in_theme,
)
from tilewright.run import Limits, Run

__all__ = ["ThemeSetStatistics", "theme_set_statistics"]


@dataclass(frozen=True, slots=True)
class ThemeSetStatistics:
    """The score patterns of three themes, a histogram for each theme, and one best town for each rank."""

    patterns: Patterns
    histograms: Mapping[int, Mapping[int, int]]
    best: Mapping[str, str]
    """For each rank, a best town; the rank `max` is missing if no town has all three maxima."""

    def compare_in_duel(self, points: Sequence[int]) -> DuelComparison:
        """Compare a town with these 26 scores with all towns in the duel."""
        return compare_in_duel(self.patterns, [points[theme - 1] for theme in self.patterns.themes])

    def compare_in_themes(self, points: Sequence[int]) -> list[ThemeComparison]:
        """Compare a town with these 26 scores with all towns in each of the three themes."""
        return [
            compare_in_theme(theme, points[theme - 1], histogram)
            for theme, histogram in self.histograms.items()
        ]


@lru_cache(maxsize=256)
def theme_set_statistics(themes: tuple[int, ...]) -> ThemeSetStatistics:
    """Return the statistics of three themes. All censuses are the same, so the cache never becomes stale."""
    census = get_census(Run(Limits(threads=os.cpu_count() or 1)))
    assert census is not None, "a run without a time limit always gets the census"
    examples = {rank: find_best(census, themes, rank).examples for rank in RANKS}
    return ThemeSetStatistics(
        patterns_of(census, themes),
        {theme: census.themes[theme] for theme in themes},
        {rank: towns[0].town for rank, towns in examples.items() if towns},
    )
