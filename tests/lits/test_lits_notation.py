"""LITS boards as text, JSON, puzz.link URLs and files."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.lits.rules import Board
from tilewright.puzzles.random_regions import random_rectangular_regions

LITS = tw.game("lits")
URL = "https://puzz.link/p?lits/8/8/c27k2bnetv903l7bpea88g50"
TEXT = "aabccccc\naabbbbcd\naebbdddd\neeefffdd\ngehiifdj\ngghiffdj\nghhifidj\nghhiiijj"


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 10**6))
def test_every_notation_reads_back(height: int, width: int, seed: int) -> None:
    board = Board(random_rectangular_regions(height, width, 5, random.Random(seed)))
    assert LITS.from_json(LITS.to_json(board)) == board
    for notation in LITS.formats:
        assert LITS.parse(LITS.format(board, notation)) == board


def test_a_url_and_its_text_are_the_same_board() -> None:
    assert LITS.parse(URL) == LITS.parse(TEXT)
    assert LITS.format(LITS.parse(TEXT), "url") == URL
    assert LITS.format(LITS.parse(URL), "text") == TEXT


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"regions": [[1, 2], [2, 1]]}', "region 1, at row 1, column 1, is not connected"),
        ('{"regions": [[1, 1], [1]]}', "row 2 of the board has 1 cell, but row 1 has 2"),
        ('{"regions": [["a"]]}', "row 1, column 1: expected a whole number, not 'a'"),
        ('{"regions": []}', "the board has no rows"),
        ("https://puzz.link/p?lits/10000/10000/0", "10000 x 10000 cells are too many"),
        ("https://puzz.link/p?lits/d/2/2/00", "the flag 'd', which is not supported for 'lits'"),
        ("https://puzz.link/p?norinori/2/2/00", "the puzzle type 'norinori', not 'lits'"),
        ("library:1x1-easy", "the library of lits has no puzzle '1x1-easy'"),
    ],
)
def test_bad_boards_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("(", r"\(")):
        LITS.parse(text)
