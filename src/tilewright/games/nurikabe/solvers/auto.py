"""The default: deduction first; where it gets stuck, three searches take turns on what it left.

Most puzzles that people publish are solved by deduction alone. What is left of the others goes to the frontier,
to SAT and to clingo, each in ever longer turns. They fail on different boards: SAT where all depends on
counting, as on small boards with very big islands; the frontier on wide boards; and clingo is slow to begin,
but seldom lost. ``stats["answered_by"]`` tells who had the last word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from tilewright.errors import EngineFailure
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.kernels import deduction_kernel as kernel
from tilewright.games.nurikabe.rules import UNDECIDED, Board
from tilewright.games.nurikabe.search.requested_answers import Rows, answer, wanted
from tilewright.games.nurikabe.search.sea_distance import narrowed
from tilewright.games.nurikabe.search.search_board import Chart, draw_chart
from tilewright.games.nurikabe.solvers import clingo, deduction, frontier
from tilewright.games.nurikabe.solvers.sat import Search

__all__ = ["prepare", "solve"]

CHUNKS = 5
"""How much deduction is worth its time, in chunks of its work."""

FIRST_TURN = 0.02
"""Seconds of the first turn of SAT; every turn is four times as long as the one before."""

PATIENCE = 2
"""Turns before clingo takes part, which needs a fraction of a second to begin."""

CLINGO_TURN = 5
"""How many times as long as the turns of SAT those of clingo are."""

CONFIGURATIONS = ("jumpy", "handy", "crafty", "trendy")
"""Of clingo, one each turn: it begins anew anyway, and what defeats one may be easy for another."""

MOST_PAIRS = 200_000
"""Pairs of an island and a cell in its reach; with more, clingo would need too much memory."""


def prepare(instance: Board) -> None:
    deduction.prepare(instance)
    frontier.prepare(instance)


def solve(instance: Board, run: Run) -> Answer:
    outcome, state = deduction.deduced(instance, run, chunks=CHUNKS)
    if outcome not in (kernel.SOLVED, kernel.BROKEN) and (less := narrowed(instance, state)) != state:
        outcome, state = deduction.deduced(instance, run, chunks=CHUNKS, state=less)
    stats = {"undecided": sum(row.count(UNDECIDED) for row in state)}
    if outcome in (kernel.SOLVED, kernel.BROKEN):
        found = [state] if outcome == kernel.SOLVED else []
        return _told("deduction", run, found, complete=True, stats=stats)
    chart = draw_chart(instance, run, state)
    if chart is None:
        return answer(run, (), complete=False, stats=stats)
    return _take_turns(chart, run, stats)


def _take_turns(chart: Chart, run: Run, stats: Mapping[str, Any]) -> Answer:
    most = wanted(run)
    sweeps = frontier.Sweeps(chart)
    reached: list[Rows] = []
    ask_clingo = sum(map(len, chart.reach)) <= MOST_PAIRS
    with Search(chart) as search:
        for turn in count():
            if counted := sweeps.try_wider(run):
                found, facts = counted.found[:most], {**stats, "states": sweeps.states}
                return _told("frontier", run, found, complete=True, stats=facts, total=counted.total)
            seconds = FIRST_TURN * 4**turn
            search.find(run.part(seconds), most)
            if search.complete or len(search.found) >= most or run.stopped:
                break
            if ask_clingo and turn >= PATIENCE:
                configuration = CONFIGURATIONS[(turn - PATIENCE) % len(CONFIGURATIONS)]
                part = run.part(CLINGO_TURN * seconds)
                try:
                    more, complete = clingo.find(chart, part, most, configuration)
                except EngineFailure:  # its process was killed, for its memory say; the others go on
                    ask_clingo = False
                    continue
                if complete or len(more) >= most:
                    return _told("clingo", run, more, complete=complete, stats=stats)
                reached = max(reached, more, key=len)
        facts = {**stats, **search.stats}
        if len(reached) > len(search.found):
            return _told("clingo", run, reached, complete=False, stats=facts)
        return _told("sat", run, search.found, complete=search.complete, stats=facts)


def _told(method: str, run: Run, found: Sequence[Rows], **rest: Any) -> Answer:
    """The answer, with the name of the method if it has one."""
    told = answer(run, found, **rest)
    if not told.solution and not rest["complete"]:
        return told
    return replace(told, stats={**told.stats, "answered_by": method})
