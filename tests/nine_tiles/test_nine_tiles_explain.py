"""Explanations of scores: the highlighted items add up to the score."""

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
FACING_AGENTS = Town.from_pattern("035816247004127515")

COUNTED_THINGS = {
    1: (Thing.ALIEN, Thing.CAPTIVE),
    2: (Thing.ALIEN,),
    7: (Thing.HOUSE,),
    9: (Thing.AGENT, Thing.AGENT_OFFROAD),
    12: (Thing.DOG,),
    14: (Thing.AGENT,),
    16: (Thing.HAMBURGER,),
    18: (Thing.ALIEN,),
    19: (Thing.ALIEN,),
    25: (Thing.GIRL,),
    26: (Thing.BOY,),
}
"""The kinds of highlighted things whose number is the score of a theme, by the number of the theme.

Themes whose score is not the number of such things are left out.
"""


def count_things(explanation: Explanation, *kinds: Thing) -> int:
    """Count the highlighted things of the given kinds; a thing that a face shows twice counts twice."""
    total = 0
    for position, thing in explanation.marks.things:
        if thing in kinds:
            face = explanation.town.faces[position]
            total += max(1, face.offroad.count(thing))
    return total


@given(towns)
@settings(deadline=None, derandomize=True, max_examples=80)
def test_what_is_highlighted_adds_up_to_the_points(town: Town) -> None:
    explanations = {card.number: explain(town, card.number) for card in THEMES}
    assert tuple(explanation.points for explanation in explanations.values()) == score(town)
    for explanation in explanations.values():
        assert explanation.reasons
        assert all(reason and "\n" not in reason for reason in explanation.reasons)
    for number, kinds in COUNTED_THINGS.items():
        assert count_things(explanations[number], *kinds) == explanations[number].points
    for number, thing in ((8, Thing.HAMBURGER), (17, Thing.UFO)):
        aliens, others = (count_things(explanations[number], kind) for kind in (Thing.ALIEN, thing))
        assert aliens * others == explanations[number].points
    for number in (3, 11, 21, 22, 23):
        assert len(explanations[number].marks.tiles) == explanations[number].points
    for number in (10, 13):
        assert len(explanations[number].marks.roads) == explanations[number].points
    assert len(explanations[15].marks.roads) == -explanations[15].points
    assert len(explanations[20].reasons) == max(1, explanations[20].points)
    pairs = min(
        count_things(explanations[24], Thing.GIRL, Thing.BOY), count_things(explanations[24], Thing.DOG)
    )
    assert pairs == explanations[24].points


def test_the_reason_names_the_agents_and_the_aliens_between_them() -> None:
    explanation = explain(FACING_AGENTS, 2)
    assert explanation.points == 2
    assert explanation.reasons == (
        "between the agent at position 3 and the agent at position 5: 2 aliens at positions 7 and 4",
    )
    assert count_things(explanation, Thing.AGENT) == 2


def test_the_reason_for_the_longest_road_lists_its_positions() -> None:
    explanation = explain(LONG_ROAD, 5)
    assert explanation.reasons == (
        "the road from edge 11 to edge 30 crosses 10 tiles: positions 2, 1, 4, 3, 6, 7, 8, 5, 4 and 7",
    )
    assert explanation.to_json()["roads"] == [[11, 30]]


def test_the_alien_off_the_road_is_always_captured() -> None:
    explanation = explain(Town.from_pattern("036582714004421544"), 1)
    assert explanation.reasons == ("the alien off the road at position 0 is always captured",)


def test_an_explanation_can_be_written_as_json() -> None:
    data = explain(LONG_ROAD, 16).to_json()
    assert json.loads(json.dumps(data)) == data
    assert (data["theme"], data["points"], data["maximum"]) == (16, 4, 7)
    assert {"position": 8, "thing": "alien"} in data["things"]


@pytest.mark.parametrize("theme", [0, 27, -1, True])
def test_an_unknown_theme_is_refused(theme: int) -> None:
    with pytest.raises(BadInput, match="expected a theme from 1 to 26"):
        explain(LONG_ROAD, theme)
