"""Run the solvers that suit the instance, one after the other, until the best answer is proved optimal.

Every chain is also a solution under rule `touch`. So under this rule the longest chain is computed first: this
is usually fast, and the chain is optimal if it fills the board or uses all stones. Next is `strips`, which also
gives an upper bound, and then, on small boards, CP-SAT. ``stats["answered_by"]`` names the solver that found
the returned solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from tilewright.game import Answer, Run, Status, Value
from tilewright.games.domino.rules import DominoInstance, simple_bound
from tilewright.games.domino.solvers import trail

__all__ = ["prepare", "solve"]

LARGEST_CPSAT_SIDE = 6
"""The largest side of a board for which CP-SAT is used under rule `touch`."""

CHAIN_SECONDS = 5.0
"""The time limit in seconds for the search for the longest chain under rule `touch`.

With many labels, this chain is hard to find. The search may use at most a quarter of the remaining time.
"""


def prepare(instance: DominoInstance) -> None:
    trail.prepare(instance)
    if instance.rule == "touch":
        for name in _touch_solvers(instance):
            if hasattr(module := _solver_module(name), "prepare"):
                module.prepare(instance)


def solve(instance: DominoInstance, run: Run) -> Answer:
    if instance.rule == "chain":
        return _with_solver_name(trail.solve(instance, run), "trail")
    bound: Value = simple_bound(instance)
    best = Answer(Status.UNKNOWN, bound=bound)
    for name, answer in _touch_answers(instance, run):
        if answer.solution is not None and (best.solution is None or _laid(answer) > _laid(best)):
            best = _with_solver_name(answer, name)
        if name != "trail":  # an upper bound on chains is not valid under rule `touch`
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
    for name in _touch_solvers(instance):
        if run.stopped:
            return
        yield name, _solver_module(name).solve(instance, run)


def _touch_solvers(instance: DominoInstance) -> tuple[str, ...]:
    return ("strips", "cpsat") if instance.n <= LARGEST_CPSAT_SIDE else ("strips",)


def _solver_module(name: str) -> Any:
    return import_module(f"tilewright.games.domino.solvers.{name}")


def _laid(answer: Answer) -> Value:
    return answer.objective or 0


def _with_solver_name(answer: Answer, solver: str) -> Answer:
    return replace(answer, stats={**answer.stats, "answered_by": solver})
