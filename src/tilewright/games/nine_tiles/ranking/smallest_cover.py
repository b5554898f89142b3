"""A smallest list of towns such that every theme set has a best town by `duel` on it, and two proofs.

Towns with the same score vector are alike here, and so are vectors that win the same theme sets. A *choice* is
such a list of theme sets; one that another choice contains is never needed. What is left is a small set cover
problem, which CP-SAT solves and proves.

Its word is not taken alone. The problem is reduced further: whoever alone wins a theme set must be chosen, and
a theme set that all winners of another one win takes care of itself. Little is left, in parts that share
nothing. For each part, prices for its theme sets such that no choice costs more than one bound the part from
below; such prices come from a linear program and are checked in whole numbers.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.errors import EngineFailure
from tilewright.game import Limits, Run, Status
from tilewright.games.nine_tiles.ranking.all_theme_sets import Survey, Winners
from tilewright.games.nine_tiles.ranking.best_patterns import SETS
from tilewright.games.nine_tiles.ranking.ranking_kernel import first_alike

__all__ = [
    "Choice",
    "Cover",
    "Reduced",
    "choices",
    "essential",
    "price_bound",
    "prices",
    "reduced",
    "smallest_cover",
]

_CENTS = 10**9
"""Prices in whole numbers: so many cents to one."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A score vector, by its row in the census, and the theme sets that its towns win."""

    row: int
    sets: frozenset[int]


@dataclass(frozen=True, slots=True)
class Cover:
    """A smallest list of choices: those that win most theme sets first."""

    chosen: tuple[Choice, ...]
    bound: int
    """No list is shorter than this, by CP-SAT."""
    second_bound: int
    """And by reductions and prices."""

    @property
    def proved(self) -> bool:
        return len(self.chosen) == self.bound

    def to_json(self, patterns: Mapping[int, str]) -> dict[str, Any]:
        return {
            "size": len(self.chosen),
            "proved": self.proved,
            "bound": self.bound,
            "second_bound": self.second_bound,
            "towns": [
                {
                    "town": patterns[choice.row],
                    "sets": [",".join(map(str, SETS[each])) for each in sorted(choice.sets)],
                }
                for choice in self.chosen
            ],
        }


def smallest_cover(found: Sequence[Choice], run: Run | None = None) -> Cover:
    """A smallest list of the choices that wins every theme set that any of them wins.

    One thread and a fixed seed: the same list every time. `EngineFailure` if the run ends before the proof.
    """
    left = essential(found)
    model = cp_model.CpModel()
    taken = [model.new_bool_var("") for _ in left]
    for winners in _winners_of_sets(left).values():
        model.add_bool_or([taken[at] for at in winners])
    model.minimize(sum(taken))
    outcome = cpsat.solve(model, run or Run(Limits(threads=1, seed=0)), dict(enumerate(taken)))
    if outcome.best is None or outcome.status is not Status.OPTIMAL:
        raise EngineFailure("CP-SAT has found no proof for the smallest list of towns")
    chosen = [choice for at, choice in enumerate(left) if outcome.best[at]]
    chosen.sort(key=lambda choice: (-len(choice.sets), choice.row))
    assert outcome.bound is not None
    return Cover(tuple(chosen), outcome.bound, reduced(left).bound)


def choices(survey: Survey, winners: Winners) -> list[Choice]:
    """One choice for each list of theme sets that some vector wins: the first such vector."""
    rows = np.flatnonzero(winners.wins)
    starts, sets = survey.list_wins(winners, rows)
    return [
        Choice(int(rows[at]), frozenset((*sets[starts[at] : starts[at + 1]].tolist(), *winners.uncontested)))
        for at in first_alike(starts, sets)
    ]


