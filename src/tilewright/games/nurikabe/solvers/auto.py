"""The default solver: deduction first; if deduction does not finish, three searches take turns.

Deduction alone solves most published puzzles. On boards that it does not finish, the frontier sweep, SAT and
clingo take turns of increasing length. The weaknesses of these searches differ: SAT is slow where counting
matters, as on small boards with very large islands; the frontier sweep is slow on wide boards; clingo is slow
to start but rarely fails. ``stats["answered_by"]`` names the method that gave the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from typing import Any

from tilewright.errors import EngineFailure
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.kernels import deduction_kernel as kernel
from tilewright.games.nurikabe.rules import UNDECIDED, Board, Rows
from tilewright.games.nurikabe.search.answer_from_solutions import build_answer
from tilewright.games.nurikabe.search.board_with_island_reach import SearchBoard, build_search_board
from tilewright.games.nurikabe.search.cells_too_far_from_sea import without_distant_sea
from tilewright.games.nurikabe.solvers import clingo, deduction, frontier
from tilewright.games.nurikabe.solvers.sat import Search
from tilewright.puzzles.answer_from_solutions import solutions_needed

__all__ = ["prepare", "solve"]

CHUNKS = 5
"""The work limit of the deduction, in chunks of `deduction.CHUNK` cell visits."""

FIRST_TURN = 0.02
"""The length of SAT's first turn in seconds; each turn is four times as long as the previous one."""

TURNS_BEFORE_CLINGO = 2
"""The number of turns before clingo takes part; clingo needs a fraction of a second to start."""

CLINGO_TURN = 5
"""The length of clingo's turns, as a multiple of the length of SAT's turns."""

CONFIGURATIONS = ("jumpy", "handy", "crafty", "trendy")
"""The clingo configurations, which are used in turn.

A board that is hard for one configuration may be easy for another.
"""

MOST_PAIRS = 200_000
"""The largest number of pairs of an island and a cell within its reach for which clingo is used.

With more pairs, clingo would need too much memory.
"""


_prepared: set[str] = set()
"""The solvers whose kernels this process has prepared."""


def prepare(instance: Board) -> None:
    """Compile the deduction and, if deduction does not finish on this board, the frontier sweep."""
    if "frontier" in _prepared:
        return
    if "deduction" not in _prepared:
        deduction.prepare(instance)
        _prepared.add("deduction")
    outcome, _ = deduction.deduced(instance, Run(), chunks=CHUNKS)
    if outcome not in (kernel.SOLVED, kernel.BROKEN):
        frontier.prepare(instance)
        _prepared.add("frontier")


def solve(instance: Board, run: Run) -> Answer:
    outcome, state = deduction.deduced(instance, run, chunks=CHUNKS)
    if outcome not in (kernel.SOLVED, kernel.BROKEN):
        narrowed = without_distant_sea(instance, state)
        if narrowed != state:
            outcome, state = deduction.deduced(instance, run, chunks=CHUNKS, state=narrowed)
    stats = {"undecided": sum(row.count(UNDECIDED) for row in state)}
    if outcome in (kernel.SOLVED, kernel.BROKEN):
        solutions = [state] if outcome == kernel.SOLVED else []
        return _answered_by("deduction", run, solutions, complete=True, stats=stats)
    board = build_search_board(instance, run, state)
    if board is None:
        return build_answer(run, (), complete=False, stats=stats)
    return _take_turns(board, run, stats)


def _take_turns(board: SearchBoard, run: Run, stats: Mapping[str, Any]) -> Answer:
    """Let the searches take turns until one of them gives the answer or the run is stopped."""
    most = solutions_needed(run)
    sweeps = frontier.Sweeps(board)
    clingo_solutions: list[Rows] = []
    use_clingo = sum(map(len, board.reach)) <= MOST_PAIRS
    with closing(Search(board)) as search:
        for turn in count():
            if counted := sweeps.try_wider(run):
                statistics, total, exact = {**stats, "states": sweeps.states}, counted.total, counted.exact
                swept = counted.solutions[:most]
                return _answered_by("frontier", run, swept, complete=exact, stats=statistics, total=total)
            seconds = FIRST_TURN * 4**turn
            search.find(run.part(seconds), most)
            if search.complete or len(search.solutions) >= most or run.stopped:
                break
            if use_clingo and turn >= TURNS_BEFORE_CLINGO:
                configuration = CONFIGURATIONS[(turn - TURNS_BEFORE_CLINGO) % len(CONFIGURATIONS)]
                turn_run = run.part(CLINGO_TURN * seconds)
                try:
                    solutions, complete = clingo.find(board, turn_run, most, configuration)
                except EngineFailure:  # for example out of memory; the other searches continue
                    use_clingo = False
                    continue
                if complete or len(solutions) >= most:
                    return _answered_by("clingo", run, solutions, complete=complete, stats=stats)
                clingo_solutions = max(clingo_solutions, solutions, key=len)
        statistics = {**stats, **search.stats}
        if len(clingo_solutions) > len(search.solutions):
            return _answered_by("clingo", run, clingo_solutions, complete=False, stats=statistics)
        return _answered_by("sat", run, search.solutions, complete=search.complete, stats=statistics)


def _answered_by(method: str, run: Run, solutions: Sequence[Rows], **rest: Any) -> Answer:
    """Return the answer; its statistics name the method if there is a solution or the search is complete."""
    answer = build_answer(run, solutions, **rest)
    if not answer.solution and not rest["complete"]:
        return answer
    return replace(answer, stats={**answer.stats, "answered_by": method})
