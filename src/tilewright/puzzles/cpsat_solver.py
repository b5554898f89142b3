"""Solve the model of a puzzle with CP-SAT.

If a solution found by CP-SAT violates lazy constraints, the violated clauses are added, and CP-SAT searches
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.engines import cpsat
from tilewright.game import Answer, Run, Status
from tilewright.optional_packages import named_extras
from tilewright.puzzles.answer_from_solutions import build_answer, solutions_needed
from tilewright.puzzles.board_base_classes import GridBoard
from tilewright.puzzles.rule_model import Clause, Model, Truth
from tilewright.puzzles.sat_search import LazySearch

with named_extras():
    from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from tilewright.puzzles.puzzle_definition import Puzzle

__all__ = ["search_further", "solve_model"]


def search_further(
    model: Model, run: Run, found: Sequence[Truth], clauses: Sequence[Clause], *, thorough: bool
) -> tuple[list[list[bool]], bool]:
    """Continue the search of a SAT solver: return further assignments, and whether the search is complete.

    The search is complete if it has proved that there are no others. `found` contains the assignments that the
    SAT solver found, and `clauses` the clauses of lazy constraints that were added during its search. If
    `thorough` is true, CP-SAT adds every constraint that it can to the linear relaxation.
    """
    search = _Search(model, thorough)
    search.add(clauses)
    for truth in found:
        search.exclude(truth)
    return search.find_all(run, solutions_needed(run) - len(found))


def solve_model(puzzle: Puzzle, instance: GridBoard, run: Run) -> Answer:
    """Solve a board with CP-SAT and return the answer."""
    model = puzzle.model_for_cpsat(instance)
    search = _Search(model, thorough=puzzle.strengthen is not None)
    found, complete = search.find_all(run, solutions_needed(run))
    solutions = [puzzle.solution_in(instance, model, truth) for truth in found]
    return build_answer(run, solutions, complete=complete, stats=search.stats)


class _Search(LazySearch):
    """A search with CP-SAT; `thorough` has the same meaning as in `search_further`."""

    def __init__(self, model: Model, thorough: bool) -> None:
        super().__init__(model)
        self._thorough = thorough
        self._cp = cp_model.CpModel()
        self._variables = [self._cp.new_bool_var("") for _ in range(model.variables + 1)]
        self.add(model.definitions)
        for literals in model.at_most_one:
            self._cp.add_at_most_one(self._literal(literal) for literal in literals)
        for rule in model.rules:
            self.add(rule.clauses)
            for literals, k in rule.at_mosts:
                self._cp.add(sum(self._literal(literal) for literal in literals) <= k)

    def _literal(self, literal: int) -> cp_model.LiteralT:
        variable = self._variables[abs(literal)]
        return variable if literal > 0 else variable.negated()

    def add(self, clauses: Sequence[Clause]) -> None:
        for clause in clauses:
            self._cp.add_bool_or([self._literal(literal) for literal in clause])

    def _assignment(self, run: Run, assumptions: Sequence[int]) -> list[bool] | bool | None:
        """Return an assignment, False or None, as in the base class; `assumptions` is always empty here."""
        watched = dict(enumerate(self._variables))
        outcome = cpsat.solve(self._cp, run, watched, full_relaxation=self._thorough)
        if outcome.status is Status.INFEASIBLE:
            return False
        if not outcome.solutions:
            return None
        values = outcome.solutions[-1]
        return [bool(values[variable]) for variable in range(len(self._variables))]
