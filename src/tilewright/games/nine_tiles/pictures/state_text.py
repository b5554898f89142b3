"""A game of Nine Tiles Panic as people at a terminal see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.games.nine_tiles.picture import town_scene
from tilewright.games.nine_tiles.ranking.rivals import field
from tilewright.games.nine_tiles.ranking.town_rank import ThemeStanding
from tilewright.games.nine_tiles.rules import NineTilesInstance, Town, score
from tilewright.games.nine_tiles.town.roads import SIDE
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import TILES

__all__ = ["tell_state"]


def tell_state(instance: NineTilesInstance, laid: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The themes and the tiles that lie; a complete town as a picture, with its standing among all towns."""
    if len(laid) < TILES:
        yield "Build a town for these themes, tile by tile (3:6 is tile 3 in direction 6) or as 18 digits:"
        yield from (f"  {number:2}  {THEMES[number - 1].title}" for number in instance.themes)
        cells = [f"{tile}:{direction}" for tile, direction in laid] + [" . "] * (TILES - len(laid))
        yield from ("    " + "  ".join(cells[row : row + SIDE]) for row in range(0, TILES, SIDE))
        return
    tiles, directions = zip(*laid, strict=True)
    town = Town(tiles, directions)
    points = score(town)
    rivals = field(instance.themes)
    yield town_scene(town).to_text().rstrip("\n")
    for standing in rivals.themes(points):
        card = THEMES[standing.theme - 1]
        yield (
            f"  {standing.theme:2}  {card.title}: {standing.score} of {card.maximum};"
            f" percentile {standing.percentile:.1f}, {_shares(standing)}"
        )
    duel = rivals.duel(points)
    yield f"In the duel it beats {duel.beaten:,} towns, ties with {duel.tied:,} and loses to {duel.lost_to:,}:"
    yield (
        f"percentile {duel.percentile:.1f}. Of {duel.patterns} patterns of scores it beats"
        f" {duel.patterns_beaten} and loses to {duel.patterns_lost_to}."
    )


def _shares(standing: ThemeStanding) -> str:
    every = standing.below + standing.equal + standing.above
    return f"better than {standing.below / every:.1%} of all towns, worse than {standing.above / every:.1%}"
