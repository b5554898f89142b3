"""Random theme sets for the fuzz test; brute force looks at all towns of a small census."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from nine_tiles_towns import random_town
from ranking_oracle import best_patterns, towns_with

from judge_by_brute_force import Case
from tilewright.game import Game, Result, Status
from tilewright.games.nine_tiles.census import census_access
from tilewright.games.nine_tiles.census.read_census import Census
from tilewright.games.nine_tiles.rules import score


def cases(game: Game, rng: random.Random) -> Iterator[Case]:
    """Yield theme sets, each with a small random census in place of the census of all towns."""
    pool = {score(town): town.pattern for town in map(random_town, range(1000))}
    while True:
        vectors = sorted(rng.sample(sorted(pool), rng.randint(1, 40)))
        towns = [rng.randint(1, 9) for _ in vectors]
        histograms: dict[int, dict[int, int]] = {}
        for theme in range(1, 27):
            for vector, number in zip(vectors, towns, strict=True):
                scores = histograms.setdefault(theme, {})
                scores[vector[theme - 1]] = scores.get(vector[theme - 1], 0) + number
        sorted_histograms = {theme: dict(sorted(scores.items())) for theme, scores in histograms.items()}
        folder = Path("no census")
        census = Census(
            folder,
            np.array(vectors, np.int8),
            np.array(towns, np.int64),
            np.array([pool[vector].encode() for vector in vectors]),
            sorted_histograms,
            1,
            (None, None, None),
        )
        themes, rank = sorted(rng.sample(range(1, 27), 3)), rng.choice(("max", "distance", "duel"))
        best = best_patterns(vectors, themes, rank)
        number = towns_with(vectors, towns, themes, best)

        def agrees(
            _solver: str, result: Result, best: Any = best, number: int = number, themes: list[int] = themes
        ) -> bool:
            if not best:
                return result.status is Status.INFEASIBLE
            found = [tuple(pattern) for pattern in result.stats["points"]]
            return result.status is Status.OPTIMAL and sorted(found) == best and result.stats["towns"] == number

        census_access._cache[:] = [census]
        # The checker uses the scores of all towns, not only the scores in the small census.
        yield Case(game.from_json({"themes": themes, "rank": rank}), ["census"], agrees, checked=False)
