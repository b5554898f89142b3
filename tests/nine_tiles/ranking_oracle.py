"""The ranks in plain Python, word by word as they are defined, for tables of any score vectors."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Vector = tuple[int, ...]
Pattern = tuple[int, int, int]


def pattern(vector: Sequence[int], themes: Sequence[int]) -> Pattern:
    a, b, c = (vector[theme - 1] for theme in themes)
    return a, b, c


def best_patterns(vectors: Sequence[Vector], themes: Sequence[int], rank: str) -> list[Pattern]:
    """The best patterns in ascending order."""
    existing = sorted({pattern(vector, themes) for vector in vectors})
    scales = [sorted({vector[theme - 1] for vector in vectors}, reverse=True) for theme in themes]
    if rank == "max":
        return [each for each in existing if list(each) == [scale[0] for scale in scales]]
    if rank == "distance":
        return all_best(existing, lambda each: distance_key(each, scales))
    return duel(existing)


def distance_key(each: Pattern, scales: list[list[int]]) -> tuple[int, int]:
    away = [scale.index(score) for score, scale in zip(each, scales, strict=True)]
    return -away.count(0), sum(distance**2 for distance in away)


def all_best(existing, key):  # type: ignore[no-untyped-def]
    best = min(map(key, existing))
    return [each for each in existing if key(each) == best]


def beats(a: Pattern, b: Pattern) -> bool:
    better = sum(x > y for x, y in zip(a, b, strict=True))
    worse = sum(x < y for x, y in zip(a, b, strict=True))
    return better > worse


def wins_and_losses(a: Pattern, existing: Sequence[Pattern]) -> tuple[int, int]:
    return sum(beats(a, b) for b in existing), sum(beats(b, a) for b in existing)


def duel(existing: list[Pattern]) -> list[Pattern]:
    kept = existing
    while True:
        counts = {each: wins_and_losses(each, kept) for each in kept}
        fewest = min(losses for _, losses in counts.values())
        most = max(wins for wins, losses in counts.values() if losses == fewest)
        left = [each for each in kept if counts[each] == (most, fewest)]
        if left == kept:
            return kept
        kept = left


def towns_with(
    vectors: Sequence[Vector], towns: Sequence[int], themes: Sequence[int], best: Sequence[Pattern]
) -> int:
    return sum(count for vector, count in zip(vectors, towns, strict=True) if pattern(vector, themes) in best)


def smallest_cover(choices: Sequence[frozenset[int]]) -> int:
    """How many of the choices are needed to have every number that any of them has; all subsets are tried."""
    everything = frozenset().union(*choices)
    for size in range(1, len(choices) + 1):
        for chosen in combinations(choices, size):
            if frozenset().union(*chosen) == everything:
                return size
    raise AssertionError("all choices together have everything")
