"""Nine Tiles Panic: build a town of nine double-sided tiles that scores best in three themes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Agent, Game, Option, Solver
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .census import open_census
    from .picture import town_scene
    from .rules import NineTilesInstance, NineTilesSolution, Town, score, synonym
    from .state import LayTiles, TownState

__all__ = [
    "LayTiles",
    "NineTilesInstance",
    "NineTilesSolution",
    "Town",
    "TownState",
    "game",
    "open_census",
    "score",
    "synonym",
    "town_scene",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "census": ["open_census"],
        "picture": ["town_scene"],
        "rules": ["NineTilesInstance", "NineTilesSolution", "Town", "score", "synonym"],
        "state": ["LayTiles", "TownState"],
    },
)

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
