"""CP-SAT on the model of `sat`, connectivity cut in where it fails.

CP-SAT keeps nothing of what it has learnt between two questions, so that every round begins anew, with the
clauses that the boards of the rounds before have broken.
"""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.rules import Board
from tilewright.games.nurikabe.search.clause_model import Clause, Model
from tilewright.games.nurikabe.search.connectivity_cuts import find_cuts
from tilewright.games.nurikabe.search.requested_answers import Rows, answer, wanted
from tilewright.games.nurikabe.search.search_board import draw_chart

__all__ = ["solve"]

BATCH = 100
"""Boards that obey the model in one round, where many solutions are wanted."""


def solve(instance: Board, run: Run) -> Answer:
    chart = draw_chart(instance, run)
    if chart is None:
        return answer(run, (), complete=False, stats={})
    model = Model(chart)
    cp = _Cp(model)
    found: list[Rows] = []
    complete = False
    stats = {"rounds": 0, "cuts": 0, "conflicts": 0}
    batch = BATCH if wanted(run) > 2 else 1
    while not complete and len(found) < wanted(run):
        outcome = cpsat.solve(cp.model, run, cp.truths, all_solutions=batch > 1, max_solutions=batch)
        stats["conflicts"] += outcome.stats.get("conflicts", 0)
        stats["rounds"] += 1
        complete = bool(outcome.stats.get("complete", False))
        for board in outcome.solutions:
            true = {truth for truth, value in board.items() if value}
            land = [cell + 1 in true for cell in range(chart.cells)]
            cuts = list(find_cuts(model, land, true))
            if not cuts:
                found.append(chart.rows(land))
                cuts = [[-(cell + 1) if island else cell + 1 for cell, island in enumerate(land)]]
            stats["cuts"] += len(cuts)
            for clause in cuts:
                cp.add(clause)
        if run.stopped:
            break
    return answer(run, found, complete=complete, stats=stats)


class _Cp:
    """The model in CP-SAT's terms."""

    def __init__(self, model: Model) -> None:
        self.model = cp_model.CpModel()
        self.truths = {truth: self.model.new_bool_var("") for truth in range(1, model.truths + 1)}
        for clause in model.clauses():
            self.add(clause)
        for truths in model.exclusive():
            self.model.add_at_most_one(self._literal(truth) for truth in truths)
        for truths, size in model.sums():
            self.model.add(sum(self.truths[truth] for truth in truths) == size)

    def add(self, clause: Clause) -> None:
        self.model.add_bool_or([self._literal(truth) for truth in clause])

    def _literal(self, truth: int) -> Any:
        return self.truths[truth] if truth > 0 else ~self.truths[-truth]
