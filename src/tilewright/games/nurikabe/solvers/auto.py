"""The default: deduction first; where it gets stuck, the frontier and SAT take turns on what it left.

Most puzzles that people publish are solved by deduction alone. What is left of the others goes to two searches,
each in ever longer turns. They fail on different boards: SAT on small boards with very big islands, where all
depends on counting, and the frontier on wide boards. ``stats["answered_by"]`` tells who had the last word.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from tilewright.game import Answer, Run
from tilewright.games.nurikabe import kernel
from tilewright.games.nurikabe.rules import UNDECIDED, NurikabeInstance
from tilewright.games.nurikabe.solvers import deduction, frontier
from tilewright.games.nurikabe.solvers.answers import answer, wanted
from tilewright.games.nurikabe.solvers.chart import Chart, draw_chart
from tilewright.games.nurikabe.solvers.sat import Search

__all__ = ["prepare", "solve"]

CHUNKS = 5
"""How much deduction is worth its time, in chunks of its work."""

FIRST_TURN = 0.02
"""Seconds of the first turn of SAT; every turn is four times as long as the one before."""


def prepare(instance: NurikabeInstance) -> None:
    deduction.prepare(instance)
    frontier.prepare(instance)


def solve(instance: NurikabeInstance, run: Run) -> Answer:
    outcome, state = deduction.deduced(instance, run, chunks=CHUNKS)
    stats = {"undecided": sum(row.count(UNDECIDED) for row in state)}
    if outcome in (kernel.SOLVED, kernel.BROKEN):
        found = [state] if outcome == kernel.SOLVED else []
        return _told(answer(run, found, complete=True, stats=stats), "deduction")
    chart = draw_chart(instance, run, state)
    if chart is None:
        return answer(run, (), complete=False, stats=stats)
    return _take_turns(chart, run, stats)


def _take_turns(chart: Chart, run: Run, stats: dict[str, Any]) -> Answer:
    most = wanted(run)
    sweeps = frontier.Sweeps(chart)
    with Search(chart) as search:
        for turn in count():
            counted = sweeps.try_wider(run) if sweeps.left else None
            if counted is not None:
                facts = {**stats, "states": sweeps.states}
                found, total = counted.found[:most], counted.total
                return _told(answer(run, found, complete=True, stats=facts, total=total), "frontier")
            search.find(_part_of(run, FIRST_TURN * 4**turn) if sweeps.left else run, most)
            if search.complete or len(search.found) >= most or run.stopped:
                break
        told = answer(run, search.found, complete=search.complete, stats={**stats, **search.stats})
        return _told(told, "sat") if told.solution or search.complete else told


def _part_of(run: Run, seconds: float) -> Run:
    """A run for a part of what is left of another."""
    left = seconds if run.remaining is None else max(min(seconds, run.remaining), 1e-6)
    return Run(replace(run.limits, time=left), cancel=run.cancel)


def _told(told: Answer, method: str) -> Answer:
    return replace(told, stats={**told.stats, "answered_by": method})
