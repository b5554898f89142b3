"""Shikaku: rules, notations, solvers, hints and generator."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Status
from tilewright.games.shikaku.puzzle import PUZZLE
from tilewright.games.shikaku.rules import Board, Division, check
from tilewright.puzzles.kinds_and_states import Place, State, Value
from tilewright.puzzles.random_rectangles import random_rectangles
from tilewright.puzzles.rectangles_with_one_mark import Rectangles

GAME = registry.game("shikaku")
SOLVERS = [solver.name for solver in GAME.solvers]

boards = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(-1, width), min_size=width, max_size=width), min_size=1, max_size=6
    )
)


def random_board(rng: random.Random, unknown: float) -> Board:
    """Return a board with at least one solution."""
    height, width = rng.randint(1, 6), rng.randint(1, 6)
    numbers = [[0] * width for _ in range(height)]
    for part in random_rectangles(height, width, 6, rng):
        row, column = rng.choice(part)
        numbers[row][column] = -1 if rng.random() < unknown else len(part)
    return Board(tuple(map(tuple, numbers)))


def rules_broken(board: str, rows: list[list[int]]) -> set[str]:
    verdict = check(GAME.parse(board), Division(tuple(map(tuple, rows))))
    return {broken.rule for broken in verdict.broken}


def test_a_partial_division_is_judged_by_what_no_decision_can_repair() -> None:
    board = "3..\n.4.\n..2"
    assert rules_broken(board, [[1, 0, 0], [0, 0, 0], [0, 0, 0]]) == {"undecided"}
    assert rules_broken(board, [[1, 0, 0], [0, 0, 0], [1, 0, 0]]) == {"undecided"}
    assert rules_broken(board, [[1, 0, 1], [0, 0, 0], [1, 0, 0]]) == {"undecided", "wrong-area"}
    assert rules_broken(board, [[1, 2, 1], [0, 0, 0], [0, 0, 0]]) == {"undecided", "not-a-rectangle"}


@settings(max_examples=60, deadline=None)
@given(boards)
def test_every_notation_is_read_as_the_board_that_was_written(rows: list[list[int]]) -> None:
    cells = len(rows) * len(rows[0])
    board = Board(tuple(tuple(min(number, cells) for number in row) for row in rows))
    for notation in ("text", "url", "pzprv3"):
        assert GAME.parse(GAME.format(board, notation)) == board
    assert GAME.from_json(GAME.to_json(board)) == board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"rows": [[5, 0], [0, 0]]}', "the clue 5 is larger than the board of 4 cells"),
        ('{"rows": [[-2]]}', "-2 is not a clue"),
        ('{"rows": [[1], [1, 2]]}', "row 2 of the board has 2 cells, but row 1 has 1"),
        ("pzprv3\nshikaku\n10000\n10000\n", "10000 x 10000 cells are too many"),
        ("https://puzz.link/p?nurikabe/2/2/4k", "puzzle type 'nurikabe'"),
    ],
)
def test_bad_boards_are_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as error:
        GAME.parse(text)
    assert "\n" not in str(error.value)


def test_rectangles_around_a_cell_contain_one_marked_cell() -> None:
    marked = [(0, 0), (1, 2), (3, 1)]
    found = {tuple(cells) for cells in Rectangles(4, 5, marked).around((1, 2), 6)}
    expected = {
        cells
        for top, left, height, width in product(range(4), range(5), range(1, 5), range(1, 6))
        if height * width == 6 and top + height <= 4 and left + width <= 5
        for cells in [tuple(product(range(top, top + height), range(left, left + width)))]
        if (1, 2) in cells and len(set(marked).intersection(cells)) == 1
    }
    assert found == expected != set()


def test_all_solvers_agree_on_random_boards() -> None:
    rng = random.Random(3)
    kinds = set()
    for _ in range(15):
        board = random_board(rng, rng.choice([0, 0.4]))
        results = [GAME.solve(board, solver=name, unique=True, count=30) for name in SOLVERS]
        answers = {(result.status, result.unique, result.stats["count"]) for result in results}
        assert len(answers) == 1, board
        assert results[0].status is Status.SATISFIED
        kinds.add(results[0].unique)
    assert kinds == {True, False}


def test_a_large_board_with_one_unknown_number_has_one_solution() -> None:
    rows = [[0] * 60 for _ in range(60)]
    rows[20][30] = -1
    result = GAME.solve(Board(tuple(map(tuple, rows))), unique=True)
    assert result.unique is True
    assert {number for row in result.solution.rows for number in row} == {1}


def walk(board: Board) -> set[str]:
    """Follow the hints from the empty board to the solution; return their techniques."""
    state: dict[Place, Value] = {}
    techniques = set()
    while True:
        decided = State(PUZZLE.kind, board.height, board.width, dict(state))
        hint = PUZZLE.explain.hint(board, lambda _, decided=decided: decided)
        if hint.value is None:
            assert hint.technique == "solved"
            assert check(board, Division.from_values(board, state)).ok
            return techniques
        assert not state.keys() & set(hint.edges)
        state |= dict.fromkeys(hint.edges, hint.value)
        techniques.add(hint.technique)


@pytest.mark.parametrize("name", ["5x5-easy", "6x6-medium"])
def test_hints_lead_to_the_solution(name: str) -> None:
    assert walk(GAME.parse(PUZZLE.library.text_of(name))) >= {"one-rule"}


def test_the_first_hint_names_the_rule() -> None:
    hint = PUZZLE.explain.hint(GAME.parse("3..\n.4.\n..2"))
    assert hint.technique == "one-rule"
    assert "The rectangle of the" in hint.reason or "belongs to" in hint.reason


@pytest.mark.parametrize("difficulty", ["easy", "medium"])
def test_a_generated_puzzle_has_its_grade_and_one_solution(difficulty: str) -> None:
    options = {"rows": 6, "cols": 7, "difficulty": difficulty}
    board = GAME.generate(4, **options)
    assert board == GAME.generate(4, **options) != GAME.generate(5, **options)
    assert GAME.solve(board, unique=True).unique is True
    assert PUZZLE.explain.grade(board).name == difficulty


def test_a_grade_that_no_board_of_the_size_has_is_refused() -> None:
    with pytest.raises(BadInput, match="found no expert puzzle of 2 x 2 cells"):
        GAME.generate(1, rows=2, cols=2, difficulty="expert")


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
