"""What a census answers about three themes; only their columns are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.ranking.best_patterns import Best, Patterns, ThemeSet, judge

__all__ = ["Answered", "Example", "ask_best", "best_lines", "examples", "patterns_of"]


@dataclass(frozen=True, slots=True)
class Example:
    """A town that stands for all towns with its score vector."""

    town: str
    points: tuple[int, ...]
    towns: int
    """How many towns have the same 26 scores."""

    def to_json(self) -> dict[str, Any]:
        return {"town": self.town, "points": list(self.points), "towns": self.towns}


@dataclass(frozen=True, slots=True)
class Answered:
    """The best patterns of a theme set, and some of the towns that have one."""

    best: Best
    examples: tuple[Example, ...]
    vectors: int
    """How many score vectors have a best pattern."""

    def to_json(self) -> dict[str, Any]:
        return {
            "themes": list(self.best.themes),
            "rank": self.best.rank,
            **self.best.to_json(),
            **self.best.facts,
            "vectors": self.vectors,
            "examples": [example.to_json() for example in self.examples],
        }


def ask_best(census: Census, themes: Sequence[int], rank: str, limit: int = 1) -> Answered:
    """The best patterns by a rank, in the order of the themes, and up to `limit` towns that have one."""
    keys = _Keys.of(census, themes)
    existing = np.flatnonzero(np.bincount(keys.of_vectors))
    scores = keys.scores(existing)
    judged = judge(scores, rank)
    wanted = np.zeros(keys.count, np.bool_)
    wanted[existing[judged.best]] = True
    rows = np.flatnonzero(wanted[keys.of_vectors])
    points = tuple((int(a), int(b), int(c)) for a, b, c in scores[judged.best])
    best = Best(cast(ThemeSet, tuple(themes)), rank, points, int(census.towns[rows].sum()), judged.facts)
    return Answered(best, examples(census, rows[:limit]), len(rows))


def best_lines(found: Answered) -> Iterator[str]:
    """The answer in words."""
    best = found.best
    themes = ", ".join(map(str, best.themes))
    if not best.points:
        yield f"No town has all three of the themes {themes} at their maximum."
        return
    for pattern in best.points:
        yield f"Best for the themes {themes} by {best.rank}: scores {', '.join(map(str, pattern))}"
    towns = f"{best.towns:,} town{'s have' if best.towns > 1 else ' has'}"
    which = "one of these" if len(best.points) > 1 else "them"
    yield f"{towns} {which}, with {found.vectors:,} different scores in all 26 themes."
    facts = best.facts
    if best.rank == "duel":
        yield (
            f"Of {facts['patterns']} patterns that exist, {facts['beaten']} are beaten by it"
            f" and {facts['lost_to']} beat it."
        )
    elif best.rank == "distance":
        yield f"Scores at maximum: {facts['at_maximum']} of 3; sum of squared distances: {facts['distance']}."


def patterns_of(census: Census, themes: Sequence[int]) -> Patterns:
    """The patterns of a theme set that exist, and how many towns have each."""
    keys = _Keys.of(census, themes)
    # Sums of town counts stay far below 2**53, so floating-point weights are exact.
    towns = np.bincount(keys.of_vectors, weights=census.towns)
    existing = np.flatnonzero(towns)
    return Patterns(cast(ThemeSet, tuple(themes)), keys.scores(existing), towns[existing].astype(np.int64))


def examples(census: Census, rows: npt.NDArray[np.intp]) -> tuple[Example, ...]:
    """The towns that stand for some score vectors."""
    return tuple(
        Example(
            bytes(census.patterns[row]).decode(),
            tuple(map(int, census.points[row])),
            int(census.towns[row]),
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True)
class _Keys:
    """Patterns as single numbers that sort as they do."""

    lowest: tuple[int, ...]
    spans: tuple[int, ...]
    of_vectors: npt.NDArray[np.int32]

    @classmethod
    def of(cls, census: Census, themes: Sequence[int]) -> _Keys:
        scales = [tuple(census.themes[theme]) for theme in themes]
        lowest = tuple(min(scale) for scale in scales)
        spans = tuple(max(scale) - min(scale) + 1 for scale in scales)
        key = np.zeros(len(census.points), np.int32)
        for theme, low, span in zip(themes, lowest, spans, strict=True):
            key *= span
            key += census.points[:, theme - 1]
            key -= low
        return cls(lowest, spans, key)

    @property
    def count(self) -> int:
        return prod(self.spans)

    def scores(self, keys: npt.NDArray[np.intp]) -> npt.NDArray[np.int8]:
        """The patterns of some keys, one a row."""
        return (np.stack(np.unravel_index(keys, self.spans), axis=1) + self.lowest).astype(np.int8)
