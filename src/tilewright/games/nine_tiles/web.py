"""What the page asks: the tiles and themes, the scores of a town, and what the census of all towns knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright.drawing import Label, Scene
from tilewright.errors import BadInput
from tilewright.games.nine_tiles import preparation as background
from tilewright.games.nine_tiles.explain import Explanation, explain
from tilewright.games.nine_tiles.pictures.face_drawing import (
    TILE,
    draw_roads,
    draw_things,
    offroad_places,
    place_on_road,
)
from tilewright.games.nine_tiles.rules import RANKS, NineTilesInstance, Town, problems, score
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import LAID, SAME_LOOK, Face, Thing
from tilewright.json_text import read_object

if TYPE_CHECKING:
    from tilewright.games.nine_tiles.census import Census
    from tilewright.games.nine_tiles.census.theme_queries import Answered
    from tilewright.games.nine_tiles.ranking.best_patterns import Patterns

__all__ = ["ASK"]

MOST_TOWNS = 24
"""Towns in one answer."""

COUNTS = (
    "Aliens on roads that an agent holds, and the captive off the road.",
    "All aliens between two agents that look at each other, no other agent in between. The best pair counts.",
    "Tiles that share an edge are neighbours. The largest group counts.",
    "It is decided by who finishes first, which is not written in a town.",
    "The tiles that the road crosses. A tile crossed twice counts twice.",
    "Every curve of every road, two on a tile with two of them.",
    "All houses.",
    "Free aliens on roads times all hamburgers. A captured alien is not free.",
    "All agents, also the one off the road.",
    "All roads of the town.",
    "Tiles on whose upper side there is no road.",
    "All dogs.",
    "Roads that cross the same number of tiles.",
    "Agents on the road that has most of them.",
    "Minus the number of roads: the fewer, the better.",
    "What one free alien sees ahead, up to the next free alien or the road's end, past captured ones.",
    "All UFOs times free aliens on roads.",
    "All aliens on one side of one agent that look at it, up to the next agent.",
    "Free aliens on the road that has most of them.",
    "An agent, an alien and a hamburger directly one after the other, agent and alien looking that way.",
    "A tile with any alien is out, be it captured or off the road. The largest group of neighbours counts.",
    "Citizens are girls and boys. The largest group of neighbours counts.",
    "The largest group of neighbours counts.",
    "The fewer of the two: citizens or dogs.",
    "All girls.",
    "All boys.",
)
"""What counts for each theme, in a sentence or two."""


# --- What needs no census -----------------------------------------------------------------------------


def _set(data: Any) -> dict[str, Any]:
    """The tiles as pictures, in all directions in which they look different, and the theme cards."""
    read_object(data, "the question", set())
    return {
        "tiles": [
            [
                {"look": look, "edges": _edges(face), "shows": _shows(face)}
                | ({"svg": _picture(face)} if look == direction else {})
                for direction, (face, look) in enumerate(zip(faces, SAME_LOOK[tile], strict=True))
            ]
            for tile, faces in enumerate(LAID)
        ],
        "themes": [
            {"number": theme.number, "title": theme.title, "maximum": theme.maximum, "counts": counts}
            for theme, counts in zip(THEMES, COUNTS, strict=True)
        ],
    }


def _edges(face: Face) -> list[int]:
    return [edge for edge in range(4) if face.has_road_at(edge)]


def _shows(face: Face) -> str:
    """What a screen reader says of a face."""
    on_road = [road.thing.value for road in face.roads if road.thing is not None]
    return ", ".join([*on_road, *(thing.value for thing in face.offroad)])


def _picture(face: Face) -> str:
    corner = (0.0, 0.0)
    elements = (*draw_roads([(face, corner)]), *draw_things(face, corner))
    # The words are for terminals.
    return Scene.of(TILE, TILE, [each for each in elements if not isinstance(each, Label)], "").to_svg()


def _score(data: Any) -> dict[str, Any]:
    """The scores of a town as it lies, and what keeps it from being complete."""
    town = _town(read_object(data, "the question", {"town"})["town"])
    broken = problems(town)
    return {
        "town": town.pattern,
        "complete": not broken,
        "problems": [{"rule": each.rule, "message": each.message, "cells": each.cells} for each in broken],
        "points": score(town),
    }


def _explain(data: Any) -> dict[str, Any]:
    """Why a town scores what it scores in a theme: reasons, and what a picture should point at."""
    asked = read_object(data, "the question", {"town", "theme"})
    town, theme = _town(asked["town"]), asked["theme"]
    if type(theme) is not int or not 1 <= theme <= len(THEMES):
        raise BadInput(f"theme must be a number from 1 to {len(THEMES)}")
    found = explain(town, theme)
    seen = found.town.map()
    stretches = (each for index in sorted(found.marks.roads) for each in seen.roads[index].stretches)
    return {
        **found.to_json(),
        "places": [{"position": position, "at": at} for position, at in _places(found)],
        "stretches": [{"position": each.position, "edges": each.road.edges} for each in stretches],
    }


def _places(found: Explanation) -> Iterator[tuple[int, tuple[float, float]]]:
    """Where on their tiles the things lie that count."""
    for position, face in enumerate(found.town.faces):
        marked = found.marks.at(position)
        for thing, place in _things(face):
            if thing in marked:
                yield position, place


def _things(face: Face) -> Iterator[tuple[Thing, tuple[float, float]]]:
    for road in face.roads:
        if road.thing is not None:
            yield road.thing, place_on_road(road, (0.0, 0.0))[0]
    yield from offroad_places(face, (0.0, 0.0))


def _town(text: Any) -> Town:
    if not isinstance(text, str):
        raise BadInput("town must be a text of 18 digits")
    return Town.from_pattern(text)


# --- What the census knows ----------------------------------------------------------------------------


def _prepared(data: Any) -> dict[str, bool]:
    """What is there already; what is damaged is made anew by a server that prepares."""
    read_object(data, "the question", set())
    try:
        census = bool(_opened_once) or background.census() is not None
    except BadInput:
        census = False
    return {"census": census, "cover": background.cover() is not None}


def _census(data: Any) -> dict[str, Any]:
    """How many towns there are, and how many of them have which score in each theme."""
    read_object(data, "the question", set())
    counted = _opened()
    return {
        "towns": counted.all_towns,
        "vectors": len(counted.towns),
        "themes": {str(theme): [*map(list, scores.items())] for theme, scores in counted.themes.items()},
    }


def _standing(data: Any) -> dict[str, Any]:
    """Where a complete town stands among all towns: in each of three themes, and in the duel on them."""
    from tilewright.games.nine_tiles.ranking.town_rank import duel_standing, theme_standing

    asked = read_object(data, "the question", {"town", "themes"})
    town, themes = _town(asked["town"]), _instance(asked["themes"]).themes
    if broken := problems(town):
        raise BadInput(f"the town is not complete: {broken[0].message}")
    points = score(town)
    counted = _opened()
    duel = duel_standing(_patterns(themes), [points[theme - 1] for theme in themes])
    return {
        "town": town.pattern,
        "points": points,
        "towns": counted.all_towns,
        "duel": duel.to_json(),
        "themes": [
            theme_standing(theme, points[theme - 1], counted.themes[theme]).to_json() for theme in themes
        ],
    }


def _best(data: Any) -> dict[str, Any]:
    """The best towns for three themes by one rank."""
    asked = read_object(data, "the question", {"themes", "rank"}, {"limit"})
    instance, limit = _instance(asked["themes"], asked["rank"]), asked.get("limit", 6)
    if type(limit) is not int or not 1 <= limit <= MOST_TOWNS:
        raise BadInput(f"limit: expected a number of towns from 1 to {MOST_TOWNS}")
    found = _answered(instance.themes, instance.rank).to_json()
    return {**found, "examples": found["examples"][:limit]}


def _cover(data: Any) -> dict[str, Any]:
    """The smallest list of towns on which every three themes have a best town by duel."""
    read_object(data, "the question", set())
    found = background.cover()
    if found is None:
        raise BadInput("the cover sheet is not made yet: the server makes it after the census of all towns")
    return found


def _instance(themes: Any, rank: Any = RANKS[-1]) -> NineTilesInstance:
    if not isinstance(themes, list):
        raise BadInput("themes must be a list of three numbers")
    return NineTilesInstance(tuple(themes), rank)


_opened_once: list[Census] = []


def _opened() -> Census:
    """The census, opened once and kept; it is never built here, for that takes too long for a question."""
    if not _opened_once:
        found = background.census()
        if found is None:
            raise BadInput("the census of all towns is not built yet: this question needs it")
        _opened_once.append(found)
    return _opened_once[0]


@lru_cache(maxsize=64)
def _patterns(themes: tuple[int, ...]) -> Patterns:
    from tilewright.games.nine_tiles.census.theme_queries import patterns_of

    return patterns_of(_opened(), themes)


@lru_cache(maxsize=256)
def _answered(themes: tuple[int, ...], rank: str) -> Answered:
    from tilewright.games.nine_tiles.census.theme_queries import ask_best

    return ask_best(_opened(), themes, rank, MOST_TOWNS)


ASK: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "set": _set,
    "score": _score,
    "explain": _explain,
    "prepared": _prepared,
    "census": _census,
    "standing": _standing,
    "best": _best,
    "cover": _cover,
}
