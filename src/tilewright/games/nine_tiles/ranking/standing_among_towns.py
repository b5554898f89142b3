"""How a town compares with all towns: in one theme, and in the duel on three themes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import Patterns, lead_over

__all__ = ["DuelComparison", "ThemeComparison", "compare_in_duel", "compare_in_theme"]


@dataclass(frozen=True, slots=True)
class _Comparison(ABC):
    """The numbers of towns that are worse than, equal to and better than a given town."""

    @abstractmethod
    def _towns(self) -> tuple[int, int, int]:
        """Return the numbers of worse, equal and better towns."""

    @property
    def percentile(self) -> float:
        """The percentage of worse towns; each equal town counts as half a worse town."""
        worse, equal, better = self._towns()
        return 100 * (worse + equal / 2) / (worse + equal + better)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "percentile": round(self.percentile, 4)}


@dataclass(frozen=True, slots=True)
class ThemeComparison(_Comparison):
    """A score in one theme, and the numbers of towns that score less, the same, and more."""

    theme: int
    score: int
    below: int
    equal: int
    above: int

    def _towns(self) -> tuple[int, int, int]:
        return self.below, self.equal, self.above


@dataclass(frozen=True, slots=True)
class DuelComparison(_Comparison):
    """The numbers of towns that a score pattern beats, ties with and loses to in the duel.

    The other numbers count score patterns: those that it beats, those that it loses to, and all that exist.
    """

    beaten: int
    tied: int
    lost_to: int
    patterns_beaten: int
    patterns_lost_to: int
    patterns: int

    def _towns(self) -> tuple[int, int, int]:
        return self.beaten, self.tied, self.lost_to


def compare_in_theme(theme: int, score: int, histogram: Mapping[int, int]) -> ThemeComparison:
    """Return how a score compares with the scores of all towns.

    `histogram` maps each score to the number of towns with this score.
    """
    below = sum(towns for other, towns in histogram.items() if other < score)
    equal = histogram.get(score, 0)
    return ThemeComparison(theme, score, below, equal, sum(histogram.values()) - below - equal)


def compare_in_duel(patterns: Patterns, pattern: Sequence[int]) -> DuelComparison:
    """Return how a score pattern compares with the patterns of all towns; no town needs to have the pattern."""
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
