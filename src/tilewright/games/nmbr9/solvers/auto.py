"""The method that suits the variant and the size of the deck; ``stats["answered_by"]`` tells who answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from tilewright.game import Answer, Run, Status, Value
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.stacking.part_tables import within_reach

__all__ = ["prepare", "solve"]

SMALL_KNOWN = 8
"""Known decks of so many cards are tried exactly first."""


def prepare(instance: Nmbr9Instance) -> None:
    for name in _methods(instance):
        if hasattr(module := _module(name), "prepare"):
            module.prepare(instance)


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    """One method after the other, until one of them proves its answer."""
    best = Answer(Status.UNKNOWN)
    bounds: list[Value] = []
    for name, part in _shares(instance, run):
        answer: Answer = _module(name).solve(instance, part)
        told = replace(answer, stats={**answer.stats, "answered_by": name})
        if answer.status in (Status.OPTIMAL, Status.INFEASIBLE):
            return told
        if answer.bound is not None:
            bounds.append(answer.bound)
        if answer.solution is not None or best.solution is None:
            best = told
    bound = min(bounds, default=None)
    if best.solution is not None and best.objective == bound:
        return replace(best, status=Status.OPTIMAL, bound=bound)
    return replace(best, bound=bound)


def _methods(instance: Nmbr9Instance) -> tuple[str, ...]:
    if instance.variant == "U":
        return ("draft",)
    if instance.variant == "F":
        return ("exact",) if within_reach(instance) else ("literal",)
    return ("literal", "known") if instance.cards <= SMALL_KNOWN else ("known",)


def _shares(instance: Nmbr9Instance, run: Run) -> Iterator[tuple[str, Run]]:
    """Each method with its share of the time: half of what is left, the last one all of it."""
    methods = _methods(instance)
    for name in methods:
        if name == methods[-1] or run.remaining is None:
            yield name, run
        else:
            yield name, run.part(run.remaining / 2)


def _module(name: str) -> Any:
    return import_module(f"tilewright.games.nmbr9.solvers.{name}")
