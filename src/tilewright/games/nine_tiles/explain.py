"""Why a town scores what it scores: which things, tiles and roads count for a theme, and for what reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.rules import NineTilesInstance, Town
from tilewright.games.nine_tiles.town.encounters import (
    captures,
    faced_agents,
    free_aliens,
    meals_ahead,
    pincers,
    sequences,
)
from tilewright.games.nine_tiles.town.roads import OnRoad, TownMap, TownRoad
from tilewright.games.nine_tiles.town.themes import THEMES, Theme
from tilewright.games.nine_tiles.town.tiles import Face, Thing

__all__ = ["Explanation", "Marks", "explain", "hint"]


@dataclass(frozen=True, slots=True)
class Marks:
    """What a picture of a town points at: things by position, whole tiles, roads by their place in the map."""

    things: frozenset[tuple[int, Thing]] = frozenset()
    tiles: frozenset[int] = frozenset()
    roads: frozenset[int] = frozenset()

    def at(self, position: int) -> frozenset[Thing]:
        """The things at a position that are pointed at."""
        return frozenset(thing for where, thing in self.things if where == position)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A town's score in one theme, and where it comes from."""

    town: Town
    theme: Theme
    points: int
    reasons: tuple[str, ...]
    """One line each."""
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
    """Why a complete town scores what it scores in a theme, given by its number."""
    if type(theme) is not int or not 1 <= theme <= len(THEMES):
        raise BadInput(f"expected a theme from 1 to {len(THEMES)}, not {theme!r}")
    card, seen = THEMES[theme - 1], town.map()
    reasons, marks = _FINDERS[theme](seen)
    return Explanation(town, card, card.measure(seen), tuple(reasons), marks)


def hint(instance: NineTilesInstance, state: Town | None) -> NoReturn:
    """There is no next step in this game: a town is laid all at once."""
    raise BadInput("nine-tiles has no hints; `tilewright towns explain` tells why a town scores what it scores")


# --- Words --------------------------------------------------------------------------------------------

Found = tuple[list[str], Marks]


def _found(
    reasons: Iterable[str],
    things: Iterable[tuple[int, Thing]] = (),
    tiles: Iterable[int] = (),
    roads: Iterable[int] = (),
) -> Found:
    return list(reasons) or ["there is none"], Marks(frozenset(things), frozenset(tiles), frozenset(roads))


def _on(found: OnRoad) -> tuple[int, Thing]:
    return found.position, found.thing


def _called(found: OnRoad) -> str:
    return f"the {found.thing.value} at position {found.position}"


def _all_called(things: Sequence[OnRoad], name: str) -> str:
    where = _listed([found.position for found in things])
    return f"{_number(len(things), name)} at position{'s' if len(things) > 1 else ''} {where}"


def _way(road: TownRoad) -> str:
    return f"the road from edge {road.left:02} to edge {road.right:02}"


