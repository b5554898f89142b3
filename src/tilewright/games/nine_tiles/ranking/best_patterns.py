"""The best patterns of three scores for a set of three themes.

A *pattern* is what a town scores in the three themes; only those that some town has are looked at, each once,
however many towns have it. The scores that a theme can give at all are those of its patterns, so the patterns
of a theme set are all that a rank needs to know:

- ``max``: the pattern with all three scores at their maximum, if it exists;
- ``distance``: most scores at their maximum, then the least sum of squared distances, where the distance of a
  score is its dense rank from the top, minus one;
- ``duel``: a pattern beats another if it is better in more themes than it is worse. Those with fewest losses
  are kept, of these those with most wins; the kept ones are counted again, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["RANKS", "SETS", "THEMES", "Best", "Judged", "Patterns", "ThemeSet", "judge", "lead_over"]

THEMES = 26
ThemeSet = tuple[int, int, int]
Pattern = tuple[int, int, int]

SETS: tuple[ThemeSet, ...] = tuple(combinations(range(1, THEMES + 1), 3))
"""All theme sets, in ascending order; a theme is called by its number from 1."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of a theme set in ascending order, and how many towns have each."""

    themes: ThemeSet
    scores: npt.NDArray[np.int8]
    towns: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.scores)


@dataclass(frozen=True, slots=True)
class Judged:
    """The places of the best patterns, and what is said of them: the same of each."""

    best: npt.NDArray[np.intp]
    facts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Best:
    """The best patterns of a theme set, how many towns have one of them, and what the rank says of them."""

    themes: ThemeSet
    rank: str
    points: tuple[Pattern, ...]
    towns: int
    facts: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return {"points": [list(pattern) for pattern in self.points], "towns": self.towns}


def judge(scores: npt.NDArray[np.int8], rank: str) -> Judged:
    """The best of some patterns, one a row; none only where the rank is ``max`` and no town is perfect."""
    return RANKS[rank](scores)


def distances(scores: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Each score's dense rank from the top of its column, minus one."""
    columns = [np.unique(column, return_inverse=True) for column in scores.T]
    return np.stack([len(values) - 1 - places for values, places in columns], axis=1)


def lead_over(scores: npt.NDArray[np.int8], others: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """In how many more themes each pattern is better than worse: row a, column b for a against b."""
    lead: npt.NDArray[np.int64] = np.sign(scores[:, None, :].astype(np.int64) - others[None, :, :]).sum(axis=2)
    return lead


def _by_maximum(scores: npt.NDArray[np.int8]) -> Judged:
    perfect = np.flatnonzero((scores == scores.max(axis=0)).all(axis=1))
    return Judged(perfect, {})


def _by_distance(scores: npt.NDArray[np.int8]) -> Judged:
    away = distances(scores)
    at_maximum, squares = (away == 0).sum(axis=1), (away**2).sum(axis=1)
    least = squares[at_maximum == at_maximum.max()].min()
    best = np.flatnonzero((at_maximum == at_maximum.max()) & (squares == least))
    return Judged(best, {"at_maximum": int(at_maximum.max()), "distance": int(least)})


def _by_duel(scores: npt.NDArray[np.int8]) -> Judged:
    kept = np.arange(len(scores))
    facts: dict[str, int] = {}
    while True:
        lead = lead_over(scores[kept], scores[kept])
        losses, wins = (lead < 0).sum(axis=1), (lead > 0).sum(axis=1)
        fewest = losses.min()
        most = wins[losses == fewest].max()
        left = kept[(losses == fewest) & (wins == most)]
        # Those that are kept have all won and lost as often, so the first count says the same of all the best.
        facts = facts or {"beaten": int(most), "lost_to": int(fewest), "patterns": len(scores)}
        if len(left) == len(kept):
            return Judged(kept, facts)
        kept = left


RANKS: dict[str, Callable[[npt.NDArray[np.int8]], Judged]] = {
    "max": _by_maximum,
    "distance": _by_distance,
    "duel": _by_duel,
}
