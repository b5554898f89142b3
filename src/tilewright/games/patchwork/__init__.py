"""Patchwork: lay patches on a quilt of 9 x 9 squares, not knowing which one comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Agent, Game, Option, Solver
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .duel.moves import Advance, Buy, Move, Special
    from .duel.rules import PatchworkState
    from .quilt.rules import Placement, QuiltInstance, QuiltSolution

__all__ = [
    "Advance",
    "Buy",
    "Move",
    "PatchworkState",
    "Placement",
    "QuiltInstance",
    "QuiltSolution",
    "Special",
    "game",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "duel.moves": ["Advance", "Buy", "Move", "Special"],
        "duel.rules": ["PatchworkState"],
        "quilt.rules": ["Placement", "QuiltInstance", "QuiltSolution"],
    },
)

game = Game(
    __name__,
    title="Patchwork",
    summary="Lay patches on a quilt of 9 x 9 squares as they come, or play the whole game of two.",
    syntax='{"order": [17, 5, 0, 33], "strategy": "all+regret"}, or 17,5,0,33: all+regret',
    solvers=(
        Solver("auto", "the instance's strategy on bitboards"),
        Solver("rules", "the same strategy in plain Python, on sets of squares"),
        Solver("regular", "the same strategy with the constraint model: automata and a propagator"),
        Solver("offline", "the best quilt when the order is known: beams, then CP-SAT; asks no strategy"),
        Solver(
            "cpsat",
            "the best quilt when the order is known: the paper's model on CP-SAT",
            options=(
                Option(
                    "model",
                    "regular",
                    "regular: placement automata; usage: usage automata too; placements: a truth for each",
                    choices=("regular", "usage", "placements"),
                ),
            ),
        ),
        Solver(
            "minizinc",
            "the best quilt when the order is known: the paper's model on MiniZinc with Gecode",
            needs=("minizinc",),
        ),
    ),
    generator=(
        Option("patches", 0, "how many patches; 0: all 38 tiles", lowest=0, highest=38),
        Option("strategy", "all+regret", "the strategy that lays them"),
    ),
    agents=(
        Agent(
            "greedy",
            "the patch that gives most points for each step of time, by formula (1), laid as in the paper",
            variants="a strategy that lays the patches, such as all+regret",
        ),
        Agent(
            "greedy-published",
            "the same with the value of the published program, which lacks a factor",
            variants="a strategy that lays the patches, such as all+regret",
        ),
        Agent("one-ply", "the move after which a learned value is best"),
        Agent("uct", "plain tree search with greedy playouts; a budget: uct:1000it or uct:0.1s"),
        Agent(
            "mcts",
            "tree search with a learned value, the end solved exactly; a budget: mcts:2000it or mcts:1s",
            variants="a number of threads that grow a tree each, as in mcts+2:1s",
        ),
    ),
    commands="quilts",
    environment="patchwork_v0",
    analyst="mcts:2000it",
)
