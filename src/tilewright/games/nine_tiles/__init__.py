"""Nine Tiles Panic: arrange nine double-sided tiles into the town that scores best in three themes.

Terms: a *face* is one side of a tile; its *kind* is the shape of its roads. A *theme set* consists of three of
the 26 themes. The *score vector* of a town consists of the town's scores in all themes, and its *score pattern*
of the scores in the themes of a theme set. A *ranking* (`max`, `distance` or `duel`) defines which score
patterns are best. A *road synonym* is the shape of a town's roads. The *census* lists all score vectors, each
with its number of towns. The *article* is the publication that counted the towns first; ``town/tiles.json``
names it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Agent, Game, Level, Option, Solver
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
    summary="Arrange nine double-sided tiles into the town that scores best for three theme cards.",
    syntax='3,8,17 (three of the themes 1 to 26), or {"themes": [3, 8, 17], "rank": "max"}; the rank is max, '
    "distance or duel",
    solvers=(
        Solver(
            "auto",
            "looks up the answer in the precomputed tables of all theme sets, which are part of the package",
        ),
        Solver("census", "looks up the answer in the census of all towns, which is built on first use"),
    ),
    generator=(Option("rank", "duel", "how towns are ranked", choices=("max", "distance", "duel")),),
    agents=(
        Agent("planner", "looks up the best town and builds it"),
        Agent(
            "sampler",
            "builds the best of several random towns; sampler:30it chooses among 30",
            takes_budget=True,
        ),
    ),
    levels=(
        Level("Easy", "sampler:2it", 0),
        Level("Medium", "sampler:20it", 444),
        Level("Strong", "sampler:200it", 830),
        Level("Strongest", "planner", 1167),
    ),
    commands="towns",
)
