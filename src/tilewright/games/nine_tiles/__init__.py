"""Nine Tiles Panic: build a town of nine double-sided tiles that scores best in three themes."""

from tilewright.game import Agent, Game, Option, Solver

__all__ = ["game"]

game = Game(
    __name__,
    title="Nine Tiles Panic",
    summary="Build a town of nine double-sided tiles whose roads join, the best one for three theme cards.",
    syntax='3,8,17 (three of the themes 1..26) or {"themes": [3, 8, 17], "rank": "max" | "distance" | "duel"}',
    solvers=(Solver("auto", "asks the census of all towns, which is built when first needed"),),
    generator=(Option("rank", "duel", "what makes a town the best", choices=("max", "distance", "duel")),),
    agents=(Agent("planner", "looks the best town up in the census of all towns and builds it"),),
    commands="towns",
)
