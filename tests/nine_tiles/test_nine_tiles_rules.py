"""Towns: complete towns, turned towns, canonical forms, and `check`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nine_tiles_towns import FIGURES, PUBLISHED, patterns, random_town, towns

import tilewright as tw
from tilewright.games.nine_tiles.rules import (
    NineTilesInstance,
    NineTilesSolution,
    Town,
    check,
    problems,
    score,
    synonym,
)
from tilewright.games.nine_tiles.town.road_synonyms import KIND_DIRECTIONS, KIND_LIMITS, Synonym
from tilewright.games.nine_tiles.town.roads import TownMap, borders, edge_number
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION, FACES, ORIENTED_FACES, Face, Road, Thing

SEVEN_MAXIMA = "036582714004421544"

# --- Tiles --------------------------------------------------------------------------------------------


def test_every_tile_has_two_faces_with_at_most_one_thing_on_their_roads() -> None:
    assert len(FACES) == 9
    assert all(len(sides) == 2 for sides in FACES)
    for face in (face for sides in FACES for face in sides):
        assert sum(road.thing is not None for road in face.roads) <= 1


def test_the_faces_show_what_the_article_lists() -> None:
    assert FACES[0][0] == Face(dogs=2, agents_offroad=1, captives_offroad=1)
    assert FACES[2][0] == Face((Road((0, 3), agent_facing=0), Road((1, 2))), boys=1)
    assert FACES[4][1] == Face((Road((0, 2)), Road((1, 3), hamburger=True)), boys=1)
    totals = dict.fromkeys(Thing, 0)
    for face in (face for sides in FACES for face in sides):
        for thing in (*face.offroad, *(road.thing for road in face.roads if road.thing)):
            totals[thing] += 1
    # These totals were counted by hand from the list of faces.
    assert totals == {
        Thing.AGENT: 4,
        Thing.ALIEN: 4,
        Thing.HAMBURGER: 7,
        Thing.DOG: 7,
        Thing.HOUSE: 7,
        Thing.GIRL: 3,
        Thing.BOY: 4,
        Thing.UFO: 2,
        Thing.AGENT_OFFROAD: 1,
        Thing.CAPTIVE: 1,
    }


def test_a_quarter_turn_to_the_left_moves_the_top_edge_to_the_left() -> None:
    road = Road((0, 3), alien_facing=0)
    assert road.turned(1) == Road((0, 1), alien_facing=1)
    assert road.turned(4) == road
    assert ORIENTED_FACES[8][1] == Face((Road((1, 2), agent_facing=2),), girls=1)


def test_only_faces_without_roads_straight_hamburgers_and_one_crossing_look_the_same_when_turned() -> None:
    same_look = {
        (tile, direction): CANONICAL_DIRECTION[tile][direction]
        for tile in range(9)
        for direction in range(8)
        if CANONICAL_DIRECTION[tile][direction] != direction
    }
    without_roads = {
        (0, 1): 0,
        (0, 2): 0,
        (0, 3): 0,
        (3, 1): 0,
        (3, 2): 0,
        (3, 3): 0,
        (5, 5): 4,
        (5, 6): 4,
        (5, 7): 4,
    }
    after_half_turn = {(3, 6): 4, (3, 7): 5, (8, 6): 4, (8, 7): 5, (4, 6): 4, (4, 7): 5}
    assert same_look == without_roads | after_half_turn


# --- Roads --------------------------------------------------------------------------------------------


def test_edges_are_numbered_as_in_the_article() -> None:
    numbers = {edge_number(position, edge) for position in range(9) for edge in range(4)}
    outer = {0, 4, 8, 1, 11, 13, 23, 25, 35, 26, 30, 34}
    inner = {3, 7, 2, 6, 10, 15, 19, 14, 18, 22, 27, 31}
    assert numbers == outer | inner
    assert {edge_number(first, edge) for first, _, edge, _ in borders(9)} == inner
    assert all(edge_number(first, a) == edge_number(second, b) for first, second, a, b in borders(9))


@given(towns)
@settings(deadline=None, derandomize=True, max_examples=100)
def test_roads_begin_at_their_smaller_end_and_use_every_segment_once(town: Town) -> None:
    town_map = town.map()
    outer = {0, 4, 8, 1, 11, 13, 23, 25, 35, 26, 30, 34}
    segments = [(segment.position, segment.road) for road in town_map.roads for segment in road.segments]
    assert sorted(map(repr, segments)) == sorted(
        repr((position, road)) for position, face in enumerate(town.faces) for road in face.roads
    )
    for road in town_map.roads:
        assert road.left < road.right
        assert {road.left, road.right} <= outer
        for segment, following in zip(road.segments, road.segments[1:], strict=False):
            assert edge_number(segment.position, segment.leaves) == edge_number(
                following.position, following.enters
            )


@given(st.lists(st.sampled_from([face for faces in ORIENTED_FACES for face in faces]), min_size=9, max_size=9))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_roads_with_dead_ends_also_begin_at_their_smaller_end(faces: list[Face]) -> None:
    for road in TownMap.of(faces).roads:
        assert road.left < road.right
        first, last = road.segments[0], road.segments[-1]
        assert road.left == edge_number(first.position, first.enters)
        assert road.right == edge_number(last.position, last.leaves)


def test_a_closed_loop_is_not_a_road() -> None:
    curve = Face((Road((2, 3)),))
    ring = [curve, curve.turned(3), curve.turned(1), curve.turned(2)]
    town = TownMap.of(ring, columns=2)
    assert town.roads == ()
    assert [sorted(segment.position for segment in loop) for loop in town.loops] == [[0, 1, 2, 3]]


# --- Towns --------------------------------------------------------------------------------------------


def test_every_broken_rule_of_a_town_is_listed_with_its_cells() -> None:
    twice = problems(Town.from_pattern("588201764425441001"))
    assert [(broken.rule, broken.cells) for broken in twice] == [("tile-twice", ((0, 1), (0, 2)))]
    loop = problems(Town.from_pattern("012453678414004050"))
    assert [(broken.rule, broken.cells) for broken in loop] == [
        ("closed-loop", ((0, 0), (0, 1), (1, 0), (1, 1)))
    ]
    crossing = problems(Town.from_pattern("318467025121123762"))[-1]  # this loop crosses tile 6 twice
    assert crossing.message == "the road through positions 1, 2, 3, 4, 5, 6 and 7 is a closed loop"
    mismatch = problems(Town.from_pattern("583201764424441001"))
    assert [broken.rule for broken in mismatch] == ["edge-mismatch"] * 2
    assert "positions 1 and 2" in mismatch[0].message
    everything = problems(Town((1,) * 9, (0,) * 9))
    assert {broken.rule for broken in everything} == {"tile-twice", "edge-mismatch"}


@pytest.mark.parametrize("pattern", PUBLISHED)
def test_published_towns_are_complete(pattern: str) -> None:
    assert problems(Town.from_pattern(pattern)) == ()


@pytest.mark.parametrize("group", FIGURES["towns_by_score"])
def test_the_article_lists_towns_in_their_canonical_form(group: dict[str, list[str]]) -> None:
    for pattern in group["towns"]:
        assert Town.from_pattern(pattern).canonical().pattern == pattern


@given(patterns)
@settings(deadline=None, derandomize=True)
def test_four_quarter_turns_do_not_change_a_town(town: Town) -> None:
    turned = town.turned().turned().turned().turned()
    assert turned == town
    assert town.turned().tiles[0] == town.tiles[2]
    assert [direction // 4 for direction in town.turned().directions] == [
        town.directions[position] // 4 for position in (2, 5, 8, 1, 4, 7, 0, 3, 6)
    ]


@given(towns)
@settings(deadline=None, derandomize=True)
def test_a_turned_town_is_complete_and_has_the_turned_synonym(town: Town) -> None:
    assert problems(town.turned()) == ()
    assert synonym(town.turned()) == synonym(town).turned()


@given(towns)
@settings(deadline=None, derandomize=True)
def test_a_canonical_form_is_its_own_and_the_same_for_all_turns(town: Town) -> None:
    form = town.canonical()
    assert form.canonical() == form
    assert synonym(form).is_smallest
    assert all(
        CANONICAL_DIRECTION[tile][direction] == direction
        for tile, direction in zip(form.tiles, form.directions, strict=True)
    )
    turns = [form, form.turned(), form.turned().turned(), form.turned().turned().turned()]
    smallest = [turn for turn in turns if synonym(turn) == synonym(form)]
    assert town.turned().canonical() in [turn.canonical() for turn in smallest]
    if len(smallest) == 1:
        assert {turn.canonical() for turn in turns} == {form}


def test_directions_that_look_the_same_have_one_canonical_form() -> None:
    town = Town.from_pattern(SEVEN_MAXIMA)
    turned_blank = replace(town, directions=(3, *town.directions[1:]))
    assert turned_blank != town
    assert turned_blank.canonical() == town


def test_a_synonym_has_only_the_roads() -> None:
    assert synonym(Town.from_pattern(SEVEN_MAXIMA)).pattern == "003012344000020100"
    assert (KIND_LIMITS, KIND_DIRECTIONS) == ((3, 4, 4, 4, 3), (1, 4, 2, 2, 1))
    shape = Synonym.from_pattern("224221113000100031")
    assert [road.edges for road in shape.faces[3].roads] == [(0, 3), (1, 2)]
    assert not shape.map().loops
    assert shape.turned().turned().turned().turned() == shape
    # This synonym is the article's example of the notation. It is not the smallest of its four rotations.
    assert not shape.is_smallest
    assert shape.turned().turned().turned().is_smallest


@given(towns)
@settings(deadline=None, derandomize=True)
def test_a_town_and_its_synonym_have_roads_of_the_same_shape(town: Town) -> None:
    synonym_map = synonym(town).map()
    assert [(road.left, road.right, road.length) for road in synonym_map.roads] == [
        (road.left, road.right, road.length) for road in town.map().roads
    ]


# --- Checking -----------------------------------------------------------------------------------------


def solution(town: Town) -> NineTilesSolution:
    return NineTilesSolution(town, score(town))


def test_the_articles_town_has_seven_themes_at_their_maximum() -> None:
    town = Town.from_pattern(SEVEN_MAXIMA)
    themes = FIGURES["most_themes_at_maximum"]["themes"]
    for first in themes[:5]:
        chosen = tuple(theme for theme in themes if theme >= first)[:3]
        assert check(NineTilesInstance(chosen, "max"), solution(town)).ok
    verdict = check(NineTilesInstance((4, 9, 24), "max"), solution(town))  # 24 is the article's misprint for 25
    assert [broken.rule for broken in verdict.broken] == ["not-maximum"]


def test_check_lists_every_wrong_score_by_its_theme() -> None:
    town = Town.from_pattern(SEVEN_MAXIMA)
    points = list(score(town))
    points[0] += 1
    points[25] -= 1
    verdict = check(NineTilesInstance((1, 2, 3)), NineTilesSolution(town, tuple(points)))
    assert [broken.message for broken in verdict.broken] == [
        "theme 1 scores 1, not 2",
        "theme 26 scores 4, not 3",
    ]


@given(towns, st.sampled_from(["distance", "duel"]))
@settings(deadline=None, derandomize=True, max_examples=30)
def test_any_complete_town_with_correct_points_is_legal_by_distance_and_duel(town: Town, rank: str) -> None:
    verdict = tw.game("nine-tiles").check(NineTilesInstance((3, 8, 17), rank), solution(town))
    assert verdict.ok
    assert verdict.objective is None


def test_the_points_of_an_incomplete_town_are_not_checked() -> None:
    town = Town.from_pattern("588201764425441001")
    verdict = check(NineTilesInstance((3, 8, 17), "max"), NineTilesSolution(town, (0,) * 26))
    assert [broken.rule for broken in verdict.broken] == ["tile-twice"]


def test_random_towns_depend_only_on_the_seed() -> None:
    assert random_town(7) == random_town(7)
    assert len({random_town(seed) for seed in range(20)}) == 20
