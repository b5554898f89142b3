"""Nurikabe: shade cells so that the sea is connected and every number has an island of that many cells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tilewright.game import Game, Solver
from tilewright.lazy_exports import lazy_exports
from tilewright.puzzles.puzzle_game import GENERATOR_OPTIONS, SOLVER_OPTIONS

if TYPE_CHECKING:
    from .rules import Board, Shading

__all__ = ["Board", "Shading", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Shading"]})

_solver = partial(Solver, options=SOLVER_OPTIONS)
"""Creates a solver with the options that all Nurikabe solvers share."""

game = Game(
    __name__,
    title="Nurikabe",
    summary="Shade a connected sea without 2x2 pools; each number is on an island with that many cells.",
    syntax="a text grid (3 a clue, . empty, ? a clue of unknown size), a puzz.link or Penpa+ link, "
    '5x5:a5e2i1e3a, or {"rows": [[0, 3, 0], [0, 0, -1]]}',
    solvers=(
        _solver("auto", "deduction first, then search; the default for every board"),
        _solver(
            "sat", "SAT with native cardinality constraints; violated connectivity clauses are added lazily"
        ),
        _solver("deduction", "human solving techniques, then proof by contradiction"),
        _solver("frontier", "dynamic programming over rows, only for boards with a side of at most 15"),
        _solver("clingo", "answer set programming with reachability"),
        _solver("cpsat", "CP-SAT; connectivity constraints are added when an assignment violates them"),
        _solver(
            "minizinc",
            "the published MiniZinc model, changed to allow equal numbers; for square boards up to 6 x 6",
            needs=("minizinc",),
        ),
        _solver(
            "minizinc-different",
            "the published MiniZinc model, for square boards up to 6 x 6 with distinct numbers",
            entry="solvers.minizinc:solve_different",
            needs=("minizinc",),
        ),
    ),
    generator=GENERATOR_OPTIONS,
    commands="nurikabe",
    kind="shade",
    puzzlink=("nurikabe",),
)
