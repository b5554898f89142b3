"""What a census answers about three themes; only their columns are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.ranking import Best, Patterns, ThemeSet, best_of

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
    best = best_of(keys.patterns(census, themes), rank)
    rows = np.flatnonzero(np.isin(keys.of_vectors, keys.of_patterns(best.points)))
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
    return _Keys.of(census, themes).patterns(census, themes)


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

    lowest: npt.NDArray[np.int64]
    spans: npt.NDArray[np.int64]
    of_vectors: npt.NDArray[np.int64]

    @classmethod
    def of(cls, census: Census, themes: Sequence[int]) -> _Keys:
        columns = [np.asarray(census.points[:, theme - 1]) for theme in themes]
        lowest = np.array([column.min() for column in columns], np.int64)
        spans = np.array([column.max() for column in columns], np.int64) - lowest + 1
        key = np.zeros(len(census.points), np.int64)
        for column, low, span in zip(columns, lowest, spans, strict=True):
            key *= span
            key += column
            key -= low
        return cls(lowest, spans, key)

    def of_patterns(self, points: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
        shifted = np.array(points, np.int64).reshape(-1, 3) - self.lowest
        weights = np.array([self.spans[1] * self.spans[2], self.spans[2], 1])
        found: npt.NDArray[np.int64] = shifted @ weights
        return found

    def patterns(self, census: Census, themes: Sequence[int]) -> Patterns:
        # Sums of town counts stay far below 2**53, so floating-point weights are exact.
        towns = np.bincount(self.of_vectors, weights=census.towns, minlength=int(self.spans.prod()))
        existing = np.flatnonzero(towns)
        scores = np.stack(np.unravel_index(existing, tuple(self.spans)), axis=1) + self.lowest
        return Patterns(cast(ThemeSet, tuple(themes)), scores.astype(np.int8), towns[existing].astype(np.int64))
