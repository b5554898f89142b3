"""Generated puzzles: one solution, the grade that was asked for, the same for the same seed, and not dull."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from nurikabe_oracle import solutions

import tilewright as tw
from tilewright.cli import run as run_command
from tilewright.errors import BadInput
from tilewright.games.nurikabe.explain import grade
from tilewright.games.nurikabe.explanations.techniques import GRADES
from tilewright.games.nurikabe.generate import generate
from tilewright.games.nurikabe.generator.filled_board import Draft
from tilewright.games.nurikabe.notation import parse, to_line
from tilewright.games.nurikabe.rules import Board, Shading, check

GAME = tw.game("nurikabe")


def sizes(instance: Board) -> list[int]:
    return [clue for row in instance.rows for clue in row if clue]


@pytest.mark.parametrize("name", GRADES)
@pytest.mark.parametrize(("rows", "cols"), [(6, 6), (10, 10), (5, 9)])
def test_a_puzzle_has_one_solution_and_the_grade_that_was_asked_for(name: str, rows: int, cols: int) -> None:
    puzzle = generate(5, rows=rows, cols=cols, difficulty=name)
    assert (puzzle.height, puzzle.width) == (rows, cols)
    told = GAME.solve(puzzle, solver="clingo", unique=True)
    assert told.unique
    assert grade(puzzle).name == name


@pytest.mark.parametrize("name", GRADES[:3])
def test_the_brute_force_too_finds_one_solution(name: str) -> None:
    for seed in range(3):
        assert len(solutions(generate(seed, rows=4, cols=5, difficulty=name).rows)) == 1


def test_the_same_seed_gives_the_same_puzzle_and_others_give_others() -> None:
    lines = [to_line(generate(seed, rows=7, cols=7)) for seed in (1, 2, 3, 1)]
    assert lines[0] == lines[3]
    assert len(set(lines)) == 3


def test_a_puzzle_of_ten_by_ten_has_islands_of_many_sizes() -> None:
    for seed in range(6):
        counts = Counter(sizes(generate(seed, rows=10, cols=10, difficulty=GRADES[seed % 4])))
        assert len(counts) >= 4
        assert max(counts) >= 5
        assert counts[1] <= counts.total() / 3


def test_the_command_writes_the_notation_that_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
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
def test_a_board_that_cannot_be_asked_for_is_refused(
    options: dict[str, str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = [word for key, value in options.items() for word in ("--set", f"{key}={value}")]
    assert run_command(["generate", "nurikabe", *settings]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_a_board_too_small_for_the_grade_is_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match=r"^seed 0 finds no expert puzzle of 2 x 2 cells: try another, or"):
        generate(0, rows=2, cols=2, difficulty="expert")


def test_no_puzzle_of_two_by_two_is_hard() -> None:
    boards = [(clues[:2], clues[2:]) for clues in product(range(5), repeat=4)]
    grades = {grade(Board(board)).name for board in boards if len(solutions(board)) == 1}
    assert grades == {"easy", "medium"}


def test_a_draft_obeys_the_rules_whatever_is_changed_and_a_change_is_undone_exactly() -> None:
    chance = random.Random(4)
    draft = Draft(7, 6, chance)
    changed = 0
    for _ in range(3000):
        before = draft.copy()
        change = draft.change(chance.choice(draft.cells))
        if change is None:
            continue
        changed += 1
        assert draft.dullness() - before.dullness == change.duller
        assert sorted(sizes(draft.instance())) == sorted(draft.sizes.elements())
        rules = {broken.rule for broken in check(draft.instance(), filled_in(draft)).broken}
        assert rules <= {"sea-pool"}, "a draft that is all sea at first still has pools"
        if chance.random() < 0.5:
            draft.undo(change)
            after = draft.copy()
            assert (after.grid == before.grid).all()
            assert (after.clues == before.clues).all()
            assert +after.sizes == +before.sizes
    assert changed > 500


def filled_in(draft: Draft) -> Shading:
    grid = draft.grid[: (draft.rows + 2) * (draft.cols + 2)].reshape(draft.rows + 2, draft.cols + 2)
    return Shading(tuple("".join("-#."[kind] for kind in row[1:-1]) for row in grid[1:-1].tolist()))
