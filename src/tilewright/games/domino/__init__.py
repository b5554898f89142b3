"""Domino: lay as many stones as possible on a square board, each joined to the one before it."""

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
    summary="Lay as many stones as possible on an n x n board, each joined by a label to the one before it.",
    syntax='{"n": 6, "stones": [[0, 1], [3, 3]], "labels": 7, "rule": "chain"}, or 6: 01 33, or 6 touch: 01 33',
    solvers=(
        Solver("auto", "the method that suits the rule and the size of the board"),
        Solver("trail", "rule chain, exact for any size: a longest trail through the labels, laid in a snake"),
        Solver("cpsat", "both rules, exact for small boards: one CP-SAT model of stones, cells and order"),
        Solver(
            "strips",
            "rule touch, for any size: a row of stones across a winding strip of two cells, with a bound",
        ),
        Solver(
            "minizinc-a",
            "rule chain: the published MiniZinc model, search candidate A",
            entry="solvers.minizinc:solve_a",
            needs=("minizinc",),
        ),
        Solver(
            "minizinc-b",
            "rule chain: the published MiniZinc model, search candidate B",
            entry="solvers.minizinc:solve_b",
            needs=("minizinc",),
        ),
        Solver("asp", "rule chain: the ASP model of who follows whom, repaired", entry="solvers.asp:solve"),
        Solver(
            "asp-published",
            "rule chain: the ASP model as published, which mishandles doubles and so proves nothing",
            entry="solvers.asp:solve_published",
        ),
        Solver(
            "asp-slots",
            "rule chain: an ASP model of our own, which stone comes when; the snake lays them",
            entry="solvers.asp:solve_slots",
        ),
    ),
    generator=(
        Option("n", 6, "side of the board", lowest=1, highest=4000),
        Option(
            "stones", 0, "how many stones; 0: a tenth more than the board holds", lowest=0, highest=10_000_000
        ),
        Option("labels", 7, "how many labels", lowest=1, highest=1000),
        Option("rule", "chain", "how a stone joins the one before it", choices=("chain", "touch")),
    ),
    agents=(
        Agent("planner", "lays a longest trail through the labels in a snake: the best under rule chain"),
        Agent("greedy", "the stone after which most might still follow, laid along the wall"),
    ),
    analyst="greedy",
)
