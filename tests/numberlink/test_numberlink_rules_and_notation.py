"""Boards, notations and bad input of Numberlink."""

from __future__ import annotations

import random

import pytest
from random_numberlink_boards import random_board

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.numberlink.puzzle import PUZZLE
from tilewright.games.numberlink.rules import Board, Paths, check

GAME = tw.game("numberlink")


@pytest.mark.parametrize("seed", range(20))
def test_every_notation_reads_what_it_writes(seed: int) -> None:
    board = random_board(random.Random(seed))
    for write in PUZZLE.notation.FORMATS.values():
        assert GAME.parse(write(board)) == board
    filled = Board(board.rows, fill=True)
    assert GAME.parse(PUZZLE.notation.to_text(filled)) == filled
    assert PUZZLE.notation.from_json(PUZZLE.notation.to_json(filled)) == filled


def test_a_url_cannot_say_that_all_cells_are_used() -> None:
    with pytest.raises(BadInput, match="every cell must be used"):
        PUZZLE.notation.FORMATS["url"](Board(((1, 0, 1),), fill=True))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.2\n2..", "the number 1 occurs once"),
        ("1.1\n1..", "the number 1 occurs 3 times"),
        ("1?1", "'.' is not a cell; expected a number, . or - for an empty cell$"),
        ('{"rows": [[1, -1, 1]]}', "unknown numbers"),
        ('{"rows": [[-1, 0]]}', "unknown numbers"),
        ('{"rows": [[-2, 0]]}', "not a positive number"),
        ('{"rows": [[1, 1]], "fill": 3}', "fill must be true or false"),
        ("numlin/10000/10000/zz", "too many"),
    ],
)
def test_bad_boards_are_refused_with_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as error:
        GAME.parse(text)
    assert "\n" not in str(error.value)


def test_a_path_may_touch_itself_and_run_either_way() -> None:
    board = Board(((1, 0), (1, 0)))
    assert check(board, Paths((((0, 0), (0, 1), (1, 1), (1, 0)),))).ok
    assert check(board, Paths((((1, 0), (0, 0)),))).ok
