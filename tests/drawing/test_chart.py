"""Line charts with marks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.drawing.line_chart import Mark, Scale, line_chart
from tilewright.drawing.scene import Dot, Label, Line, Scene
from tilewright.errors import BadInput

CHANCES = Scale(0.0, 1.0, {0.0: "0 %", 0.5: "50 %", 1.0: "100 %"})


def line_of(scene: Scene) -> Line:
    """Return the curve, which is the only line with the colour `ink`."""
    (curve,) = (each for each in scene.elements if isinstance(each, Line) and each.colour == "ink")
    return curve


def test_values_are_drawn_to_scale_at_equal_horizontal_distances() -> None:
    values = [0.5, 1.0, 0.0, 0.25]
    points = line_of(line_chart(values, CHANCES, "a game")).points
    heights = [y for _, y in points]
    assert heights[1] < heights[0] < heights[3] < heights[2]
    # The values 1.0, 0.5 and 0.0 are equally far apart, so their heights must also be equally far apart.
    assert heights[0] - heights[1] == pytest.approx(heights[2] - heights[0])
    gaps = [right[0] - left[0] for left, right in pairwise(points)]
    assert gaps == pytest.approx([gaps[0]] * 3)


def test_a_mark_lies_on_the_curve_with_its_text_and_its_title() -> None:
    scene = line_chart([0.5, 0.9, 0.1], CHANCES, "a game", [Mark(2, "??", "piece1", "a bad move")])
    (dot,) = (each for each in scene.elements if isinstance(each, Dot))
    assert dot.centre == line_of(scene).points[2]
    assert (dot.fill, dot.title) == ("piece1", "a bad move")
    assert [each.text for each in scene.elements if isinstance(each, Label)].count("??") == 1


def test_the_legend_names_each_colour() -> None:
    scene = line_chart([0.5, 0.9], CHANCES, "a game", legend={"one": "piece0", "other": "piece1"})
    assert {each.text for each in scene.elements if isinstance(each, Label)} >= {"one", "other", "a game"}
    assert [each.fill for each in scene.elements if isinstance(each, Dot)] == ["piece0", "piece1"]


@given(st.lists(st.floats(-1000, 1000), min_size=2, max_size=80))
@settings(deadline=None, derandomize=True)
def test_every_curve_fits_into_its_picture_on_a_scale_of_round_numbers(values: list[float]) -> None:
    scale = Scale.over(values)
    assert scale.low <= min(values) <= max(values) <= scale.high
    assert 2 <= len(scale.names) <= 8
    scene = line_chart(values, scale, "a game", [Mark(1, "?", "piece0")])
    for x, y in line_of(scene).points:
        assert 0 < x < scene.width
        assert 0 < y < scene.height
    assert scene.to_svg().startswith("<svg")


def test_scales_have_round_numbers() -> None:
    assert list(Scale.over([3.0, 7.0]).names.values()) == ["3", "4", "5", "6", "7"]
    assert list(Scale.over([81.0, 112.0]).names.values()) == ["80", "90", "100", "110", "120"]
    assert list(Scale.over([5.0, 5.0]).names.values()) == ["5", "6"]


def test_a_single_value_is_not_a_curve() -> None:
    with pytest.raises(BadInput, match="at least two values"):
        line_chart([1.0], CHANCES, "a game")
