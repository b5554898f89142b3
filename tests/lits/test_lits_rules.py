"""The rules of LITS: what the checker reports, for solutions and for states."""

from __future__ import annotations

import json

import pytest

import tilewright as tw
from tilewright.games.lits.rules import RULES, Board, Shading, check

LITS = tw.game("lits")
BOARD = LITS.parse("aabb\naabb\naabb\naabb")


def codes(*rows: str) -> list[str]:
    return [broken.rule for broken in check(BOARD, Shading(rows)).broken]


def test_a_solution_breaks_no_rule() -> None:
    assert codes("..#.", "####", "#..#", "#...") == []


@pytest.mark.parametrize("code", RULES)
def test_the_example_of_a_rule_breaks_only_this_rule(code: str) -> None:
    example = LITS.examples["broken"][code]
    solution = LITS.module("notation").parse_solution(json.dumps(example["solution"]))
    assert {broken.rule for broken in check(LITS.parse(example["instance"]), solution).broken} == {code}


def test_rotations_and_reflections_are_equal() -> None:
    board = Board([[1, 1, 1, 1, 2, 2], [1, 1, 1, 2, 2, 2]])
    rows = ("###..#", "#.....")
    assert "equal-neighbours" not in [broken.rule for broken in check(board, Shading(rows)).broken]
    mirrored = ("#..#..", "######")  # two L tetrominoes in the same orientation
    assert "equal-neighbours" in [
        broken.rule for broken in check(Board([[1, 1, 1, 2, 2, 2]] * 2), Shading(mirrored)).broken
    ]


def test_a_state_reports_only_what_no_decision_can_repair() -> None:
    assert codes("----", "----", "----", "----") == ["undecided"]
    assert codes("#---", "----", "----", "-#--") == ["undecided", "not-a-tetromino"]
    assert codes("#---", "----", "----", "#---") == ["undecided"]
    assert codes("#...", "....", "#---", "----") == ["undecided", "not-a-tetromino", "divided"]
    assert codes("##--", "#---", "#---", "#---") == ["undecided", "not-four"]
    assert codes("....", "..--", "----", "----") == ["undecided"]
    assert codes("....", "....", "..--", "#---") == ["undecided", "not-four"]


def test_a_region_with_fewer_than_four_cells_is_a_board_without_a_solution() -> None:
    board = LITS.parse("aaab\nbbbb")
    assert tw.solve(board).status == "infeasible"
    assert "not-four" in [broken.rule for broken in check(board, Shading(["###.", "####"])).broken]
