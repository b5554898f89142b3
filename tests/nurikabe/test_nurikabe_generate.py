"""Generated puzzles have one solution, the requested grade and varied islands, and are reproducible."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from nurikabe_oracle import all_solutions

import tilewright as tw
from tilewright.cli import run as run_command
from tilewright.errors import BadInput
from tilewright.games.nurikabe.explain import grade
from tilewright.games.nurikabe.generate import generate
from tilewright.games.nurikabe.generator.filled_board_with_undo import FilledBoard
from tilewright.games.nurikabe.notation import parse, to_line
from tilewright.games.nurikabe.rules import Board, Shading, check
from tilewright.puzzles.grades import GRADES

GAME = tw.game("nurikabe")


def sizes(instance: Board) -> list[int]:
    return [clue for row in instance.rows for clue in row if clue]


@pytest.mark.parametrize("name", GRADES)
@pytest.mark.parametrize(("rows", "cols"), [(6, 6), (10, 10), (5, 9)])
def test_a_puzzle_has_one_solution_and_the_requested_grade(name: str, rows: int, cols: int) -> None:
    puzzle = generate(5, rows=rows, cols=cols, difficulty=name)
    assert (puzzle.height, puzzle.width) == (rows, cols)
    result = GAME.solve(puzzle, solver="clingo", unique=True)
    assert result.unique
    assert grade(puzzle).name == name


@pytest.mark.parametrize("name", GRADES[:3])
def test_brute_force_finds_exactly_one_solution(name: str) -> None:
    for seed in range(3):
        assert len(all_solutions(generate(seed, rows=4, cols=5, difficulty=name).rows)) == 1


def test_equal_seeds_give_equal_puzzles_and_different_seeds_different_ones() -> None:
    lines = [to_line(generate(seed, rows=7, cols=7)) for seed in (1, 2, 3, 1)]
    assert lines[0] == lines[3]
    assert len(set(lines)) == 3


def test_a_puzzle_of_ten_by_ten_has_islands_of_many_sizes() -> None:
    for seed in range(6):
        counts = Counter(sizes(generate(seed, rows=10, cols=10, difficulty=GRADES[seed % 4])))
        assert len(counts) >= 4
        assert max(counts) >= 5
        assert counts[1] <= counts.total() / 3


def test_the_command_prints_the_requested_notation(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--set", "rows=5", "--set", "cols=6", "--set", "difficulty=easy", "--seed", "2"]
    boards = []
    for notation in ("json", "text", "url", "line"):
        assert run_command(["generate", "nurikabe", *options, "--format", notation]) == 0
        boards.append(parse(capsys.readouterr().out))
    assert set(boards) == {generate(2, rows=5, cols=6, difficulty="easy")}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": "1"}, "rows"),
        ({"cols": "51"}, "cols"),
        ({"rows": "ten"}, "rows"),
        ({"difficulty": "brutal"}, "difficulty"),
        ({"size": "5"}, "size"),
    ],
)
def test_invalid_generator_options_are_rejected(
    options: dict[str, str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = [word for key, value in options.items() for word in ("--set", f"{key}={value}")]
    assert run_command(["generate", "nurikabe", *settings]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_a_board_too_small_for_the_grade_is_rejected_in_one_line() -> None:
    with pytest.raises(
        BadInput, match=r"^seed 0 gives no expert puzzle of 2 x 2 cells: try another seed, size or"
    ):
        generate(0, rows=2, cols=2, difficulty="expert")


def test_no_puzzle_of_two_by_two_is_hard() -> None:
    boards = [(clues[:2], clues[2:]) for clues in product(range(5), repeat=4)]
    grades = {grade(Board(board)).name for board in boards if len(all_solutions(board)) == 1}
    assert grades == {"easy", "medium"}


def test_a_filled_board_obeys_the_rules_after_every_change_and_changes_are_undone_exactly() -> None:
    rng = random.Random(4)
    board = FilledBoard(7, 6, rng)
    changed = 0
    for _ in range(3000):
        before = board.snapshot()
        change = board.change(rng.choice(board.cells))
        if change is None:
            continue
        changed += 1
        assert board.size_penalty() - before.size_penalty == change.penalty_increase
        assert sorted(sizes(board.instance())) == sorted(board.sizes.elements())
        rules = {broken.rule for broken in check(board.instance(), solution_of(board)).broken}
        assert rules <= {"sea-pool"}, "a board that was all sea at first may still have pools"
        if rng.random() < 0.5:
            board.undo(change)
            after = board.snapshot()
            assert (after.grid == before.grid).all()
            assert (after.clues == before.clues).all()
            assert +after.sizes == +before.sizes
    assert changed > 500


def solution_of(board: FilledBoard) -> Shading:
    grid = board.grid[: (board.rows + 2) * (board.cols + 2)].reshape(board.rows + 2, board.cols + 2)
    return Shading(tuple("".join("-#."[kind] for kind in row[1:-1]) for row in grid[1:-1].tolist()))
