"""Patchwork: lay patches on a quilt of 9 x 9 squares.

The folder holds two related problems:

- ``quilt`` is the placement study: one player's quilt, filled with patches in a given order. Instances,
  solvers, the checker and the generator belong to it; ``rules``, ``notation``, ``picture`` and ``generate``
  export its functions to the rest of Tilewright.
- ``duel`` is the two-player game; ``state``, ``env``, ``web`` and ``agents`` belong to it.

``pieces`` holds the patches, which both problems use; ``codingame`` holds the protocol of a bot contest;
``commands`` holds the subcommands of ``tilewright quilts``.

Terms: an *order* is a sequence of patches or of numbered tiles (the five 1x1 patches are separate tiles). A
*transform* is a distinct orientation of a shape. The *domain* of a square consists of the tiles that can still
cover it and, if the square can stay empty, of the value *empty*. A *policy* offers placements of a patch, an
*evaluation* chooses one of them, and a *strategy* combines both. The *regret* of a placement is the amount by
which it shrinks the domains. The *paper* is "State Representation and Polyomino Placement for the Game
Patchwork" by M. Z. Lagerkvist; its program is the *published program*. The patches that nobody has bought yet
form the *circle*; its *marker* stands before the next three patches, which are *on offer*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Agent, Game, Level, Option, Solver
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .duel.moves import Advance, Buy, Move, Special
    from .duel.patch_set_and_edition import Variant
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
    "Variant",
    "game",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "duel.moves": ["Advance", "Buy", "Move", "Special"],
        "duel.rules": ["PatchworkState"],
        "duel.patch_set_and_edition": ["Variant"],
        "quilt.rules": ["Placement", "QuiltInstance", "QuiltSolution"],
    },
)

game = Game(
    __name__,
    title="Patchwork",
    summary="Cover a 9 x 9 quilt with patches in a given order, or play the two-player game.",
    syntax='{"order": [17, 5, 0, 33], "strategy": "all+regret"}, or 17,5,0,33: all+regret',
    solvers=(
        Solver("auto", "runs the instance's strategy on bitboards"),
        Solver("rules", "runs the instance's strategy in plain Python on sets of squares"),
        Solver("regular", "runs the instance's strategy on the constraint model: automata and a propagator"),
        Solver(
            "offline",
            "finds the best quilt for a known order by beam search, then CP-SAT; ignores the strategy",
        ),
        Solver(
            "cpsat",
            "finds the best quilt for a known order with the paper's model on CP-SAT",
            options=(
                Option(
                    "model",
                    "regular",
                    "regular: placement automata; usage: also usage automata; "
                    "placements: one Boolean variable per placement",
                    choices=("regular", "usage", "placements"),
                ),
            ),
        ),
        Solver(
            "minizinc",
            "finds the best quilt for a known order with the paper's model on MiniZinc and Gecode",
            needs=("minizinc",),
        ),
    ),
    generator=(
        Option(
            "patches", 0, "number of patches; 0 means all 38, including five 1x1 patches", lowest=0, highest=38
        ),
        Option("strategy", "all+regret", "the strategy that lays the patches"),
        Option(
            "patch_set",
            "paper",
            "paper: the patches of the published program; box: the patches in the box of the game",
            choices=("paper", "box"),
        ),
    ),
    agents=(
        Agent(
            "greedy",
            "buys the patch with the most points per step (formula 1 of the paper); lays it as in the paper",
            variants="a placement strategy, such as all+regret",
        ),
        Agent(
            "greedy-published",
            "like greedy, but with the patch value of the published program, which omits a factor",
            variants="a placement strategy, such as all+regret",
        ),
        Agent("one-ply", "looks one move ahead with the learned value of mcts"),
        Agent(
            "uct",
            "UCT tree search with greedy playouts; takes a budget, as in uct:1000it or uct:0.1s",
            takes_budget=True,
        ),
        Agent(
            "mcts",
            "tree search with a learned value and an exact endgame; takes a budget: mcts:2000it or mcts:1s",
            variants="a number of threads, each with its own tree, as in mcts+2:1s",
            takes_budget=True,
        ),
        Agent(
            "mcts-v1",
            "mcts of earlier releases, a fixed reference for comparisons; takes a budget, as in mcts-v1:2000it",
            takes_budget=True,
        ),
    ),
    levels=(
        Level("Easy", "greedy", 0),
        Level("Medium", "one-ply", 700),
        Level("Strong", "mcts:100it", 1101),
        Level("Strongest", "mcts:1000it", 1314),
    ),
    commands="quilts",
    environment="patchwork_v0",
    analyst="mcts:2000it",
)
