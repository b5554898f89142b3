"""The generator and the library of Fillomino."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.games.fillomino.puzzle import PUZZLE
from tilewright.games.fillomino.rules import Board, Numbers, check
from tilewright.puzzles.grades import GRADES
from tilewright.puzzles.parse_board_size_and_clues import split_rows
from tilewright.puzzles.random_group_sizes import random_group_sizes

GAME = registry.game("fillomino")
EXPLAIN: Any = GAME.module("explain")


@pytest.mark.parametrize("seed", range(20))
def test_a_random_division_obeys_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    height, width = rng.randint(1, 9), rng.randint(1, 9)
    rows = split_rows(random_group_sizes(rng, height, width), width)
    assert check(Board(((0,) * width,) * height), Numbers(rows)).ok


@pytest.mark.parametrize(("difficulty", "side"), [("easy", 5), ("medium", 5), ("hard", 5)])
def test_a_generated_puzzle_has_one_solution_and_the_wanted_grade(difficulty: str, side: int) -> None:
    board = GAME.generate(0, rows=side, cols=side + 1, difficulty=difficulty)
    assert (board.height, board.width) == (side, side + 1)
    assert GAME.solve(board, solver="clingo", unique=True).unique
    assert EXPLAIN.grade(board).name == difficulty


def test_a_grade_that_no_small_board_has_is_refused() -> None:
    with pytest.raises(BadInput, match="no expert puzzle of 2 x 2 cells was found"):
        GAME.generate(1, rows=2, cols=2, difficulty="expert")


def test_the_library_has_thirty_puzzles_of_all_grades() -> None:
    puzzles = PUZZLE.library.puzzles
    assert len(puzzles) == 30
    assert {puzzle.difficulty for puzzle in puzzles} == set(GRADES)
    assert {puzzle.rows for puzzle in puzzles} >= {5, 10, 15}
    assert len({puzzle.name for puzzle in puzzles}) == 30
    for puzzle in puzzles:
        board = GAME.parse(puzzle.puzzle)
        assert (board.height, board.width) == (puzzle.rows, puzzle.cols)
        assert GAME.solve(board, unique=True).unique


def test_a_seed_gives_its_library_puzzle_again() -> None:
    for puzzle in PUZZLE.library.puzzles:
        if puzzle.rows == 5 and puzzle.number == 1:
            board = GAME.generate(puzzle.seed, rows=puzzle.rows, cols=puzzle.cols, difficulty=puzzle.difficulty)
            assert board == GAME.parse(puzzle.puzzle)
