"""Labyrinth: the costliest simple path between two nodes of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Game, Option, Solver
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .rules import LabyrinthInstance, LabyrinthSolution

__all__ = ["LabyrinthInstance", "LabyrinthSolution", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["LabyrinthInstance", "LabyrinthSolution"]})

game = Game(
    __name__,
    title="Labyrinth",
    summary="Find the longest simple path between two nodes of a graph whose edges have costs.",
    syntax='from 1 to 3 1-2 2-3:7, or {"edges": [[1, 2], [2, 3, 7]], "start": 1, "target": 3, "edge_cost": 1}',
    solvers=(
        Solver(
            "auto",
            "uses 'search' for small graphs, 'frontier' for narrow ones, and a beam search and 'cuts' for the"
            " others",
        ),
        Solver(
            "frontier",
            "dynamic programming over a moving frontier, as a beam search that is repeated with wider beams",
        ),
        Solver("cuts", "CP-SAT with degree constraints; subtours are excluded when they appear"),
        Solver(
            "search", "depth-first branch and bound that splits the remaining graph into biconnected blocks"
        ),
        Solver("cpsat", "CP-SAT with its circuit constraint"),
        Solver(
            "minizinc", "MiniZinc with Gecode: a model of the sequence of visited nodes", needs=("minizinc",)
        ),
    ),
    generator=(
        Option(
            "shape",
            "grid",
            "grid: rows x cols nodes; random: a random connected graph",
            choices=("grid", "random"),
        ),
        Option("rows", 6, "rows of the grid", lowest=1, highest=60),
        Option("cols", 6, "columns of the grid", lowest=1, highest=60),
        Option(
            "holes",
            0.1,
            "maximum number of nodes removed from the grid; a value below 1 is a fraction of all nodes",
            lowest=0,
        ),
        Option("nodes", 16, "nodes of a random graph", lowest=2, highest=2000),
        Option("edges", 24, "edges of a random graph", lowest=1, highest=20_000),
        Option("costs", 1, "each edge has a random cost from 1 to this value", lowest=1, highest=1_000_000),
        Option(
            "ends",
            "corners",
            "corners: start at the first node and end at the last; random: two random nodes",
            choices=("corners", "random"),
        ),
    ),
)
