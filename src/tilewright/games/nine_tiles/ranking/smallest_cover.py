"""A smallest cover: a shortest list of towns that contains a best town by `duel` for every theme set.

A score vector *wins* a theme set if its towns are best towns for the set. Towns with the same vector are
interchangeable, and so are vectors that win the same theme sets. A *choice* is a score vector with the theme
sets that it wins. A choice is *dominated*, and never needed, if another choice wins all of its theme sets. A
small set cover problem remains, which CP-SAT solves to optimality.

A second lower bound, independent of CP-SAT, confirms the result. The problem is reduced further: a choice that
is the only winner of some theme set must be taken, and a theme set that is won by all winners of another theme
set is covered anyway. The remaining problem splits into parts that share no theme set. For each part, a linear
program assigns a price to each theme set such that the total price of the sets that any one choice wins is at
most 1. Then the sum of all prices is a lower bound on the number of choices. The prices are scaled and
rounded down to integers, and the bound is computed with integers only.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.errors import EngineFailure
from tilewright.game import Limits, Run, Status
from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets, Ranking
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import THEME_SETS
from tilewright.games.nine_tiles.ranking.theme_set_winners_kernel import first_of_equal

__all__ = [
    "Choice",
    "Cover",
    "ReducedCover",
    "find_prices",
    "list_choices",
    "price_bound",
    "reduce_cover",
    "smallest_cover",
    "undominated",
]

_PRICE_SCALE = 10**9
"""The integer that represents a price of 1."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A score vector, given by its row in the census, and the indices of the theme sets that it wins."""

    row: int
    sets: frozenset[int]


@dataclass(frozen=True, slots=True)
class Cover:
    """A smallest list of choices that together win every theme set that can be won.

    The choices that win the most theme sets come first.
    """

    chosen: tuple[Choice, ...]
    bound: int
    """The lower bound on the number of choices, proved by CP-SAT."""
    second_bound: int
    """The lower bound on the number of choices, proved by reductions and prices."""

    @property
    def proved(self) -> bool:
        return len(self.chosen) == self.bound

    def to_json(self, town_of_row: Callable[[int], str]) -> dict[str, Any]:
        return {
            "size": len(self.chosen),
            "proved": self.proved,
            "bound": self.bound,
            "second_bound": self.second_bound,
            "towns": [
                {
                    "town": town_of_row(choice.row),
                    "sets": [",".join(map(str, THEME_SETS[index])) for index in sorted(choice.sets)],
                }
                for choice in self.chosen
            ],
        }


def smallest_cover(choices: Sequence[Choice]) -> Cover:
    """Return a smallest list of choices that together win every theme set that any choice wins.

    CP-SAT uses one thread and a fixed seed, so the list is always the same.
    """
    candidates = undominated(choices)
    model = cp_model.CpModel()
    is_taken = [model.new_bool_var("") for _ in candidates]
    for winners in _winners_of_sets(candidates).values():
        model.add_bool_or([is_taken[index] for index in winners])
    model.minimize(sum(is_taken))
    outcome = cpsat.solve(model, Run(Limits(threads=1, seed=0)), dict(enumerate(is_taken)))
    if outcome.best is None or outcome.status is not Status.OPTIMAL:
        raise EngineFailure("CP-SAT could not prove that the list of towns is the smallest")
    chosen = [choice for index, choice in enumerate(candidates) if outcome.best[index]]
    chosen.sort(key=lambda choice: (-len(choice.sets), choice.row))
    assert outcome.bound is not None
    return Cover(tuple(chosen), outcome.bound, reduce_cover(candidates).bound)


def list_choices(theme_sets: AllThemeSets, ranking: Ranking) -> list[Choice]:
    """Return one choice for each distinct list of won theme sets, with the first vector that has this list.

    Vectors that win only the theme sets in `ranking.uncontested` are left out: all other choices dominate them.
    """
    rows = np.flatnonzero(ranking.wins)
    starts, won = theme_sets.list_wins(ranking, rows)
    return [
        Choice(
            int(rows[index]),
            frozenset((*won[starts[index] : starts[index + 1]].tolist(), *ranking.uncontested)),
        )
        for index in first_of_equal(starts, won)
    ]


def undominated(choices: Iterable[Choice]) -> list[Choice]:
    """Return the choices that are not dominated by another choice, in the order of their rows."""
    ordered = sorted(choices, key=lambda choice: (-len(choice.sets), choice.row))
    winner_counts = Counter(index for choice in ordered for index in choice.sets)
    # A dominating choice also wins the rarest theme set of the dominated choice (the set with the fewest
    # winners), so each choice is compared only with the winners of its rarest theme set.
    kept: list[Choice] = []
    kept_by_set: defaultdict[int, list[frozenset[int]]] = defaultdict(list)
    for choice in ordered:
        rarest = min(choice.sets, key=lambda index: (winner_counts[index], index))
        if not any(choice.sets <= larger for larger in kept_by_set[rarest]):
            kept.append(choice)
            for index in choice.sets:
                kept_by_set[index].append(choice.sets)
    return sorted(kept, key=lambda choice: choice.row)


