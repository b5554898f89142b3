"""Heyawake: the solvers agree, hints lead to the solution, and generated boards are as requested."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tilewright.game import Run
from tilewright.games.heyawake.puzzle import PUZZLE
from tilewright.games.heyawake.rules import Board, check
from tilewright.puzzles import puzzle_definition
from tilewright.puzzles.kinds_and_states import Kind, State
from tilewright.puzzles.random_regions import random_rectangular_regions

HEYAWAKE = tw.game("heyawake")
PUBLISHED = [
    "https://puzz.link/p?heyawake/7/7/8ki94ilag7u003jsc022g3321111g",
    "https://puzz.link/p?heyawake/12/12/5k2q1d0mgb85k2q0d06g381k0q00000u0001vg0007ou0ofg3tg00065g63242362i",
    "https://puzz.link/p?heyawake/24/14/499a0h55854kmgkk9a2ih54aa4kg98ii154a84kh914i544i8kgi92j294kc94ihg00001vg0fs0"
    "vvg6000vg0000vo00e0fvv00001vvg03g03vo3g00fovvv00000023g23g23h5h3454j44h643g03g4g3j1222h3",
]


def random_board(seed: int) -> Board:
    rng = random.Random(seed)
    regions = random_rectangular_regions(rng.randint(1, 4), rng.randint(1, 5), 3, rng)
    rooms = Board(regions).cells_by_region()
    numbers = {room: rng.randint(0, (len(cells) + 1) // 2) for room, cells in rooms.items()}
    return Board(regions, tuple((room, number) for room, number in numbers.items() if rng.random() < 0.5))


@pytest.mark.parametrize("seed", range(12))
def test_the_solvers_count_the_same_solutions(seed: int) -> None:
    board = random_board(seed)
    run = Run(options={"count": 40})
    answers = [getattr(PUZZLE, solver)(board, run) for solver in ("sat", "cpsat", "clingo")]
    counts = [(answer.status, answer.stats["count"], answer.stats["count_complete"]) for answer in answers]
    assert len(set(counts)) == 1
    for answer in answers:
        assert answer.solution is None or check(board, answer.solution).ok


def test_the_random_boards_have_no_solution_one_and_several() -> None:
    counts = {PUZZLE.sat(random_board(seed), Run(options={"count": 2})).stats["count"] for seed in range(60)}
    assert counts == {0, 1, 2}


def test_the_search_with_cpsat_after_the_sat_solver_gave_up_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(60):
        board = random_board(1000 + seed)
        answers = []
        for patience in (puzzle_definition.PATIENCE, seed % 2):
            with monkeypatch.context() as patch:
                patch.setattr(puzzle_definition, "PATIENCE", patience)
                answers.append(PUZZLE.sat(board, Run(options={"unique": True, "count": 3})))
        assert len({(answer.status, answer.unique, answer.stats["count"]) for answer in answers}) == 1
        assert answers[1].solution is None or check(board, answers[1].solution).ok


@pytest.mark.parametrize("url", PUBLISHED)
def test_published_puzzles_have_one_solution(url: str) -> None:
    assert tw.solve(HEYAWAKE.parse(url), unique=True).unique is True


def test_hints_lead_from_the_empty_board_to_the_solution() -> None:
    board = HEYAWAKE.parse(PUBLISHED[0])
    solution = tw.solve(board).solution
    state: dict[object, object] = {}
    while True:
        hint = PUZZLE.explain.hint(board, lambda _: State(Kind.SHADE, 7, 7, dict(state)))  # type: ignore[arg-type]
        if hint.value is None:
            break
        assert hint.reason
        for row, column in hint.cells:
            assert solution.rows[row][column] == hint.value
            state[row, column] = hint.value
    assert hint.technique == "solved"


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "expert"])
def test_a_generated_board_has_its_grade_and_one_solution(difficulty: str) -> None:
    options = {"rows": 6, "cols": 6, "difficulty": difficulty}
    board = PUZZLE.generate.generate(3, **options)
    assert (board.height, board.width) == (6, 6)
    assert PUZZLE.explain.grade(board).name == difficulty
    assert tw.solve(board, unique=True).unique is True
    assert PUZZLE.generate.generate(3, **options) == board


def test_library_puzzles_have_one_solution_and_their_size() -> None:
    for entry in PUZZLE.library.puzzles:
        board = HEYAWAKE.parse(f"library:{entry.name}")
        assert (board.height, board.width) == (entry.rows, entry.cols)
        assert tw.solve(board, unique=True).unique is True


def test_the_seed_of_a_library_puzzle_gives_the_puzzle() -> None:
    entry = PUZZLE.library.puzzle("6x6-medium")
    board = PUZZLE.generate.generate(entry.seed, rows=6, cols=6, difficulty="medium")
    assert board == HEYAWAKE.parse(entry.puzzle)
