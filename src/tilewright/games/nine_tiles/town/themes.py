"""The 26 theme cards: what each card counts in a complete town.

The functions count in the same way as the article's program (``tiles.json`` names the source). They do not
always count what the cards suggest:

- In themes 8, 16, 17 and 19, only free (not captured) aliens on roads count; in themes 2, 18 and 20, all aliens
  on roads count.
- Theme 1 includes the captive off the road, and theme 9 the agent off the road; theme 14 excludes this agent.
- Theme 21 excludes every tile with an alien, even if the alien is captured or off the road.
- Tiles are adjacent if they share an edge.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources

from tilewright.games.nine_tiles.town.encounters import (
    captures,
    faced_agents,
    facing_pairs,
    free_aliens,
    hamburgers_ahead,
    sequences,
)
from tilewright.games.nine_tiles.town.roads import TownMap
from tilewright.games.nine_tiles.town.tiles import Face

__all__ = ["THEMES", "Stage", "Theme", "score"]


class Stage(StrEnum):
    """What the score in a theme depends on; ``score_themes_early.py`` scores a theme once this is known."""

    NOTHING = "nothing"
    SHAPE = "the shape of the roads"
    FACES = "the position of each face"
    ON_ROAD = "the direction of each tile"


# --- What the themes count ----------------------------------------------------------------------------


def aliens_captured(town: TownMap) -> int:
    offroad = sum(face.captives_offroad for face in town.faces)
    return offroad + sum(len(captures(road.things)) for road in town.roads)


def aliens_between_facing_agents(town: TownMap) -> int:
    return max(
        (len(aliens) for road in town.roads for _, _, aliens in facing_pairs(road.things)),
        default=0,
    )


def dog_tiles_together(town: TownMap) -> int:
    return _largest_group(town, lambda face: face.dogs > 0)


def first_to_finish(town: TownMap) -> int:
    """Return 0: a town does not show who finished first."""
    return 0


def longest_road(town: TownMap) -> int:
    return max((road.length for road in town.roads), default=0)


def curves(town: TownMap) -> int:
    return sum(road.is_curve for face in town.faces for road in face.roads)


def houses(town: TownMap) -> int:
    return sum(face.houses for face in town.faces)


def aliens_times_hamburgers(town: TownMap) -> int:
    hamburgers = sum(thing.is_hamburger for road in town.roads for thing in road.things)
    return _free_aliens(town) * hamburgers


def agents(town: TownMap) -> int:
    return sum(face.agents for face in town.faces)


def roads(town: TownMap) -> int:
    return len(town.roads)


def tiles_without_road(town: TownMap) -> int:
    return sum(not face.roads for face in town.faces)


def dogs(town: TownMap) -> int:
    return sum(face.dogs for face in town.faces)


def roads_of_one_length(town: TownMap) -> int:
    return max(Counter(road.length for road in town.roads).values(), default=0)


def agents_on_one_road(town: TownMap) -> int:
    return max((sum(thing.is_agent for thing in road.things) for road in town.roads), default=0)


def minus_roads(town: TownMap) -> int:
    """Return the negated number of roads: the theme rewards few roads, so each road costs a point."""
    return -len(town.roads)


def hamburgers_ahead_of_one_alien(town: TownMap) -> int:
    return max(
        (len(hamburgers) for road in town.roads for _, hamburgers in hamburgers_ahead(road.things)),
        default=0,
    )


def ufos_times_aliens(town: TownMap) -> int:
    return sum(face.ufos for face in town.faces) * _free_aliens(town)


def aliens_facing_one_agent(town: TownMap) -> int:
    """Return the largest number of aliens that face an agent from one side, with no other agent in between."""
    return max((len(aliens) for road in town.roads for _, aliens in faced_agents(road.things)), default=0)


def free_aliens_on_one_road(town: TownMap) -> int:
    return max((len(free_aliens(road.things)) for road in town.roads), default=0)


def agent_alien_hamburger_sequences(town: TownMap) -> int:
    return sum(1 for road in town.roads for _ in sequences(road.things))


def tiles_without_alien_together(town: TownMap) -> int:
    return _largest_group(town, lambda face: not face.has_alien)


def citizen_tiles_together(town: TownMap) -> int:
    return _largest_group(town, lambda face: face.citizens > 0)


def house_tiles_together(town: TownMap) -> int:
    return _largest_group(town, lambda face: face.houses > 0)


def pairs_of_citizen_and_dog(town: TownMap) -> int:
    return min(sum(face.citizens for face in town.faces), dogs(town))


def girls(town: TownMap) -> int:
    return sum(face.girls for face in town.faces)


def boys(town: TownMap) -> int:
    return sum(face.boys for face in town.faces)


def _free_aliens(town: TownMap) -> int:
    return sum(len(free_aliens(road.things)) for road in town.roads)


def _largest_group(town: TownMap, belongs: Callable[[Face], bool]) -> int:
    groups = town.groups([position for position, face in enumerate(town.faces) if belongs(face)])
    return len(groups[0]) if groups else 0


# --- The cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme card: its title and how it is scored."""

    number: int
    title: str
    maximum: int
    """The highest score that any complete town has in the theme, from the article's table."""
    stage: Stage
    measure: Callable[[TownMap], int]
    counts: str
    """What the theme counts, in one or two sentences."""


_MEASURES = (
    aliens_captured,
    aliens_between_facing_agents,
    dog_tiles_together,
    first_to_finish,
    longest_road,
    curves,
    houses,
    aliens_times_hamburgers,
    agents,
    roads,
    tiles_without_road,
    dogs,
    roads_of_one_length,
    agents_on_one_road,
    minus_roads,
    hamburgers_ahead_of_one_alien,
    ufos_times_aliens,
    aliens_facing_one_agent,
    free_aliens_on_one_road,
    agent_alien_hamburger_sequences,
    tiles_without_alien_together,
    citizen_tiles_together,
    house_tiles_together,
    pairs_of_citizen_and_dog,
    girls,
    boys,
)
"""The functions that score the themes, in the order of ``themes.json``."""


def _read_themes() -> Iterator[Theme]:
    cards = json.loads(resources.files(__package__).joinpath("themes.json").read_text("utf-8"))
    for number, (card, measure) in enumerate(zip(cards, _MEASURES, strict=True), 1):
        yield Theme(number, card["title"], card["maximum"], Stage[card["stage"]], measure, card["counts"])


THEMES: tuple[Theme, ...] = tuple(_read_themes())
"""All theme cards, ordered by number: theme n is ``THEMES[n - 1]``."""


def score(town: TownMap) -> tuple[int, ...]:
    """Return the scores of a complete town in all 26 themes."""
    return tuple(theme.measure(town) for theme in THEMES)
