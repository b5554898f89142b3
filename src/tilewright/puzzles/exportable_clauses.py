"""The complete clauses of a pencil puzzle, for SAT solvers outside of Tilewright.

A constraint such as connectivity has too many clauses to list, so a search adds only the clauses that it needs.
When the search has found all solutions and proved that there are no others, the assignments that satisfy the
clauses of the model and the added clauses are exactly the solutions of the puzzle. For a puzzle with few
solutions, such a search is possible, and it yields a complete formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.puzzles.kinds_and_states import describe_place
from tilewright.puzzles.rule_model import Clause, Model
from tilewright.puzzles.sat_search import ModelSearch

__all__ = ["ClauseModel", "clause_model"]

MOST_SOLUTIONS = 100
"""A puzzle with lazy constraints can be exported if it has at most this many solutions."""


@dataclass(frozen=True, slots=True)
class ClauseModel:
    """Clauses and cardinality constraints over numbered variables, and the meaning of the variables."""

    variables: int
    clauses: Sequence[Clause]
    at_mosts: Sequence[tuple[Sequence[int], int]]
    """Lists of literals, each with the largest number of its literals that may be true."""
    meanings: Sequence[tuple[int, str]]
    """Literals, each with a text that names a place and the value that the place has if the literal is true."""


def clause_model(model: Model, engine: str = "minicard") -> ClauseModel:
    """Return the complete clauses of a model.

    Raise `BadInput` if the model has lazy constraints and more than `MOST_SOLUTIONS` solutions.
    """
    clauses = [*model.definitions, *(clause for rule in model.rules for clause in rule.clauses)]
    if any(rule.lazy for rule in model.rules):
        with ModelSearch(model, engine) as search:
            _, complete = search.find_all(Run(), MOST_SOLUTIONS + 1)
            if not complete:
                raise BadInput(
                    f"the puzzle has more than {MOST_SOLUTIONS} solutions: a puzzle with constraints such as"
                    f" connectivity can be exported only if it has at most {MOST_SOLUTIONS}"
                )
            clauses += search.added
    at_mosts: list[tuple[Sequence[int], int]] = [(literals, 1) for literals in model.at_most_one]
    at_mosts += [constraint for rule in model.rules for constraint in rule.at_mosts]
    meanings = [
        (literal, f"{describe_place(place)}: {value}")
        for place, literals in model.values.items()
        for value, literal in literals.items()
    ]
    return ClauseModel(model.variables, clauses, at_mosts, meanings)
