"""The commands `tilewright towns ...`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.console import print_json, print_table
from tilewright.games.nine_tiles.notation import parse_town
from tilewright.games.nine_tiles.rules import score
from tilewright.games.nine_tiles.themes import THEMES

__all__ = ["app"]

app = typer.Typer(help="Nine Tiles Panic: towns and what they score.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def towns() -> None:
    """Nine Tiles Panic: towns and what they score."""


@app.command("score")
def score_town(
    pattern: Annotated[str, typer.Argument(help="18 digits: nine tiles, nine directions.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """The scores of a town in all 26 themes."""
    town = parse_town(pattern)
    points = score(town)
    if json:
        print_json({"town": town.pattern, "canonical": town.canonical().pattern, "points": list(points)})
    else:
        print_table(["theme", "", "points"], [(card.number, card.title, points[card.number - 1]) for card in THEMES])
    return 0
