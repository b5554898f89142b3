"""The rankings in plain Python, written directly from their definitions, to verify the fast code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Vector = tuple[int, ...]
Pattern = tuple[int, int, int]


def pattern(vector: Sequence[int], themes: Sequence[int]) -> Pattern:
    a, b, c = (vector[theme - 1] for theme in themes)
    return a, b, c


def best_patterns(vectors: Sequence[Vector], themes: Sequence[int], rank: str) -> list[Pattern]:
    """Return the best patterns of the theme set under the given ranking, in ascending order."""
    patterns = sorted({pattern(vector, themes) for vector in vectors})
    score_lists = [sorted({vector[theme - 1] for vector in vectors}, reverse=True) for theme in themes]
    if rank == "max":
        return [candidate for candidate in patterns if list(candidate) == [scores[0] for scores in score_lists]]
    if rank == "distance":
        return all_best(patterns, lambda candidate: distance_key(candidate, score_lists))
    return duel(patterns)


def distance_key(candidate: Pattern, score_lists: list[list[int]]) -> tuple[int, int]:
    distances = [scores.index(score) for score, scores in zip(candidate, score_lists, strict=True)]
    return -distances.count(0), sum(distance**2 for distance in distances)


def all_best(patterns, key):  # type: ignore[no-untyped-def]
    best = min(map(key, patterns))
    return [candidate for candidate in patterns if key(candidate) == best]


def beats(a: Pattern, b: Pattern) -> bool:
    better = sum(x > y for x, y in zip(a, b, strict=True))
    worse = sum(x < y for x, y in zip(a, b, strict=True))
    return better > worse


def wins_and_losses(a: Pattern, patterns: Sequence[Pattern]) -> tuple[int, int]:
    return sum(beats(a, b) for b in patterns), sum(beats(b, a) for b in patterns)


def duel(patterns: list[Pattern]) -> list[Pattern]:
    kept = patterns
    while True:
        counts = {candidate: wins_and_losses(candidate, kept) for candidate in kept}
        fewest = min(losses for _, losses in counts.values())
        most = max(wins for wins, losses in counts.values() if losses == fewest)
        still_kept = [candidate for candidate in kept if counts[candidate] == (most, fewest)]
        if still_kept == kept:
            return kept
        kept = still_kept


def towns_with(
    vectors: Sequence[Vector], towns: Sequence[int], themes: Sequence[int], best: Sequence[Pattern]
) -> int:
    return sum(count for vector, count in zip(vectors, towns, strict=True) if pattern(vector, themes) in best)


def smallest_cover(choices: Sequence[frozenset[int]]) -> int:
    """Try all selections of sets; return the least number of sets with the same union as all sets together."""
    everything = frozenset().union(*choices)
    for size in range(1, len(choices) + 1):
        for chosen in combinations(choices, size):
            if frozenset().union(*chosen) == everything:
                return size
    raise AssertionError("expected at least one set, not 0")
