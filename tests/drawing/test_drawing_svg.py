"""SVG pictures: well-formed, true to the scene, safe for any text, and reproducible."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from drawing_oracle import SVG, components, holes, painted, read_path, shapes, signed_area
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.drawing import Area, Dot, Label, Line, Scene
from tilewright.drawing.palette import hex_of
from tilewright.drawing.scene import MAX_ELEMENTS
from tilewright.errors import BadInput

RING = tuple((r, c) for r in range(3) for c in range(4) if not (r == 1 and c in (1, 2)))


def drawn(*elements: Area | Line | Dot | Label, title: str = "A board") -> str:
    return Scene.of(6, 4, elements, title).to_svg()


# --- The document -------------------------------------------------------------------------------------


def test_the_document_has_a_title_and_a_role() -> None:
    root = ElementTree.fromstring(drawn(title="Chain of 5"))
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Chain of 5"
    assert root.findtext(SVG + "title") == "Chain of 5"


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=20), st.text(max_size=20))
def test_any_text_is_a_legal_title(title: str, tip: str) -> None:
    root = ElementTree.fromstring(Scene.of(2, 2, [Area(((0, 0),), title=tip)], title).to_svg())
    plain = re.compile("[\x20-\x7e]*")
    if plain.fullmatch(title):
        assert root.get("aria-label") == title
    if tip and plain.fullmatch(tip):
        assert root.findtext(f"{SVG}path/{SVG}title") == tip


def test_titles_are_escaped() -> None:
    svg = drawn(Area(((0, 0),), title='<script>"&'), title='a<b> & "c"\'')
    assert "<script" not in svg
    assert ElementTree.fromstring(svg).get("aria-label") == 'a<b> & "c"\''


def test_characters_that_xml_forbids_are_replaced() -> None:
    root = ElementTree.fromstring(drawn(title="a\x00b\ud800c"))
    assert root.get("aria-label") == "a\ufffdb\ufffdc"


def test_the_paper_covers_the_whole_view() -> None:
    root = ElementTree.fromstring(drawn())
    paper = shapes(drawn(), "rect")[0]
    box = [float(value) for value in root.attrib["viewBox"].split()]
    assert [float(paper.attrib[key]) for key in ("x", "y", "width", "height")] == box
    assert paper.get("fill") == hex_of("paper")
    assert box[0] < 0 < 6 < box[0] + box[2]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 5), (50, 50), (1000, 1), (0.5, 0.5)])
def test_the_default_size_on_a_page_is_limited(width: float, height: float) -> None:
    root = ElementTree.fromstring(Scene.of(width, height, [], "").to_svg())
    sides = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(1 <= side <= 1200 for side in sides)
    assert sides[0] / sides[1] == pytest.approx((width + 0.6) / (height + 0.6), rel=1e-3)


def test_the_same_scene_gives_the_same_bytes() -> None:
    elements = [Area(RING, fill="water", hatch=True), Label((1, 1), "12"), Dot((2, 2)), Line(((0, 0), (1, 1)))]
    assert drawn(*elements) == drawn(*elements)


def test_no_text_element_is_used() -> None:
    assert not shapes(drawn(Label((1, 1), "Text")), "text")


def test_elements_are_drawn_in_their_order() -> None:
    fills = ["water", "land", "land", "error", "water"]
    svg = drawn(*(Area(((0, 0),), fill=fill) for fill in fills))
    assert [path["fill"] for path in painted(svg)] == [hex_of(fill) for fill in fills]


# --- Areas --------------------------------------------------------------------------------------------


@settings(deadline=None, derandomize=True)
@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1), st.sampled_from(["water", None]))
def test_an_area_is_one_path_around_its_cells(cells: set[tuple[int, int]], fill: str | None) -> None:
    (path,) = painted(drawn(Area(tuple(cells), fill=fill)))
    loops = read_path(path["d"])
    assert sum(map(signed_area, loops)) == pytest.approx(len(cells))
    assert len(loops) == components(cells) + holes(cells)
    assert path["d"].count("z") == len(loops)
    assert path["fill"] == (hex_of(fill) if fill else "none")


def test_cells_are_drawn_at_their_row_and_column() -> None:
    (path,) = painted(drawn(Area(((1, 4),))))
    assert set(read_path(path["d"])[0]) == {(4, 1), (5, 1), (5, 2), (4, 2)}


def test_rounded_corners_change_the_area_by_the_corner_pieces() -> None:
    (path,) = painted(drawn(Area(RING, inset=0.1, rounding=0.2)))
    outer, inner = (loop for loop in read_path(path["d"]))
    # The oracle replaces an arc by its chord, so each corner changes the area by half the square of the radius.
    assert signed_area(outer) == pytest.approx(3.8 * 2.8 - 4 * 0.2 * 0.2 / 2, abs=0.01)
    assert signed_area(inner) == pytest.approx(-(2.2 * 1.2 - 4 * 0.2 * 0.2 / 2), abs=0.01)


def test_rounding_never_takes_more_than_half_a_side() -> None:
    (path,) = painted(drawn(Area(((0, 0),), rounding=9)))
    assert set(read_path(path["d"])[0]) == {(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)}


def test_an_area_without_outline_has_no_stroke() -> None:
    (path,) = painted(drawn(Area(((0, 0),), fill="land", outline=None)))
    assert "stroke" not in path


def test_an_area_without_cells_draws_nothing() -> None:
    assert painted(drawn(Area(()))) == []


def test_a_hatched_area_is_filled_with_stripes_on_its_fill() -> None:
    svg = drawn(Area(((0, 0),), fill="land", hatch=True, outline="error"))
    (pattern,) = shapes(svg, "pattern")
    assert painted(svg)[0]["fill"] == f"url(#{pattern.get('id')})"
    assert [path.get("fill") or path.get("stroke") for path in pattern] == [hex_of("land"), hex_of("error")]


@pytest.mark.parametrize("fill", ["error", "ink", "paper", None])
def test_stripes_never_have_the_colour_of_the_fill(fill: str | None) -> None:
    for outline in (fill, None):
        assert Area(((0, 0),), fill=fill, outline=outline, hatch=True).stripes != fill


def test_two_pictures_on_one_page_share_no_pattern() -> None:
    one, other = (drawn(Area(((0, k),), hatch=True)) for k in (0, 1))
    assert shapes(one, "pattern")[0].get("id") != shapes(other, "pattern")[0].get("id")


@pytest.mark.parametrize("inset", [-0.1, 0.5, float("nan")])
def test_an_inset_that_leaves_no_area_is_bad_input(inset: float) -> None:
    with pytest.raises(BadInput, match="inset"):
        Area(((0, 0),), inset=inset)


# --- Lines, dots, labels ------------------------------------------------------------------------------


def test_a_line_goes_through_its_points() -> None:
    points = ((0, 0), (2.5, 0), (2.5, 1), (1, 3))
    (path,) = painted(drawn(Line(points, "good", 0.1)))
    assert read_path(path["d"]) == [[pytest.approx(point) for point in points]]
    assert (path["stroke"], float(path["stroke-width"])) == (hex_of("good"), 0.1)


def test_an_arrow_has_its_head_at_the_last_point() -> None:
    (path,) = painted(drawn(Line(((0, 0), (3, 0)), arrow=True)))
    line, head = read_path(path["d"])
    assert line[-1] == head[1] == (3, 0)
    assert head[0][0] == head[2][0] < 3
    assert head[0][1] == -head[2][1]


def test_the_head_of_an_arrow_is_never_longer_than_its_line() -> None:
    (path,) = painted(drawn(Line(((1, 1), (1.1, 1)), width=0.2, arrow=True)))
    _, head = read_path(path["d"])
    assert all(1 < x <= 1.1 for x, _ in head)


def test_a_dashed_line_keeps_its_arrow_head_whole() -> None:
    line, head = painted(drawn(Line(((0, 0), (3, 0)), dashed=True, arrow=True)))
    assert "stroke-dasharray" in line
    assert "stroke-dasharray" not in head


@pytest.mark.parametrize("points", [(), ((1, 1),)])
def test_a_line_of_less_than_two_points_draws_nothing(points: tuple[tuple[float, float], ...]) -> None:
    assert painted(drawn(Line(points, arrow=True))) == []


def test_a_line_of_length_zero_is_drawn() -> None:
    assert len(painted(drawn(Line(((1, 1), (1, 1)), arrow=True)))) == 1


def test_a_dot_is_a_circle_with_its_title() -> None:
    svg = drawn(Dot((1.5, 2), 0.3, "good", "ink", title="start"))
    (circle,) = painted(svg, "circle")
    assert [float(circle[key]) for key in ("cx", "cy", "r")] == [1.5, 2, 0.3]
    assert (circle["fill"], circle["stroke"]) == (hex_of("good"), hex_of("ink"))
    assert shapes(svg, "circle")[0].findtext(SVG + "title") == "start"


def test_a_label_is_drawn_around_its_centre() -> None:
    (path,) = painted(drawn(Label((3, 2), "H", size=1.0)))
    points = [point for stroke in read_path(path["d"]) for point in stroke]
    assert {round(y, 3) for _, y in points} == {1.5, 1.98, 2.5}
    assert min(x for x, _ in points) + max(x for x, _ in points) == pytest.approx(6)


def test_a_blank_label_draws_nothing() -> None:
    assert painted(drawn(Label((1, 1), ""), Label((1, 1), "  "))) == []


def test_an_unknown_colour_is_bad_input() -> None:
    for element in (
        Area(((0, 0),), fill="x"),
        Line(((0, 0), (1, 1)), "x"),
        Dot((0, 0), fill="x"),
        Label((0, 0), "a", colour="x"),
    ):
        with pytest.raises(BadInput, match="no colour 'x'"):
            drawn(element)


# --- Large and impossible scenes ----------------------------------------------------------------------


def test_consecutive_elements_with_equal_style_share_a_group() -> None:
    svg = Scene.of(
        50, 50, (Area(((r, c),), fill="water") for r in range(50) for c in range(50)), "sea"
    ).to_svg()
    assert len(shapes(svg, "g")) == 1
    assert len(shapes(svg, "path")) == 2500
    assert len(svg) < 2500 * 40


@pytest.mark.parametrize("size", [0, -1, float("nan"), float("inf")])
def test_a_scene_without_a_positive_finite_size_is_refused(size: float) -> None:
    with pytest.raises(BadInput, match="positive number of units"):
        Scene.of(size, 1, [], "")
    with pytest.raises(BadInput, match="positive number of units"):
        Scene.of(1, size, [], "")


def test_a_scene_with_too_many_elements_is_refused_early() -> None:
    made = 0

    def endless():  # type: ignore[no-untyped-def]
        nonlocal made
        while True:
            made += 1
            yield Dot((0, 0))

    with pytest.raises(BadInput, match="too much to draw"):
        Scene.of(1, 1, endless(), "")
    assert made == MAX_ELEMENTS + 1


def test_a_notebook_shows_the_svg() -> None:
    scene = Scene.of(1, 1, [Dot((0.5, 0.5))], "dot")
    assert scene._repr_svg_() == scene.to_svg()
