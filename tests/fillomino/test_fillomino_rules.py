"""The rules of Fillomino: what the checker accepts and reports, and which boards are bad input."""

from __future__ import annotations

import pytest

from tilewright.errors import BadInput
from tilewright.games.fillomino.rules import Board, Numbers, check

BOARD = Board(((3, 0, 0), (0, 0, 1)))


def broken(*rows: tuple[int, ...]) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    return [(rule.rule, rule.cells) for rule in check(BOARD, Numbers(rows)).broken]


def test_a_solution_may_contain_polyominoes_without_a_given_number() -> None:
    assert broken((3, 3, 2), (3, 1, 1)) == [("too-small", ((0, 2),)), ("too-large", ((1, 1), (1, 2)))][::-1]
    assert check(Board(((3, 0, 0), (0, 0, 0))), Numbers(((3, 3, 1), (3, 2, 2)))).ok


def test_two_polyominoes_of_one_size_that_share_an_edge_are_one_polyomino_that_is_too_large() -> None:
    board = Board(((2, 0, 0, 0),))
    verdict = check(board, Numbers(((2, 2, 2, 2),)))
    assert [(rule.rule, rule.cells) for rule in verdict.broken] == [
        ("too-large", ((0, 0), (0, 1), (0, 2), (0, 3)))
    ]


def test_a_changed_number_is_reported_at_its_cell() -> None:
    assert broken((1, 3, 3), (2, 2, 3)) == [("changed-clue", ((0, 0),)), ("changed-clue", ((1, 2),))]


def test_in_a_state_a_polyomino_that_can_still_grow_is_not_reported() -> None:
    assert [rule for rule, _ in broken((3, 0, 0), (0, 0, 1))] == ["undecided"]


def test_in_a_state_a_polyomino_that_cannot_grow_enough_is_reported() -> None:
    assert broken((3, 2, 2), (0, 1, 1))[1:] == [
        ("too-large", ((1, 1), (1, 2))),
        ("too-small", ((0, 0),)),
    ]


def test_a_solution_of_another_size_breaks_only_that_rule() -> None:
    assert broken((3, 3), (3, 1)) == [("wrong-size", ())]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (((0, 7), (0, 0)), "larger than the board of 4 cells"),
        (((0, -1), (0, 0)), "-1 is not a clue"),
        (((0, 0), (0,)), "row 2 of the board has 1 cell"),
        (((True, 0),), "expected a whole number"),
        ((), "no rows"),
        (((0,) * 251,), "at most 250"),
    ],
)
def test_a_board_that_cannot_be_is_refused(rows: tuple[tuple[int, ...], ...], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Board(rows)
