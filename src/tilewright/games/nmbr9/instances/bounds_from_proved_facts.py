"""Proved facts about instances, and what they imply for other instances.

A fact is an instance with the best score found and a proved upper bound. `at_most` applies these rules, which
show that the optimum of one instance is at most the optimum of another:

- All variants: on an unbounded table, more cards never lower the optimum, because an additional part can be
  placed next to the others on the table.
- F: a set of parts allows every stack that one of its subsets allows.
- K: a deck is one order of its parts, so it scores at most as much as these parts in the best order. On an
  unbounded table, the first cards of a deck score at most as much as the whole deck. (This rule does not apply
  to other selections of the cards: a part that is left out may have been needed to keep a level connected.)
- U: a policy that guarantees a score reaches this score on every deck, so its mean is at least as high. The
  best mean is at most the mean of the best scores of all decks, and so at most the best score in free order. A
  score that is guaranteed for a set is also guaranteed for every subset, which has fewer possible decks.
- A legal stack stays legal if the table is larger, if more levels are allowed, or if support=parts replaces
  support=types.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib import resources
from math import ceil
from pathlib import Path
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.game import Answer, Status, Value
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.rules import Nmbr9Instance

__all__ = [
    "INSTANCES_FILE",
    "ContradictingFacts",
    "Fact",
    "at_most",
    "facts",
    "find_contradiction",
    "lower_fact",
    "most_points_by_cards",
    "most_points_by_parts",
    "read_facts",
    "upper_fact",
    "with_facts",
]

INSTANCES_FILE = Path(str(resources.files("tilewright.games.nmbr9"))) / "suites" / "benchmark_instances.json"


class ContradictingFacts(TilewrightError):
    """Two facts contradict each other; at least one of them is wrong."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known about the optimum of an instance."""

    instance: Nmbr9Instance
    best: Value | None
    """The best score found; None if no stack or policy is known."""
    bound: Value | None
    """A proved upper bound; None if no bound is known. If `best` is None too, the instance has no solution."""
    methods: tuple[str, ...] = ()
    """The methods that proved the upper bound, or that there is no solution."""

    @property
    def name(self) -> str:
        return notation.to_text(self.instance)

    @property
    def infeasible(self) -> bool:
        return self.best is None and self.bound is None

    def __str__(self) -> str:
        if self.infeasible:
            return f"{self.name} has no solution"
        found = "" if self.best is None else f" at least {self.best}"
        bound = "" if self.bound is None else f" at most {self.bound}"
        return f"{self.name} scores{found}{' and' if found and bound else ''}{bound}"


# --- Rules of inference ---------------------------------------------------------------------------------------


def at_most(one: Nmbr9Instance, other: Nmbr9Instance) -> bool:
    """Return True if the rules above show that the optimum of `one` is at most the optimum of `other`."""
    if not _same_or_wider_table(one, other) or one.cards > other.cards:
        return False
    if one.cards < other.cards and other.grid is not None:
        return False  # On a bounded table there may be no room for the additional cards.
    if other.variant == "F":
        return _at_most_free(one, other)
    if other.variant == "K":
        return _at_most_known(one, other)
    return one.variant == "U" and _at_most_unknown(one, other)


def _same_or_wider_table(one: Nmbr9Instance, other: Nmbr9Instance) -> bool:
    return (
        (other.grid is None or (one.grid is not None and one.grid <= other.grid))
        and (other.levels is None or (one.levels is not None and one.levels <= other.levels))
        and (one.support == other.support or one.support == "types")
    )


def _at_most_free(one: Nmbr9Instance, other: Nmbr9Instance) -> bool:
    if one.deck is not None:
        return max(one.deck) <= other.max_value and max(Counter(one.deck).values()) <= other.copies
    if one.variant == "U" and one.objective == "forced":
        # At least one possible deck of `one` must consist only of parts that are also in the set of `other`.
        numbers = min(one.max_value, other.max_value) + 1
        return numbers * min(one.copies, other.copies) >= one.cards
    copies = min(one.copies, one.cards) if one.variant == "F" else one.copies
    return one.max_value <= other.max_value and copies <= other.copies


def _at_most_known(one: Nmbr9Instance, other: Nmbr9Instance) -> bool:
    first = (other.deck or ())[: one.cards]
    if one.variant == "K":
        return one.deck == first
    if one.variant == "F" or one.objective != "forced":
        return False
    return max(first) <= one.max_value and max(Counter(first).values()) <= one.copies


def _at_most_unknown(one: Nmbr9Instance, other: Nmbr9Instance) -> bool:
    if one.objective == "expected":
        same_set = (one.max_value, one.copies) == (other.max_value, other.copies)
        return other.objective == "expected" and same_set
    return other.max_value <= one.max_value and other.copies <= one.copies


# --- The facts ------------------------------------------------------------------------------------------------


