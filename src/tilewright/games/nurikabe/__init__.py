"""Nurikabe: shade cells of a board into one sea, so that every number is left with an island of its size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Game, Option, Solver
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .rules import Board, Shading

__all__ = ["Board", "Shading", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Shading"]})

_QUESTIONS = (
    Option("unique", False, "prove that the solution is the only one, or show a second"),
    Option("count", 0, "count the solutions, up to so many; 0: do not count", lowest=0),
)

game = Game(
    __name__,
    title="Nurikabe",
    summary="Shade cells into one sea without pools, so that every number is left with an island of its size.",
    syntax="a text grid (3 a clue, . empty, ? a clue of unknown size), a puzz.link URL, 5x5:a5e2i1e3a, "
    'or {"rows": [[0, 3, 0], [0, 0, -1]]}',
    solvers=(
        Solver("auto", "deduction first, then search: the best we have for any board", options=_QUESTIONS),
        Solver("sat", "SAT with native cardinality; connectivity is cut in where it fails", options=_QUESTIONS),
        Solver(
            "deduction", "the steps that a person would take, and trials by contradiction", options=_QUESTIONS
        ),
        Solver(
            "frontier",
            "a sweep with all states of a row, exact on boards with a side of at most 15",
            options=_QUESTIONS,
        ),
        Solver("clingo", "answer set programming with reachability", options=_QUESTIONS),
        Solver("cpsat", "CP-SAT; connectivity is cut in where it fails", options=_QUESTIONS),
        Solver(
            "minizinc",
            "the published MiniZinc model with relabelled islands, for square boards",
            needs=("minizinc",),
            options=_QUESTIONS,
        ),
        Solver(
            "minizinc-different",
            "the published MiniZinc model for square boards whose numbers all differ",
            entry="solvers.minizinc:solve_different",
            needs=("minizinc",),
            options=_QUESTIONS,
        ),
    ),
    generator=(
        Option("rows", 10, "rows of the board", lowest=2, highest=50),
        Option("cols", 10, "columns of the board", lowest=2, highest=50),
        Option(
            "difficulty",
            "medium",
            "how hard the puzzle is to solve by hand",
            choices=("easy", "medium", "hard", "expert"),
        ),
    ),
    commands="nurikabe",
)
