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


SHAPES = {
    "L": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "I": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "T": [(0, 0), (0, 1), (0, 2), (1, 1)],
    "S": [(0, 1), (0, 2), (1, 0), (1, 1)],
}


def orientations(cells: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    rotations = [cells]
    for _ in range(3):
        rotations.append([(column, -row) for row, column in rotations[-1]])
    return rotations + [[(row, -column) for row, column in cells] for cells in rotations]


@pytest.mark.parametrize("first", SHAPES)
@pytest.mark.parametrize("second", SHAPES)
def test_tetrominoes_that_share_an_edge_are_equal_in_every_orientation(first: str, second: str) -> None:
    """The first tetromino ends in column 4 and the second starts in column 5, in the same row."""
    for left in orientations(SHAPES[first]):
        for right in orientations(SHAPES[second]):
            row, column = max(left, key=lambda cell: cell[1])
            start_row, start_column = min(right, key=lambda cell: cell[1])
            shaded = {(5 + r - row, 4 + c - column) for r, c in left}
            shaded |= {(5 + r - start_row, 5 + c - start_column) for r, c in right}
            rows = ["".join("#" if (r, c) in shaded else "." for c in range(10)) for r in range(11)]
            broken = [broken.rule for broken in check(Board([[1] * 5 + [2] * 5] * 11), Shading(rows)).broken]
            assert ("equal-neighbours" in broken) == (first == second), rows


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
