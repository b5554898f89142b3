"""CP-SAT on the model of `sat`; connectivity constraints are added when an assignment violates them.

CP-SAT keeps no learnt clauses between calls, so every round starts from scratch with all clauses added so far.
"""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.rules import Board, Rows
from tilewright.games.nurikabe.search.answer_from_solutions import build_answer
from tilewright.games.nurikabe.search.board_with_island_reach import build_search_board
from tilewright.games.nurikabe.search.clause_model import Clause, Model
from tilewright.games.nurikabe.search.connectivity_clauses import find_cuts
from tilewright.puzzles.answer_from_solutions import solutions_needed

__all__ = ["solve"]

BATCH = 100
"""The largest number of assignments per round if more than two solutions are needed; otherwise, it is 1."""


def solve(instance: Board, run: Run) -> Answer:
    board = build_search_board(instance, run)
    if board is None:
        return build_answer(run, (), complete=False, stats={})
    model = Model(board)
    cp = _CpModel(model)
    solutions: list[Rows] = []
    complete = False
    stats = {"rounds": 0, "cuts": 0, "conflicts": 0}
    batch = BATCH if solutions_needed(run) > 2 else 1
    while not complete and len(solutions) < solutions_needed(run):
        outcome = cpsat.solve(cp.model, run, cp.variables, all_solutions=batch > 1, max_solutions=batch)
        stats["conflicts"] += outcome.stats.get("conflicts", 0)
        stats["rounds"] += 1
        complete = bool(outcome.stats.get("complete", False))
        for assignment in outcome.solutions:
            true = {variable for variable, value in assignment.items() if value}
            land = [cell + 1 in true for cell in range(board.cells)]
            cuts = list(find_cuts(model, land, true))
            if not cuts:
                solutions.append(board.rows(land))
                cuts = [[-(cell + 1) if island else cell + 1 for cell, island in enumerate(land)]]
            stats["cuts"] += len(cuts)
            for clause in cuts:
                cp.add(clause)
        if run.stopped:
            break
    return build_answer(run, solutions, complete=complete, stats=stats)


class _CpModel:
    """The clause model as a CP-SAT model."""

    def __init__(self, model: Model) -> None:
        self.model = cp_model.CpModel()
        self.variables = {variable: self.model.new_bool_var("") for variable in range(1, model.variables + 1)}
        for clause in model.clauses():
            self.add(clause)
        for variables in model.exclusive():
            self.model.add_at_most_one(self._literal(variable) for variable in variables)
        for variables, size in model.sums():
            self.model.add(sum(self.variables[variable] for variable in variables) == size)

    def add(self, clause: Clause) -> None:
        self.model.add_bool_or([self._literal(literal) for literal in clause])

    def _literal(self, literal: int) -> Any:
        return self.variables[literal] if literal > 0 else ~self.variables[-literal]