def _number(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


def _listed(values: Sequence[object]) -> str:
    *most, last = map(str, values)
    return f"{', '.join(most)} and {last}" if most else last


# --- Things beside the road, tiles --------------------------------------------------------------------


def _everything(*wanted: Thing) -> Callable[[TownMap], Found]:
    """A theme that counts things wherever they are."""

    def find(town: TownMap) -> Found:
        where = [
            (position, thing)
            for position, face in enumerate(town.faces)
            for thing in (*(road.thing for road in face.roads), *face.offroad)
            if thing in wanted
        ]
        reasons = (
            f"position {position}: {_number(count, thing.value) if count > 1 else thing.value}"
            for (position, thing), count in Counter(where).items()
            if thing is not None
        )
        return _found(reasons, ((position, thing) for position, thing in where if thing is not None))

    return find


def _together(name: str, belongs: Callable[[Face], bool], *things: Thing) -> Callable[[TownMap], Found]:
    """A theme that counts tiles that lie together."""

    def find(town: TownMap) -> Found:
        groups = town.groups([position for position, face in enumerate(town.faces) if belongs(face)])
        if not groups:
            return _found([f"there is no tile {name}"])
        together = "together: each is" if len(groups[0]) > 1 else "alone: it is"
        reasons = [f"{_places(groups[0])} {together} a tile {name}"]
        reasons += [f"{_places(group)} apart from them" for group in groups[1:]]
        marked = [(position, thing) for position in groups[0] for thing in things]
        return _found(reasons, marked, groups[0])

    return find


def _places(positions: Sequence[int]) -> str:
    return f"position {positions[0]} lies" if len(positions) == 1 else f"positions {_listed(positions)} lie"


def _pairs(town: TownMap) -> Found:
    citizens, dogs = sum(face.citizens for face in town.faces), sum(face.dogs for face in town.faces)
    _, marks = _everything(Thing.GIRL, Thing.BOY, Thing.DOG)(town)
    people = f"{citizens} citizen{'' if citizens == 1 else 's'}"
    return [f"{people} and {_number(dogs, 'dog')}: the fewer of them make the pairs"], marks


def _bare_tiles(town: TownMap) -> Found:
    bare = [position for position, face in enumerate(town.faces) if not face.roads]
    return _found([f"position {position} has no road" for position in bare], tiles=bare)


def _curves(town: TownMap) -> Found:
    curves = {
        position: sum(road.is_curve for road in face.roads)
        for position, face in enumerate(town.faces)
        if any(road.is_curve for road in face.roads)
    }
    return _found(
        (f"position {position}: {_number(count, 'curve')}" for position, count in curves.items()), tiles=curves
    )


def _finishing(town: TownMap) -> Found:
    return _found(["who finishes first is not written in a town, so it scores 0"])


# --- Roads --------------------------------------------------------------------------------------------


def _all_roads(town: TownMap) -> Found:
    reasons = [f"{_way(road)} crosses {_number(road.length, 'tile')}" for road in town.roads]
    return _found(reasons, roads=range(len(town.roads)))


def _longest_road(town: TownMap) -> Found:
    longest = max(range(len(town.roads)), key=lambda index: town.roads[index].length)
    road = town.roads[longest]
    positions = _listed([stretch.position for stretch in road.stretches])
    reason = f"{_way(road)} crosses {_number(road.length, 'tile')}: positions {positions}"
    return _found([reason], roads=[longest])


def _equal_roads(town: TownMap) -> Found:
    (length, _), *_ = Counter(road.length for road in town.roads).most_common(1)
    equal = [index for index, road in enumerate(town.roads) if road.length == length]
    reasons = [f"{_way(town.roads[index])} crosses {_number(length, 'tile')}" for index in equal]
    return _found(reasons, roads=equal)


def _most_on_one_road(name: str, wanted: Callable[[Sequence[OnRoad]], list[int]]) -> Callable[[TownMap], Found]:
    """A theme that counts things on the road that has most of them."""

    def find(town: TownMap) -> Found:
        most = max(range(len(town.roads)), key=lambda index: len(wanted(town.roads[index].on_road)))
        road = town.roads[most]
        things = [road.on_road[at] for at in wanted(road.on_road)]
        if not things:
            return _found([f"no road has a {name}"])
        return _found([f"{_way(road)} has {_all_called(things, name)}"], map(_on, things), roads=[most])

    return find


# --- Encounters ---------------------------------------------------------------------------------------


def _captured(town: TownMap) -> Found:
    reasons, things = [], []
    for position, face in enumerate(town.faces):
        if face.captives_offroad:
            reasons.append(f"the alien off the road at position {position} is captured from the start")
            things.append((position, Thing.CAPTIVE))
    for road in town.roads:
        for alien, agent in captures(road.on_road).items():
            reasons.append(f"{_called(road.on_road[agent])} holds {_called(road.on_road[alien])}")
            things.append(_on(road.on_road[alien]))
    return _found(reasons or ["no alien is captured"], things)


def _pincer(town: TownMap) -> Found:
    found = [(road, *pincer) for road in town.roads for pincer in pincers(road.on_road)]
    road, one, other, aliens = max(found, key=lambda pincer: len(pincer[3]), default=(None, 0, 0, []))
    if road is None or not aliens:
        return _found(["no two agents that face each other, one next to the other, have an alien between them"])
    between = _all_called([road.on_road[at] for at in aliens], "alien")
    reason = f"between {_called(road.on_road[one])} and {_called(road.on_road[other])}: {between}"
    return _found([reason], (_on(road.on_road[at]) for at in (one, *aliens, other)))


def _meals(town: TownMap) -> Found:
    found = [(road, alien, meals) for road in town.roads for alien, meals in meals_ahead(road.on_road)]
    road, alien, meals = max(found, key=lambda view: len(view[2]), default=(None, 0, []))
    if road is None or not meals:
        return _found(["no free alien has a hamburger in front of it"])
    seen = _all_called([road.on_road[at] for at in meals], "hamburger")
    reason = (
        f"{_called(road.on_road[alien])} is free and sees {seen}, before the next free alien or the road's end"
    )
    return _found([reason], (_on(road.on_road[at]) for at in (alien, *meals)))


def _faced(town: TownMap) -> Found:
    found = [(road, agent, aliens) for road in town.roads for agent, aliens in faced_agents(road.on_road)]
    road, agent, aliens = max(found, key=lambda view: len(view[2]), default=(None, 0, []))
    if road is None or not aliens:
        return _found(["no alien looks at an agent with no other agent in between"])
    looking = _all_called([road.on_road[at] for at in aliens], "alien")
    return _found(
        [f"at one side of {_called(road.on_road[agent])}, looking at it: {looking}"],
        (_on(road.on_road[at]) for at in (agent, *aliens)),
    )


def _sequences(town: TownMap) -> Found:
    found = [(road, places) for road in town.roads for places in sequences(road.on_road)]
    reasons = [
        " then ".join(_called(road.on_road[at]) for at in places) + ", one after the other"
        for road, places in found
    ]
    things = (_on(road.on_road[at]) for road, places in found for at in places)
    return _found(reasons or ["agent, alien and hamburger stand nowhere in a row, looking that way"], things)


def _times_free_aliens(thing: Thing) -> Callable[[TownMap], Found]:
    """A theme that multiplies free aliens with something else."""

    def find(town: TownMap) -> Found:
        free = [road.on_road[at] for road in town.roads for at in free_aliens(road.on_road)]
        _, others = _everything(thing)(town)
        held = sum(len(captures(road.on_road)) for road in town.roads)
        count = len(others.things)
        reasons = [f"{_number(len(free), 'free alien')} x {_number(count, thing.value)}"]
        if held:
            reasons.append(f"not counted: {_number(held, 'captured alien')} on roads")
        return _found(reasons, (*map(_on, free), *others.things))

    return find


def _agents(objects: Sequence[OnRoad]) -> list[int]:
    return [at for at, found in enumerate(objects) if found.is_agent]


_FINDERS: Mapping[int, Callable[[TownMap], Found]] = {
    1: _captured,
    2: _pincer,
    3: _together("with a dog", lambda face: face.dogs > 0, Thing.DOG),
    4: _finishing,
    5: _longest_road,
    6: _curves,
    7: _everything(Thing.HOUSE),
    8: _times_free_aliens(Thing.HAMBURGER),
    9: _everything(Thing.AGENT, Thing.AGENT_OFFROAD),
    10: _all_roads,
    11: _bare_tiles,
    12: _everything(Thing.DOG),
    13: _equal_roads,
    14: _most_on_one_road("agent", _agents),
    15: _all_roads,
    16: _meals,
    17: _times_free_aliens(Thing.UFO),
    18: _faced,
    19: _most_on_one_road("free alien", free_aliens),
    20: _sequences,
    21: _together("without an alien", lambda face: not face.has_alien),
    22: _together("with a citizen", lambda face: face.citizens > 0, Thing.GIRL, Thing.BOY),
    23: _together("with a house", lambda face: face.houses > 0, Thing.HOUSE),
    24: _pairs,
    25: _everything(Thing.GIRL),
    26: _everything(Thing.BOY),
}
