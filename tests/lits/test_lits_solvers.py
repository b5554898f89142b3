"""LITS: the solvers agree, hints lead to the solution, and generated boards are as requested."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.lits.puzzle import PUZZLE, tetrominoes_within
from tilewright.games.lits.rules import Board, check
from tilewright.puzzles.kinds_and_states import Kind, State
from tilewright.puzzles.random_regions import grow_regions

LITS = tw.game("lits")
PUBLISHED = [
    "https://puzz.link/p?lits/8/8/c27k2bnetv903l7bpea88g50",
    "https://puzz.link/p?lits/10/10/00281g00000000304g0s0o0400vv00004030",
    "https://puzz.link/p?lits/10/10/gdifrsp0ia3c6kt9268q384lesv2bud20tgo",
    "https://puzz.link/p?lits/18/10/gq22685b584h8e95j9qec6j59gkke75245fh1hcqea87tdun2bmcfg1ke7961t00ea0",
]


def random_board(seed: int) -> Board:
    rng = random.Random(seed)
    seeds = [[(0, 0)], [(0, 4)], [(3, 0)], [(3, 4)]][: rng.randint(2, 4)]
    region_of = grow_regions(4, 5, seeds, len, rng)
    return Board([[region_of[row, column] for column in range(5)] for row in range(4)])


@pytest.mark.parametrize("seed", range(12))
def test_the_solvers_count_the_same_solutions(seed: int) -> None:
    board = random_board(seed)
    run = Run(options={"count": 40})
    answers = [getattr(PUZZLE, solver)(board, run) for solver in ("sat", "cpsat", "clingo")]
    counts = [(answer.status, answer.stats["count"], answer.stats["count_complete"]) for answer in answers]
    assert len(set(counts)) == 1
    for answer in answers:
        assert answer.solution is None or check(board, answer.solution).ok


def test_the_random_boards_have_no_solution_or_several() -> None:
    counts = {PUZZLE.sat(random_board(seed), Run(options={"count": 2})).stats["count"] for seed in range(12)}
    assert counts == {0, 2}


@pytest.mark.parametrize("url", PUBLISHED)
def test_published_puzzles_have_one_solution(url: str) -> None:
    assert tw.solve(LITS.parse(url), unique=True).unique is True


def test_a_set_of_cells_has_all_its_tetrominoes() -> None:
    block = frozenset((row, column) for row in range(2) for column in range(3))
    assert sorted(letter for letter, _ in tetrominoes_within(block)) == ["L"] * 4 + ["S"] * 2 + ["T"] * 2


def test_hints_lead_from_the_empty_board_to_the_solution() -> None:
    board = LITS.parse(PUBLISHED[0])
    solution = tw.solve(board).solution
    state: dict[object, object] = {}
    while True:
        hint = PUZZLE.explain.hint(board, lambda _: State(Kind.SHADE, 8, 8, dict(state)))  # type: ignore[arg-type]
        if hint.value is None:
            break
        assert hint.reason
        for row, column in hint.cells:
            assert solution.rows[row][column] == hint.value
            state[row, column] = hint.value
    assert hint.technique == "solved"


@pytest.mark.parametrize("difficulty", ["medium", "hard"])
def test_a_generated_board_has_its_grade_and_one_solution(difficulty: str) -> None:
    options = {"rows": 6, "cols": 6, "difficulty": difficulty}
    board = PUZZLE.generate.generate(20, **options)
    assert (board.height, board.width) == (6, 6)
    assert PUZZLE.explain.grade(board).name == difficulty
    assert tw.solve(board, unique=True).unique is True
    assert PUZZLE.generate.generate(20, **options) == board


def test_a_size_without_puzzles_is_refused() -> None:
    with pytest.raises(BadInput, match="no board of 2 x 2 cells with the grade easy was found"):
        PUZZLE.generate.generate(1, rows=2, cols=2, difficulty="easy")


def test_library_puzzles_have_one_solution_and_their_size() -> None:
    for entry in PUZZLE.library.puzzles:
        board = LITS.parse(f"library:{entry.name}")
        assert (board.height, board.width) == (entry.rows, entry.cols)
        assert tw.solve(board, unique=True).unique is True


def test_the_seed_of_a_library_puzzle_gives_the_puzzle() -> None:
    entry = PUZZLE.library.puzzle("6x6-medium")
    board = PUZZLE.generate.generate(entry.seed, rows=6, cols=6, difficulty="medium")
    assert board == LITS.parse(entry.puzzle)
