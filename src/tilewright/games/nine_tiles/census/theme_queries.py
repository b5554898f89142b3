"""Census queries about three themes.

To compare towns, only the score columns of these themes are read; all 26 scores are read only for the towns
that are returned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from tilewright.arrow_and_pandas import Tabular
from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import (
    BestPatterns,
    Patterns,
    ThemeSet,
    select_best,
)

if TYPE_CHECKING:
    from tilewright.drawing import Scene

__all__ = ["BestTowns", "Example", "best_lines", "find_best", "patterns_of"]


@dataclass(frozen=True, slots=True)
class Example:
    """A town that represents all towns with the same score vector."""

    town: str
    points: tuple[int, ...]
    towns: int
    """The number of towns with the same 26 scores."""

    def to_json(self) -> dict[str, Any]:
        return {"town": self.town, "points": list(self.points), "towns": self.towns}


@dataclass(frozen=True, slots=True)
class BestTowns(Tabular):
    """The best score patterns of a theme set, and some of the towns that have such a pattern.

    The table (`to_arrow`, `to_pandas`) has a row for each of these towns; the picture shows the first one.
    """

    best: BestPatterns
    examples: tuple[Example, ...]
    vectors: int
    """The number of score vectors that contain a best pattern."""

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each town: its scores in all themes, and how many towns have the same scores."""
        return [
            {
                "town": example.town,
                **{f"t{theme}": points for theme, points in enumerate(example.points, 1)},
                "towns": example.towns,
            }
            for example in self.examples
        ]

    def scene(self) -> Scene | None:
        """Draw the first town; return None if `examples` is empty."""
        from tilewright.games.nine_tiles.picture import town_scene
        from tilewright.games.nine_tiles.rules import Town

        return town_scene(Town.from_pattern(self.examples[0].town)) if self.examples else None

    def _repr_svg_(self) -> str | None:
        scene = self.scene()
        return None if scene is None else scene.to_svg()

    def to_json(self) -> dict[str, Any]:
        """Return the JSON document that ``towns best --json`` prints."""
        return {
            "themes": list(self.best.themes),
            "rank": self.best.rank,
            **self.best.to_json(),
            **self.best.facts,
            "vectors": self.vectors,
            "examples": [example.to_json() for example in self.examples],
        }


def find_best(census: Census, themes: Sequence[int], rank: str, limit: int = 1) -> BestTowns:
    """Find the best score patterns by a ranking, and up to `limit` towns that have such a pattern.

    The scores of a pattern are in the order of `themes`.
    """
    keys = _PatternKeys.of(census, themes)
    existing = np.flatnonzero(np.bincount(keys.of_vectors))
    scores = keys.scores(existing)
    best = select_best(scores, rank)
    is_best = np.zeros(keys.count, np.bool_)
    is_best[existing[best.rows]] = True
    rows = np.flatnonzero(is_best[keys.of_vectors])
    patterns = BestPatterns(
        cast(ThemeSet, tuple(themes)),
        rank,
        tuple((int(a), int(b), int(c)) for a, b, c in scores[best.rows]),
        int(census.towns[rows].sum()),
        best.facts,
    )
    return BestTowns(patterns, _examples(census, rows[:limit]), len(rows))


def best_lines(answer: BestTowns) -> Iterator[str]:
    """Yield the lines that describe the best towns in words."""
    best = answer.best
    themes = ", ".join(map(str, best.themes))
    if not best.points:
        yield f"No town has the maximum score in all three of the themes {themes}."
        return
    for pattern in best.points:
        yield f"Best for the themes {themes} by {best.rank}: scores {', '.join(map(str, pattern))}"
    towns = f"{best.towns:,} town{'s have' if best.towns > 1 else ' has'}"
    which = "one of these score patterns" if len(best.points) > 1 else "these scores"
    yield f"{towns} {which}. Number of different score vectors: {answer.vectors:,}."
    facts = best.facts
    if best.rank == "duel":
        subject = "Each of these score patterns beats" if len(best.points) > 1 else "This score pattern beats"
        yield (
            f"{subject} {facts['beaten']} of the {facts['patterns']} score patterns that exist"
            f" and loses to {facts['lost_to']}."
        )
    elif best.rank == "distance":
        yield f"Scores at maximum: {facts['at_maximum']} of 3; sum of squared distances: {facts['distance']}."


def patterns_of(census: Census, themes: Sequence[int]) -> Patterns:
    """Return all score patterns that occur for a theme set, and the number of towns with each pattern."""
    keys = _PatternKeys.of(census, themes)
    # The total number of towns is far below 2**53, so these sums are exact in floating point.
    towns = np.bincount(keys.of_vectors, weights=census.towns)
    existing = np.flatnonzero(towns)
    return Patterns(cast(ThemeSet, tuple(themes)), keys.scores(existing), towns[existing].astype(np.int64))


def _examples(census: Census, rows: npt.NDArray[np.intp]) -> tuple[Example, ...]:
    return tuple(
        Example(census.town(row), tuple(map(int, census.points[row])), int(census.towns[row])) for row in rows
    )


@dataclass(frozen=True, slots=True)
class _PatternKeys:
    """Integer keys of score patterns; the keys have the same order as the patterns."""

    lowest: tuple[int, ...]
    spans: tuple[int, ...]
    of_vectors: npt.NDArray[np.int32]

    @classmethod
    def of(cls, census: Census, themes: Sequence[int]) -> _PatternKeys:
        histograms = [census.themes[theme] for theme in themes]
        lowest = tuple(min(scores) for scores in histograms)
        spans = tuple(max(scores) - min(scores) + 1 for scores in histograms)
        keys = np.zeros(len(census.points), np.int32)
        for theme, low, span in zip(themes, lowest, spans, strict=True):
            keys *= span
            keys += census.points[:, theme - 1]
            keys -= low
        return cls(lowest, spans, keys)

    @property
    def count(self) -> int:
        return prod(self.spans)

    def scores(self, keys: npt.NDArray[np.intp]) -> npt.NDArray[np.int8]:
        """Return the score patterns of the keys, one pattern in each row."""
        return (np.stack(np.unravel_index(keys, self.spans), axis=1) + self.lowest).astype(np.int8)
