"""Rank the towns for all 2,600 theme sets at once, from all score vectors.

Two passes over the vectors are enough: the first finds every pattern of three scores that exists, and the
second finds the towns that have a best pattern. ``theme_set_winners_kernel.py`` explains how this works without
2,600 lookups for each vector, and defines the terms *mark*, *cell* and *group*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.ranking import theme_set_winners_kernel as kernel
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import (
    THEME_SETS,
    THEMES,
    BestPatterns,
    select_best,
)

__all__ = ["AllThemeSets", "Ranking"]

Ints = npt.NDArray[np.int64]
Marks = npt.NDArray[np.uint64]
_T = TypeVar("_T")

ROAD_THEMES = (1, 2, 8, 14, 16, 17, 18, 19, 20)
"""The themes about agents, aliens and hamburgers on roads. They form one *half* of the themes; the 17 remaining
themes form the other half. Any split into two halves works; this split results in few groups of vectors that
have the same scores in one half."""
SETS_PER_TASK = 50
"""The number of theme sets for which one task runs the duel."""


@dataclass(frozen=True, slots=True)
class _Half:
    """One half of the themes, and the groups of vectors that have the same scores in this half.

    `pairs` is the range of the half's pairs of themes in `_ThemeSplit.pairs`.
    """

    pairs: tuple[int, int]
    groups: npt.NDArray[np.int32]
    representatives: npt.NDArray[np.int32]
    """For each group, the index of one of its vectors."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best patterns of every theme set by one ranking, and the vectors that win each set.

    A vector wins a theme set if it contains one of the set's best patterns.
    """

    best: tuple[BestPatterns, ...]
    vectors: Ints
    """For each theme set, the number of vectors that win it."""
    examples: Ints
    """For each theme set, the index of the first vector that wins it, or -1 if no vector does."""
    uncontested: tuple[int, ...]
    """The uncontested theme sets: every pattern is best, so every vector wins them."""
    wins: npt.NDArray[np.int16]
    """For each vector, the number of theme sets that it wins, not counting the uncontested ones."""
    winning_marks: tuple[Any, ...]
    """For each of the two halves of the themes, the group of each vector, and the winning marks of each group.

    ``theme_set_winners_kernel.py`` defines *half*, *group* and *mark*; its function `winning_marks` returns the
    winning marks.
    """


class AllThemeSets:
    """For each theme set, the patterns of three scores that at least one town has.

    `points` has one score vector per row, without duplicates; `towns` has the number of towns of each vector.
    """

    def __init__(self, points: npt.NDArray[np.int8], towns: Ints, threads: int = 1) -> None:
        self._points = np.asfortranarray(points)
        self._towns = np.ascontiguousarray(towns)
        self._threads = threads
        self._split = _split_themes()
        self._layout, cells = _bit_layout(self._points, self._split)
        self._cooccurring = np.zeros((cells, len(self._layout.word_themes) - 1), np.uint64)
        self._halves = self._run_parallel([partial(self._group_half, half) for half in (0, 1)])
        self.patterns, self.starts = self._list_patterns()

    def patterns_of(self, theme_set: int) -> npt.NDArray[np.int8]:
        """Return the patterns of the theme set ``THEME_SETS[theme_set]`` in ascending order."""
        return self.patterns[self.starts[theme_set] : self.starts[theme_set + 1]]

    def rank_all(self, rank: str) -> Ranking:
        """Find the best patterns of every theme set by a ranking, and the vectors that contain them."""
        best, facts = self._best_by_duel() if rank == "duel" else self._best_by(rank)
        # In the duel for the set 4,10,15, for example, "most roads" and "fewest roads" cancel out, and theme 4
        # is always 0. Every vector wins such an uncontested set, so it is excluded from the search for winners.
        uncontested = tuple(index for index, rows in enumerate(best) if len(rows) == self._count(index))
        marks = self._best_marks(best, uncontested)
        winning = tuple(
            self._run_parallel([partial(self._winning_marks, half, marks) for half in self._halves])
        )
        by_set, wins = self._find_winners(winning)
        by_set[list(uncontested)] = self._towns.sum(), len(self._towns), 0
        best_patterns = tuple(
            BestPatterns(
                themes,
                rank,
                tuple((int(a), int(b), int(c)) for a, b, c in self.patterns_of(index)[best[index]]),
                int(by_set[index, 0]),
                facts[index],
            )
            for index, themes in enumerate(THEME_SETS)
        )
        examples = np.where(by_set[:, 1] > 0, by_set[:, 2], -1)
        return Ranking(best_patterns, by_set[:, 1], examples, uncontested, wins, winning)

    def list_wins(self, ranking: Ranking, rows: Ints) -> tuple[Ints, npt.NDArray[np.int32]]:
        """Return `starts` and `sets`: vector ``rows[r]`` wins ``sets[starts[r]:starts[r + 1]]``.

        The theme sets that every vector wins (`Ranking.uncontested`) are not listed.
        """
        starts = np.concatenate([[0], np.cumsum(ranking.wins[rows], dtype=np.int64)])
        sets = np.empty(int(starts[-1]), np.int32)
        kernel.list_wins(self._points, rows, ranking.winning_marks, self._layout, starts, sets)
        return starts, sets

    def _count(self, theme_set: int) -> int:
        return int(self.starts[theme_set + 1] - self.starts[theme_set])

    # --- Which patterns exist -------------------------------------------------------------------------

    def _group_half(self, half: int) -> _Half:
        groups, representatives, marks = kernel.group(self._points, self._split.halves[half], self._layout)
        pairs = self._split.ranges[half]
        kernel.collect_cooccurring(self._points, representatives, marks, pairs, self._layout, self._cooccurring)
        return _Half(pairs, groups, representatives)

    def _list_patterns(self) -> tuple[npt.NDArray[np.int8], Ints]:
        starts, patterns = np.zeros(len(THEME_SETS) + 1, np.int64), np.empty((0, 3), np.int8)
        for _ in ("count", "write"):
            patterns = np.empty((int(starts[-1]), 3), np.int8)
            kernel.list_patterns(
                self._cooccurring, self._split.sets, self._split.pair_of, self._layout, patterns, starts
            )
        return patterns, starts

    # --- Which patterns are best, and which vectors have them -----------------------------------------

    def _best_by_duel(self) -> tuple[list[Ints], list[dict[str, int]]]:
        """Return, for each theme set, the indices of the best patterns by duel, and their `BestRows.facts`.

        An index counts from the first pattern of the theme set.
        """
        is_best = np.zeros(len(self.patterns), np.bool_)
        wins, losses = np.empty((2, len(self.patterns)), np.int64)

        def run_duels(first: int) -> None:
            last = min(first + SETS_PER_TASK, len(THEME_SETS))
            kernel.duels(self.patterns, self.starts, first, last, is_best, wins, losses)

        self._run_parallel([partial(run_duels, first) for first in range(0, len(THEME_SETS), SETS_PER_TASK)])
        best, facts = [], []
        for begin, end in pairwise(self.starts):
            rows = np.flatnonzero(is_best[begin:end])
            first = begin + rows[0]
            best.append(rows)
            facts.append(
                {"beaten": int(wins[first]), "lost_to": int(losses[first]), "patterns": int(end - begin)}
            )
        return best, facts

    def _best_by(self, rank: str) -> tuple[list[Ints], list[dict[str, int]]]:
        """Return the same as `_best_by_duel`, but for the patterns that are best by the ranking `rank`."""
        selected = [select_best(self.patterns_of(index), rank) for index in range(len(THEME_SETS))]
        return [best.rows for best in selected], [best.facts for best in selected]

    def _best_marks(self, best: Sequence[Ints], uncontested: Sequence[int]) -> Marks:
        """Return, for each cell (two scores), the marks of the third scores that complete a best pattern."""
        marks = np.zeros_like(self._cooccurring)
        layout, split = self._layout, self._split
        for index, rows in enumerate(best):
            if index in uncontested:
                continue
            pair, themes = split.pair_of[index], split.sets[index].tolist()
            one, other = layout.pairs[pair].tolist()
            third = sum(themes) - one - other
            scores = dict(zip(themes, self.patterns_of(index)[rows].T.astype(np.int64), strict=True))
            cells = layout.first_cell[pair] + (scores[one] - layout.lowest[one]) * layout.spans[other]
            cells += scores[other] - layout.lowest[other]
            bits = layout.first_bit[third] + scores[third]
            np.bitwise_or.at(marks, (cells, bits >> 6), np.uint64(1) << (bits & 63).astype(np.uint64))
        return marks

    def _winning_marks(self, half: _Half, best_marks: Marks) -> tuple[Any, Any]:
        return half.groups, kernel.winning_marks(
            self._points, half.representatives, half.pairs, self._layout, best_marks
        )

    def _find_winners(self, winning_marks: tuple[Any, ...]) -> tuple[Ints, npt.NDArray[np.int16]]:
        """Find the vectors that win each theme set.

        The first result has, for each theme set, the number of towns that win it, the number of vectors that
        win it, and the index of the first of these vectors (the number of all vectors if none wins). The second
        result has, for each vector, the number of theme sets that it wins. Wins of the sets that every vector
        wins (`Ranking.uncontested`) are not counted.
        """
        wins = np.empty(len(self._points), np.int16)

        def find_in_range(first: int, last: int) -> Ints:
            by_set = np.zeros((len(THEME_SETS), 3), np.int64)
            by_set[:, 2] = len(self._points)
            kernel.find_winners(
                self._points, self._towns, first, last, winning_marks, self._layout, by_set, wins
            )
            return by_set

        cuts = np.linspace(0, len(self._points), self._threads + 1).astype(int).tolist()
        parts = np.stack(
            self._run_parallel([partial(find_in_range, first, last) for first, last in pairwise(cuts)])
        )
        return np.column_stack([parts[:, :, :2].sum(axis=0), parts[:, :, 2].min(axis=0)]), wins

    def _run_parallel(self, tasks: Sequence[Callable[[], _T]]) -> list[_T]:
        """Run the tasks in `self._threads` threads; return the results in the order of the tasks."""
        if self._threads == 1:
            return [task() for task in tasks]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(lambda task: task(), tasks))


# --- The split of the themes and the positions of the marks -------------------------------------------


@dataclass(frozen=True, slots=True)
class _ThemeSplit:
    """The themes, numbered from 0, in two halves.

    Every theme set is assigned to a pair of its themes that lies within one half.
    """

    halves: tuple[Ints, Ints]
    sets: Ints
    pairs: Ints
    ranges: tuple[tuple[int, int], tuple[int, int]]
    """For each half of the themes, the range of the indices of its pairs in `pairs`."""
    pair_of: Ints
    set_of: npt.NDArray[np.int32]


@cache
def _split_themes() -> _ThemeSplit:
    roads = [theme - 1 for theme in ROAD_THEMES]
    others = [theme for theme in range(THEMES) if theme not in roads]
    pairs = [*combinations(roads, 2), *combinations(others, 2)]
    index_of_pair = {pair: index for index, pair in enumerate(pairs)}
    pair_of = np.empty(len(THEME_SETS), np.int64)
    set_of = np.full((len(pairs), THEMES), -1, np.int32)
    for index, numbers in enumerate(THEME_SETS):
        themes = [number - 1 for number in numbers]
        pair = next(pair for pair in combinations(themes, 2) if pair in index_of_pair)
        pair_of[index] = index_of_pair[pair]
        set_of[index_of_pair[pair], sum(themes) - sum(pair)] = index
    cut = len(list(combinations(roads, 2)))
    return _ThemeSplit(
        (np.array(roads), np.array(others)),
        np.array(THEME_SETS) - 1,
        np.array(pairs),
        ((0, cut), (cut, len(pairs))),
        pair_of,
        set_of,
    )


def _bit_layout(points: npt.NDArray[np.int8], split: _ThemeSplit) -> tuple[kernel.BitLayout, int]:
    """Return the bit layout for these vectors, and the total number of its cells (pairs of scores).

    All marks of a theme are bits of the same word.
    """
    lowest = points.min(axis=0).astype(np.int64)
    spans = points.max(axis=0) - lowest + 1
    first_bit, word_themes, used = np.empty(THEMES, np.int64), [0], 0
    theme_of_bit = np.zeros(64 * THEMES, np.int64)
    for theme in range(THEMES):
        if used + spans[theme] > 64:
            word_themes.append(theme)
            used = 0
        first = 64 * (len(word_themes) - 1) + used
        first_bit[theme] = first - lowest[theme]
        theme_of_bit[first : first + spans[theme]] = theme
        used += spans[theme]
    cells = spans[split.pairs].prod(axis=1)
    layout = kernel.BitLayout(
        lowest,
        spans,
        first_bit,
        np.array([*word_themes, THEMES]),
        theme_of_bit,
        split.pairs,
        np.cumsum(cells) - cells,
        split.set_of,
    )
    return layout, int(cells.sum())
