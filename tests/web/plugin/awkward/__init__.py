"""A game for tests of the web: reading some of its instances takes forever, all memory, or the process."""

from tilewright.game import Game, Solver

game = Game(
    __name__,
    title="Awkward <script>alert(1)</script>",
    summary="Read a number, or suffer.",
    syntax="a number, or hang, die, eat, crash, fork",
    solvers=[Solver("only", "answers at once")],
)
