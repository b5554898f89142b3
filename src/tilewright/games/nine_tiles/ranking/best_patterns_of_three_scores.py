"""The best score patterns for a set of three themes.

A *score pattern* consists of a town's scores in the three themes. Only patterns that some town has are
considered, each once, however many towns have it. A *ranking* defines which of these patterns are best:

- ``max``: the pattern with all three scores at their maximum, if it exists;
- ``distance``: most scores at their maximum, then the smallest sum of squared distances, where the distance of
  a score is the number of distinct higher scores in its theme;
- ``duel``: a pattern beats another if it is better in more themes than it is worse in. The patterns with the
  fewest losses are kept, and of these the patterns with the most wins. Wins and losses are then counted
  again among the patterns kept, until no pattern is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = [
    "RANKS",
    "THEMES",
    "THEME_SETS",
    "BestPatterns",
    "BestRows",
    "Patterns",
    "ThemeSet",
    "lead_over",
    "select_best",
]

THEMES = 26
ThemeSet = tuple[int, int, int]
Pattern = tuple[int, int, int]

THEME_SETS: tuple[ThemeSet, ...] = tuple(combinations(range(1, THEMES + 1), 3))
"""All sets of three themes in ascending order; themes are numbered from 1."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """The score patterns of a theme set in ascending order, and the number of towns with each pattern."""

    themes: ThemeSet
    scores: npt.NDArray[np.int8]
    towns: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.scores)


@dataclass(frozen=True, slots=True)
class BestRows:
    """The indices of the best patterns in the array of patterns, and the numbers by which they were chosen."""

    rows: npt.NDArray[np.intp]
    facts: dict[str, int]


@dataclass(frozen=True, slots=True)
class BestPatterns:
    """The best patterns of a theme set by a ranking, and the number of towns that have such a pattern."""

    themes: ThemeSet
    rank: str
    points: tuple[Pattern, ...]
    towns: int
    facts: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return {"points": [list(pattern) for pattern in self.points], "towns": self.towns}


def select_best(scores: npt.NDArray[np.int8], rank: str) -> BestRows:
    """Select the best patterns among the rows of `scores` by a ranking; for ``max``, there may be none."""
    return RANKS[rank](scores)


def distances(scores: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Return, for each score, the number of distinct higher scores in its column."""
    columns = [np.unique(column, return_inverse=True) for column in scores.T]
    return np.stack([len(values) - 1 - indices for values, indices in columns], axis=1)


def lead_over(scores: npt.NDArray[np.int8], others: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Return, for each pattern of `scores` (row), its lead over each pattern of `others` (column).

    The lead is the number of themes in which the pattern is better minus the number in which it is worse.
    """
    lead: npt.NDArray[np.int64] = np.sign(scores[:, None, :].astype(np.int64) - others[None, :, :]).sum(axis=2)
    return lead


def _by_maximum(scores: npt.NDArray[np.int8]) -> BestRows:
    perfect = np.flatnonzero((scores == scores.max(axis=0)).all(axis=1))
    return BestRows(perfect, {})


def _by_distance(scores: npt.NDArray[np.int8]) -> BestRows:
    distance = distances(scores)
    at_maximum, squares = (distance == 0).sum(axis=1), (distance**2).sum(axis=1)
    least = squares[at_maximum == at_maximum.max()].min()
    best = np.flatnonzero((at_maximum == at_maximum.max()) & (squares == least))
    return BestRows(best, {"at_maximum": int(at_maximum.max()), "distance": int(least)})


def _by_duel(scores: npt.NDArray[np.int8]) -> BestRows:
    kept = np.arange(len(scores))
    facts: dict[str, int] = {}
    while True:
        lead = lead_over(scores[kept], scores[kept])
        losses, wins = (lead < 0).sum(axis=1), (lead > 0).sum(axis=1)
        fewest = losses.min()
        most = wins[losses == fewest].max()
        still_kept = kept[(losses == fewest) & (wins == most)]
        # The facts are the wins and losses of the first round, which are equal for all patterns that this round
        # keeps.
        facts = facts or {"beaten": int(most), "lost_to": int(fewest), "patterns": len(scores)}
        if len(still_kept) == len(kept):
            return BestRows(kept, facts)
        kept = still_kept


RANKS: dict[str, Callable[[npt.NDArray[np.int8]], BestRows]] = {
    "max": _by_maximum,
    "distance": _by_distance,
    "duel": _by_duel,
}
