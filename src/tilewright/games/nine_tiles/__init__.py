"""Nine Tiles Panic: build a town of nine double-sided tiles that scores best in three themes."""

from tilewright.game import Agent, Game, Option, Solver

__all__ = ["game"]

game = Game(
    __name__,
    title="Nine Tiles Panic",
    summary="Arrange nine double-sided tiles into the town that scores best for three theme cards.",
    syntax='3,8,17 (three of the themes 1..26) or {"themes": [3, 8, 17], "rank": "max" | "distance" | "duel"}',
    solvers=(Solver("auto", "looks up the census of all towns, which is built on first use"),),
    generator=(Option("rank", "duel", "how towns are ranked", choices=("max", "distance", "duel")),),
    agents=(Agent("planner", "looks up the best town in the census and builds it"),),
    commands="towns",
)
