"""The declaration of a pencil puzzle: a `Game` with generator options and the solvers that every puzzle has."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.game import Game, Option, Solver
from tilewright.puzzles.grades import GRADES

__all__ = ["GENERATOR_OPTIONS", "SOLVER_OPTIONS", "generator_options", "puzzle_game"]

SOLVER_OPTIONS = (
    Option("unique", False, "prove that the solution is unique, or find a second one"),
    Option("count", 0, "count the solutions up to this number; 0: do not count", lowest=0),
)
"""The options that every solver of a puzzle has."""


def generator_options(
    side: int = 10,
    highest: int = 50,
    difficulty: str = "medium",
    grades: Sequence[str] = GRADES,
) -> tuple[Option, ...]:
    """Return the options of a generator; `side` is the default number of rows and columns."""
    return (
        Option("rows", side, "rows of the board", lowest=2, highest=highest),
        Option("cols", side, "columns of the board", lowest=2, highest=highest),
        Option("difficulty", difficulty, "how hard the puzzle is to solve by hand", choices=tuple(grades)),
    )


GENERATOR_OPTIONS = generator_options()
"""The options of most generators."""


def puzzle_game(
    package: str,
    *,
    title: str,
    summary: str,
    syntax: str,
    kind: str,
    puzzlink: tuple[str, ...] = (),
    solvers: Sequence[Solver] = (),
    generator: Sequence[Option] = GENERATOR_OPTIONS,
) -> Game:
    """Return the game of a pencil puzzle. Its solvers are the given ones, then SAT, CP-SAT and clingo."""
    common = (
        Solver(
            "sat",
            "SAT; clauses for connectivity, sizes or loops are added when a candidate violates them",
            "puzzle:PUZZLE.sat",
            options=(Option("common", False, "list the values that all solutions share"),),
        ),
        Solver("cpsat", "CP-SAT with the clauses of the SAT model", "puzzle:PUZZLE.cpsat"),
        Solver("clingo", "answer set programming, with its own encoding of the rules", "puzzle:PUZZLE.clingo"),
    )
    return Game(
        package,
        title=title,
        summary=summary,
        syntax=syntax,
        solvers=tuple(
            Solver(each.name, each.summary, each.entry, each.needs, (*SOLVER_OPTIONS, *each.options))
            for each in (*solvers, *common)
        ),
        generator=tuple(generator),
        kind=kind,
        puzzlink=puzzlink,
    )
