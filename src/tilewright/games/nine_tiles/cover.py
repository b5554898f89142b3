"""A smallest list of towns such that every theme set has a best town by `duel` on it, and a proof.

Towns with the same score vector are alike here, and so are vectors that win the same theme sets. A *choice* is
such a list of theme sets; one that another choice contains is never needed. What is left is a small set cover
problem, which CP-SAT solves and proves. Its word is not taken alone: prices for the theme sets, such that no
choice costs more than one, bound every list from below, and such prices are checked in whole numbers.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.errors import EngineFailure
from tilewright.game import Limits, Run, Status
from tilewright.games.nine_tiles.ranking import SETS
from tilewright.games.nine_tiles.survey import Survey, Winners

__all__ = ["Choice", "Cover", "choices", "essential", "price_bound", "prices", "smallest_cover"]

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
    price_bound: int
    """And by prices that were checked in whole numbers."""
    considered: int
    """How many choices were left when those that others contain were dropped."""

    @property
    def proved(self) -> bool:
        return len(self.chosen) == self.bound

    def to_json(self, patterns: Mapping[int, str]) -> dict[str, Any]:
        return {
            "size": len(self.chosen),
            "proved": self.proved,
            "bound": self.bound,
            "price_bound": self.price_bound,
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
    return Cover(tuple(chosen), outcome.bound, price_bound(left, prices(left)), len(left))


def choices(survey: Survey, winners: Winners) -> list[Choice]:
    """One choice for each list of theme sets that some vector wins: the first such vector."""
    rows = np.flatnonzero(winners.wins)
    starts, sets = survey.list_wins(winners, rows)
    first: dict[bytes, int] = {}
    for at, (begin, end) in enumerate(zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)):
        first.setdefault(sets[begin:end].tobytes(), at)
    return [
        Choice(int(rows[at]), frozenset(sets[starts[at] : starts[at + 1]].tolist())) for at in first.values()
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


def prices(found: Sequence[Choice]) -> dict[int, int]:
    """Prices of the theme sets, in cents, such that no choice costs more than 1, as high as GLOP can make them."""
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
