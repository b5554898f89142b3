"""Remove clues from a board as long as the puzzle has only one solution and is not too hard."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from tilewright.game import Cell, Run
from tilewright.puzzles.board_base_classes import EMPTY, GridBoard, NumberGrid
from tilewright.puzzles.grades import GRADES, Grade
from tilewright.puzzles.kinds_and_states import Place, Value
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.sat_search import ModelSearch

__all__ = [
    "board_of_grade",
    "has_one_solution",
    "other_solution",
    "remove_clues",
    "remove_clues_to_grade",
    "remove_numbers_to_grade",
]

Board = TypeVar("Board", bound=GridBoard)
NumberBoard = TypeVar("NumberBoard", bound=NumberGrid)
Clue = TypeVar("Clue")


def has_one_solution(instance: GridBoard, build: Callable[[Any, Model], None]) -> bool:
    """Return whether a board has exactly one solution."""
    return len(_two_solutions(instance, build)) == 1


def other_solution(
    instance: GridBoard, build: Callable[[Any, Model], None], values: Mapping[Place, Value]
) -> dict[Place, Value] | None:
    """Return a solution of a board that differs from a given solution, or None if there is no such solution.

    `values` is the given solution, with a value for every place.
    """
    return next((other for other in _two_solutions(instance, build) if other != values), None)


def _two_solutions(instance: GridBoard, build: Callable[[Any, Model], None]) -> list[dict[Place, Value]]:
    """Return the values of two solutions, or of all solutions if there are fewer than two."""
    model = Model(explaining=False)
    build(instance, model)
    with ModelSearch(model) as search:
        return [model.values_in(truth) for truth in search.find_all(Run(), 2)[0]]


def remove_clues(
    instance: Board,
    clues: Sequence[Clue],
    without: Callable[[Board, Clue], Board],
    is_good: Callable[[Board], bool],
    rng: random.Random,
) -> Board:
    """Try to remove each clue once, in random order; undo each removal after which `is_good` is false.

    `without` returns a copy of the board without the given clue. `is_good` requires, for example, that the
    board has only one solution.
    """
    for clue in rng.sample(clues, len(clues)):
        smaller = without(instance, clue)
        if is_good(smaller):
            instance = smaller
    return instance


def remove_clues_to_grade(
    instance: Board,
    clues: Sequence[Clue],
    without: Callable[[Board, Clue], Board],
    build: Callable[[Any, Model], None],
    grade: Callable[[Board], Grade],
    difficulty: str,
    rng: random.Random,
) -> Board | None:
    """Remove clues so that the board has the given grade and only one solution; return None on failure.

    Clues are removed until every further removal would allow a second solution. The board usually becomes
    harder with each removal, so bisection over the resulting boards usually finds one with the given grade.
    Grading is slow, and bisection grades only a few boards.
    """
    boards = [instance]
    for clue in rng.sample(clues, len(clues)):
        smaller = without(boards[-1], clue)
        if has_one_solution(smaller, build):
            boards.append(smaller)
    middle = (len(boards) - 1) * GRADES.index(difficulty) // (len(GRADES) - 1)
    return board_of_grade(boards, difficulty, lambda board: grade(board).name, middle)


def remove_numbers_to_grade(
    instance: NumberBoard,
    build: Callable[[Any, Model], None],
    grade: Callable[[NumberBoard], Grade],
    difficulty: str,
    rng: random.Random,
    removed: int = EMPTY,
) -> NumberBoard | None:
    """Remove as many numbers as possible; return None if this does not give a board with the given grade.

    A removed number becomes `removed`. The board is solved and graded after each removal; a removal that allows
    a second solution or makes the board harder than the given grade is undone. This function usually removes
    more numbers than `remove_clues_to_grade`, but is fast enough only for small boards.
    """

    def without(board: NumberBoard, clue: Cell) -> NumberBoard:
        return board.with_number(removed, [clue])

    def is_good(board: NumberBoard) -> bool:
        return has_one_solution(board, build) and GRADES.index(grade(board).name) <= GRADES.index(difficulty)

    if not is_good(instance):
        return None
    smallest = remove_clues(instance, list(instance.clues()), without, is_good, rng)
    return smallest if grade(smallest).name == difficulty else None


def board_of_grade(
    boards: Sequence[Board], grade: str, grade_of: Callable[[Board], str], first_try: int
) -> Board | None:
    """Return a board with the given grade from a list that is sorted approximately from easy to hard.

    Return None if bisection finds no such board. `first_try` is the index of the board that is graded first.
    """
    wanted, low, high = GRADES.index(grade), 0, len(boards)
    middle = first_try
    while low < high:
        found = GRADES.index(grade_of(boards[middle]))
        if found == wanted:
            return boards[middle]
        low, high = (middle + 1, high) if found < wanted else (low, middle)
        middle = (low + high) // 2
    return None
