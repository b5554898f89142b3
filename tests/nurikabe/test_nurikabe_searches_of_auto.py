"""The searches that the solver `auto` uses: each search alone, on partly decided boards, and when stopped."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import islice

import pytest
from nurikabe_oracle import all_solutions, extends
from test_nurikabe_agreement import agrees_with_brute_force, legal_boards

import tilewright as tw
from process_watch import descendants, wait_until
from tilewright.game import Run, Status
from tilewright.games.nurikabe.notation import parse
from tilewright.games.nurikabe.rules import Board
from tilewright.games.nurikabe.search.board_with_island_reach import SearchBoard, build_search_board
from tilewright.games.nurikabe.search.cells_too_far_from_sea import without_distant_sea
from tilewright.games.nurikabe.solvers import auto, clingo, deduction, frontier, minizinc
from tilewright.games.nurikabe.solvers.sat import Search

ENOUGH = 1000

Rows = tuple[str, ...]


def partly_known_boards(seed: int) -> Iterator[tuple[Board, SearchBoard, set[Rows]]]:
    """Yield solvable boards, each with a part of one solution and with all solutions that extend this part."""
    rng = random.Random(seed)
    for board in legal_boards(seed):
        solutions = all_solutions(board.rows)
        if not solutions:
            continue
        share = rng.choice((0.1, 0.3, 0.6))
        state = tuple(
            "".join(kind if rng.random() < share else "-" for kind in line) for line in rng.choice(solutions)
        )
        search_board = build_search_board(board, Run(), state)
        assert search_board is not None
        yield board, search_board, {solution for solution in solutions if extends(solution, state)}


def test_sat_finds_all_solutions_that_extend_a_state() -> None:
    for board, search_board, expected in islice(partly_known_boards(11), 300):
        with closing(Search(search_board)) as search:
            search.find(Run(), ENOUGH)
            assert search.complete
            assert len(search.solutions) == len(expected), board
            assert set(search.solutions) == expected, board


def test_the_frontier_counts_all_solutions_that_extend_a_state() -> None:
    for board, search_board, expected in islice(partly_known_boards(12), 300):
        counted = frontier.Sweeps(search_board).try_wider(Run())
        assert counted is not None
        assert counted.total == len(expected), board
        assert len(counted.solutions) == len(set(counted.solutions)) == min(len(expected), 2)
        assert set(counted.solutions) <= expected, board


def test_clingo_finds_all_solutions_that_extend_a_state() -> None:
    for board, search_board, expected in islice(partly_known_boards(13), 25):
        solutions, complete = clingo.find(search_board, Run(), ENOUGH, auto.CONFIGURATIONS[len(expected) % 4])
        assert complete
        assert len(solutions) == len(expected), board
        assert set(solutions) == expected, board


def test_the_frontier_finds_the_same_number_of_solutions_from_every_side() -> None:
    for board, search_board, expected in islice(partly_known_boards(14), 60):
        for order in frontier.Sweeps(search_board).orders:
            counted = frontier._States(order).sweep(Run(), ENOUGH)
            assert counted is not None
            assert counted.total == len(expected), board


@pytest.mark.parametrize("solver", ["frontier", "auto"])
def test_a_count_that_exceeds_64_bits_is_not_called_complete(solver: str) -> None:
    board = Board(tuple(tuple(-int((row, column) == (2, 40)) for column in range(80)) for row in range(4)))
    result = tw.solve(board, solver=solver, count=10**40)
    assert result.stats["count"] >= 2**64 - 1
    assert result.stats["count_complete"] is False


def test_the_frontier_repeats_a_sweep_with_more_states_if_the_limit_was_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(frontier, "FIRST_STATES", 4)
    monkeypatch.setattr(frontier, "WIDER", 2)
    monkeypatch.setattr(frontier, "MANY_STATES", 100)
    monkeypatch.setattr(frontier, "CHUNK", 3)
    for board in islice(legal_boards(15), 100):
        agrees_with_brute_force(board, "frontier")


def test_the_frontier_solves_boards_of_fifteen_columns_and_rejects_wider_ones() -> None:
    # In a row with ones, each of the fifteen cells is a separate part of the frontier: islands of one cell, and
    # sea cells that are connected only in the next row.
    ones = Board(tuple(tuple(int(row % 2 == column % 2 == 0) for column in range(15)) for row in range(15)))
    assert tw.solve(ones, solver="frontier", unique=True).unique is True
    board = parse("15x15:7k3l4s5g1g4b5a3b5d2h3c1s2e4c3g4d6d4y1c4g4d3d3f6h2i4o")
    assert tw.solve(board, solver="frontier", unique=True).unique is True
    with pytest.raises(tw.BadInput, match="both sides of the board are longer than 15 cells"):
        tw.solve(parse("16x16:2zzzzzzzzzu"), solver="frontier")


@pytest.mark.parametrize("chosen", ["frontier", "sat", "clingo"])
def test_each_search_of_auto_alone_solves_the_boards_that_deduction_leaves(
    chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto, "prepare", deduction.prepare)
    monkeypatch.setattr(auto, "TURNS_BEFORE_CLINGO", 0 if chosen == "clingo" else 1000)
    if chosen != "frontier":
        monkeypatch.setattr(frontier.Sweeps, "try_wider", lambda sweeps, run: None)
    if chosen != "sat":
        monkeypatch.setattr(Search, "find", lambda search, run, most: None)
    monkeypatch.setattr(auto, "CLINGO_TURN", 1000)
    solved = 0
    for board in legal_boards(16):
        result = tw.solve(board)
        if result.stats["answered_by"] == "deduction":
            continue
        assert result.stats["answered_by"] == chosen
        agrees_with_brute_force(board, "auto")
        solved += 1
        if solved == (12 if chosen == "clingo" else 60):
            return


def test_no_solution_has_sea_where_a_small_sea_cannot_reach() -> None:
    narrowed_boards = 0
    for board in islice(legal_boards(17), 1500):
        nothing = ("-" * board.width,) * board.height
        state = without_distant_sea(board, nothing)
        narrowed_boards += state != nothing
        assert all(extends(solution, state) for solution in all_solutions(board.rows)), board
    assert narrowed_boards > 100


def test_on_a_large_board_with_little_sea_most_cells_become_island() -> None:
    rows = [[0] * 30 for _ in range(30)]
    rows[2][25], rows[28][3] = 900 - 8 - 12, 12
    state = without_distant_sea(Board(tuple(map(tuple, rows))), ("-" * 30,) * 30)
    assert sum(line.count("-") for line in state) < 250
    assert state[28][3] == "-" == state[27][4]
    assert state[15][15] == "."


def test_auto_continues_without_clingo_when_its_process_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def killed(*_: object) -> tuple[list[Rows], bool]:
        calls.append(None)
        raise tw.EngineFailure("clingo was killed")

    find, turns = Search.find, iter(range(100))
    monkeypatch.setattr(auto, "prepare", deduction.prepare)
    monkeypatch.setattr(auto, "TURNS_BEFORE_CLINGO", 0)
    monkeypatch.setattr(clingo, "find", killed)
    monkeypatch.setattr(frontier.Sweeps, "try_wider", lambda sweeps, run: None)
    monkeypatch.setattr(
        Search, "find", lambda search, run, most: find(search, run, most) if next(turns) >= 3 else None
    )
    board = parse("2x2:2c")
    assert tw.solve(board, unique=True).unique is False
    assert len(calls) == 1


def test_auto_leaves_no_process_behind_when_it_is_stopped_while_clingo_runs() -> None:
    board = parse("16x16:100zzzzzzzzzu")
    cancel = threading.Event()
    answers = []
    run = Run(cancel=cancel)
    worker = threading.Thread(target=lambda: answers.append(auto.solve(board, run)))
    before = descendants()
    worker.start()
    try:
        wait_until(lambda: descendants() > before)
    finally:
        cancel.set()
        worker.join()
    assert answers[0].status is Status.UNKNOWN
    assert descendants() <= before


def test_the_published_model_rejects_boards_that_do_not_fit_into_memory() -> None:
    with pytest.raises(tw.BadInput, match="at most 6 x 6, not 7 x 7"):
        minizinc.solve(parse("7x7:2zv"), Run())
    with pytest.raises(tw.BadInput, match="square boards, not 2 x 3"):
        minizinc.solve(parse("2x3:2e"), Run())
