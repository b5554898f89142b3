"""The notations of polyomino packing: text, JSON, named puzzles and the library."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.packing.puzzle import PUZZLE
from tilewright.games.packing.rules import Packing

GAME = tw.game("packing")


@given(
    st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 6), st.booleans(), st.sampled_from(["once", "any"])
)
@settings(deadline=None, derandomize=True, max_examples=50)
def test_text_and_json_are_round_trips(seed: int, rows: int, cols: int, flip: bool, each: str) -> None:
    made = GAME.generate(seed, rows=rows, cols=cols, pieces=1 + seed % (rows * cols))
    assert isinstance(made, Packing)
    puzzle = Packing(made.region, made.pieces, flip, each)
    solution = GAME.solve(puzzle).solution
    assert solution is not None
    assert GAME.parse_solution(json.dumps(GAME.solution_to_json(solution))) == solution
    fixed = Packing(made.region, made.pieces, flip, each, solution.placements[:1])  # type: ignore[attr-defined]
    for board in (puzzle, fixed):
        assert GAME.from_json(GAME.to_json(board)) == board
        assert GAME.parse(GAME.format(board, "text")) == board


def test_the_json_of_the_format_is_read_to_the_letter() -> None:
    data = {"region": ["..#", "..."], "pieces": [["##", "#."], ["##"]], "flip": True, "each": "once"}
    assert GAME.to_json(GAME.from_json(data)) == data
    assert GAME.from_json({key: data[key] for key in ("region", "pieces")}) == GAME.from_json(data)


def test_a_text_has_a_region_and_pieces_between_empty_lines() -> None:
    text = "..#\n...\n\n\n##\n#.\n\n##\nflip: false"
    assert GAME.parse(text) == Packing(("..#", "..."), (("##", "#."), ("##",)), flip=False)


def test_a_text_may_name_a_set_of_pieces() -> None:
    puzzle = GAME.parse("...\n...\n\npieces: dominoes")
    assert puzzle == GAME.parse("dominoes:2x3") == Packing(("...", "..."), (("##",),), each="any")


def test_named_rectangles_may_have_a_hole_in_the_centre() -> None:
    puzzle = GAME.parse("pentominoes:8x8-2x2")
    assert isinstance(puzzle, Packing)
    assert [row.count("#") for row in puzzle.region] == [0, 0, 0, 2, 2, 0, 0, 0]
    assert len(puzzle.pieces) == 12


def test_the_calendar_leaves_out_one_month_and_one_day() -> None:
    puzzle = GAME.parse("calendar:11-16")
    assert isinstance(puzzle, Packing)
    assert puzzle.region == ("......#", "....#.#", ".......", ".......", ".#.....", ".......", "...####")
    assert sum(piece_row.count("#") for piece in puzzle.pieces for piece_row in piece) == 41


@pytest.mark.parametrize(
    "text",
    [
        "calendar:2-30",
        "calendar:13-1",
        "calendar:",
        "pentominoes:6",
        "pentominoes:10000x10000",
        "pentominoes:8x8-9x2",
        "pentominoes:8x8-2x9",
        "pentominoes:8x8-999999999x999999999",
        "nonominoes:3x3",
        "",
    ],
)
def test_wrong_names_are_refused_with_one_line(text: str) -> None:
    with pytest.raises(BadInput) as error:
        GAME.parse(text)
    assert "\n" not in str(error.value)


def test_a_hole_may_be_as_wide_as_its_rectangle_but_not_wider() -> None:
    assert GAME.parse("dominoes:4x2-2x2") == GAME.parse("..\n##\n##\n..\n\npieces: dominoes")
    with pytest.raises(BadInput, match=r"^dominoes: a hole of 2 x 3 cells does not fit into 4 x 2 cells$"):
        GAME.parse("dominoes:4x2-2x3")


def test_every_library_puzzle_can_be_read_by_its_name() -> None:
    puzzles = PUZZLE.library.puzzles
    assert len(puzzles) >= 30
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        board = GAME.parse(f"library:{puzzle.name}")
        assert isinstance(board, Packing)
        assert (board.height, board.width) == (puzzle.rows, puzzle.cols)
        assert puzzle.command == f"tilewright draw packing library:{puzzle.name}"


def test_a_solution_as_a_state_decides_the_edges_of_its_pieces() -> None:
    solution = '{"placements": [{"piece": 0, "cells": [[0, 0], [0, 1], [1, 0]]}]}'
    hint = GAME.hint(GAME.parse("...\n...\n\n##\n#.\n\n##\n#."), solution)
    assert (hint.value, set(hint.cells)) == ("join", {(0, 2), (1, 1), (1, 2)})


def test_an_unknown_set_of_pieces_is_named_in_the_message() -> None:
    with pytest.raises(
        BadInput, match=r"^'hexominoes' is neither a key of a board .* nor a set of pieces \(pent"
    ):
        GAME.parse("hexominoes:6x10")


def test_a_board_with_a_region_cannot_also_be_a_named_board() -> None:
    with pytest.raises(BadInput, match=r"must stand alone; .* write pieces: dominoes$"):
        GAME.parse("....\n....\n\ndominoes: 2x4")
    assert len(GAME.parse("....\n....\n\npieces: dominoes").pieces) == 1


def test_the_page_shows_cells_outside_the_region_and_finds_its_own_solution_right() -> None:
    ask = GAME.module("web").ASK  # type: ignore[attr-defined]
    board = '{"region": ["..#", "..."], "pieces": [["##", "#."], ["##"]]}'
    assert ask["open"]({"board": board})["blocked"] == [[0, 2]]
    state = ask["judge"]({"board": board})["solution"]
    assert ask["check"]({"board": board, "state": state})["solved"]
    outside = [[[0, 1], [0, 2]]]
    assert ask["check"]({"board": board, "state": {**state, "joins": state["joins"] + outside}})["solved"]
    assert not ask["check"]({"board": board, "state": {"borders": [], "joins": outside}})["solved"]


def test_pieces_that_are_not_placed_lie_below_the_board() -> None:
    board = GAME.parse('{"region": ["..", ".."], "pieces": [["##"], ["#", "#"]], "flip": true, "each": "once"}')
    solution = GAME.parse_solution('{"placements": [{"piece": 1, "cells": [[0, 0], [0, 1]]}]}')
    assert titles(GAME.scene(board)) == ["piece 0", "piece 1"]
    assert GAME.scene(board).height > 2
    assert titles(GAME.scene(board, solution)) == ["piece 1", "piece 0"]
    repeated = GAME.with_keys(board, {"each": "any"})
    assert titles(GAME.scene(repeated)) == ["piece 0", "piece 1"]
    assert titles(GAME.scene(repeated, solution)) == ["piece 1"]


def titles(scene: Any) -> list[str]:
    """Return the titles of the pieces in a picture."""
    return [element.title for element in scene.elements if getattr(element, "title", "").startswith("piece ")]
