"""The method that suits the instance: it tells which one in ``stats["answered_by"]``.

A chain touches, too. So under rule touch the longest chain comes first: it is quickly found, and where it fills
the board or uses all stones, nothing is better.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

from tilewright.game import Answer, Limits, Run, Status
from tilewright.games.domino.rules import DominoInstance, capacity
from tilewright.games.domino.solvers import trail

__all__ = ["prepare", "solve"]

SMALL = 5
"""Up to this side, CP-SAT solves rule touch on the whole board."""

CHAIN_SECONDS = 5.0
"""The longest that rule touch waits for a longest chain, which many labels can make hard."""


def prepare(instance: DominoInstance) -> None:
    trail.prepare(instance)
    if instance.rule == "touch":
        module = _touch_solver(_touch_method(instance))
        if hasattr(module, "prepare"):
            module.prepare(instance)


def solve(instance: DominoInstance, run: Run) -> Answer:
    if instance.rule == "chain":
        return _told(trail.solve(instance, run), "trail")
    chain = trail.solve(DominoInstance(instance.n, instance.stones, instance.labels), _short(run))
    most = min(capacity(instance.n), len(instance.stones))
    if chain.objective == most:
        return _told(replace(chain, status=Status.OPTIMAL, bound=most), "trail")
    run.report(chain.objective, most)
    method = _touch_method(instance)
    answer: Answer = _touch_solver(method).solve(instance, run)
    if (answer.objective or 0) < (chain.objective or 0):
        return _told(replace(chain, status=Status.FEASIBLE, bound=answer.bound or most), "trail")
    return _told(answer, method)


def _short(run: Run) -> Run:
    """A part of the run; nobody hears its progress, because the bound of a chain is none for rule touch."""
    seconds = CHAIN_SECONDS if run.remaining is None else min(CHAIN_SECONDS, run.remaining / 4)
    return Run(Limits(max(seconds, 0.001), run.limits.threads, run.limits.seed), cancel=run.cancel)


def _told(answer: Answer, method: str) -> Answer:
    return replace(answer, stats={**answer.stats, "answered_by": method})


def _touch_method(instance: DominoInstance) -> str:
    return "cpsat" if instance.n <= SMALL else "strips"


def _touch_solver(method: str) -> Any:
    return import_module(f"tilewright.games.domino.solvers.{method}")
