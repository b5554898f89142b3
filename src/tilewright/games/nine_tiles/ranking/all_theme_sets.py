"""All 2,600 theme sets at once, from all score vectors.

Two passes over the vectors are enough: the first finds every pattern of three scores that exists, the second
the towns that have a best one. How that is done without 2,600 looks at each vector is told in
``ranking_kernel.py``.
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

from tilewright.games.nine_tiles.ranking import ranking_kernel as kernel
from tilewright.games.nine_tiles.ranking.best_patterns import SETS, THEMES, Best, judge

__all__ = ["Survey", "Winners"]

Ints = npt.NDArray[np.int64]
Marks = npt.NDArray[np.uint64]
_T = TypeVar("_T")

ROADS = (1, 2, 8, 14, 16, 17, 18, 19, 20)
"""The themes about what meets on the roads are one half. Any halves would do; these make few groups."""
STRIDE = 50
"""So many theme sets at a time are judged by a thread."""


@dataclass(frozen=True, slots=True)
class _Half:
    """One half of the themes: its range of pairs, and the groups of vectors that agree on the whole half."""

    pairs: tuple[int, int]
    groups: npt.NDArray[np.int32]
    some: npt.NDArray[np.int32]
    """A vector of each group."""


@dataclass(frozen=True, slots=True)
class Winners:
    """Who has a best pattern of which theme set."""

    best: tuple[Best, ...]
    vectors: Ints
    """For each theme set, how many vectors have a best pattern of it."""
    examples: Ints
    """For each theme set the first such vector, or -1."""
    uncontested: tuple[int, ...]
    """The theme sets in which every pattern is best."""
    wins: npt.NDArray[np.int16]
    """For each vector, of how many of the other theme sets it has a best pattern."""
    hopes: tuple[Any, ...]
    """For each half, the groups of its vectors and what they win with which marks."""


class Survey:
    """Every pattern of three scores that exists; `points` has one score vector a row, none twice."""

    def __init__(self, points: npt.NDArray[np.int8], towns: Ints, threads: int = 1) -> None:
        self._points = np.asfortranarray(points)
        self._towns = np.ascontiguousarray(towns)
        self._threads = threads
        self._deal = _deal()
        self._layout, cells = _lay_out(self._points, self._deal)
        self._beside = np.zeros((cells, len(self._layout.word_themes) - 1), np.uint64)
        self._halves = self._together([partial(self._gather, half) for half in (0, 1)])
        self.patterns, self.starts = self._list_patterns()

    def patterns_of(self, each: int) -> npt.NDArray[np.int8]:
        """The patterns of the theme set ``SETS[each]``, in ascending order."""
        return self.patterns[self.starts[each] : self.starts[each + 1]]

    def winners(self, rank: str) -> Winners:
        """The best patterns of every theme set, and who has them."""
        best, facts = self._duels() if rank == "duel" else self._judged(rank)
        # Most roads against fewest roads: nobody is ahead. Such a set need not be looked for in each vector.
        uncontested = tuple(each for each, places in enumerate(best) if len(places) == self._count(each))
        wanted = self._wanted(best, uncontested)
        hopes = tuple(self._together([partial(self._hopes, half, wanted) for half in self._halves]))
        by_set, wins = self._find_winners(hopes)
        by_set[list(uncontested)] = self._towns.sum(), len(self._towns), 0
        chosen = tuple(
            Best(
                themes,
                rank,
                tuple((int(a), int(b), int(c)) for a, b, c in self.patterns_of(each)[best[each]]),
                int(by_set[each, 0]),
                facts[each],
            )
            for each, themes in enumerate(SETS)
        )
        examples = np.where(by_set[:, 1] > 0, by_set[:, 2], -1)
        return Winners(chosen, by_set[:, 1], examples, uncontested, wins, hopes)

    def list_wins(self, winners: Winners, rows: Ints) -> tuple[Ints, npt.NDArray[np.int32]]:
        """The contested theme sets that some vectors win: of ``rows[r]`` between ``starts[r]`` and the next."""
        starts = np.concatenate([[0], np.cumsum(winners.wins[rows], dtype=np.int64)])
        sets = np.empty(int(starts[-1]), np.int32)
        kernel.list_wins(self._points, rows, winners.hopes, self._layout, starts, sets)
        return starts, sets

    def _count(self, each: int) -> int:
        return int(self.starts[each + 1] - self.starts[each])

    # --- What exists ----------------------------------------------------------------------------------

    def _gather(self, half: int) -> _Half:
        groups, some, marks = kernel.group(self._points, self._deal.halves[half], self._layout)
        pairs = self._deal.ranges[half]
        kernel.find_beside(self._points, some, marks, pairs, self._layout, self._beside)
        return _Half(pairs, groups, some)

    def _list_patterns(self) -> tuple[npt.NDArray[np.int8], Ints]:
        starts, patterns = np.zeros(len(SETS) + 1, np.int64), np.empty((0, 3), np.int8)
        for _ in ("count", "write"):
            patterns = np.empty((int(starts[-1]), 3), np.int8)
            kernel.list_patterns(
                self._beside, self._deal.sets, self._deal.pair_of, self._layout, patterns, starts
            )
        return patterns, starts

    # --- Who is best, and who has the best patterns ---------------------------------------------------

    def _duels(self) -> tuple[list[Ints], list[dict[str, int]]]:
        best = np.zeros(len(self.patterns), np.bool_)
        wins, losses = np.empty((2, len(self.patterns)), np.int64)

        def some(first: int) -> None:
            last = min(first + STRIDE, len(SETS))
            kernel.duels(self.patterns, self.starts, first, last, best, wins, losses)

        self._together([partial(some, first) for first in range(0, len(SETS), STRIDE)])
        chosen, facts = [], []
        for begin, end in pairwise(self.starts):
            found = np.flatnonzero(best[begin:end])
            first = begin + found[0]
            chosen.append(found)
            facts.append(
                {"beaten": int(wins[first]), "lost_to": int(losses[first]), "patterns": int(end - begin)}
            )
        return chosen, facts

    def _judged(self, rank: str) -> tuple[list[Ints], list[dict[str, int]]]:
        judged = [judge(self.patterns_of(each), rank) for each in range(len(SETS))]
        return [each.best for each in judged], [each.facts for each in judged]

    def _wanted(self, best: Sequence[Ints], uncontested: Sequence[int]) -> Marks:
        wanted = np.zeros_like(self._beside)
        layout, deal = self._layout, self._deal
        for each, places in enumerate(best):
            if each in uncontested:
                continue
            pair, themes = deal.pair_of[each], deal.sets[each].tolist()
            one, other = layout.pairs[pair].tolist()
            third = sum(themes) - one - other
            scores = dict(zip(themes, self.patterns_of(each)[places].T.astype(np.int64), strict=True))
            cells = layout.first_cell[pair] + (scores[one] - layout.lowest[one]) * layout.spans[other]
            cells += scores[other] - layout.lowest[other]
            bits = layout.first_bit[third] + scores[third]
            np.bitwise_or.at(wanted, (cells, bits >> 6), np.uint64(1) << (bits & 63).astype(np.uint64))
        return wanted

    def _hopes(self, half: _Half, wanted: Marks) -> tuple[Any, Any]:
        return half.groups, kernel.hopes(self._points, half.some, half.pairs, self._layout, wanted)

    def _find_winners(self, hopes: tuple[Any, ...]) -> tuple[Ints, npt.NDArray[np.int16]]:
        """Towns, vectors and the first vector by theme set; the number of sets by vector."""
        wins = np.empty(len(self._points), np.int16)

        def part(first: int, last: int) -> Ints:
            by_set = np.zeros((len(SETS), 3), np.int64)
            by_set[:, 2] = len(self._points)
            kernel.find_winners(self._points, self._towns, first, last, hopes, self._layout, by_set, wins)
            return by_set

        cuts = np.linspace(0, len(self._points), self._threads + 1).astype(int).tolist()
        parts = np.stack(self._together([partial(part, first, last) for first, last in pairwise(cuts)]))
        return np.column_stack([parts[:, :, :2].sum(axis=0), parts[:, :, 2].min(axis=0)]), wins

    def _together(self, works: Sequence[Callable[[], _T]]) -> list[_T]:
        """The works' results, in order; as many at once as there are threads."""
        if self._threads == 1:
            return [work() for work in works]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(lambda work: work(), works))


