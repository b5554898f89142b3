"""The palette: colours are distinguishable with normal or deficient colour vision; text on them is readable."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from drawing_oracle import EYES, contrast_ratio, seen

from tilewright.drawing import COLOURS, piece_colour, text_on
from tilewright.drawing.palette import PIECES, contrast, hex_of, rgb_of
from tilewright.errors import BadInput

FILLS = ["paper", "grid", "water", "land", "error", "good", *(f"piece{k}" for k in range(10))]

# The required distance in OKLab; two colours side by side are just distinguishable at a distance of about 0.02.
APART = 0.08


@pytest.mark.parametrize("eyes", EYES)
def test_piece_colours_are_distinguishable_for(eyes: str) -> None:
    pieces = {name: seen(hex_of(name), eyes) for name in map(piece_colour, range(PIECES))}
    close = [(a, b) for (a, at), (b, bt) in combinations(pieces.items(), 2) if dist(at, bt) < APART]
    assert close == []


@pytest.mark.parametrize("eyes", EYES)
def test_pieces_contrast_with_the_paper_for(eyes: str) -> None:
    paper = seen(hex_of("paper"), eyes)
    assert all(dist(seen(hex_of(piece_colour(k)), eyes), paper) > APART for k in range(PIECES))


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("pair", [("water", "land"), ("water", "paper"), ("error", "good"), ("error", "land")])
def test_opposite_colours_are_distinguishable_for(eyes: str, pair: tuple[str, str]) -> None:
    assert dist(*(seen(hex_of(name), eyes) for name in pair)) > APART


@pytest.mark.parametrize("fill", FILLS)
def test_ink_is_readable_on(fill: str) -> None:
    assert contrast_ratio(hex_of("ink"), hex_of(fill)) >= 4.5


@pytest.mark.parametrize("fill", COLOURS)
def test_the_text_colour_is_readable_on(fill: str) -> None:
    assert contrast_ratio(hex_of(text_on(fill)), hex_of(fill)) >= 4.5


def test_muted_text_is_readable_on_paper() -> None:
    assert contrast_ratio(hex_of("muted"), hex_of("paper")) >= 4.5


def test_contrast_is_measured_as_in_the_wcag() -> None:
    for one, other in combinations(COLOURS, 2):
        assert contrast(one, other) == pytest.approx(contrast_ratio(hex_of(one), hex_of(other)))


def test_the_eleventh_piece_has_the_colour_of_the_first() -> None:
    assert [piece_colour(k) for k in (0, 9, 10, 23)] == ["piece0", "piece9", "piece0", "piece3"]


def test_every_colour_is_six_hexadecimal_digits() -> None:
    for name, code in COLOURS.items():
        assert code == "#{:02x}{:02x}{:02x}".format(*rgb_of(name))


def test_the_error_for_an_unknown_colour_lists_the_known_colours() -> None:
    with pytest.raises(BadInput, match="no colour 'mauve'; it has ink, paper"):
        hex_of("mauve")
