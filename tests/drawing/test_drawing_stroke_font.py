"""The stroke font: glyphs stay within their boxes, and widths and paths are exact."""

from __future__ import annotations

import string

import pytest
from drawing_oracle import read_path
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.drawing.stroke_font import GLYPHS, PEN, UNKNOWN, text_path, text_width
from tilewright.drawing.svg_path_data import move, thousandths

texts = st.text(alphabet=st.sampled_from(string.printable[:95] + "é×"), min_size=1, max_size=12)


def ends(text: str, size: float) -> list[tuple[float, float]]:
    start, path = text_path(text, size)
    return [point for stroke in read_path(move(start) + path) for point in stroke]


def test_every_printable_ascii_character_has_a_glyph() -> None:
    assert set(string.printable[:95]) - {" "} <= set(GLYPHS)


def test_no_two_characters_look_the_same() -> None:
    assert len(set(GLYPHS.values())) == len(GLYPHS)


@pytest.mark.parametrize("character", string.ascii_uppercase + string.digits)
def test_capitals_and_digits_are_as_high_as_their_size(character: str) -> None:
    heights = [y for _, y in ends(character, 1.0)]
    assert min(heights) == pytest.approx(-0.5)
    # The tail of the Q extends below the baseline.
    assert max(heights) == pytest.approx(0.56 if character == "Q" else 0.5)


@pytest.mark.parametrize("character", GLYPHS)
def test_a_glyph_lies_between_its_left_edge_and_its_width(character: str) -> None:
    half = text_width(character, 1.0) / 2
    assert all(-half <= x <= half for x, _ in ends(character, 1.0))
    assert all(-0.6 <= y <= 0.82 for _, y in ends(character, 1.0))


@settings(deadline=None, derandomize=True)
@given(texts, st.sampled_from([0.2, 0.35, 0.5, 1.0]))
def test_a_text_stays_within_its_width(text: str, size: float) -> None:
    half = text_width(text, size) / 2 - PEN * size / 2
    assert all(abs(x) <= half + 0.001 for x, _ in ends(text, size))


@settings(deadline=None, derandomize=True)
@given(texts)
def test_width_grows_with_size_and_with_every_character(text: str) -> None:
    assert text_width(text, 0.6) == pytest.approx(2 * text_width(text, 0.3))
    assert text_width(text + "x", 0.5) > text_width(text, 0.5)


def test_an_unknown_character_is_a_box() -> None:
    (stroke,) = read_path(UNKNOWN)
    assert stroke[0] == stroke[-1]
    assert [tuple(round(1000 * v) for v in p) for p in ends("漢", 1.0)] == [
        tuple(round(1000 * v) for v in p) for p in ends("\n", 1.0)
    ]
    assert len(ends("漢", 1.0)) == len(stroke)


def test_a_space_has_a_width_and_draws_nothing() -> None:
    assert text_path("  ", 0.5) == ((0, 0), "")
    assert text_width("a b", 0.5) > text_width("ab", 0.5)
    assert len(ends("a b", 0.5)) == len(ends("ab", 0.5))


def test_an_empty_text_has_width_zero() -> None:
    assert text_width("", 0.5) == 0
    assert text_path("", 0.5) == ((0, 0), "")


@settings(deadline=None, derandomize=True)
@given(st.integers(-10_000_000, 10_000_000))
def test_numbers_are_short_and_exact(count: int) -> None:
    written = thousandths(count)
    assert round(float(written) * 1000) == count
    assert len(written) <= len(f"{count / 1000:.3f}")
    assert not written.startswith(("0.", "-0"))
    assert "." not in written or not written.endswith("0")
