"""Statistics of three themes, for games and the web page: score patterns, histograms and best towns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import (
    RANKS,
    THEME_SETS,
    Patterns,
    ThemeSet,
)
from tilewright.games.nine_tiles.ranking.standing_among_towns import (
    DuelComparison,
    ThemeComparison,
    compare_in_duel,
    compare_in_theme,
)
from tilewright.games.nine_tiles.ranking.theme_set_tables import best_towns, patterns_of_themes

__all__ = ["ThemeSetStatistics", "theme_histograms", "theme_set_statistics"]


@dataclass(frozen=True, slots=True)
class ThemeSetStatistics:
    """The score patterns of three themes, a histogram for each theme, and one best town by each ranking."""

    patterns: Patterns
    histograms: Mapping[int, Mapping[int, int]]
    best: Mapping[str, str]
    """A best town by each ranking; the key `max` is missing if no town has all three maxima."""

    def compare_in_duel(self, points: Sequence[int]) -> DuelComparison:
        """Return how a town with these 26 scores compares with all towns in the duel."""
        return compare_in_duel(self.patterns, [points[theme - 1] for theme in self.patterns.themes])

    def compare_in_themes(self, points: Sequence[int]) -> list[ThemeComparison]:
        """Return how a town with these 26 scores compares with all towns in each of the three themes."""
        return [
            compare_in_theme(theme, points[theme - 1], histogram)
            for theme, histogram in self.histograms.items()
        ]


@lru_cache(maxsize=256)
def theme_set_statistics(themes: ThemeSet) -> ThemeSetStatistics:
    """Return the statistics of three themes, from the precomputed tables."""
    patterns = patterns_of_themes(themes)
    examples = {rank: best_towns(themes, rank).examples for rank in RANKS}
    return ThemeSetStatistics(
        patterns,
        {theme: _histogram(patterns, column) for column, theme in enumerate(themes)},
        {rank: towns[0].town for rank, towns in examples.items() if towns},
    )


def theme_histograms() -> dict[int, dict[int, int]]:
    """Return, for each of the 26 themes, the number of towns with each score, by ascending score."""
    sets = {theme: themes for themes in THEME_SETS for theme in themes}
    return {
        theme: _histogram(patterns_of_themes(themes), themes.index(theme))
        for theme, themes in sorted(sets.items())
    }


def _histogram(patterns: Patterns, column: int) -> dict[int, int]:
    """Return the number of towns with each score in the theme of a column, by ascending score."""
    scores = patterns.scores[:, column]
    return {int(score): int(patterns.towns[scores == score].sum()) for score in np.unique(scores)}
