"""The rules of Nurikabe: valid boards, and the cells that break each rule."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nurikabe_rules_oracle import broken_codes

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.nurikabe.rules import RULES, Board, Shading, check

# The island of the 4 extends to the left and up.
BOARD = Board(((0, 0, 0, 0), (0, 0, 0, 4), (0, 0, 0, 0), (1, 0, 1, 0)))
SOLVED = ("###.", "#...", "####", ".#.#")


def codes(board: Board, *rows: str) -> set[str]:
    return {broken.rule for broken in check(board, Shading(rows)).broken}


def fillings(height: int, width: int) -> list[tuple[str, ...]]:
    lines = ["".join(cells) for cells in product("#.", repeat=width)]
    return list(product(lines, repeat=height))


def random_board(rng: random.Random, height: int, width: int) -> Board:
    clues = [-1, *range(1, height * width + 1), *range(1, min(4, height * width + 1))]
    rows = [[rng.choice(clues) if rng.random() < 0.25 else 0 for _ in range(width)] for _ in range(height)]
    return Board(tuple(map(tuple, rows)))


# --- The checker --------------------------------------------------------------------------------------


def test_a_solved_board_breaks_no_rule() -> None:
    verdict = check(BOARD, Shading(SOLVED))
    assert verdict.ok
    assert verdict.objective is None


def test_a_second_checker_agrees_on_every_filling_of_small_boards() -> None:
    rng = random.Random(1)
    seen: set[str] = set()
    legal = 0
    for height, width in [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (3, 4)]:
        for _ in range(8 if height * width < 12 else 2):
            board = random_board(rng, height, width)
            for rows in fillings(height, width):
                found = codes(board, *rows)
                assert found == broken_codes(board.rows, rows), (board, rows)
                seen |= found
                legal += not found
    assert seen == set(RULES) - {"undecided", "wrong-size"}
    assert legal > 20


def test_a_violation_in_a_state_remains_however_the_state_is_completed() -> None:
    rng = random.Random(2)
    judged = 0
    for _ in range(400):
        board = random_board(rng, 3, 3)
        cells = [rng.choice("#.-") for _ in range(9)]
        found = codes(board, *("".join(cells[at : at + 3]) for at in (0, 3, 6)))
        assert ("undecided" in found) == ("-" in cells)
        if found - {"undecided"}:
            judged += 1
            for choice in product("#.", repeat=cells.count("-")):
                left = iter(choice)
                filled = "".join(next(left) if cell == "-" else cell for cell in cells)
                assert broken_codes(board.rows, (filled[:3], filled[3:6], filled[6:]))
    assert judged > 100


def test_a_part_of_the_solution_breaks_no_rule_except_undecided() -> None:
    for kept in product((True, False), repeat=4):
        for column in range(4):
            rows = tuple(
                row if keep else row[:column] + "-" + row[column + 1 :]
                for row, keep in zip(SOLVED, kept, strict=True)
            )
            assert codes(BOARD, *rows) == (set() if all(kept) else {"undecided"})
    assert codes(BOARD, *["----"] * 4) == {"undecided"}


def test_transposing_and_mirroring_a_board_does_not_change_the_verdict() -> None:
    rng = random.Random(3)
    for _ in range(300):
        board = random_board(rng, 3, 4)
        rows = tuple("".join(rng.choice("##.-") for _ in range(4)) for _ in range(3))
        expected = codes(board, *rows)
        transposed = Board(tuple(zip(*board.rows, strict=True)))
        assert codes(transposed, *map("".join, zip(*rows, strict=True))) == expected
        mirrored = Board(tuple(row[::-1] for row in board.rows))
        assert codes(mirrored, *(row[::-1] for row in rows)) == expected
        assert codes(Board(board.rows[::-1]), *rows[::-1]) == expected


@pytest.mark.parametrize(
    ("code", "rows", "cells"),
    [
        ("undecided", ("###-", "#...", "####", ".#.#"), {(0, 3)}),
        ("clue-flooded", ("####", "#...", "##.#", ".###"), {(3, 2)}),
        ("sea-pool", ("##..", "##..", "####", ".#.#"), {(r, c) for r in (0, 1, 2) for c in (0, 1)}),
        ("sea-divided", ("####", "#...", "###.", ".#.#"), {(3, 3)}),
        ("island-without-number", ("##..", ".#..", "####", ".#.#"), {(1, 0)}),
        ("two-numbers", ("###.", "#...", "####", "...#"), {(3, 0), (3, 1), (3, 2)}),
        ("island-too-big", ("###.", "#...", "####", ".#.."), {(3, 2), (3, 3)}),
        ("island-too-small", ("####", "#...", "####", ".#.#"), {(1, 1), (1, 2), (1, 3)}),
    ],
)
def test_a_broken_rule_names_its_cells(code: str, rows: tuple[str, ...], cells: set[tuple[int, int]]) -> None:
    (broken,) = check(BOARD, Shading(rows)).broken
    assert broken.rule == code
    assert set(broken.cells) == cells
    assert broken.message.startswith(f"row {min(cells)[0] + 1}, column {min(cells)[1] + 1}: ")


def test_every_island_and_every_pool_that_breaks_a_rule_is_listed() -> None:
    board = Board(((1, 0, 0, 0, 2), (0, 0, 0, 0, 0), (0, 0, 0, 0, 1)))
    broken = check(board, Shading(("..##.", "##.##", "##.#."))).broken
    assert [(each.rule, each.cells[0]) for each in broken] == [
        ("sea-pool", (1, 0)),
        ("sea-divided", (1, 0)),
        ("island-too-big", (0, 0)),
        ("island-too-small", (0, 4)),
        ("island-without-number", (1, 2)),
    ]


def test_a_solution_of_another_size_breaks_only_that_rule() -> None:
    assert codes(BOARD, "####") == {"wrong-size"}
    assert codes(BOARD, *(row + "#" for row in SOLVED)) == {"wrong-size"}


def test_an_island_of_unknown_size_may_have_any_size_but_exactly_one_number() -> None:
    board = Board(((-1, 0, 0),))
    assert [codes(board, row) for row in ("...", "..#", ".##", "###")] == [
        set(),
        set(),
        set(),
        {"clue-flooded"},
    ]
    assert codes(Board(((-1, 0, -1),)), "...") == {"two-numbers"}


def test_a_board_without_sea_is_legal_if_its_islands_obey_the_rules() -> None:
    assert not codes(Board(((4, 0), (0, 0))), "..", "..")
    assert codes(Board(((3, 0), (0, 0))), "..", "..") == {"island-too-big"}
    assert codes(Board(((0, 0), (0, 0))), "..", "..") == {"island-without-number"}


def test_a_board_without_numbers_may_be_all_sea_unless_that_makes_a_pool() -> None:
    assert not codes(Board(((0, 0, 0),)), "###")
    assert codes(Board(((0, 0), (0, 0))), "##", "##") == {"sea-pool"}


def test_the_largest_board_is_checked() -> None:
    board = Board(((0,) * 250,) * 250)
    broken = check(board, Shading(("#" * 250,) * 250)).broken
    assert [(each.rule, len(each.cells)) for each in broken] == [("sea-pool", 62_500)]


# --- Valid boards and solutions -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((), "the board has no rows"),
        (((),), "row 1 of the board has no cells"),
        (((0, 1), ()), "row 2 of the board has no cells"),
        (((0, 1), (0,)), "row 2 of the board has 1 cell, but row 1 has 2"),
        (((0, 5), (0, 0)), "row 1, column 2: the clue 5 is larger than the board of 4 cells"),
        (((0, 0), (-2, 0)), "row 2, column 1: -2 is not a clue"),
        (((0, True),), "row 1, column 2: expected a whole number, not true"),
        (((0, 1.0),), "row 1, column 2: expected a whole number, not 1.0"),
        (((0, "3"),), "row 1, column 2: expected a whole number, not '3'"),
        (((0, 10**5000),), "row 1, column 2: the clue (a number with thousands of digits) is larger"),
        (((0,) * 251,), "1 x 251 cells are too many: a board has at most 250 rows and columns"),
        (((0,),) * 251, "251 x 1 cells are too many"),
    ],
)
def test_an_invalid_board_is_rejected_in_one_line(rows: Any, message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        Board(rows)
    assert str(refusal.value).startswith(message)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((), "the solution has no rows"),
        (("#", ""), "row 2 of the solution has no cells"),
        (("##", "#"), "row 2 of the solution has 1 cell, but row 1 has 2"),
        (("#.", ".x"), "row 2, column 2: 'x' is not # (sea), . (island) or - (undecided)"),
        (("#\n",), "row 1, column 2: '\\n' is not # (sea)"),
    ],
)
def test_an_invalid_solution_is_rejected_in_one_line(rows: Any, message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        Shading(rows)
    assert str(refusal.value).startswith(message)
    assert "\n" not in str(refusal.value)


def test_a_clue_may_fill_the_whole_board() -> None:
    assert Board(((4, 0), (0, 0))).clues() == {(0, 0): 4}


def test_boards_and_states_report_their_size_clues_and_cells() -> None:
    board = Board(((0, 3, 0), (-1, 0, 0)))
    assert (board.height, board.width, board.parts) == (2, 3, 6)
    assert board.clues() == {(0, 1): 3, (1, 0): -1}
    state = Shading(("#.-", "..#"))
    assert (state.height, state.width) == (2, 3)
    assert state.cells("#") == {(0, 0), (1, 2)}
    assert state.cells("-") == {(0, 2)}


@settings(deadline=None, derandomize=True)
@given(st.integers(1, 5), st.integers(1, 5), st.randoms(use_true_random=False))
def test_boards_are_values_with_an_evaluable_repr(height: int, width: int, rng: random.Random) -> None:
    board = random_board(rng, height, width)
    assert eval(repr(board)) == board
    assert hash(eval(repr(board))) == hash(board)
    assert Board([list(row) for row in board.rows]) == board  # type: ignore[arg-type]


def test_the_examples_break_each_rule_alone_on_the_same_board() -> None:
    game = tw.game("nurikabe")
    assert {game.parse(example["instance"]) for example in game.examples["broken"].values()} == {BOARD}
    assert game.check(BOARD, Shading(SOLVED)).ok
