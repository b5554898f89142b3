"""Trominoes: cover a square board, except for one hole, with L-shaped pieces of three cells."""

from typing import TYPE_CHECKING

from tilewright.game import Game, Option, Solver
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .rules import Board, Cover

__all__ = ["Board", "Cover", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Cover"]})

game = Game(
    __name__,
    title="Trominoes",
    summary="Cover a square board, except for one hole, with L-shaped pieces of three cells.",
    syntax='4@1,2 (the side, the hole) or {"size": 4, "hole": [1, 2]}',
    solvers=(
        Solver(
            "cover",
            "exact cover by CP-SAT",
            options=(Option("unique", False, "decide whether the solution is the only one"),),
        ),
    ),
)