# --- How themes are dealt and marks are laid out ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Deal:
    """The themes, from 0, dealt into halves; every theme set is found through one pair within a half."""

    halves: tuple[Ints, Ints]
    sets: Ints
    pairs: Ints
    ranges: tuple[tuple[int, int], tuple[int, int]]
    """The pairs of each half."""
    pair_of: Ints
    set_of: npt.NDArray[np.int32]


@cache
def _deal() -> _Deal:
    roads = [theme - 1 for theme in ROADS]
    others = [theme for theme in range(THEMES) if theme not in roads]
    pairs = [*combinations(roads, 2), *combinations(others, 2)]
    places = {pair: place for place, pair in enumerate(pairs)}
    pair_of = np.empty(len(SETS), np.int64)
    set_of = np.full((len(pairs), THEMES), -1, np.int32)
    for each, numbers in enumerate(SETS):
        themes = [number - 1 for number in numbers]
        pair = next(pair for pair in combinations(themes, 2) if pair in places)
        pair_of[each] = places[pair]
        set_of[places[pair], sum(themes) - sum(pair)] = each
    cut = len(list(combinations(roads, 2)))
    return _Deal(
        (np.array(roads), np.array(others)),
        np.array(SETS) - 1,
        np.array(pairs),
        ((0, cut), (cut, len(pairs))),
        pair_of,
        set_of,
    )


def _lay_out(points: npt.NDArray[np.int8], deal: _Deal) -> tuple[kernel.Layout, int]:
    """The layout for a table of vectors, and how many cells it has; a theme's marks all lie in one word."""
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
    cells = spans[deal.pairs].prod(axis=1)
    layout = kernel.Layout(
        lowest,
        spans,
        first_bit,
        np.array([*word_themes, THEMES]),
        theme_of_bit,
        deal.pairs,
        np.cumsum(cells) - cells,
        deal.set_of,
    )
    return layout, int(cells.sum())
