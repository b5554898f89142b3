"""`towns score`, `towns show` and `towns explain`: commands for one town."""

from __future__ import annotations

from typing import Annotated, Any

from tilewright.console import print_json, print_table, write_chunks
from tilewright.console.command_options import Json, argument, option
from tilewright.games.nine_tiles.commands.options import Data, Pattern, Picture, draw

__all__ = ["explain", "score", "show"]


def score(pattern: Pattern, output: Picture = None, json: Json = False, data: Data = None) -> int:
    """Score a town in all 26 themes, in the orientation in which you write it.

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
        write_chunks([f"The census counts this town under its canonical form, {canonical}."])
    return 0


def show(
    pattern: Annotated[str, argument("A town as 18 digits or, with --synonym, a road synonym.", "PATTERN")],
    edge_numbers: Annotated[bool, option("Show the numbers of all edges.", None, "--edge-numbers")] = False,
    synonym: Annotated[bool, option("Show only the shape of the roads.", None, "--synonym")] = False,
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

    # The first nine digits of a town are all different, and the first nine digits of a synonym have at most
    # five values. So no pattern is both a town and a synonym.
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
    theme: Annotated[int, option("The number of the theme, 1 to 26.", "N")],
    output: Picture = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Explain the score of a town in a theme: which things count, and why.

    \b
    Examples:
      tilewright towns explain 583201764425441001 --theme 16
      tilewright towns explain 583201764425441001 --theme 5 -o longest.svg
    """
    from tilewright.games.nine_tiles.explain import explain as explain_town
    from tilewright.games.nine_tiles.notation import parse_town
    from tilewright.games.nine_tiles.picture import town_scene

    explanation = explain_town(parse_town(pattern), theme)
    draw(town_scene(explanation.town, marks=explanation.marks), output, shown=not json)
    if json:
        print_json(explanation.to_json())
    else:
        card = explanation.theme
        head = f"Theme {card.number}, {card.title}: {explanation.points} of {card.maximum}"
        write_chunks(["\n".join([head, *(f"  {reason}" for reason in explanation.reasons)])])
    return 0
