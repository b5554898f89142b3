"""The rules of Heyawake: what the checker reports, for solutions and for states."""

from __future__ import annotations

import json

import pytest

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.heyawake.rules import RULES, Board, Shading, check

HEYAWAKE = tw.game("heyawake")
BOARD = HEYAWAKE.parse("abcc\nabcc\nadde\nadde\na=1 d=2")


def codes(*rows: str, board: Board = BOARD) -> list[str]:
    return [broken.rule for broken in check(board, Shading(rows)).broken]


def test_a_solution_breaks_no_rule() -> None:
    assert codes("..#.", "#...", "..#.", ".#..") == []


@pytest.mark.parametrize("code", RULES)
def test_the_example_of_a_rule_breaks_only_this_rule(code: str) -> None:
    example = HEYAWAKE.examples["broken"][code]
    solution = HEYAWAKE.module("notation").parse_solution(json.dumps(example["solution"]))
    assert {broken.rule for broken in check(HEYAWAKE.parse(example["instance"]), solution).broken} == {code}


def test_a_line_counts_different_rooms() -> None:
    """A line that leaves a room and returns to it covers two rooms, not three."""
    back_and_forth = HEYAWAKE.parse("aba\naaa")
    assert codes("...", "...", board=back_and_forth) == []
    three = HEYAWAKE.parse("abc\nabc")
    assert codes("...", "...", board=three) == ["three-rooms", "three-rooms"]


def test_a_state_reports_only_what_no_decision_can_repair() -> None:
    assert codes("----", "----", "----", "----") == ["undecided"]
    assert codes("#---", "--#-", "#---", "----") == ["undecided", "wrong-count"]
    assert codes("----", "----", "---.", "-..-") == ["undecided"]
    assert codes("----", "----", "-..-", "-.--") == ["undecided", "wrong-count"]
    assert codes(".#--", "#---", "----", "----") == ["undecided"]
    assert codes(".#--", "#---", "---.", "----") == ["undecided", "divided"]


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([(9, 1)], "clues: there is no region 9"),
        ([(1, 1), (1, 2)], "clues: region 1, at row 1, column 1, has two numbers"),
        ([(1, 4)], "clues: region 1, at row 1, column 1, has 3 cells: expected a number from 0 to 3, not 4"),
        ([(1, -1)], "clues: region 1, at row 1, column 1, has 3 cells: expected a number from 0 to 3, not -1"),
        ([(1, True)], r"clues: expected a pair \[region, number\], not \(1, True\)"),
        ([1], r"clues: expected a pair \[region, number\], not 1"),
    ],
)
def test_bad_numbers_are_refused(counts: list[object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Board([[1, 1, 2], [1, 2, 2]], counts)  # type: ignore[arg-type]
