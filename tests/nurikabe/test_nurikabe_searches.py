"""The searches behind `auto`: each alone, on boards of which a part is known, and when they are stopped."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import pytest
from nurikabe_oracle import solutions
from test_nurikabe_agreement import agrees_with_brute_force, legal_boards

import tilewright as tw
from process_watch import descendants, wait_until
from tilewright.game import Run, Status
from tilewright.games.nurikabe.notation import parse
from tilewright.games.nurikabe.rules import Board
from tilewright.games.nurikabe.search.sea_distance import narrowed
from tilewright.games.nurikabe.search.search_board import Chart, draw_chart
from tilewright.games.nurikabe.solvers import auto, clingo, deduction, frontier, minizinc
from tilewright.games.nurikabe.solvers.sat import Search

ENOUGH = 1000

Rows = tuple[str, ...]


def partly_known(seed: int) -> Iterator[tuple[Board, Chart, set[Rows]]]:
    """Solvable boards with a part of one of their solutions, and all solutions that extend it."""
    chance = random.Random(seed)
    for board in legal_boards(seed):
        every = solutions(board.rows)
        if not every:
            continue
        share = chance.choice((0.1, 0.3, 0.6))
        state = tuple(
            "".join(kind if chance.random() < share else "-" for kind in line) for line in chance.choice(every)
        )
        chart = draw_chart(board, Run(), state)
        assert chart is not None
        yield board, chart, {found for found in every if extends(found, state)}


def extends(solution: Sequence[str], state: Sequence[str]) -> bool:
    return all(
        known in ("-", kind)
        for line, known_line in zip(solution, state, strict=True)
        for kind, known in zip(line, known_line, strict=True)
    )


def test_sat_finds_all_solutions_that_extend_what_is_known() -> None:
    for board, chart, expected in islice(partly_known(11), 300):
        with Search(chart) as search:
            search.find(Run(), ENOUGH)
            assert search.complete
            assert len(search.found) == len(expected), board
            assert set(search.found) == expected, board


def test_the_frontier_counts_all_solutions_that_extend_what_is_known() -> None:
    for board, chart, expected in islice(partly_known(12), 300):
        counted = frontier.Sweeps(chart).try_wider(Run())
        assert counted is not None
        assert counted.total == len(expected), board
        assert len(counted.found) == len(set(counted.found)) == min(len(expected), 2)
        assert set(counted.found) <= expected, board


def test_clingo_finds_all_solutions_that_extend_what_is_known() -> None:
    for board, chart, expected in islice(partly_known(13), 25):
        found, complete = clingo.find(chart, Run(), ENOUGH, auto.CONFIGURATIONS[len(expected) % 4])
        assert complete
        assert len(found) == len(expected), board
        assert set(found) == expected, board


def test_the_frontier_sweeps_from_every_side_and_finds_the_same() -> None:
    for board, chart, expected in islice(partly_known(14), 60):
        for course in frontier.Sweeps(chart).left:
            counted = frontier._States(course).sweep(Run(), ENOUGH)
            assert counted is not None
            assert counted.total == len(expected), board


def test_the_frontier_tries_again_with_more_states_when_they_did_not_suffice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(frontier, "FIRST_STATES", 4)
    monkeypatch.setattr(frontier, "WIDER", 2)
    monkeypatch.setattr(frontier, "MANY_STATES", 100)
    monkeypatch.setattr(frontier, "CHUNK", 3)
    for board in islice(legal_boards(15), 100):
        agrees_with_brute_force(board, "frontier")


def test_the_frontier_sweeps_boards_of_fifteen_columns_and_refuses_wider_ones() -> None:
    # All fifteen cells of a row are parts of their own: ones, and sea between them that is joined below.
    ones = Board(tuple(tuple(int(row % 2 == column % 2 == 0) for column in range(15)) for row in range(15)))
    assert tw.solve(ones, solver="frontier", unique=True).unique is True
    board = parse("15x15:7k3l4s5g1g4b5a3b5d2h3c1s2e4c3g4d6d4y1c4g4d3d3f6h2i4o")
    assert tw.solve(board, solver="frontier", unique=True).unique is True
    with pytest.raises(tw.BadInput, match="no side of at most 15"):
        tw.solve(parse("16x16:2zzzzzzzzzu"), solver="frontier")


@pytest.mark.parametrize("chosen", ["frontier", "sat", "clingo"])
def test_each_search_of_auto_settles_alone_what_deduction_leaves(
    chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto, "prepare", deduction.prepare)
    monkeypatch.setattr(auto, "PATIENCE", 0 if chosen == "clingo" else 1000)
    if chosen != "frontier":
        monkeypatch.setattr(frontier.Sweeps, "try_wider", lambda sweeps, run: None)
    if chosen != "sat":
        monkeypatch.setattr(Search, "find", lambda search, run, most: None)
    monkeypatch.setattr(auto, "CLINGO_TURN", 1000)
    settled = 0
    for board in legal_boards(16):
        result = tw.solve(board)
        if result.stats["answered_by"] == "deduction":
            continue
        assert result.stats["answered_by"] == chosen
        agrees_with_brute_force(board, "auto")
        settled += 1
        if settled == (12 if chosen == "clingo" else 60):
            return


def test_no_solution_has_sea_where_the_little_that_there_is_cannot_reach() -> None:
    told = 0
    for board in islice(legal_boards(17), 1500):
        nothing = ("-" * board.width,) * board.height
        state = narrowed(board, nothing)
        told += state != nothing
        assert all(extends(found, state) for found in solutions(board.rows)), board
    assert told > 100


def test_a_large_board_with_little_sea_is_narrowed_to_where_it_must_be() -> None:
    rows = [[0] * 30 for _ in range(30)]
    rows[2][25], rows[28][3] = 900 - 8 - 12, 12
    state = narrowed(Board(tuple(map(tuple, rows))), ("-" * 30,) * 30)
    assert sum(line.count("-") for line in state) < 250
    assert state[28][3] == "-" == state[27][4]
    assert state[15][15] == "."


def test_auto_goes_on_without_clingo_when_its_process_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def killed(*_: object) -> tuple[list[Rows], bool]:
        calls.append(None)
        raise tw.EngineFailure("clingo was killed")

    find, turns = Search.find, iter(range(100))
    monkeypatch.setattr(auto, "prepare", deduction.prepare)
    monkeypatch.setattr(auto, "PATIENCE", 0)
    monkeypatch.setattr(clingo, "find", killed)
    monkeypatch.setattr(frontier.Sweeps, "try_wider", lambda sweeps, run: None)
    monkeypatch.setattr(
        Search, "find", lambda search, run, most: find(search, run, most) if next(turns) >= 3 else None
    )
    board = parse("2x2:2c")
    assert tw.solve(board, unique=True).unique is False
    assert len(calls) == 1


def test_auto_that_is_stopped_while_clingo_works_leaves_no_process_behind() -> None:
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


def test_a_part_of_a_run_ends_no_later_than_the_run() -> None:
    run = Run(replace(Run().limits, time=1e-9))
    assert auto._part_of(run, 5.0).limits.time == pytest.approx(1e-6)
    assert auto._part_of(Run(), 5.0).limits.time == 5.0


def test_the_published_model_refuses_boards_that_do_not_fit_into_memory() -> None:
    with pytest.raises(tw.BadInput, match="at most 6 x 6, not 7 x 7"):
        minizinc.solve(parse("7x7:2zv"), Run())
    with pytest.raises(tw.BadInput, match="square boards, not 2 x 3"):
        minizinc.solve(parse("2x3:2e"), Run())
