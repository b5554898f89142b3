"""Fillomino solvers: agreement on random boards, and boards with large polyominoes without given numbers."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tilewright import registry
from tilewright.game import Status
from tilewright.games.fillomino import puzzle
from tilewright.games.fillomino.rules import Board, Numbers, check
from tilewright.puzzles.kinds_and_states import all_edges
from tilewright.puzzles.parse_board_size_and_clues import split_rows
from tilewright.puzzles.possible_group_sizes import PossibleNumbers, grid_neighbours
from tilewright.puzzles.random_group_sizes import random_group_sizes

GAME = registry.game("fillomino")


def random_board(seed: int) -> tuple[Board, Board]:
    """Return a board with some numbers of a random division into polyominoes, and one with all of them."""
    rng = random.Random(seed)
    height, width = rng.randint(1, 4), rng.randint(1, 5)
    full = Board(split_rows(random_group_sizes(rng, height, width), width))
    share = rng.choice((0.0, 0.2, 0.4, 0.6))
    rows = tuple(tuple(number if rng.random() < share else 0 for number in row) for row in full.rows)
    return Board(rows), full


@pytest.mark.parametrize("seed", range(8))
def test_all_solvers_agree_about_uniqueness(seed: int) -> None:
    board, _ = random_board(seed)
    answers = {
        solver.name: GAME.solve(board, solver=solver.name, unique=True).unique for solver in GAME.solvers
    }
    assert set(answers) == {"sat", "cpsat", "clingo"}
    assert len(set(answers.values())) == 1, answers


@pytest.mark.parametrize("seed", range(8))
def test_all_solvers_count_the_same_number_of_solutions(seed: int) -> None:
    board, _ = random_board(100 + seed)
    if board.parts > 16:
        board = Board(tuple(row[:4] for row in board.rows[:4]))
    counts = {
        solver.name: GAME.solve(board, solver=solver.name, count=20).stats["count"] for solver in GAME.solvers
    }
    assert len(set(counts.values())) == 1, counts


@pytest.mark.parametrize("limit", [2, 4])
def test_sizes_without_a_value_of_their_own_give_the_same_number_of_solutions(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty board of 3 x 3 cells has 445 solutions (counted by brute force)."""
    monkeypatch.setattr(puzzle, "LEAST_LIMIT", limit)
    result = GAME.solve(GAME.parse("...\n...\n..."), count=500)
    assert (result.stats["count"], result.stats["count_complete"]) == (445, True)


@cache
def divisions(height: int, width: int) -> list[tuple[tuple[int, ...], ...]]:
    """Return all completely filled boards of the given size that the checker accepts, found by brute force."""
    blank = Board(((0,) * width,) * height)
    found: list[tuple[tuple[int, ...], ...]] = []

    def fill(numbers: list[int]) -> None:
        rows = split_rows([*numbers, *[0] * (blank.parts - len(numbers))], width)
        broken = {rule.rule for rule in check(blank, Numbers(rows)).broken}
        if broken - {"undecided"}:
            return
        if len(numbers) == blank.parts:
            found.append(rows)
        else:
            for number in range(1, blank.parts + 1):
                fill([*numbers, number])

    fill([])
    return found


SIZES = ((1, 5), (2, 4), (3, 3))


@pytest.mark.parametrize("limit", [2, 3, 4, 10])
def test_boards_with_borders_have_the_solutions_found_by_brute_force(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle, "LEAST_LIMIT", limit)
    rng = random.Random(limit)
    counts = set()
    for _ in range(130):
        size = rng.choice(SIZES)
        every = divisions(*size)
        full = rng.choice(every)
        edges = list(all_edges(*size))
        borders = rng.sample(edges, rng.randint(1, min(6, len(edges))))
        share = rng.choice((0.0, 0.1, 0.3))
        board = Board(
            tuple(tuple(number if rng.random() < share else 0 for number in row) for row in full),
            tuple(borders),
        )
        expected = {rows for rows in every if check(board, Numbers(rows)).ok}
        answer = GAME.solve(board, count=500).stats
        assert (answer["count"], answer["count_complete"]) == (len(expected), True), board
        unique = GAME.solve(board, unique=True)
        assert unique.unique is (None if not expected else len(expected) == 1)
        assert unique.solution is None or unique.solution.rows in expected
        counts.add(min(len(expected), 2))
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("solver", ["cpsat", "clingo"])
def test_other_solvers_count_the_solutions_of_a_board_with_borders(solver: str) -> None:
    board = GAME.parse("borders 1,1-1,2 2,2-3,2\n...\n..2\n...")
    expected = [rows for rows in divisions(3, 3) if check(board, Numbers(rows)).ok]
    assert GAME.solve(board, solver=solver, count=500).stats["count"] == len(expected) == 6


@pytest.mark.parametrize("seed", range(40))
def test_narrowing_keeps_every_number_of_a_solution(seed: int) -> None:
    board, full = random_board(200 + seed)
    clues = [number for row in board.rows for number in row]
    possible = PossibleNumbers(clues, grid_neighbours(board.height, board.width), max(*clues, 5))
    possible.narrow()
    assert possible.possible
    for cell, number in enumerate(number for row in full.rows for number in row):
        assert min(number, possible.large) in possible.numbers(cell)


def test_a_large_board_without_numbers_has_a_solution() -> None:
    assert GAME.solve(GAME.parse("\n".join(["." * 30] * 30))).status is Status.SATISFIED


def test_a_hidden_polyomino_may_be_larger_than_every_given_number() -> None:
    result = GAME.solve(GAME.parse(".1...\n..34.\n2..5.\n.4...\n....."), unique=True)
    assert result.unique
    assert result.solution == GAME.parse_solution("61334\n66344\n26654\n24655\n44455")


@pytest.mark.parametrize("text", ["11.\n...\n...", "3.1\n..1", "22.\n.2.\n...", "9....\n11111"])
def test_a_board_without_solution_is_infeasible(text: str) -> None:
    for solver in GAME.solvers:
        assert GAME.solve(GAME.parse(text), solver=solver.name).status is Status.INFEASIBLE


def test_the_published_test_puzzle_has_the_published_solution() -> None:
    result = GAME.solve(GAME.parse("https://puzz.link/p?fillomino/6/6/h4j53g2k5233k2g14j3h"), unique=True)
    assert result.unique
    assert result.solution == GAME.parse_solution("554444\n553221\n353352\n335552\n225144\n133344")