def essential(found: Iterable[Choice]) -> list[Choice]:
    """The choices that no other one contains, in the order of their rows."""
    ordered = sorted(found, key=lambda choice: (-len(choice.sets), choice.row))
    often = Counter(each for choice in ordered for each in choice.sets)
    # Whoever contains a choice wins its rarest theme set, too: few need to be looked at.
    kept: list[Choice] = []
    by_set: defaultdict[int, list[frozenset[int]]] = defaultdict(list)
    for choice in ordered:
        rarest = min(choice.sets, key=lambda each: (often[each], each))
        if not any(choice.sets <= larger for larger in by_set[rarest]):
            kept.append(choice)
            for each in choice.sets:
                by_set[each].append(choice.sets)
    return sorted(kept, key=lambda choice: choice.row)


# --- The independent bound ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reduced:
    """What is left of a problem: choices that some smallest list has, and parts that share no theme set."""

    forced: tuple[Choice, ...]
    parts: tuple[tuple[Choice, ...], ...]

    @property
    def bound(self) -> int:
        """No list for the whole problem is shorter than this."""
        return len(self.forced) + sum(price_bound(part, prices(part)) for part in self.parts)


def reduced(found: Sequence[Choice]) -> Reduced:
    """The problem made smaller, step by step; each step leaves the length of a smallest list as it is."""
    left, forced = essential(found), list[Choice]()
    while True:
        alone = {winners[0] for winners in _winners_of_sets(left).values() if len(winners) == 1}
        forced += [left[at] for at in sorted(alone)]
        done = frozenset().union(*(left[at].sets for at in alone))
        smaller = essential(_without(left, done))
        smaller = essential(_without(smaller, _redundant(smaller)))
        if smaller == left:
            return Reduced(tuple(forced), tuple(_parts(left)))
        left = smaller


def _without(found: Iterable[Choice], dropped: frozenset[int]) -> list[Choice]:
    """The choices for the other theme sets; those that win none of them are gone, and of equals all but one."""
    rest = {choice.sets - dropped: choice.row for choice in reversed(list(found))}
    return [Choice(row, sets) for sets, row in rest.items() if sets]


def _redundant(found: Sequence[Choice]) -> frozenset[int]:
    """Theme sets that are won anyway by whoever wins some other one; of equals the first stays."""
    winners = {each: frozenset(places) for each, places in _winners_of_sets(found).items()}
    redundant: set[int] = set()
    for each, own in sorted(winners.items()):
        near = frozenset().union(*(found[at].sets for at in own)) - redundant - {each}
        if any(winners[other] <= own and (winners[other] < own or other < each) for other in near):
            redundant.add(each)
    return frozenset(redundant)


def _parts(found: Sequence[Choice]) -> Iterator[tuple[Choice, ...]]:
    """The choices in groups that share no theme set."""
    left = list(found)
    while left:
        part, rest = [left[0]], left[1:]
        for choice in part:  # grows while it is walked
            part += [other for other in rest if other.sets & choice.sets]
            rest = [other for other in rest if not other.sets & choice.sets]
        yield tuple(part)
        left = rest


def prices(found: Sequence[Choice]) -> dict[int, int]:
    """Prices of the theme sets in cents, the highest that GLOP finds such that no choice costs more than 1."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    price = {each: solver.NumVar(0, 1, "") for each in sorted(_winners_of_sets(found))}
    for choice in found:
        solver.Add(sum(price[each] for each in choice.sets) <= 1)
    solver.Maximize(sum(price.values()))
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        raise EngineFailure("GLOP has found no prices for the theme sets")
    return {each: max(0, math.floor(variable.solution_value() * _CENTS)) for each, variable in price.items()}


def price_bound(found: Iterable[Choice], price: Mapping[int, int]) -> int:
    """What prices prove: each choice on a list pays for what it wins, and all theme sets must be paid.

    Whole numbers throughout, so that no rounding of the engine's can make the bound too high.
    """
    dearest = max(sum(price[each] for each in choice.sets) for choice in found)
    return -(-sum(price.values()) // dearest) if dearest else 0


def _winners_of_sets(found: Sequence[Choice]) -> dict[int, list[int]]:
    """For each theme set, the places of the choices that win it."""
    winners: defaultdict[int, list[int]] = defaultdict(list)
    for at, choice in enumerate(found):
        for each in choice.sets:
            winners[each].append(at)
    return winners
