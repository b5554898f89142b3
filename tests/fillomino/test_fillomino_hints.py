"""Hints and grades of Fillomino."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import registry
from tilewright.game import Hint, Instance
from tilewright.puzzles.kinds_and_states import Kind, State

GAME = registry.game("fillomino")
EXPLAIN: Any = GAME.module("explain")
LIBRARY = [f"library:{name}" for name in ("5x5-easy", "6x6-medium", "7x7-hard")]


def hint(board: Instance, decided: dict[Any, int]) -> Hint:
    found: Hint = EXPLAIN.hint(board, lambda own: State(Kind.NUMBERS, own.height, own.width, decided))
    return found


@pytest.mark.parametrize("name", LIBRARY)
def test_hints_lead_from_the_empty_board_to_the_solution(name: str) -> None:
    board = GAME.parse(name)
    solution = GAME.solve(board).solution
    decided: dict[Any, int] = {}
    while (step := hint(board, decided)).value is not None:
        assert step.cells
        for row, column in step.cells:
            assert int(step.value) == solution.rows[row][column]
            assert (row, column) not in decided
            decided[row, column] = int(step.value)
    assert step.technique == "solved"


def test_a_number_that_can_grow_in_one_direction_is_named() -> None:
    step = hint(GAME.parse("2..\n1.."), {})
    assert (step.cells, step.value, step.because) == (((0, 1),), "2", ((0, 0),))
    assert step.reason == "Row 1, column 2 is 2. The 2 in row 1, column 1 belongs to a polyomino of 2 cells."


def test_a_polyomino_without_a_given_number_is_explained_by_the_rule_of_all_polyominoes() -> None:
    step = hint(GAME.parse("2..\n1.."), {(0, 1): 2})
    assert (step.cells, step.value, step.technique) == (((0, 2), (1, 1), (1, 2)), "3", "one-rule")
    assert "without a given number" in step.reason


def test_a_border_is_named() -> None:
    step = hint(GAME.parse("borders 1,1-1,2\n2..\n..."), {})
    assert (step.cells, step.value) == (((1, 0),), "2")
    assert "There is a border between row 1, column 1 and row 1, column 2." in step.reason


def test_given_numbers_count_as_decided() -> None:
    assert hint(GAME.parse("22"), {}).technique == "solved"


def test_a_board_without_solution_is_reported() -> None:
    assert hint(GAME.parse("11"), {}).technique == "no-solution"


def test_a_mistake_is_reported_first() -> None:
    step = hint(GAME.parse("2..\n1.."), {(0, 1): 3})
    assert (step.technique, step.cells, step.value) == ("mistake", ((0, 1),), "2")


def test_several_solutions_are_reported() -> None:
    assert hint(GAME.parse("...\n..."), {}).technique == "not-unique"


def test_the_grade_counts_the_steps() -> None:
    grade = EXPLAIN.grade(GAME.parse("https://puzz.link/p?fillomino/6/6/h4j53g2k5233k2g14j3h"))
    assert (grade.name, grade.hardest) == ("medium", "two-rules")
    assert set(grade.steps) == {"one-rule", "two-rules"}
