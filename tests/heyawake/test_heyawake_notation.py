"""Heyawake boards as text, JSON, puzz.link URLs and files."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.heyawake.rules import Board
from tilewright.puzzles.random_regions import random_rectangular_regions

HEYAWAKE = tw.game("heyawake")
URL = "https://puzz.link/p?heyawake/7/7/8ki94ilag7u003jsc022g3321111g"


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 10**6))
def test_every_notation_reads_back(height: int, width: int, seed: int) -> None:
    rng = random.Random(seed)
    rooms = Board(random_rectangular_regions(height, width, 5, rng)).cells_by_region()
    counts = [(room, rng.randint(0, len(cells))) for room, cells in rooms.items() if rng.random() < 0.5]
    board = Board(random_rectangular_regions(height, width, 5, random.Random(seed)), tuple(counts))
    assert HEYAWAKE.from_json(HEYAWAKE.to_json(board)) == board
    for notation in HEYAWAKE.formats:
        assert HEYAWAKE.parse(HEYAWAKE.format(board, notation)) == board


def test_a_url_reads_as_the_published_board() -> None:
    board = HEYAWAKE.parse(URL)
    assert (board.height, board.width) == (7, 7)
    assert HEYAWAKE.format(board, "url") == URL
    assert board.clues() == {
        (0, 0): 2,
        (0, 2): 2,
        (1, 2): 3,
        (1, 5): 3,
        (2, 0): 2,
        (4, 2): 1,
        (5, 0): 1,
        (5, 1): 1,
        (5, 3): 1,
    }


def test_a_question_mark_is_no_number() -> None:
    assert HEYAWAKE.parse("heyawake/2/2/88.1") == HEYAWAKE.parse("aa\nab\nb=1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"regions": [[1, 2], [2, 1]], "clues": []}', "region 1, at row 1, column 1, is not connected"),
        ('{"regions": [[1, 1]]}', "clues"),
        ('{"regions": [[1, 1]], "clues": [[2, 0]]}', "clues: there is no region 2"),
        (
            "https://puzz.link/p?heyawake/2/2/88-ffg",
            "region 1, at row 1, column 1, has 3 cells: expected a number from 0 to 3, not 255",
        ),
        ("https://puzz.link/p?heyawake/10000/10000/0", "10000 x 10000 cells are too many"),
        ("https://puzz.link/p?lits/2/2/00", "the puzzle type 'lits', not 'heyawake'"),
    ],
)
def test_bad_boards_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        HEYAWAKE.parse(text)
