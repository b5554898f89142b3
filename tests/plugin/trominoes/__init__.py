"""Trominoes: cover a square board with one hole by L-shaped pieces of three cells."""

from tilewright.game import Game, Solver

game = Game(
    __name__,
    title="Trominoes",
    summary="Cover a square board with one hole by L-shaped pieces of three cells.",
    syntax='4@1,2 (the side, the hole) or {"size": 4, "hole": [1, 2]}',
    solvers=(Solver("cover", "exact cover by CP-SAT"),),
)
