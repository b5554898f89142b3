"""Functions that generators share: divisions into rectangles, and the choice of a board by its grade."""

from __future__ import annotations

import random

from tilewright.puzzles.board_base_classes import NumberGrid
from tilewright.puzzles.clue_removal import board_of_grade
from tilewright.puzzles.random_rectangles import random_rectangles

GRADES = ["easy", "easy", "medium", "medium", "medium", "expert"]


class _Board(NumberGrid):
    game = "example"


BOARDS = [_Board(((number,) * 9,)) for number in range(len(GRADES))]


def find(grade: str, count: int) -> tuple[_Board | None, int]:
    """Search the first `count` boards for one of the given grade by bisection.

    Return the board or None, and the number of boards that were graded.
    """
    graded = []

    def grade_of(board: _Board) -> str:
        graded.append(board)
        return GRADES[board.rows[0][0]]

    return board_of_grade(BOARDS[:count], grade, grade_of, count - 1), len(graded)


def test_a_bisection_finds_a_board_of_the_grade() -> None:
    assert find("expert", 6) == (BOARDS[5], 1)
    for grade in ("easy", "medium"):
        board, graded = find(grade, 6)
        assert board is not None
        assert GRADES[BOARDS.index(board)] == grade
        assert graded <= 4


def test_a_grade_between_two_boards_or_above_all_is_not_found() -> None:
    assert find("hard", 6)[0] is None
    assert find("expert", 5) == (None, 1), "the hardest board is too easy, so the others are not graded"
    assert find("easy", 0) == (None, 0)


def test_random_rectangles_cover_each_cell_once() -> None:
    rng = random.Random(1)
    for _ in range(30):
        rows, cols, largest = rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 12)
        parts = random_rectangles(rows, cols, largest, rng)
        assert sorted(cell for part in parts for cell in part) == [
            (r, c) for r in range(rows) for c in range(cols)
        ]
        for part in parts:
            height, width = (len({cell[axis] for cell in part}) for axis in (0, 1))
            assert len(part) == height * width <= largest
