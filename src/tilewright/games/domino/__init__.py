"""Domino: lay as many stones as possible on a square board, each joined to the previous stone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Agent, Game, Option, Solver
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .rules import DominoInstance, DominoSolution
    from .state import DominoMove, DominoState

__all__ = ["DominoInstance", "DominoMove", "DominoSolution", "DominoState", "game"]

__getattr__, __dir__ = lazy_exports(
    __name__, {"rules": ["DominoInstance", "DominoSolution"], "state": ["DominoMove", "DominoState"]}
)

game = Game(
    __name__,
    title="Domino",
    summary="Lay as many stones as possible on an n x n board; consecutive stones must join at equal labels.",
    syntax='{"n": 6, "stones": [[0, 1], [3, 3]], "labels": 7, "rule": "chain"}, or 6: 01 33, or 6 touch: 01 33',
    solvers=(
        Solver(
            "auto",
            "rule chain: trail; rule touch: trail, strips, then cpsat (small boards), until proved optimal",
        ),
        Solver("trail", "rule chain, exact for any size: a longest trail in the label graph, laid row by row"),
        Solver("cpsat", "both rules, exact for small boards: one CP-SAT model of stones, cells and order"),
        Solver(
            "strips",
            "rule touch, any size: stones laid across a winding strip two cells wide, with an upper bound",
        ),
        Solver(
            "minizinc-a",
            "rule chain: a MiniZinc model of the published design; assigns labels in order, small labels first",
            entry="solvers.minizinc:solve_a",
            needs=("minizinc",),
        ),
        Solver(
            "minizinc-b",
            "rule chain: like minizinc-a, but with large neighbourhood search if the side is above 33",
            entry="solvers.minizinc:solve_b",
            needs=("minizinc",),
        ),
        Solver(
            "asp",
            "rule chain: the published ASP model with corrections; it chooses the half that follows each half",
            entry="solvers.asp:solve",
        ),
        Solver(
            "asp-published",
            "rule chain: the ASP model as published; it mishandles doubles, so it proves nothing",
            entry="solvers.asp:solve_published",
        ),
        Solver(
            "asp-slots",
            "rule chain: an ASP model that chooses the stone at each position of the chain, without a board",
            entry="solvers.asp:solve_slots",
        ),
    ),
    generator=(
        Option("n", 6, "side of the board", lowest=1, highest=4000),
        Option(
            "stones",
            0,
            "number of stones; 0: 10% more than the board holds",
            lowest=0,
            highest=10_000_000,
        ),
        Option("labels", 7, "number of labels", lowest=1, highest=1000),
        Option("rule", "chain", "how a stone joins the previous one", choices=("chain", "touch")),
    ),
    agents=(
        Agent("planner", "lays a longest trail in the label graph row by row; optimal under rule chain"),
        Agent("greedy", "plays the move with the highest upper bound on the number of stones laid"),
    ),
    analyst="greedy",
)
