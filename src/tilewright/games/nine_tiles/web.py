"""Answers to requests from the web page: tiles and themes, the scores of a town, and facts about all towns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright.drawing import Label, Scene
from tilewright.errors import BadInput
from tilewright.games.nine_tiles.explain import Explanation, explain
from tilewright.games.nine_tiles.pictures.face_drawing import TILE, draw_roads, draw_things, thing_points
from tilewright.games.nine_tiles.ranking.smallest_cover_file import read_cover
from tilewright.games.nine_tiles.rules import RANKS, NineTilesInstance, Town, problems, score
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION, ORIENTED_FACES, Face
from tilewright.strict_json import read_object

if TYPE_CHECKING:
    from tilewright.games.nine_tiles.census.theme_queries import BestTowns
    from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import ThemeSet

__all__ = ["ASK"]

MOST_TOWNS = 24
"""The maximum number of best towns in one response."""


# --- Requests that need no census ---------------------------------------------------------------------


def _set(data: Any) -> dict[str, Any]:
    """Return the themes, and all tiles in all directions, with one picture for directions that look alike."""
    read_object(data, "the request", set())
    return {
        "tiles": [
            [
                {"look": canonical, "edges": _edges(face), "shows": ", ".join(face.things)}
                | ({"svg": _picture(face)} if canonical == direction else {})
                for direction, (face, canonical) in enumerate(
                    zip(faces, CANONICAL_DIRECTION[tile], strict=True)
                )
            ]
            for tile, faces in enumerate(ORIENTED_FACES)
        ],
        "themes": [
            {"number": theme.number, "title": theme.title, "maximum": theme.maximum, "counts": theme.counts}
            for theme in THEMES
        ],
    }


def _edges(face: Face) -> list[int]:
    return [edge for edge in range(4) if face.has_road_at(edge)]


def _picture(face: Face) -> str:
    corner = (0.0, 0.0)
    elements = (*draw_roads([(face, corner)]), *draw_things(face, corner))
    # The labels are words that only terminals show, instead of the shapes.
    shapes = [element for element in elements if not isinstance(element, Label)]
    return Scene.of(TILE, TILE, shapes, "").to_svg()


def _score(data: Any) -> dict[str, Any]:
    """Return the scores of a town in its given orientation, and the rules that it breaks."""
    town = _town(read_object(data, "the request", {"town"})["town"])
    broken = problems(town)
    return {
        "town": town.pattern,
        "complete": not broken,
        "problems": [{"rule": rule.rule, "message": rule.message, "cells": rule.cells} for rule in broken],
        "points": score(town),
    }


def _explain(data: Any) -> dict[str, Any]:
    """Return the explanation of a town's score in a theme, with the parts that a picture should highlight."""
    request = read_object(data, "the request", {"town", "theme"})
    town, theme = _town(request["town"]), request["theme"]
    if type(theme) is not int or not 1 <= theme <= len(THEMES):
        raise BadInput(f"theme must be a number from 1 to {len(THEMES)}")
    explanation = explain(town, theme)
    roads = town.map().roads
    segments = (segment for index in sorted(explanation.marks.roads) for segment in roads[index].segments)
    return {
        **explanation.to_json(),
        "places": [{"position": position, "at": point} for position, point in _marked_points(explanation)],
        "stretches": [{"position": segment.position, "edges": segment.road.edges} for segment in segments],
    }


def _marked_points(explanation: Explanation) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield, for each highlighted thing, the position of its tile in the town and its point on the tile."""
    for position, face in enumerate(explanation.town.faces):
        marked = explanation.marks.at(position)
        for thing, point, _ in thing_points(face, (0.0, 0.0)):
            if thing in marked:
                yield position, point


def _town(text: Any) -> Town:
    if not isinstance(text, str):
        raise BadInput("town must be a string of 18 digits")
    return Town.from_pattern(text)


# --- Requests about all towns -------------------------------------------------------------------------


def _prepared(data: Any) -> dict[str, bool]:
    """Return which data is available; a damaged census is unavailable until the server has repaired it."""
    read_object(data, "the request", set())
    return {"census": _has_census(), "cover": read_cover() is not None}


def _census_totals(data: Any) -> dict[str, Any]:
    """Return the total numbers of towns and score vectors, and how many towns have each score in each theme."""
    from tilewright.games.nine_tiles.ranking.theme_set_statistics import theme_histograms
    from tilewright.games.nine_tiles.ranking.theme_set_tables import read_tables

    read_object(data, "the request", set())
    tables = read_tables()
    return {
        "towns": tables.all_towns,
        "vectors": tables.all_vectors,
        "themes": {str(theme): [*map(list, scores.items())] for theme, scores in theme_histograms().items()},
    }


def _compare(data: Any) -> dict[str, Any]:
    """Compare a complete town with all towns in each of three themes, and in the duel on these themes."""
    from tilewright.games.nine_tiles.ranking.theme_set_statistics import theme_set_statistics

    request = read_object(data, "the request", {"town", "themes"})
    town, themes = _town(request["town"]), _instance(request["themes"]).themes
    if broken := problems(town):
        raise BadInput(f"the town is not complete: {broken[0].message}")
    points = score(town)
    statistics = theme_set_statistics(themes)
    return {
        "town": town.pattern,
        "points": points,
        "towns": int(statistics.patterns.towns.sum()),
        "duel": statistics.compare_in_duel(points).to_json(),
        "themes": [comparison.to_json() for comparison in statistics.compare_in_themes(points)],
    }


def _best(data: Any) -> dict[str, Any]:
    """Return the best towns for three themes by one ranking; before the census is built, return only one."""
    from tilewright.games.nine_tiles.ranking.theme_set_tables import best_towns

    request = read_object(data, "the request", {"themes", "rank"}, {"limit"})
    instance, limit = _instance(request["themes"], request["rank"]), request.get("limit", 6)
    if type(limit) is not int or not 1 <= limit <= MOST_TOWNS:
        raise BadInput(f"limit: expected a number of towns from 1 to {MOST_TOWNS}")
    find = _best_in_census if _has_census() else best_towns
    answer = find(instance.themes, instance.rank).to_json()
    return {**answer, "examples": answer["examples"][:limit]}


def _cover(data: Any) -> dict[str, Any]:
    """Return the smallest list of towns that contains a best town by duel for every theme set."""
    read_object(data, "the request", set())
    cover = read_cover()
    if cover is None:
        raise BadInput("the smallest list of towns is not built yet; the server builds it after the census")
    return cover


def _instance(themes: Any, rank: Any = RANKS[-1]) -> NineTilesInstance:
    if not isinstance(themes, list):
        raise BadInput("themes must be a list of three numbers")
    return NineTilesInstance(tuple(themes), rank)


def _has_census() -> bool:
    """Return whether the census is built and not damaged."""
    from tilewright.games.nine_tiles.census.census_access import get_census_if_built

    try:
        return get_census_if_built() is not None
    except BadInput:
        return False


@lru_cache(maxsize=256)
def _best_in_census(themes: ThemeSet, rank: str) -> BestTowns:
    from tilewright.games.nine_tiles.census.census_access import get_census_if_built
    from tilewright.games.nine_tiles.census.theme_queries import find_best

    census = get_census_if_built()
    if census is None:  # a build takes too long for a request
        raise BadInput("the census of all towns is not built yet; this request needs it")
    return find_best(census, themes, rank, MOST_TOWNS)


ASK: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "set": _set,
    "score": _score,
    "explain": _explain,
    "prepared": _prepared,
    "census": _census_totals,
    "standing": _compare,
    "best": _best,
    "cover": _cover,
}
