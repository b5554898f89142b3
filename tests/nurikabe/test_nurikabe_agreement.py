"""Solvers compared with brute force on small boards, with each other on larger boards, and under symmetries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from nurikabe_oracle import all_solutions, random_boards

import tilewright as tw
from tilewright.game import Status
from tilewright.games.nurikabe.rules import Board

MOST_COUNTED = 40
"""The number of solutions at which the solvers stop counting."""


def legal_boards(seed: int, largest: tuple[int, int] = (4, 5)) -> Iterator[Board]:
    """Yield random boards with valid clues: solvable, unsolvable and ambiguous, some with unknown sizes."""
    for rows in random_boards(100_000, seed, largest):
        cells = len(rows) * len(rows[0])
        if all(clue <= cells for row in rows for clue in row):
            yield Board(tuple(map(tuple, rows)))


def agrees_with_brute_force(board: Board, solver: str) -> int:
    """Assert that a solver agrees with brute force, and return the number of solutions.

    The solver `deduction` is allowed to leave a board undecided.
    """
    expected = all_solutions(board.rows)
    result = tw.solve(board, solver=solver, unique=True, count=MOST_COUNTED)
    if solver == "deduction" and result.status is Status.UNKNOWN:
        return len(expected)
    assert result.status is (Status.SATISFIED if expected else Status.INFEASIBLE), board
    assert result.stats["count"] == min(len(expected), MOST_COUNTED), board
    assert result.stats["count_complete"] is (len(expected) <= MOST_COUNTED), board
    assert result.unique is (len(expected) == 1 if expected else None), board
    if len(expected) > 1:
        assert tuple(result.stats["second_solution"]) in expected
    return len(expected)


@pytest.mark.usefixtures("clingo_in_process")
@pytest.mark.parametrize(
    ("solver", "boards"),
    [("auto", 1000), ("sat", 1000), ("deduction", 1000), ("frontier", 1000), ("cpsat", 1000), ("clingo", 120)],
)
def test_solvers_agree_with_brute_force_on_random_boards_up_to_4_x_5(solver: str, boards: int) -> None:
    counts = [agrees_with_brute_force(board, solver) for board in islice(legal_boards(5), boards)]
    assert {min(count, 2) for count in counts} == {0, 1, 2}, "expected unsolvable, unique and ambiguous boards"


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(("solver", "count"), [("minizinc", 24), ("minizinc-different", 6)])
def test_the_published_model_agrees_with_brute_force_on_square_boards(solver: str, count: int) -> None:
    tried = 0
    for board in legal_boards(6, (4, 4)):
        if tried == count:
            return
        if board.height < 2 or (board.height == 4 and tried % 4):
            continue
        try:
            agrees_with_brute_force(board, solver)
        except tw.BadInput:
            continue
        tried += 1


@pytest.mark.parametrize(("rows", "cols", "seed"), [(6, 6, 1), (7, 9, 2), (8, 8, 3), (10, 10, 4)])
def test_independent_solvers_agree_on_larger_boards(rows: int, cols: int, seed: int) -> None:
    puzzle = tw.game("nurikabe").generate(seed, rows=rows, cols=cols, difficulty="easy")
    answers = {
        solver: (result.solution, result.unique)
        for solver in ("auto", "sat", "clingo", "cpsat")
        for result in [tw.solve(puzzle, solver=solver, unique=True)]
    }
    assert len(set(answers.values())) == 1, answers
    assert answers["auto"][1] is True


def rotated(rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(zip(*rows[::-1], strict=True))


def mirrored(rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(row[::-1] for row in rows)


@pytest.mark.parametrize("solver", ["auto", "sat"])
def test_rotating_and_mirroring_a_board_does_not_change_the_answer(solver: str) -> None:
    for board in islice(legal_boards(7), 60):
        rows = board.rows
        symmetries = []
        for _ in range(4):
            rows = rotated(rows)
            symmetries += [rows, mirrored(rows)]
        answers = {
            (result.status, result.unique, result.stats["count"], result.stats["count_complete"])
            for symmetry in symmetries
            for result in [tw.solve(Board(symmetry), solver=solver, unique=True, count=MOST_COUNTED)]
        }
        assert len(answers) == 1, board


def test_a_small_board_with_very_large_islands_is_solved() -> None:
    rows = [[0] * 10 for _ in range(10)]
    rows[0][0], rows[9][9] = 36, 37
    result = tw.solve(Board(tuple(map(tuple, rows))), time_limit=300)
    assert result.status in (Status.SATISFIED, Status.INFEASIBLE)
