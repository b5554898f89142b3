"""The notations of Fillomino: text, JSON, puzz.link URLs and files."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.games.fillomino.rules import Board, Numbers
from tilewright.puzzles.kinds_and_states import all_edges

GAME = registry.game("fillomino")


@st.composite
def boards(draw: st.DrawFn) -> Board:
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    number = st.one_of(st.just(0), st.integers(0, height * width))
    row = st.lists(number, min_size=width, max_size=width).map(tuple)
    rows = tuple(draw(st.lists(row, min_size=height, max_size=height)))
    edges = list(all_edges(height, width))
    return Board(rows, tuple(draw(st.sets(st.sampled_from(edges)))) if edges else ())


@given(boards())
def test_every_notation_is_a_round_trip(board: Board) -> None:
    assert set(GAME.formats) >= {"text", "url", "pzprv3"}
    for notation in GAME.formats:
        assert GAME.parse(GAME.format(board, notation)) == board
    assert GAME.from_json(GAME.to_json(board)) == board


def test_the_json_of_a_board_and_of_a_solution() -> None:
    board = GAME.parse("3..\n..1")
    assert GAME.to_json(board) == {"rows": [[3, 0, 0], [0, 0, 1]]}
    solution = GAME.parse_solution('{"rows": [[3, 3, 2], [3, 2, 1]]}')
    assert solution == Numbers(((3, 3, 2), (3, 2, 1)))
    assert solution == GAME.parse_solution("332\n321")


def test_the_test_puzzle_of_pzpr() -> None:
    url = "https://puzz.link/p?fillomino/6/6/h4j53g2k5233k2g14j3h"
    text = "..4...\n.53.2.\n....52\n33....\n.2.14.\n...3.."
    assert GAME.parse(url) == GAME.parse(text)
    assert GAME.format(GAME.parse(text), "url") == url


def test_numbers_of_two_digits_are_separated_by_blanks() -> None:
    board = Board(((12, 0, 0, 0),) * 3)
    assert GAME.format(board, "text").splitlines()[0].split() == ["12", ".", ".", "."]


def test_the_notations_of_a_border() -> None:
    board = Board(((2, 0), (0, 1)), (((0, 0), (1, 0)),))
    assert GAME.to_json(board) == {"rows": [[2, 0], [0, 1]], "borders": [[[0, 0], [1, 0]]]}
    assert GAME.format(board, "text") == "borders 1,1-2,1\n2.\n.1"
    assert GAME.format(board, "url") == "https://puzz.link/p?fillomino/2/2/2h10g"
    assert GAME.format(board, "pzprv3").splitlines()[4:] == ["2 . ", ". 1 ", ". . ", ". . ", "0 ", "0 ", "X 0 "]
    assert GAME.parse("borders 2,1-1,1\n2.\n.1") == board
    assert GAME.parse("pzprv3/fillomino/2/2/2 . /. 1 /. . /2 . /1 /-1 /-X 1 /") == board


def test_a_question_mark_in_a_url_is_an_empty_cell() -> None:
    assert GAME.parse("fillomino/3/1/.g1") == Board(((0, 0, 1),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x\n..", "row 1, column 2"),
        ("3?\n..", "row 1, column 2: '.' is not a cell; expected a number, . or - for an empty cell$"),
        ('{"rows": [[2, -1]]}', "-1 is not a clue"),
        ("3.\n...", "row 2"),
        ("borders 1,1-1\n..", "'1,1-1' is not a border: expected a pair of cells such as 1,1-1,2"),
        ("borders 1,1-2,2\n..\n..", "do not share an edge"),
        ("borders 0,1-1,1\n..", "border 0,1-1,1: rows and columns in text are counted from 1"),
        ("borders 1,2-1,3\n..\n..", "is not on the board of 2 x 2 cells"),
        ('{"rows": [[0, 0]], "borders": 3}', "borders must be a list, not 3"),
        ('{"rows": [[0, 0]], "borders": [3]}', "expected a pair of neighbouring cells, not 3"),
        ('{"rows": [[5, 0]]}', "larger than the board"),
        ('{"rows": [["3", 0]]}', "expected a whole number"),
        ('{"rows": 3}', "must be a list"),
        ('{"cells": [[3]]}', "rows"),
        ("https://puzz.link/p?fillomino/10000/10000/g", "too many"),
        ("https://puzz.link/p?fillomino/t/4/4/g21o21h", "'t'"),
        ("https://puzz.link/p?shikaku/3/1/i", "shikaku"),
    ],
)
def test_a_wrong_board_is_refused_with_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as error:
        GAME.parse(text)
    assert "\n" not in str(error.value)


def test_a_state_may_contain_the_given_numbers() -> None:
    board = GAME.parse("3..\n..1")
    state: Any = GAME.module("notation").parse_state(json.dumps({"rows": [[3, 3, 0], [0, 0, 1]]}))(board)
    assert state.values == {(0, 0): 3, (0, 1): 3, (1, 2): 1}
