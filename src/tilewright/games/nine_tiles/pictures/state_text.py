"""A game state of Nine Tiles Panic as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.games.nine_tiles.picture import town_scene
from tilewright.games.nine_tiles.ranking.standing_among_towns import ThemeComparison
from tilewright.games.nine_tiles.ranking.theme_set_statistics import theme_set_statistics
from tilewright.games.nine_tiles.rules import NineTilesInstance, Town, score
from tilewright.games.nine_tiles.town.roads import SIDE
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import TILES

__all__ = ["state_lines"]


def state_lines(instance: NineTilesInstance, laid: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield lines with the themes and the tiles already laid.

    For a finished town, the lines contain a picture of the town and a comparison with all towns.
    """
    if len(laid) < TILES:
        yield "Build a town for these themes, tile by tile (3:6 is tile 3 in direction 6) or as 18 digits:"
        yield from (f"  {number:2}  {THEMES[number - 1].title}" for number in instance.themes)
        cells = [f"{tile}:{direction}" for tile, direction in laid] + [" . "] * (TILES - len(laid))
        yield from ("    " + "  ".join(cells[row : row + SIDE]) for row in range(0, TILES, SIDE))
        return
    town = Town(*zip(*laid, strict=True))
    points = score(town)
    statistics = theme_set_statistics(instance.themes)
    yield town_scene(town).to_text().rstrip("\n")
    for comparison in statistics.compare_in_themes(points):
        card = THEMES[comparison.theme - 1]
        yield (
            f"  {comparison.theme:2}  {card.title}: {comparison.score} of {card.maximum};"
            f" percentile {comparison.percentile:.1f}, {_shares(comparison)}"
        )
    duel = statistics.compare_in_duel(points)
    yield (
        f"In the duel, the town beats {duel.beaten:,} towns, ties with {duel.tied:,}"
        f" and loses to {duel.lost_to:,}:"
    )
    yield (
        f"percentile {duel.percentile:.1f}. Of {duel.patterns} score patterns, it beats"
        f" {duel.patterns_beaten} and loses to {duel.patterns_lost_to}."
    )


def _shares(comparison: ThemeComparison) -> str:
    towns = comparison.below + comparison.equal + comparison.above
    return f"better than {comparison.below / towns:.1%} of all towns, worse than {comparison.above / towns:.1%}"
