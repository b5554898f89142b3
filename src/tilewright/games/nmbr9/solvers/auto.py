"""Choose solvers by variant and instance size; ``stats["answered_by"]`` names the one that gave the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from tilewright.game import Answer, Run, Status, Value
from tilewright.games.nmbr9.instances.bounds_from_proved_facts import with_facts
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.stacking.shape_and_set_tables import can_build_tables

__all__ = ["prepare", "solve"]

TINY_DECK, SMALL_DECK = 6, 10
"""Known decks of up to TINY_DECK cards are solved by `literal`, or by `known` if `literal` does not finish in
its share of the time. Larger decks are solved by `known`. If `known` does not prove its answer optimal and the
deck has at most SMALL_DECK cards, `literal` is tried next."""


def prepare(instance: Nmbr9Instance) -> None:
    for name in _solver_names(instance):
        if hasattr(module := _module(name), "prepare"):
            module.prepare(instance)


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    """Run one solver after another until one proves its answer, and return the best answer.

    A proved fact about this instance or a related one may lower the upper bound, and so prove the answer
    optimal; ``stats["bound_from"]`` names the fact.
    """
    return with_facts(instance, _best_answer(instance, run))


def _best_answer(instance: Nmbr9Instance, run: Run) -> Answer:
    best = Answer(Status.UNKNOWN)
    bounds: list[Value] = []
    for name, part in _shares(instance, run):
        answer: Answer = _module(name).solve(instance, part)
        answer = replace(answer, stats={**answer.stats, "answered_by": name})
        if answer.status in (Status.OPTIMAL, Status.INFEASIBLE):
            return answer
        if answer.bound is not None:
            bounds.append(answer.bound)
        if best.solution is None or (answer.objective is not None and answer.objective > (best.objective or 0)):
            best = answer
    bound = min(bounds, default=None)
    if best.solution is not None and best.objective == bound:
        return replace(best, status=Status.OPTIMAL, bound=bound)
    return replace(best, bound=bound)


def _solver_names(instance: Nmbr9Instance) -> tuple[str, ...]:
    if instance.variant == "U":
        return ("draft",)
    if instance.variant == "F":
        return ("exact",) if can_build_tables(instance) else ("literal",)
    if instance.cards <= TINY_DECK:
        return ("literal", "known")
    return ("known", "literal") if instance.cards <= SMALL_DECK else ("known",)


def _shares(instance: Nmbr9Instance, run: Run) -> Iterator[tuple[str, Run]]:
    """Generate each solver's name with a run that has half the remaining time; the last run has all of it."""
    names = _solver_names(instance)
    for name in names:
        if name == names[-1] or run.remaining is None:
            yield name, run
        else:
            yield name, run.part(run.remaining / 2)


def _module(name: str) -> Any:
    return import_module(f"tilewright.games.nmbr9.solvers.{name}")
