"""Text grids of regions: every board round-trips, and bad texts are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import BadInput
from tilewright.puzzles.borders import numbered_regions
from tilewright.puzzles.region_text import numbered_region_text, region_text


@st.composite
def divisions(draw: st.DrawFn) -> list[list[int]]:
    height, width = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    labels = st.lists(st.integers(0, 3), min_size=width, max_size=width)
    rows = numbered_regions(draw(st.lists(labels, min_size=height, max_size=height)))
    return [list(row) for row in rows]


@given(divisions(), st.data())
def test_a_board_with_numbers_reads_back(regions: list[list[int]], data: st.DataObject) -> None:
    numbers = sorted({number for row in regions for number in row})
    clues = [[number, data.draw(st.integers(0, 99))] for number in numbers if data.draw(st.booleans())]
    board = {"regions": regions, "clues": clues}
    assert numbered_region_text.read(numbered_region_text.write(board)) == board


@given(divisions(), st.integers(2, 40))
def test_numbers_of_regions_are_kept(regions: list[list[int]], factor: int) -> None:
    scaled = [[number * factor for number in row] for row in regions]
    read = region_text.read(region_text.write({"regions": scaled}))["regions"]
    expected = regions if len(regions[0]) == 1 and max(map(max, scaled)) > 9 else scaled
    assert read == expected


def test_a_column_of_many_regions_reads_back() -> None:
    regions = [[number] for number in range(1, 251)]
    assert region_text.read(region_text.write({"regions": regions})) == {"regions": regions}


def test_letters_are_numbered_in_reading_order() -> None:
    read = numbered_region_text.read("zzb\nzcb\n\nc=0 z=2\nb=1\n")
    assert read == {"regions": [[1, 1, 2], [1, 3, 2]], "clues": [[3, 0], [1, 2], [2, 1]]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ab\na", "row 2 of the board has 1 cell, but row 1 has 2"),
        ("", "the board has no rows"),
        ("ab\nc=1", "'c=1': the board has no region 'c'"),
        ("ab\n=1", "expected a region's label, = and its clue, such as a=2, not '=1'"),
        ("ab\na=1 b", "expected a region's label, = and its clue, such as a=2, not 'b'"),
        ("ab\na=", "region a: '' is not a number of cells"),
        ("ab\na=-1", "region a: '-1' is not a number of cells"),
        ("a" * 300, "1 x 300 cells are too many: a board has at most 250 rows and columns"),
    ],
)
def test_bad_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        numbered_region_text.read(text)
    assert str(caught.value) == message
