"""`towns score`, `towns show` and `towns explain`: one town."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tilewright.console import print_json, print_table, write_chunks
from tilewright.games.nine_tiles.commands.options import Data, Json, Pattern, Picture, draw

__all__ = ["explain", "score", "show"]


def score(pattern: Pattern, output: Picture = None, json: Json = False, data: Data = None) -> int:
    """Score a town, as it is written, in all 26 themes.

    \b
    Examples:
      tilewright towns score 036582714004421544
      tilewright towns score 036582714004421544 --json
    """
    from tilewright.games.nine_tiles.notation import parse_town
    from tilewright.games.nine_tiles.picture import town_scene
    from tilewright.games.nine_tiles.rules import score as scores_of
    from tilewright.games.nine_tiles.town.themes import THEMES

    town = parse_town(pattern)
    points = scores_of(town)
    canonical = town.canonical().pattern
    draw(town_scene(town), output, shown=not json)
    if json:
        print_json({"town": town.pattern, "canonical": canonical, "points": list(points)})
        return 0
    rows = [(card.number, card.title, points[card.number - 1], card.maximum) for card in THEMES]
    print_table(["theme", "", "points", "of"], rows)
    if canonical != town.pattern:
        write_chunks([f"The census knows this town as {canonical}."])
    return 0


def show(
    pattern: Annotated[
        str, typer.Argument(metavar="PATTERN", help="A town, or with --synonym also a road synonym: 18 digits.")
    ],
    edge_numbers: Annotated[
        bool, typer.Option("--edge-numbers", help="Number all edges of the tiles.")
    ] = False,
    synonym: Annotated[bool, typer.Option("--synonym", help="Show only the shape of the roads.")] = False,
    output: Picture = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Draw a town, or the shape of its roads.

    \b
    Examples:
      tilewright towns show 036582714004421544
      tilewright towns show 036582714004421544 --edge-numbers -o town.svg
      tilewright towns show 224221113000100031 --synonym
    """
    from tilewright.games.nine_tiles.notation import parse_synonym, parse_town
    from tilewright.games.nine_tiles.picture import synonym_scene, town_scene
    from tilewright.games.nine_tiles.rules import synonym as synonym_of

    # A town has all nine tiles, a synonym has kinds up to 4: no text is both.
    if synonym and len(set(pattern.strip()[:9])) < 9:
        roads = parse_synonym(pattern)
        facts: dict[str, Any] = {"synonym": roads.pattern}
        scene = synonym_scene(roads, edge_numbers)
    else:
        town = parse_town(pattern)
        roads = synonym_of(town)
        facts = {"town": town.pattern, "canonical": town.canonical().pattern, "synonym": roads.pattern}
        scene = synonym_scene(roads, edge_numbers) if synonym else town_scene(town, edge_numbers)
    draw(scene, output, shown=not json)
    if json:
        print_json({**facts, "file": output, "drawing": scene.to_text()})
    return 0


def explain(
    pattern: Pattern,
    theme: Annotated[int, typer.Option("--theme", metavar="N", help="The theme, 1 to 26.")],
    output: Picture = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Tell why a town scores what it scores in a theme: which things count, and why.

    \b
    Examples:
      tilewright towns explain 583201764425441001 --theme 16
      tilewright towns explain 583201764425441001 --theme 5 -o longest.svg
    """
    from tilewright.games.nine_tiles.explain import explain as explained
    from tilewright.games.nine_tiles.notation import parse_town
    from tilewright.games.nine_tiles.picture import town_scene

    found = explained(parse_town(pattern), theme)
    draw(town_scene(found.town, marks=found.marks), output, shown=not json)
    if json:
        print_json(found.to_json())
    else:
        head = f"Theme {found.theme.number}, {found.theme.title}: {found.points} of {found.theme.maximum}"
        write_chunks(["\n".join([head, *(f"  {reason}" for reason in found.reasons)])])
    return 0
