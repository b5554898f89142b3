"""Patchwork: lay patches on a quilt of 9 x 9 squares.

The folder holds two related problems:

- ``quilt`` is the placement study: one player's quilt, filled with patches in a given order. Instances,
  solvers, the checker and the generator are about it. ``rules``, ``notation``, ``picture`` and ``generate``
  export what the game's contract needs of it.
- ``duel`` is the game of two players. ``state``, ``env``, ``web`` and ``agents`` are about it.

``pieces`` holds the patches, which both share, ``kernels`` the way in which compiled code is cached, and
``commands`` the commands of ``tilewright quilts``.
"""

from __future__ import annotations

from tilewright.game import Agent, Game, Option, Solver

__all__ = ["game"]

game = Game(
    __name__,
    title="Patchwork",
    summary="Lay patches on a quilt of 9 x 9 squares as they come, or play the full game for two.",
    syntax='{"order": [17, 5, 0, 33], "strategy": "all+regret"}, or 17,5,0,33: all+regret',
    solvers=(
        Solver("auto", "the instance's strategy on bitboards"),
        Solver("rules", "the same strategy in plain Python, on sets of squares"),
        Solver("regular", "the same strategy on the constraint model: automata and a propagator"),
        Solver("offline", "the best quilt for a known order: beam search, then CP-SAT; ignores the strategy"),
        Solver(
            "cpsat",
            "the best quilt for a known order: the paper's model on CP-SAT",
            options=(
                Option(
                    "model",
                    "regular",
                    "regular: placement automata; usage: also usage automata; placements: a variable for each",
                    choices=("regular", "usage", "placements"),
                ),
            ),
        ),
        Solver(
            "minizinc",
            "the best quilt for a known order: the paper's model on MiniZinc with Gecode",
            needs=("minizinc",),
        ),
    ),
    generator=(
        Option("patches", 0, "number of patches; 0: all 38 tiles", lowest=0, highest=38),
        Option("strategy", "all+regret", "the strategy that lays them"),
    ),
    agents=(
        Agent(
            "greedy",
            "buys the patch with most points per step of time by formula (1), and lays it as in the paper",
            variants="a strategy that lays the patches, such as all+regret",
        ),
        Agent(
            "greedy-published",
            "the same with the patch value of the paper's program, in which a factor is missing",
            variants="a strategy that lays the patches, such as all+regret",
        ),
        Agent("one-ply", "the move whose resulting position has the best learned value"),
        Agent("uct", "plain tree search with greedy playouts; budgets: uct:1000it or uct:0.1s"),
        Agent(
            "mcts",
            "tree search with a learned value and an exact endgame solver; budgets: mcts:2000it or mcts:1s",
            variants="a number of threads, each with its own tree, as in mcts+2:1s",
        ),
    ),
    commands="quilts",
    environment="patchwork_v0",
    analyst="mcts:2000it",
)
