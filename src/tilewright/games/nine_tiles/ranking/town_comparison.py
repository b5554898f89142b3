"""How a town compares with all towns: in one theme, and in the duel on three themes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tilewright.games.nine_tiles.ranking.best_patterns import Patterns, lead_over

__all__ = ["DuelComparison", "ThemeComparison", "compare_in_duel", "compare_in_theme"]


@dataclass(frozen=True, slots=True)
class ThemeComparison:
    """A score in one theme, and the numbers of towns that score less, the same, and more."""

    theme: int
    score: int
    below: int
    equal: int
    above: int

    @property
    def percentile(self) -> float:
        """The percentage of towns that score less; towns with the same score count half."""
        return _percentile(self.below, self.equal, self.above)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "percentile": round(self.percentile, 4)}


@dataclass(frozen=True, slots=True)
class DuelComparison:
    """A score pattern in the duel: how many towns and how many patterns it beats, ties with and loses to."""

    beaten: int
    tied: int
    lost_to: int
    patterns_beaten: int
    patterns_lost_to: int
    patterns: int

    @property
    def percentile(self) -> float:
        """The percentage of towns that the pattern beats; ties count half."""
        return _percentile(self.beaten, self.tied, self.lost_to)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "percentile": round(self.percentile, 4)}


def compare_in_theme(theme: int, score: int, histogram: Mapping[int, int]) -> ThemeComparison:
    """Compare a score in a theme with all towns; `histogram` maps each score to its number of towns."""
    below = sum(towns for other, towns in histogram.items() if other < score)
    equal = histogram.get(score, 0)
    return ThemeComparison(theme, score, below, equal, sum(histogram.values()) - below - equal)


def compare_in_duel(patterns: Patterns, pattern: Sequence[int]) -> DuelComparison:
    """Compare a score pattern, which need not exist, with all existing patterns."""
    (lead,) = lead_over(np.array([pattern], np.int8), patterns.scores)
    towns = patterns.towns
    return DuelComparison(
        int(towns[lead > 0].sum()),
        int(towns[lead == 0].sum()),
        int(towns[lead < 0].sum()),
        int((lead > 0).sum()),
        int((lead < 0).sum()),
        len(patterns),
    )


def _percentile(below: int, equal: int, above: int) -> float:
    return 100 * (below + equal / 2) / (below + equal + above)
