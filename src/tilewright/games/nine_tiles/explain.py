"""Explanations of a town's score in a theme: which things, tiles and roads count, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.rules import NineTilesInstance, Town, listed
from tilewright.games.nine_tiles.town import encounters
from tilewright.games.nine_tiles.town.roads import RoadThing, TownMap, TownRoad
from tilewright.games.nine_tiles.town.themes import THEMES, Theme
from tilewright.games.nine_tiles.town.tiles import Face, Thing

__all__ = ["Explanation", "Marks", "explain", "hint"]


@dataclass(frozen=True, slots=True)
class Marks:
    """The highlighted parts of a picture: things and tiles by position, roads by index in `TownMap.roads`."""

    things: frozenset[tuple[int, Thing]] = frozenset()
    tiles: frozenset[int] = frozenset()
    roads: frozenset[int] = frozenset()

    def at(self, position: int) -> frozenset[Thing]:
        """Return the highlighted things at a position."""
        return frozenset(thing for other, thing in self.things if other == position)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A town's score in one theme, with the reasons and the highlighted parts of the picture."""

    town: Town
    theme: Theme
    points: int
    reasons: tuple[str, ...]
    """The reasons for the score, one line each."""
    marks: Marks

    def to_json(self) -> dict[str, Any]:
        roads = self.town.map().roads
        return {
            "town": self.town.pattern,
            "theme": self.theme.number,
            "title": self.theme.title,
            "points": self.points,
            "maximum": self.theme.maximum,
            "reasons": list(self.reasons),
            "things": [
                {"position": position, "thing": thing.value} for position, thing in sorted(self.marks.things)
            ],
            "tiles": sorted(self.marks.tiles),
            "roads": [[roads[index].left, roads[index].right] for index in sorted(self.marks.roads)],
        }


def explain(town: Town, theme: int) -> Explanation:
    """Explain the score of a complete town in a theme; `theme` is the theme's number."""
    if type(theme) is not int or not 1 <= theme <= len(THEMES):
        raise BadInput(f"expected a theme from 1 to {len(THEMES)}, not {theme!r}")
    card, town_map = THEMES[theme - 1], town.map()
    reasons, marks = _EXPLAINERS[theme](town_map)
    return Explanation(town, card, card.measure(town_map), tuple(reasons), marks)


def hint(instance: NineTilesInstance, state: Town | None) -> NoReturn:
    """Raise `BadInput`: a solution is a whole town, so there is no next step for a hint."""
    raise BadInput("nine-tiles has no hints; `tilewright towns explain` explains the score of a town")


# --- Wording ------------------------------------------------------------------------------------------

Explained = tuple[list[str], Marks]
"""The reasons for a score, and the highlighted parts of the picture."""


def _explained(
    reasons: Iterable[str],
    things: Iterable[tuple[int, Thing]] = (),
    tiles: Iterable[int] = (),
    roads: Iterable[int] = (),
) -> Explained:
    return list(reasons) or ["nothing counts"], Marks(frozenset(things), frozenset(tiles), frozenset(roads))


def _mark(thing: RoadThing) -> tuple[int, Thing]:
    return thing.position, thing.thing


def _thing_text(thing: RoadThing) -> str:
    return f"the {thing.thing.value} at position {thing.position}"


def _things_text(things: Sequence[RoadThing], name: str) -> str:
    positions = listed([thing.position for thing in things])
    return f"{_number(len(things), name)} at position{'s' if len(things) > 1 else ''} {positions}"


def _road_text(road: TownRoad) -> str:
    return f"the road from edge {road.left:02} to edge {road.right:02}"


