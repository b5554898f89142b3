"""Why a town scores what it scores: what is pointed at adds up to the points."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from nine_tiles_towns import towns

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.explain import Explanation, explain
from tilewright.games.nine_tiles.rules import Town, score
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import Thing

LONG_ROAD = Town.from_pattern("583201764425441001")
PINCER = Town.from_pattern("035816247004127515")


def things(explanation: Explanation, *wanted: Thing) -> int:
    """How many things of those kinds are pointed at; faces may show a thing twice."""
    total = 0
    for position, thing in explanation.marks.things:
        if thing in wanted:
            face = explanation.town.faces[position]
            total += max(1, face.offroad.count(thing))
    return total


@given(towns)
@settings(deadline=None, derandomize=True, max_examples=80)
def test_what_is_pointed_at_adds_up_to_the_points(town: Town) -> None:
    told = {card.number: explain(town, card.number) for card in THEMES}
    assert tuple(found.points for found in told.values()) == score(town)
    for found in told.values():
        assert found.reasons
        assert all(reason and "\n" not in reason for reason in found.reasons)
    assert things(told[1], Thing.ALIEN, Thing.CAPTIVE) == told[1].points
    assert things(told[2], Thing.ALIEN) == told[2].points
    assert things(told[8], Thing.ALIEN) * things(told[8], Thing.HAMBURGER) == told[8].points
    assert things(told[17], Thing.ALIEN) * things(told[17], Thing.UFO) == told[17].points
    assert things(told[16], Thing.HAMBURGER) == told[16].points
    assert things(told[18], Thing.ALIEN) == told[18].points
    assert things(told[19], Thing.ALIEN) == told[19].points
    assert things(told[14], Thing.AGENT) == told[14].points
    for number, *wanted in (
        (7, Thing.HOUSE),
        (9, Thing.AGENT, Thing.AGENT_OFFROAD),
        (12, Thing.DOG),
        (25, Thing.GIRL),
        (26, Thing.BOY),
    ):
        assert things(told[number], *wanted) == told[number].points
    for number in (3, 11, 21, 22, 23):
        assert len(told[number].marks.tiles) == told[number].points
    for number in (10, 13):
        assert len(told[number].marks.roads) == told[number].points
    assert len(told[15].marks.roads) == -told[15].points
    assert len(told[20].reasons) == max(1, told[20].points)
    pairs = min(things(told[24], Thing.GIRL, Thing.BOY), things(told[24], Thing.DOG))
    assert pairs == told[24].points


def test_the_reason_names_who_is_between_whom() -> None:
    found = explain(PINCER, 2)
    assert found.points == 2
    assert found.reasons == (
        "between the agent at position 3 and the agent at position 5: 2 aliens at positions 7 and 4",
    )
    assert things(found, Thing.AGENT) == 2


def test_the_reason_for_the_longest_road_tells_its_way() -> None:
    found = explain(LONG_ROAD, 5)
    assert found.reasons == (
        "the road from edge 11 to edge 30 crosses 10 tiles: positions 2, 1, 4, 3, 6, 7, 8, 5, 4 and 7",
    )
    assert found.to_json()["roads"] == [[11, 30]]


def test_the_alien_off_the_road_is_captured_from_the_start() -> None:
    found = explain(Town.from_pattern("036582714004421544"), 1)
    assert found.reasons == ("the alien off the road at position 0 is captured from the start",)


def test_an_explanation_is_json() -> None:
    data = explain(LONG_ROAD, 16).to_json()
    assert json.loads(json.dumps(data)) == data
    assert (data["theme"], data["points"], data["maximum"]) == (16, 4, 7)
    assert {"position": 8, "thing": "alien"} in data["things"]


@pytest.mark.parametrize("theme", [0, 27, -1, True])
def test_a_theme_that_is_none_is_refused(theme: int) -> None:
    with pytest.raises(BadInput, match="expected a theme from 1 to 26"):
        explain(LONG_ROAD, theme)
