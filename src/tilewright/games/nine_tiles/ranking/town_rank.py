"""Where a town stands among all towns: in each theme, and in the duel on three of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.games.nine_tiles.ranking.best_patterns import Patterns, lead_over

__all__ = ["DuelStanding", "ThemeStanding", "duel_standing", "theme_standing"]


@dataclass(frozen=True, slots=True)
class ThemeStanding:
    """A score in one theme, and how many towns score less, the same and more."""

    theme: int
    score: int
    below: int
    equal: int
    above: int

    @property
    def percentile(self) -> float:
        """The share of towns that are worse, in per cent; towns with the same score count half."""
        return _percentile(self.below, self.equal, self.above)

    def to_json(self) -> dict[str, Any]:
        return {
            "theme": self.theme,
            "score": self.score,
            "below": self.below,
            "equal": self.equal,
            "above": self.above,
            "percentile": round(self.percentile, 4),
        }


@dataclass(frozen=True, slots=True)
class DuelStanding:
    """A pattern in the duel: the towns that it beats, that it ties with and that beat it; patterns likewise."""

    beaten: int
    tied: int
    lost_to: int
    patterns_beaten: int
    patterns_lost_to: int
    patterns: int

    @property
    def percentile(self) -> float:
        """The share of towns that it beats, in per cent; those that it ties with count half."""
        return _percentile(self.beaten, self.tied, self.lost_to)

    def to_json(self) -> dict[str, Any]:
        return {
            "beaten": self.beaten,
            "tied": self.tied,
            "lost_to": self.lost_to,
            "patterns_beaten": self.patterns_beaten,
            "patterns_lost_to": self.patterns_lost_to,
            "patterns": self.patterns,
            "percentile": round(self.percentile, 4),
        }


def theme_standing(theme: int, score: int, histogram: Mapping[int, int]) -> ThemeStanding:
    """Where a score stands in a theme, of which `histogram` tells how many towns have which score."""
    below = sum(towns for other, towns in histogram.items() if other < score)
    equal = histogram.get(score, 0)
    return ThemeStanding(theme, score, below, equal, sum(histogram.values()) - below - equal)


def duel_standing(patterns: Patterns, pattern: Sequence[int]) -> DuelStanding:
    """Where a pattern stands in the duel with all that exist; it need not be one of them itself."""
    (lead,) = lead_over(np.array([pattern], np.int8), patterns.scores)
    towns = patterns.towns
    return DuelStanding(
        int(towns[lead > 0].sum()),
        int(towns[lead == 0].sum()),
        int(towns[lead < 0].sum()),
        int((lead > 0).sum()),
        int((lead < 0).sum()),
        len(patterns),
    )


def _percentile(below: int, equal: int, above: int) -> float:
    return 100 * (below + equal / 2) / (below + equal + above)
