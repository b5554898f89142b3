"""Pictures of towns: roads continue across borders, facings are visible, and things do not overlap."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from nine_tiles_towns import random_town, towns

import tilewright as tw
from tilewright.drawing import Area, Dot, Label, Line
from tilewright.games.nine_tiles.explain import Marks, explain
from tilewright.games.nine_tiles.picture import scene, synonym_scene, town_scene, towns_scene
from tilewright.games.nine_tiles.pictures.face_drawing import (
    EDGE_VECTORS,
    TILE,
    draw_thing,
    draw_things,
    offroad_points,
    point_on_road,
)
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, Town, check, score, synonym
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import FACES, ORIENTED_FACES, Face, Thing

TOWN = Town.from_pattern("583201764425441001")
GAME = tw.game("nine-tiles")
SURFACE = 0.9
"""Among the lines in the colour `grid`, only the surfaces of roads are wider than this."""


@given(towns)
@settings(deadline=None, derandomize=True, max_examples=25)
def test_roads_continue_across_the_borders_of_tiles(town: Town) -> None:
    drawn = [
        line
        for line in town_scene(town).elements
        if isinstance(line, Line) and line.width > SURFACE and line.colour == "grid"
    ]
    whole = [line for line in drawn if dist(line.points[0], line.points[-1]) > TILE / 2]
    ends = [(round(x, 6), round(y, 6)) for line in whole for x, y in (line.points[0], line.points[-1])]
    inside = [end for end in ends if all(1 < value < 13 for value in end)]
    assert all(inside.count(end) == 2 for end in inside)
    assert len(ends) - len(inside) == 2 * len(town.map().roads)


def test_a_thing_on_a_road_points_at_the_edge_that_it_faces() -> None:
    for face in {face for faces in ORIENTED_FACES for face in faces}:
        for road in face.roads:
            if road.facing is None:
                continue
            point, heading = point_on_road(road, (0, 0))
            tip = (point[0] + heading[0], point[1] + heading[1])
            faced, other = (
                (TILE / 2 * (1 + EDGE_VECTORS[edge][0]), TILE / 2 * (1 + EDGE_VECTORS[edge][1]))
                for edge in (road.facing, sum(road.edges) - road.facing)
            )
            assert dist(point, faced) == pytest.approx(dist(point, other))
            assert dist(tip, faced) < dist(point, faced) < dist(tip, other)


def test_things_on_a_face_do_not_overlap_or_touch_the_border() -> None:
    for face in {face for faces in ORIENTED_FACES for face in faces}:
        points = [point for _, point in offroad_points(face, (0, 0))]
        points += [point_on_road(road, (0, 0))[0] for road in face.roads if road.thing]
        assert all(0.7 <= value <= TILE - 0.7 for point in points for value in point)
        assert all(dist(one, other) > 1.5 for one, other in combinations(points, 2))


def test_the_shapes_of_things_differ_even_without_colour() -> None:
    shapes = {
        tuple(
            (line.points, line.width, line.colour == "ink")
            for line in draw_thing(thing, (0, 0), (0, -1))
            if isinstance(line, Line)
        )
        for thing in Thing
    }
    assert len(shapes) == len(Thing)


def test_all_18_faces_look_different() -> None:
    faces = [face for sides in FACES for face in sides]
    shapes = {
        (tuple(draw_things(face, (0, 0))), tuple((road.edges, road.facing) for road in face.roads))
        for face in faces
    }
    assert len(shapes) == 18


def test_a_terminal_shows_words_and_arrows() -> None:
    text = town_scene(TOWN).to_text()
    lines = text.splitlines()
    assert text.count("house") == 4
    assert text.count("burger") == 4
    assert text.count("alien") == 3
    assert {"↗", "↘", "↙", "▲"} <= set(text)
    assert lines[-1].strip() == "583201764 425441001"
    assert max(map(len, lines)) < 80


def test_marks_highlight_things_tiles_and_roads() -> None:
    explanation = explain(TOWN, 16)
    marked = town_scene(TOWN, marks=explanation.marks)
    assert sum(isinstance(element, Dot) for element in marked.elements) == len(explanation.marks.things) == 5
    assert "[burger]" in marked.to_text()
    tiles = town_scene(TOWN, marks=Marks(tiles=frozenset({0, 4})))
    hatched = [area for area in tiles.elements if isinstance(area, Area) and area.hatch]
    assert [min(area.cells) for area in hatched] == [(1, 1), (5, 5)]
    plain, with_road = town_scene(TOWN), town_scene(TOWN, marks=Marks(roads=frozenset({0})))
    dashes = [sum(isinstance(e, Line) and e.dashed for e in picture.elements) for picture in (plain, with_road)]
    # The marked road has ten segments, one of which passes below another and is drawn as two lines. In the
    # second picture, these eleven lines are not dashed.
    assert dashes == [13, 2]


def test_edge_numbers_are_drawn_on_request() -> None:
    numbers = [label.text for label in town_scene(TOWN, edge_numbers=True).elements if isinstance(label, Label)]
    all_numbers = {f"{number:02}" for number in (0, 4, 8, 1, 3, 7, 11, 2, 6, 10, 13, 15, 19, 23, 14, 18, 22)}
    all_numbers |= {"25", "27", "31", "35", "26", "30", "34"}
    assert all_numbers <= set(numbers)
    assert not all_numbers & {label.text for label in town_scene(TOWN).elements if isinstance(label, Label)}
    assert all_numbers <= {
        label.text for label in synonym_scene(synonym(TOWN), True).elements if isinstance(label, Label)
    }


def test_a_synonym_shows_only_roads() -> None:
    words = {"agent", "alien", "burger", "dog", "house", "girl", "boy", "UFO", "caged"}
    labels = [label.text.strip() for label in synonym_scene(synonym(TOWN)).elements if isinstance(label, Label)]
    assert not words & set(labels)


def test_broken_tiles_are_hatched() -> None:
    instance = NineTilesInstance((3, 8, 17))
    broken = NineTilesSolution(Town.from_pattern("012453678414004050"), (0,) * 26)
    drawn = scene(instance, broken, check(instance, broken))
    hatched = [area for area in drawn.elements if isinstance(area, Area) and area.hatch]
    assert [min(area.cells) for area in hatched] == [(1, 1), (1, 5), (5, 1), (5, 5)]


def test_an_instance_and_its_town_are_drawn_with_the_scores_of_the_three_themes() -> None:
    instance = NineTilesInstance((3, 8, 17), "distance")
    cards = [label.text for label in scene(instance, None, None).elements if isinstance(label, Label)]
    assert cards == [*(f"{number}  {THEMES[number - 1].title}" for number in (3, 8, 17)), "rank distance"]
    drawn = scene(instance, NineTilesSolution(TOWN, score(TOWN)), None)
    assert "8  12 of 20: Aliens x hamburgers" in [
        label.text for label in drawn.elements if isinstance(label, Label)
    ]
    assert scene(None, NineTilesSolution(TOWN, score(TOWN)), None).height == drawn.height - 4


def test_every_picture_can_be_drawn_as_svg_png_and_text() -> None:
    solution = NineTilesSolution(TOWN, score(TOWN))
    sheet = towns_scene([(random_town(seed), f"town {seed}") for seed in range(5)], columns=2)
    assert (sheet.width, sheet.height) == (28, 48)
    for drawn in (
        town_scene(TOWN),
        synonym_scene(synonym(TOWN)),
        sheet,
        GAME.scene(None, solution),
    ):
        assert drawn.to_svg().startswith("<svg")
        assert drawn.to_png(200).startswith(b"\x89PNG")
        assert drawn.to_text(colour=True).strip()
    assert solution._repr_svg_() == GAME.svg(None, solution)


def test_a_face_without_roads_has_points_for_up_to_four_things() -> None:
    assert [len(offroad_points(Face(dogs=count), (0, 0))) for count in range(5)] == [0, 1, 2, 3, 4]
