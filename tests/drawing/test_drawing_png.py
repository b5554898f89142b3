"""PNG pictures: colours and labels, even if no font is installed."""

from __future__ import annotations

from itertools import pairwise

import pytest
import resvg_py
from drawing_oracle import Image, png_size, read_png

from tilewright.drawing import Area, Dot, Label, Line, Scene
from tilewright.drawing.palette import rgb_of
from tilewright.drawing.png import MAX_PIXELS
from tilewright.drawing.svg import PADDING
from tilewright.errors import BadInput, EngineFailure

UNIT = 40


def image(*elements: Area | Line | Dot | Label, width: int = 3, height: int = 2) -> Image:
    """Render a scene with these elements at forty pixels per unit."""
    return read_png(
        Scene.of(width, height, elements, "test").to_png(round((max(width, height) + 2 * PADDING) * UNIT))
    )


def at(x: float, y: float) -> tuple[int, int]:
    """Return the pixel coordinates of a point of the scene."""
    return round((x + PADDING) * UNIT), round((y + PADDING) * UNIT)


def test_the_longer_side_has_the_requested_number_of_pixels() -> None:
    wide, high = Scene.of(9.4, 4.4, [], ""), Scene.of(1.4, 9.4, [], "")
    assert png_size(wide.to_png(200)) == (200, 100)
    assert png_size(high.to_png(500)) == (100, 500)


def test_a_cell_has_the_colour_of_its_fill() -> None:
    picture = image(Area(((1, 2),), fill="piece3"))
    assert picture.pixel(*at(2.5, 1.5)) == rgb_of("piece3")
    assert picture.pixel(*at(1.5, 1.5)) == rgb_of("paper")
    assert picture.pixel(*at(2.5, 0.5)) == rgb_of("paper")


def test_a_hole_shows_the_paper() -> None:
    ring = tuple((r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1))
    picture = image(Area(ring, fill="water"), width=3, height=3)
    assert picture.pixel(*at(1.5, 1.5)) == rgb_of("paper")
    assert picture.pixel(*at(0.5, 0.5)) == rgb_of("water")


def test_a_label_is_drawn_without_any_font(monkeypatch: pytest.MonkeyPatch) -> None:
    called: dict[str, object] = {}
    real = resvg_py.svg_to_bytes

    def watched(**options: object) -> bytes:
        called.update(options)
        return real(**options)  # type: ignore[arg-type]

    monkeypatch.setattr(resvg_py, "svg_to_bytes", watched)
    picture = image(Label((1.5, 1), "H", size=0.8))
    assert called["skip_system_fonts"] is True
    assert not {"font_files", "font_dirs"} & set(called)
    left, top = at(1.2, 0.6)
    right, bottom = at(1.8, 1.4)
    assert picture.darkest(left, top, right, bottom) <= sum(rgb_of("ink")) + 30
    # Between the upright strokes of the H, the space above its bar is white.
    assert sum(picture.pixel(*at(1.5, 0.75))) > 700
    assert picture.darkest(0, 0, *at(1.0, 2.0)) > 700


@pytest.mark.parametrize("character", "0123456789AZaz.")
def test_every_character_is_visible(character: str) -> None:
    picture = image(Label((0.5, 0.5), character, size=0.9), width=1, height=1)
    assert picture.darkest(0, 0, picture.width, picture.height) < 150


def test_stripes_alternate_with_the_fill() -> None:
    picture = image(Area(((0, 0), (0, 1), (0, 2)), fill="piece3", outline=None, hatch=True))
    row = [picture.pixel(x, at(0, 0.5)[1]) for x in range(at(0.1, 0)[0], at(2.9, 0)[0])]
    changes = sum((a == rgb_of("piece3")) != (b == rgb_of("piece3")) for a, b in pairwise(row))
    # The three cells have about three stripes each, and every stripe has two edges.
    assert 14 <= changes <= 20


def test_the_same_scene_gives_the_same_bytes() -> None:
    scene = Scene.of(3, 3, [Area(((0, 0),), hatch=True), Label((1, 1), "7")], "twice")
    assert scene.to_png(100) == scene.to_png(100)


def test_a_scene_too_large_for_its_pixels_is_bad_input() -> None:
    with pytest.raises(BadInput, match="units is too large for a PNG whose longer side has 800 pixels"):
        Scene.of(3000, 3000, [], "").to_png()


@pytest.mark.parametrize("pixels", [0, -5, 1])
def test_too_few_pixels_are_bad_input(pixels: int) -> None:
    with pytest.raises(BadInput, match=f"longer side has {pixels} pixels"):
        Scene.of(2, 2, [], "").to_png(pixels)


def test_too_many_pixels_are_bad_input() -> None:
    with pytest.raises(BadInput, match=f"at most {MAX_PIXELS:,} pixels"):
        Scene.of(2, 2, [], "").to_png(100_000)


def test_an_error_of_the_renderer_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: object) -> bytes:
        raise ValueError("no\nway")

    monkeypatch.setattr(resvg_py, "svg_to_bytes", fails)
    with pytest.raises(EngineFailure, match="resvg cannot draw the scene: no way"):
        Scene.of(2, 2, [], "").to_png()