# --- The second lower bound ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReducedCover:
    """A reduced problem: choices that must be taken, and parts that share no theme set."""

    forced: tuple[Choice, ...]
    parts: tuple[tuple[Choice, ...], ...]

    @property
    def bound(self) -> int:
        """A lower bound on the number of choices for the whole problem."""
        return len(self.forced) + sum(price_bound(part, find_prices(part)) for part in self.parts)


def reduce_cover(choices: Sequence[Choice]) -> ReducedCover:
    """Return the problem after all reductions, which do not change the size of a smallest cover."""
    remaining, forced = undominated(choices), list[Choice]()
    while True:
        only_winners = {winners[0] for winners in _winners_of_sets(remaining).values() if len(winners) == 1}
        forced += [remaining[index] for index in sorted(only_winners)]
        covered = frozenset().union(*(remaining[index].sets for index in only_winners))
        smaller = undominated(_without_sets(remaining, covered))
        smaller = undominated(_without_sets(smaller, _implied_sets(smaller)))
        if smaller == remaining:
            return ReducedCover(tuple(forced), tuple(_independent_parts(remaining)))
        remaining = smaller


def _without_sets(choices: Iterable[Choice], dropped: frozenset[int]) -> list[Choice]:
    """Remove the dropped theme sets from the choices; then omit empty choices and duplicates."""
    rows = {choice.sets - dropped: choice.row for choice in reversed(list(choices))}
    return [Choice(row, sets) for sets, row in rows.items() if sets]


def _implied_sets(choices: Sequence[Choice]) -> frozenset[int]:
    """Return each theme set A for which another theme set B exists such that all winners of B also win A.

    Of several theme sets with the same winners, all but the first are returned; the first is returned only if a
    theme set with fewer winners implies it.
    """
    winners = {index: frozenset(indices) for index, indices in _winners_of_sets(choices).items()}
    implied: set[int] = set()
    for index, own in sorted(winners.items()):
        won_too = frozenset().union(*(choices[winner].sets for winner in own)) - implied - {index}
        if any(winners[other] <= own and (winners[other] < own or other < index) for other in won_too):
            implied.add(index)
    return frozenset(implied)


def _independent_parts(choices: Sequence[Choice]) -> Iterator[tuple[Choice, ...]]:
    """Yield groups of choices such that no two groups share a theme set."""
    remaining = list(choices)
    while remaining:
        part, others = [remaining[0]], remaining[1:]
        for choice in part:  # the list grows during the loop
            part += [other for other in others if other.sets & choice.sets]
            others = [other for other in others if not other.sets & choice.sets]
        yield tuple(part)
        remaining = others


def find_prices(choices: Sequence[Choice]) -> dict[int, int]:
    """Return a price for each theme set, as an integer in units of 1 / `_PRICE_SCALE`.

    For every choice, the total price of the theme sets that it wins is at most 1, that is, `_PRICE_SCALE`
    units. Up to rounding, the sum of all prices is the largest that this condition allows.
    """
    solver = pywraplp.Solver.CreateSolver("GLOP")
    price = {index: solver.NumVar(0, 1, "") for index in sorted(_winners_of_sets(choices))}
    for choice in choices:
        solver.Add(sum(price[index] for index in choice.sets) <= 1)
    solver.Maximize(sum(price.values()))
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        raise EngineFailure("GLOP could not find prices for the theme sets")
    return {
        index: max(0, math.floor(variable.solution_value() * _PRICE_SCALE)) for index, variable in price.items()
    }


def price_bound(choices: Iterable[Choice], prices: Mapping[int, int]) -> int:
    """Return the lower bound that the prices prove.

    The bound is the sum of all prices divided by the largest total price of the sets that one choice wins,
    rounded up. All numbers are integers, so rounding errors of the linear program cannot make the bound too
    high.
    """
    most_won = max(sum(prices[index] for index in choice.sets) for choice in choices)
    return -(-sum(prices.values()) // most_won) if most_won else 0


def _winners_of_sets(choices: Sequence[Choice]) -> dict[int, list[int]]:
    """Return, for each theme set, the indices of the choices that win it."""
    winners: defaultdict[int, list[int]] = defaultdict(list)
    for index, choice in enumerate(choices):
        for theme_set in choice.sets:
            winners[theme_set].append(index)
    return winners