@cache
def facts() -> tuple[Fact, ...]:
    """Return all proved facts: those about the benchmark instances, and facts about other instances.

    Raises `ContradictingFacts` if two of them contradict each other.
    """
    known = read_facts(json.loads(INSTANCES_FILE.read_text("utf-8")))
    found = find_contradiction(known)
    if found is not None:
        raise ContradictingFacts(_message(*found))
    return known


def read_facts(data: dict[str, Any]) -> tuple[Fact, ...]:
    return tuple(
        Fact(
            notation.parse(each["name"]),
            read_value(each["best"]),
            read_value(each["bound"]),
            tuple(each["methods"]),
        )
        for each in [*data["instances"], *data["facts"]]
    )


def read_value(data: int | str | None) -> Value | None:
    """Read a value; means are stored as exact fractions such as "689/180"."""
    return Fraction(data) if isinstance(data, str) else data


def find_contradiction(known: Iterable[Fact]) -> tuple[Fact, Fact] | None:
    """Return two facts that contradict each other, or None if there are none.

    According to the second fact, the best score of the first fact is impossible.
    """
    known = tuple(known)
    for one in known:
        if one.best is None:
            continue
        for other in known:
            if (other.infeasible or (other.bound is not None and one.best > other.bound)) and at_most(
                one.instance, other.instance
            ):
                return one, other
    return None


def _message(one: Fact, other: Fact) -> str:
    return f"contradictory facts: {one}, but {other}, and {one.name} can score at most as much as {other.name}"


def upper_fact(instance: Nmbr9Instance, known: Iterable[Fact] | None = None) -> Fact | None:
    """Return the fact that implies the smallest upper bound for the instance, or None.

    If several facts imply the same bound, a fact about the instance itself is preferred. Facts which state
    that an instance has no solution are not used.
    """
    fitting = [
        fact
        for fact in (facts() if known is None else known)
        if fact.bound is not None and at_most(instance, fact.instance)
    ]
    return min(fitting, key=lambda fact: (fact.bound, fact.instance != instance), default=None)


def lower_fact(instance: Nmbr9Instance, known: Iterable[Fact] | None = None) -> Fact | None:
    """Return the fact that implies the largest lower bound on the optimum of the instance, or None."""
    fitting = [
        fact
        for fact in (facts() if known is None else known)
        if fact.best is not None and at_most(fact.instance, instance)
    ]
    return max(fitting, key=lambda fact: (fact.best, fact.instance == instance), default=None)


def most_points_by_parts(instance: Nmbr9Instance) -> dict[int, int]:
    """Return proved upper bounds on scores of stacks with fewer parts than the instance, by number of parts.

    The instance has variant F. Only facts about fewer cards are used, so a proof that relies on them is never
    circular. Of these, only optima that at least two methods proved are used.
    """
    smaller = [
        fact
        for fact in facts()
        if fact.instance.variant == "F"
        and fact.instance.cards < instance.cards
        and fact.best is not None
        and fact.best == fact.bound
        and len(fact.methods) > 1
    ]
    bounds = {}
    for cards in range(1, instance.cards):
        fact = upper_fact(replace(instance, cards=cards, grid=None, levels=None), smaller)
        if fact is not None and isinstance(fact.bound, int):
            bounds[cards] = fact.bound
    return bounds


def most_points_by_cards(instance: Nmbr9Instance) -> list[int]:
    """Return upper bounds on the scores of stacks of 0, 1, 2, ... parts that may be placed in any order.

    The parts are from the instance's set. The list ends before the first number of parts for which no fact
    implies a bound, or at the number of cards.
    """
    most = [0]
    free = replace(instance, variant="F", deck=None, objective="forced", grid=None, levels=None)
    for cards in range(1, instance.cards + 1):
        fact = upper_fact(replace(free, cards=cards))
        if fact is None or fact.bound is None:
            break
        most.append(ceil(fact.bound))
    return most


def with_facts(instance: Nmbr9Instance, answer: Answer) -> Answer:
    """Return the answer of a solver, with a smaller upper bound if the facts imply one.

    If the objective is equal to this bound, the answer becomes optimal. Raises `ContradictingFacts` if the
    answer contradicts a fact.
    """
    new = Fact(instance, answer.objective, answer.bound)
    if not new.infeasible or answer.status is Status.INFEASIBLE:
        for fact in facts():
            found = find_contradiction((new, fact))
            if found is not None:
                raise ContradictingFacts(_message(*found))
    upper = upper_fact(instance)
    if answer.status not in (Status.FEASIBLE, Status.UNKNOWN) or upper is None or upper.bound is None:
        return answer
    if answer.bound is not None and answer.bound <= upper.bound:
        return answer
    status = Status.OPTIMAL if answer.objective == upper.bound else answer.status
    stats = {**answer.stats, "bound_from": str(replace(upper, best=None))}
    return replace(answer, status=status, bound=upper.bound, stats=stats)
