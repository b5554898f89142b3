"""The methods that suit the instance, one after the other until one of them proves its answer the best.

A chain touches, too. So under rule touch the longest chain comes first: it is quickly found, and where it fills
the board or uses all stones, nothing is better. Then come the strips, which also bring a bound; and on small
boards CP-SAT has the last word. ``stats["answered_by"]`` tells whose stones are laid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from tilewright.game import Answer, Run, Status, Value
from tilewright.games.domino.rules import DominoInstance, capacity
from tilewright.games.domino.solvers import trail

__all__ = ["prepare", "solve"]

SMALL = 6
"""Up to this side, CP-SAT tries rule touch on the whole board."""

CHAIN_SECONDS = 5.0
"""The longest that rule touch waits for a longest chain, which many labels can make hard."""


def prepare(instance: DominoInstance) -> None:
    trail.prepare(instance)
    if instance.rule == "touch":
        for name in _touch_methods(instance):
            if hasattr(module := _module(name), "prepare"):
                module.prepare(instance)


def solve(instance: DominoInstance, run: Run) -> Answer:
    if instance.rule == "chain":
        return _told(trail.solve(instance, run), "trail")
    bound: Value = min(capacity(instance.n), len(instance.stones))
    best = Answer(Status.UNKNOWN, bound=bound)
    for name, answer in _touch_answers(instance, run):
        if answer.solution is not None and (best.solution is None or _laid(answer) > _laid(best)):
            best = _told(answer, name)
        if name != "trail":  # the bound of a chain is none for rule touch
            bound = min(bound, bound if answer.bound is None else answer.bound)
        run.report(best.objective, bound)
        if best.objective == bound:
            return replace(best, status=Status.OPTIMAL, bound=bound)
    status = Status.UNKNOWN if best.solution is None else Status.FEASIBLE
    return replace(best, status=status, bound=bound)


def _touch_answers(instance: DominoInstance, run: Run) -> Iterator[tuple[str, Answer]]:
    seconds = CHAIN_SECONDS if run.remaining is None else min(CHAIN_SECONDS, run.remaining / 4)
    chain = DominoInstance(instance.n, instance.stones, instance.labels)
    yield "trail", trail.solve(chain, run.part(seconds))
    for name in _touch_methods(instance):
        if run.stopped:
            return
        yield name, _module(name).solve(instance, run)


def _touch_methods(instance: DominoInstance) -> tuple[str, ...]:
    return ("strips", "cpsat") if instance.n <= SMALL else ("strips",)


def _module(name: str) -> Any:
    return import_module(f"tilewright.games.domino.solvers.{name}")


def _laid(answer: Answer) -> Value:
    return answer.objective or 0


def _told(answer: Answer, method: str) -> Answer:
    return replace(answer, stats={**answer.stats, "answered_by": method})
