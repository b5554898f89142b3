"""Solve the model of a puzzle with CP-SAT.

If a solution of CP-SAT violates lazy constraints, the violated clauses are added, and CP-SAT searches again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.engines import cpsat
from tilewright.game import Answer, Run, Status
from tilewright.optional_packages import named_extras
from tilewright.puzzles.answer_from_solutions import build_answer, solutions_needed
from tilewright.puzzles.boards import GridBoard
from tilewright.puzzles.rule_model import Clause, Model, Truth
from tilewright.puzzles.solution_types import PuzzleSolution

with named_extras():
    from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from tilewright.puzzles.puzzle_definition import Puzzle

__all__ = ["search_further", "solve_model"]


def search_further(
    puzzle: Puzzle, instance: GridBoard, run: Run, found: Sequence[Truth], clauses: Sequence[Clause]
) -> tuple[list[list[bool]], bool]:
    """Continue the search of a SAT solver: return further assignments, and whether there are no others.

    `found` are the assignments that the SAT solver found, and `clauses` are those that it added.
    """
    model = _model(puzzle, instance)
    search = _Search(model, thorough=True)
    for clause in (*clauses, *(model.excluding_clause(truth) for truth in found)):
        search.add(clause)
    more: list[list[bool]] = []
    while len(found) + len(more) < solutions_needed(run):
        truth = search.find(run)
        if not truth:
            return more, truth is not None
        more.append(truth)
        search.add(model.excluding_clause(truth))
    return more, False


def _model(puzzle: Puzzle, instance: GridBoard) -> Model:
    model = puzzle.model_for_solving(instance)
    if puzzle.strengthen is not None:
        puzzle.strengthen(instance, model)
    return model


def solve_model(puzzle: Puzzle, instance: GridBoard, run: Run) -> Answer:
    """Solve a board with CP-SAT and return the answer."""
    model = _model(puzzle, instance)
    search = _Search(model, thorough=puzzle.strengthen is not None)
    solutions: list[PuzzleSolution] = []
    complete = False
    while len(solutions) < solutions_needed(run):
        truth = search.find(run)
        if truth is None:
            break
        if not truth:
            complete = True
            break
        solutions.append(puzzle.solution_in(instance, model, truth))
        search.add(model.excluding_clause(truth))
    return build_answer(run, solutions, complete=complete, stats={"rounds": search.rounds, "cuts": search.cuts})


class _Search:
    """A CP-SAT model with the clauses of a puzzle's model; `thorough` asks for a complete linear relaxation."""

    def __init__(self, model: Model, thorough: bool) -> None:
        self.rounds = self.cuts = 0
        self._thorough = thorough
        self._cp = cp_model.CpModel()
        self._variables = [self._cp.new_bool_var("") for _ in range(model.variables + 1)]
        self._lazy = [constraint for rule in model.rules for constraint in rule.lazy]
        for clause in model.definitions:
            self.add(clause)
        for literals in model.at_most_one:
            self._cp.add_at_most_one(self._literal(literal) for literal in literals)
        for rule in model.rules:
            for clause in rule.clauses:
                self.add(clause)
            for literals, k in rule.at_mosts:
                self._cp.add(sum(self._literal(literal) for literal in literals) <= k)

    def _literal(self, literal: int) -> cp_model.LiteralT:
        variable = self._variables[abs(literal)]
        return variable if literal > 0 else variable.negated()

    def add(self, clause: list[int]) -> None:
        """Require that at least one of the literals is true."""
        self._cp.add_bool_or([self._literal(literal) for literal in clause])

    def find(self, run: Run) -> list[bool] | None:
        """Return the assignment of a solution, an empty list if there is none, or None if the run stopped."""
        while True:
            watched = dict(enumerate(self._variables))
            outcome = cpsat.solve(self._cp, run, watched, full_relaxation=self._thorough)
            if outcome.status is Status.INFEASIBLE:
                return []
            if not outcome.solutions:
                return None
            self.rounds += 1
            values = outcome.solutions[-1]
            truth = [bool(values[variable]) for variable in range(len(self._variables))]
            cuts = [clause for constraint in self._lazy for clause in constraint.violated(truth)]
            if not cuts:
                return truth
            self.cuts += len(cuts)
            for clause in cuts:
                self.add(clause)
