"""A faulty game for the web tests: some of its instances hang, crash or exhaust memory when parsed."""

from tilewright.game import Game, Solver

game = Game(
    __name__,
    title="Faulty <script>alert(1)</script>",
    summary="Parse a number, or misbehave.",
    syntax="a number, or hang, die, eat, crash, quit, fork, print",
    solvers=[Solver("only", "answers at once")],
)
