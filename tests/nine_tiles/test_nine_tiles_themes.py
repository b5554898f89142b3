"""What the 26 themes count: on single roads, in published towns, and in turned towns."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from nine_tiles_towns import FIGURES, PUBLISHED, random_town, towns

from tilewright.games.nine_tiles.rules import Town, score
from tilewright.games.nine_tiles.town import themes
from tilewright.games.nine_tiles.town.encounters import (
    captures,
    faced_agents,
    facing_pairs,
    hamburgers_ahead,
    sequences,
)
from tilewright.games.nine_tiles.town.roads import RoadThing, TownMap, TownRoad
from tilewright.games.nine_tiles.town.themes import THEMES, Stage
from tilewright.games.nine_tiles.town.tiles import FACES, Face, Thing

KINDS = {"A": Thing.AGENT, "X": Thing.ALIEN, "H": Thing.HAMBURGER}
DEPEND_ON_CAPTURES = {1, 8, 16, 17, 19}


def road(text: str) -> tuple[RoadThing, ...]:
    """Parse a road: ``A> <X H`` is an agent that faces right, an alien that faces left, and a hamburger."""
    return tuple(
        RoadThing(KINDS[word.strip("<>")], index, None if word == "H" else word.endswith(">"))
        for index, word in enumerate(text.split())
    )


def mirrored(text: str) -> str:
    flip = str.maketrans("<>", "><")
    return " ".join(word.translate(flip)[::-1] for word in reversed(text.split()))


def town_of(*roads: str, faces: tuple[Face, ...] = ()) -> TownMap:
    laid = [TownRoad(index, 100 + index, (), road(text)) for index, text in enumerate(roads)]
    return TownMap(faces, tuple(laid), ())


# --- On one road --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "captured"),
    [
        ("", {}),
        ("A> X>", {1: 0}),
        ("A> <X", {1: 0}),
        ("X> A>", {}),  # the agent faces away
        ("<A X>", {}),
        ("X> <A", {0: 1}),
        ("<X <A", {0: 1}),
        ("A> H X>", {2: 0}),  # the agent captures through a hamburger
        ("A> <A X>", {2: 0}),  # the agent captures through another agent
        ("A> X> X>", {1: 0}),  # an agent captures only one alien
        ("A> A> X> X>", {2: 1}),  # of two agents in a row, the scan remembers only the second
        ("X> <X <A <A", {1: 2, 0: 3}),  # the scan remembers one alien for each facing
        ("X> X> <A <A", {1: 2}),  # of two aliens with the same facing, the scan remembers only the second
        ("X> H <A A> <X", {0: 2, 4: 3}),
    ],
)
def test_captures_follow_the_articles_scan_of_a_road(text: str, captured: dict[int, int]) -> None:
    assert captures(road(text)) == captured


def test_a_road_and_its_mirror_image_may_have_different_captures() -> None:
    text = "A> A> <X X>"
    assert mirrored(text) == "<X X> <A <A"
    assert len(captures(road(text))) == 1
    assert len(captures(road(mirrored(text)))) == 2


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("A> X> <A", 1),
        ("A> X> <X H <A", 2),
        ("A> X> A> X> <A", 1),  # an agent in between starts a new pair
        ("A> X> <A X> <A", 1),
        ("<A X> A>", 0),
        ("A> X>", 0),
        ("A> <A", 0),
        ("A> X> A> <A", 0),
    ],
)
def test_two_agents_that_face_each_other_have_no_agent_between_them(text: str, most: int) -> None:
    for road_text in (text, mirrored(text)):
        assert max((len(aliens) for *_, aliens in facing_pairs(road(road_text))), default=0) == most
        assert themes.aliens_between_facing_agents(town_of(road_text)) == most


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("X> H H", 2),
        ("H <X H H", 1),
        ("H X>", 0),
        ("X> H X> H H", 2),  # an alien sees only as far as the next free alien
        ("X> H <X", 1),  # the alien at the other end also sees the hamburger
        ("X> H A> X> H", 2),  # the second alien is captured, so it does not block the view
        ("H H A> <X H", 0),  # a captured alien sees nothing
    ],
)
def test_a_free_alien_sees_hamburgers_up_to_the_next_free_alien(text: str, most: int) -> None:
    assert max((len(hamburgers) for _, hamburgers in hamburgers_ahead(road(text))), default=0) == most
    assert themes.hamburgers_ahead_of_one_alien(town_of(text)) == most


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("X> A>", 1),
        ("X> H X> <A", 2),
        ("<X A>", 0),
        ("X> A> <X <X", 2),  # two on one side, one on the other: the two numbers are not added
        ("X> X> A> X> <A", 2),
        ("A> <X A> <X <X", 2),
        ("X> <X", 0),  # no agent
    ],
)
def test_aliens_face_an_agent_up_to_the_next_agent(text: str, most: int) -> None:
    for road_text in (text, mirrored(text)):
        assert max((len(aliens) for _, aliens in faced_agents(road(road_text))), default=0) == most
        assert themes.aliens_facing_one_agent(town_of(road_text)) == most


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("A> X> H", 1),
        ("A> <X H", 0),
        ("<A X> H", 0),
        ("A> A> X> H", 1),
        ("A> X> X> H", 0),  # the captured alien and the hamburger are not adjacent
        ("A> H X> H", 0),
        ("A> X> H <X <A", 2),  # the hamburger counts for both sequences
        ("H <X H <X <A", 1),
        ("A> X> H A> X> H", 2),
    ],
)
def test_sequences_are_strictly_consecutive(text: str, count: int) -> None:
    for road_text in (text, mirrored(text)):
        assert len(list(sequences(road(road_text)))) == count
        assert themes.agent_alien_hamburger_sequences(town_of(road_text)) == count


# --- In a town ----------------------------------------------------------------------------------------


def test_only_free_aliens_on_roads_count_in_products_and_on_one_road() -> None:
    # One alien is captured and two are free; all hamburgers on roads count.
    town = town_of("A> X> H", "X> <X H", faces=(FACES[3][0], FACES[5][1]))
    assert themes.aliens_captured(town) == 1
    assert themes.aliens_times_hamburgers(town) == 2 * 2
    assert themes.ufos_times_aliens(town) == 2 * 2
    assert themes.free_aliens_on_one_road(town) == 2


def test_things_off_the_road_count_in_some_themes_only() -> None:
    blank = FACES[0][0]  # this face shows two dogs, an agent and a captive
    town = TownMap.of([blank])
    assert themes.aliens_captured(town) == 1
    assert themes.agents(town) == 1
    assert themes.agents_on_one_road(town) == 0
    assert themes.tiles_without_alien_together(town) == 0
    assert themes.dogs(town) == 2
    assert themes.dog_tiles_together(town) == 1


def test_a_captured_alien_makes_its_tile_an_alien_tile() -> None:
    town = TownMap.of(
        [FACES[6][1], FACES[7][1].turned(2)], columns=1
    )  # an agent faces an alien on the tile below
    assert themes.aliens_captured(town) == 1
    assert themes.tiles_without_alien_together(town) == 1


def test_groups_consist_of_tiles_that_share_an_edge() -> None:
    dog, bare = Face(dogs=1), Face()
    town = TownMap.of([dog, bare, dog, dog, bare, dog, bare, dog, bare])
    assert town.groups([0, 2, 3, 5, 7]) == [(0, 3), (2, 5), (7,)]
    assert themes.dog_tiles_together(town) == 2


def test_a_road_that_crosses_a_tile_twice_counts_it_twice() -> None:
    town = Town.from_pattern("583201764425441001").map()
    longest = max(town.roads, key=lambda town_road: town_road.length)
    assert [segment.position for segment in longest.segments] == [2, 1, 4, 3, 6, 7, 8, 5, 4, 7]
    assert themes.longest_road(town) == 10
    assert themes.roads_of_one_length(town) == 2  # two roads have length one
    assert (themes.roads(town), themes.minus_roads(town)) == (3, -3)


@pytest.mark.parametrize("pattern", PUBLISHED)
def test_published_towns_have_the_published_scores(pattern: str) -> None:
    assert score(Town.from_pattern(pattern)) == PUBLISHED[pattern]


def test_the_26_cards_have_the_published_maxima() -> None:
    assert [card.number for card in THEMES] == list(range(1, 27))
    published = FIGURES["achievable"]
    assert {str(card.number): card.maximum for card in THEMES} == {
        number: entry["max"] for number, entry in published.items()
    }


def test_the_seven_themes_at_maximum_follow_from_the_scores() -> None:
    # The published article lists theme 24 by mistake; its scores show that theme 25 is meant.
    maxima = [card.maximum for card in THEMES]
    best = [
        [
            number
            for number, (points, most) in enumerate(zip(group["points"], maxima, strict=True), 1)
            if points == most
        ]
        for group in FIGURES["towns_by_score"]
    ]
    assert best[1] == best[2] == FIGURES["most_themes_at_maximum"]["themes"] == [4, 9, 11, 14, 22, 25, 26]
    assert [len(group["towns"]) for group in FIGURES["towns_by_score"]][1:] == [16, 48]


def test_the_town_nearest_to_all_maxima_has_the_published_distance() -> None:
    # The distance of a score is the number of achievable scores above it. The squares of the
    # distances are added.
    scores = [sorted(entry["scores"], reverse=True) for entry in FIGURES["achievable"].values()]
    points = FIGURES["towns_by_score"][0]["points"]
    distance = sum(ranks.index(reached) ** 2 for ranks, reached in zip(scores, points, strict=True))
    assert distance == FIGURES["distance_over_all_26_themes"]["min"]


def test_the_stages_are_those_of_the_article() -> None:
    by_stage = {stage: [card.number for card in THEMES if card.stage is stage] for stage in Stage}
    assert by_stage[Stage.NOTHING] == [4]
    assert by_stage[Stage.SHAPE] == [5, 6, 10, 11, 13, 15]
    assert by_stage[Stage.FACES] == [3, 7, 9, 12, 21, 22, 23, 24, 25, 26]
    assert by_stage[Stage.ON_ROAD] == [1, 2, 8, 14, 16, 17, 18, 19, 20]


@given(towns)
@settings(deadline=None, derandomize=True, max_examples=150)
def test_every_score_is_published_as_achievable(town: Town) -> None:
    for card, points in zip(THEMES, score(town.canonical()), strict=True):
        assert points in FIGURES["achievable"][str(card.number)]["scores"]
        # The article's list for theme 5 begins with 1, a score that no town has.
        assert card.number != 5 or points >= 2


@given(towns)
@settings(deadline=None, derandomize=True, max_examples=150)
def test_scores_satisfy_the_relations_between_themes(town: Town) -> None:
    t = (0, *score(town))
    things = [thing for town_road in town.map().roads for thing in town_road.things]
    aliens = sum(thing.is_alien for thing in things)
    hamburgers = sum(thing.is_hamburger for thing in things)
    offroad = sum(face.captives_offroad for face in town.faces)
    free = aliens + offroad - t[1]
    assert t[15] == -t[10]
    assert t[24] == min(t[12], t[25] + t[26])
    assert t[8] == free * hamburgers
    assert t[17] == free * sum(face.ufos for face in town.faces)
    assert t[19] <= free
    assert t[14] <= t[9]


@given(towns)
@settings(deadline=None, derandomize=True, max_examples=150)
def test_turning_a_town_changes_only_themes_that_depend_on_captures(town: Town) -> None:
    before, after = score(town), score(town.turned())
    changed = {card.number for card, a, b in zip(THEMES, before, after, strict=True) if a != b}
    assert changed <= DEPEND_ON_CAPTURES


def test_a_turned_town_may_capture_more() -> None:
    seed = next(seed for seed in range(5000) if len(_captures_of_turns(random_town(seed))) > 1)
    town = random_town(seed)
    roads = [
        [(thing.thing.value, thing.rightward) for thing in town_road.things] for town_road in town.map().roads
    ]
    turned = [
        [(thing.thing.value, thing.rightward) for thing in town_road.things]
        for town_road in town.turned().turned().map().roads
    ]
    # Turning changes only the direction in which a road is read: each road is the same as before, or reversed.
    mirror = [
        [(thing, None if way is None else not way) for thing, way in town_road[::-1]] for town_road in turned
    ]
    assert all(town_road in roads or other in roads for town_road, other in zip(turned, mirror, strict=True))


def _captures_of_turns(town: Town) -> set[int]:
    return {themes.aliens_captured(turn.map()) for turn in (town, town.turned(), town.turned().turned())}
