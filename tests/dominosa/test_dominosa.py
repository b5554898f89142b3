"""Dominosa: rules, notations, solvers, hints and generator."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Status
from tilewright.games.dominosa.puzzle import PUZZLE
from tilewright.games.dominosa.rules import Board, Stones, check, largest_number
from tilewright.puzzles.kinds_and_states import Place, State, Value

GAME = registry.game("dominosa")
SOLVERS = [solver.name for solver in GAME.solvers]


def shuffled_board(largest: int, rng: random.Random, height: int | None = None) -> Board:
    """Return a board with the numbers of a full set in random order; the board may have no solution."""
    numbers = [number for number in range(largest + 1) for _ in range(largest + 2)]
    rng.shuffle(numbers)
    width = len(numbers) // (height or largest + 1)
    return Board(tuple(tuple(numbers[start : start + width]) for start in range(0, len(numbers), width)))


def test_the_largest_number_follows_from_the_number_of_cells() -> None:
    assert [cells for cells in range(60) if largest_number(cells) is not None] == [2, 6, 12, 20, 30, 42, 56]
    assert largest_number(56) == 6


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10), st.randoms(use_true_random=False))
def test_every_notation_is_read_as_the_board_that_was_written(largest: int, rng: random.Random) -> None:
    board = shuffled_board(largest, rng, rng.choice([1, 2, largest + 1]))
    assert GAME.parse(GAME.format(board, "text")) == board
    assert GAME.from_json(GAME.to_json(board)) == board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("000\n000\n000", "no full set of dominoes fills 9 cells: the next larger set, 0 to 2, fills 12 cells"),
        ("000\n000", "the number 0 occurs 6 times, but must occur 3 times in this full set"),
        ("002\n011", "row 1, column 3: expected a number from 0 to 1 (the board has 6 cells), not 2"),
        ("00.\n011", "row 1, column 3: '.' is not a cell; expected a number"),
        (
            '{"rows": [[0, -1, 1], [0, 1, 1]]}',
            "row 1, column 2: expected a number from 0 to 1 (the board has 6 cells), not -1",
        ),
        ("https://puzz.link/p?dominosa/2/2/4k", "dominosa has no puzz.link type"),
    ],
)
def test_bad_boards_are_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        GAME.parse(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_all_solvers_agree_on_random_boards() -> None:
    rng = random.Random(5)
    found = set()
    for _ in range(20):
        board = shuffled_board(rng.choice([1, 2, 2]), rng, rng.choice([2, 3]))
        results = [GAME.solve(board, solver=name, unique=True, count=30) for name in SOLVERS]
        answers = {(result.status, result.unique, result.stats["count"]) for result in results}
        assert len(answers) == 1, board
        found.add((results[0].status, results[0].unique))
    assert {status for status, _ in found} == {Status.SATISFIED, Status.INFEASIBLE}


@pytest.mark.parametrize("name", ["4x5-easy", "5x6-medium"])
def test_hints_lead_to_the_solution(name: str) -> None:
    board = GAME.parse(PUZZLE.library.text_of(name))
    state: dict[Place, Value] = {}
    while True:
        decided = State(PUZZLE.kind, board.height, board.width, dict(state))
        hint = PUZZLE.explain.hint(board, lambda _, decided=decided: decided)
        if hint.value is None:
            break
        assert not state.keys() & set(hint.edges)
        assert "belongs to exactly one stone" in hint.reason or "occurs exactly once" in hint.reason
        state |= dict.fromkeys(hint.edges, hint.value)
    assert hint.technique == "solved"
    assert check(board, Stones.from_values(board, state)).ok


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_a_generated_puzzle_has_its_grade_and_one_solution(difficulty: str) -> None:
    options = {"rows": 5, "cols": 6, "difficulty": difficulty}
    board = GAME.generate(4, **options)
    assert board == GAME.generate(4, **options) != GAME.generate(5, **options)
    assert GAME.solve(board, unique=True).unique is True
    assert PUZZLE.explain.grade(board).name == difficulty


def test_a_size_that_no_full_set_fills_is_refused() -> None:
    with pytest.raises(BadInput, match="no full set of dominoes fills 7 x 7 cells; 7 x 8 is possible"):
        GAME.generate(1, rows=7, cols=7)


def test_the_library_has_thirty_puzzles_with_all_grades() -> None:
    puzzles = PUZZLE.library.puzzles
    assert len(puzzles) == 30
    assert {puzzle.difficulty for puzzle in puzzles} == {"easy", "medium", "hard", "expert"}
    for puzzle in puzzles:
        board = GAME.parse(puzzle.puzzle)
        assert (board.height, board.width) == (puzzle.rows, puzzle.cols)
        assert GAME.solve(board, unique=True).unique is True
    first = puzzles[0]
    options = {"rows": first.rows, "cols": first.cols, "difficulty": first.difficulty}
    assert GAME.generate(first.seed, **options) == GAME.parse(first.puzzle)