def _number(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


# --- Tiles, and things wherever they are --------------------------------------------------------------


def _all_things(*counted: Thing) -> Callable[[TownMap], Explained]:
    """Return the explanation function of a theme that counts things on and off the road."""

    def explain_town(town: TownMap) -> Explained:
        things = [
            (position, thing)
            for position, face in enumerate(town.faces)
            for thing in face.things
            if thing in counted
        ]
        reasons = (
            f"position {position}: {_number(count, thing.value) if count > 1 else thing.value}"
            for (position, thing), count in Counter(things).items()
        )
        return _explained(reasons, things)

    return explain_town


def _largest_group(
    name: str, belongs: Callable[[Face], bool], *things: Thing
) -> Callable[[TownMap], Explained]:
    """Return the explanation function of a theme that scores the largest group of adjacent tiles."""

    def explain_town(town: TownMap) -> Explained:
        groups = town.groups([position for position, face in enumerate(town.faces) if belongs(face)])
        if not groups:
            return _explained([f"there is no tile {name}"])
        largest = groups[0]
        reasons = [f"the largest group of adjacent tiles {name}: {_positions_text(largest)}"]
        reasons += [f"not adjacent to it: {_positions_text(group)}" for group in groups[1:]]
        return _explained(reasons, [(position, thing) for position in largest for thing in things], largest)

    return explain_town


def _positions_text(positions: Sequence[int]) -> str:
    return f"position{'s' if len(positions) > 1 else ''} {listed(positions)}"


def _pairs(town: TownMap) -> Explained:
    citizens, dogs = sum(face.citizens for face in town.faces), sum(face.dogs for face in town.faces)
    _, marks = _all_things(Thing.GIRL, Thing.BOY, Thing.DOG)(town)
    reason = f"{_number(citizens, 'citizen')} and {_number(dogs, 'dog')}: the smaller number counts"
    return [reason], marks


def _tiles_without_road(town: TownMap) -> Explained:
    positions = [position for position, face in enumerate(town.faces) if not face.roads]
    return _explained([f"position {position} has no road" for position in positions], tiles=positions)


def _curves(town: TownMap) -> Explained:
    curves = {
        position: sum(road.is_curve for road in face.roads)
        for position, face in enumerate(town.faces)
        if any(road.is_curve for road in face.roads)
    }
    return _explained(
        (f"position {position}: {_number(count, 'curve')}" for position, count in curves.items()), tiles=curves
    )


def _first_to_finish(town: TownMap) -> Explained:
    return _explained(["a town does not show who finished first, so it scores 0"])


# --- Roads --------------------------------------------------------------------------------------------


def _all_roads(town: TownMap) -> Explained:
    reasons = [f"{_road_text(road)} crosses {_number(road.length, 'tile')}" for road in town.roads]
    return _explained(reasons, roads=range(len(town.roads)))


def _longest_road(town: TownMap) -> Explained:
    longest = max(range(len(town.roads)), key=lambda index: town.roads[index].length)
    road = town.roads[longest]
    positions = listed([segment.position for segment in road.segments])
    reason = f"{_road_text(road)} crosses {_number(road.length, 'tile')}: positions {positions}"
    return _explained([reason], roads=[longest])


def _equal_roads(town: TownMap) -> Explained:
    (length, _), *_ = Counter(road.length for road in town.roads).most_common(1)
    equal = [index for index, road in enumerate(town.roads) if road.length == length]
    reasons = [f"{_road_text(town.roads[index])} crosses {_number(length, 'tile')}" for index in equal]
    return _explained(reasons, roads=equal)


def _most_on_one_road(
    name: str, select: Callable[[Sequence[RoadThing]], list[int]]
) -> Callable[[TownMap], Explained]:
    """Return the explanation function of a theme that counts things on the road that has the most of them.

    `select` returns the indices of the counted things among the things on a road.
    """

    def explain_town(town: TownMap) -> Explained:
        most = max(range(len(town.roads)), key=lambda index: len(select(town.roads[index].things)))
        road = town.roads[most]
        things = [road.things[index] for index in select(road.things)]
        if not things:
            return _explained([f"no road has {'an' if name[0] in 'aeiou' else 'a'} {name}"])
        reason = f"{_road_text(road)} has {_things_text(things, name)}"
        return _explained([reason], map(_mark, things), roads=[most])

    return explain_town


# --- Encounters ---------------------------------------------------------------------------------------


def _captured(town: TownMap) -> Explained:
    reasons, things = [], []
    for position, face in enumerate(town.faces):
        if face.captives_offroad:
            reasons.append(f"the alien off the road at position {position} is always captured")
            things.append((position, Thing.CAPTIVE))
    for road in town.roads:
        for alien, agent in encounters.captures(road.things).items():
            reasons.append(f"{_thing_text(road.things[agent])} captures {_thing_text(road.things[alien])}")
            things.append(_mark(road.things[alien]))
    return _explained(reasons or ["no alien is captured"], things)


def _between_agents(town: TownMap) -> Explained:
    pairs = [(road, *pair) for road in town.roads for pair in encounters.facing_pairs(road.things)]
    road, left, right, aliens = max(pairs, key=lambda pair: len(pair[3]), default=(None, 0, 0, []))
    if road is None or not aliens:
        return _explained(["no two neighbouring agents that face each other have an alien between them"])
    between = _things_text([road.things[index] for index in aliens], "alien")
    reason = f"between {_thing_text(road.things[left])} and {_thing_text(road.things[right])}: {between}"
    return _explained([reason], (_mark(road.things[index]) for index in (left, *aliens, right)))


def _largest_encounter(
    town: TownMap, find_encounters: Callable[[Sequence[RoadThing]], Iterable[tuple[int, list[int]]]]
) -> tuple[TownRoad, int, list[int]] | None:
    """Return the encounter in which one thing meets the most other things; None if no thing meets another.

    The result is the road, the index of the thing on the road, and the indices of the things that it meets.
    """
    found = [
        (road, thing, group) for road in town.roads for thing, group in find_encounters(road.things) if group
    ]
    return max(found, key=lambda each: len(each[2]), default=None)


def _hamburgers_ahead(town: TownMap) -> Explained:
    if (largest := _largest_encounter(town, encounters.hamburgers_ahead)) is None:
        return _explained(["no free alien sees a hamburger before the next free alien or the road's end"])
    road, alien, hamburgers = largest
    seen = _things_text([road.things[index] for index in hamburgers], "hamburger")
    reason = (
        f"{_thing_text(road.things[alien])} is free and sees {seen},"
        " before the next free alien or the road's end"
    )
    return _explained([reason], (_mark(road.things[index]) for index in (alien, *hamburgers)))


def _faced_agent(town: TownMap) -> Explained:
    if (largest := _largest_encounter(town, encounters.faced_agents)) is None:
        return _explained(["no alien faces an agent without another agent in between"])
    road, agent, aliens = largest
    facing = _things_text([road.things[index] for index in aliens], "alien")
    return _explained(
        [f"on one side of {_thing_text(road.things[agent])}, facing it: {facing}"],
        (_mark(road.things[index]) for index in (agent, *aliens)),
    )


def _sequences(town: TownMap) -> Explained:
    on_roads = [(road, sequence) for road in town.roads for sequence in encounters.sequences(road.things)]
    reasons = [
        "in a row: " + ", ".join(_thing_text(road.things[index]) for index in sequence)
        for road, sequence in on_roads
    ]
    things = (_mark(road.things[index]) for road, sequence in on_roads for index in sequence)
    none = "no road has an agent, an alien and a hamburger in succession, with the first two facing the third"
    return _explained(reasons or [none], things)


def _times_free_aliens(thing: Thing) -> Callable[[TownMap], Explained]:
    """Return the explanation function of a theme that multiplies the numbers of free aliens and of `thing`."""

    def explain_town(town: TownMap) -> Explained:
        free = [road.things[index] for road in town.roads for index in encounters.free_aliens(road.things)]
        _, others = _all_things(thing)(town)
        captured = sum(len(encounters.captures(road.things)) for road in town.roads)
        reasons = [f"{_number(len(free), 'free alien')} x {_number(len(others.things), thing.value)}"]
        if captured:
            reasons.append(f"not counted: {_number(captured, 'captured alien')} on roads")
        return _explained(reasons, (*map(_mark, free), *others.things))

    return explain_town


def _agents(things: Sequence[RoadThing]) -> list[int]:
    return [index for index, thing in enumerate(things) if thing.is_agent]


_EXPLAINERS: Mapping[int, Callable[[TownMap], Explained]] = {
    1: _captured,
    2: _between_agents,
    3: _largest_group("with a dog", lambda face: face.dogs > 0, Thing.DOG),
    4: _first_to_finish,
    5: _longest_road,
    6: _curves,
    7: _all_things(Thing.HOUSE),
    8: _times_free_aliens(Thing.HAMBURGER),
    9: _all_things(Thing.AGENT, Thing.AGENT_OFFROAD),
    10: _all_roads,
    11: _tiles_without_road,
    12: _all_things(Thing.DOG),
    13: _equal_roads,
    14: _most_on_one_road("agent", _agents),
    15: _all_roads,
    16: _hamburgers_ahead,
    17: _times_free_aliens(Thing.UFO),
    18: _faced_agent,
    19: _most_on_one_road("free alien", encounters.free_aliens),
    20: _sequences,
    21: _largest_group("without an alien", lambda face: not face.has_alien),
    22: _largest_group("with a citizen", lambda face: face.citizens > 0, Thing.GIRL, Thing.BOY),
    23: _largest_group("with a house", lambda face: face.houses > 0, Thing.HOUSE),
    24: _pairs,
    25: _all_things(Thing.GIRL),
    26: _all_things(Thing.BOY),
}
