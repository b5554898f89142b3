"""The rules of polyomino packing: verdicts on solutions that break a rule, and puzzles that are refused."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.packing.rules import Packing, Placements, check
from tilewright.puzzles.piece_board import Placed

CORNER = ("##", "#.")
TWO_CORNERS = Packing(("...", "..."), (CORNER, CORNER))
LEFT, RIGHT = ((0, 0), (0, 1), (1, 0)), ((0, 2), (1, 1), (1, 2))


def codes(puzzle: Packing, *placements: tuple[int, tuple[tuple[int, int], ...]]) -> list[str]:
    solution = Placements(tuple(Placed(piece, cells) for piece, cells in placements))
    return [broken.rule for broken in check(puzzle, solution).broken]


def test_a_solution_may_list_pieces_and_cells_in_any_order() -> None:
    assert codes(TWO_CORNERS, (1, LEFT[::-1]), (0, RIGHT)) == []


def test_a_piece_that_is_placed_twice_is_also_missing() -> None:
    assert codes(TWO_CORNERS, (0, LEFT), (0, RIGHT)) == ["repeated-piece", "missing-piece"]


def test_each_piece_may_be_used_any_number_of_times() -> None:
    puzzle = Packing(("...", "..."), (CORNER, ("####",)), each="any")
    assert codes(puzzle, (0, LEFT), (0, RIGHT)) == []


def test_a_piece_is_turned_over_only_if_that_is_allowed() -> None:
    cells = ((0, 0), (0, 1), (0, 2), (1, 0))
    for flip, expected in ((True, []), (False, ["wrong-shape"])):
        assert codes(Packing(("...", ".##"), (("#..", "###"),), flip=flip), (0, cells)) == expected


def test_a_cell_that_is_listed_twice_overlaps_itself() -> None:
    assert codes(Packing((".",), (("#",),)), (0, ((0, 0), (0, 0)))) == ["overlap"]


def test_cells_beyond_the_board_are_outside() -> None:
    assert codes(Packing(("..",), (("##",),)), (0, ((7, 0), (7, 1)))) == ["outside", "uncovered"]


def test_a_fixed_piece_may_be_exchanged_with_an_equal_one() -> None:
    puzzle = Packing(TWO_CORNERS.region, TWO_CORNERS.pieces, fixed=(Placed(0, LEFT),))
    assert codes(puzzle, (0, LEFT), (1, RIGHT)) == []
    assert codes(puzzle, (1, LEFT), (0, RIGHT)) == []
    other = ((0, 0), (1, 0), (1, 1)), ((0, 1), (0, 2), (1, 2))
    assert codes(puzzle, (0, other[0]), (1, other[1])) == ["fixed-piece"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"region": []}, "the region has no rows"),
        ({"region": ["##"]}, "the region has no cell to cover"),
        ({"region": ["...", ".."]}, "row 2 of the region has 2 cells, but row 1 has 3"),
        ({"region": ["..x"]}, "the region: row 1, column 3 is 'x'; expected '#' or '.'"),
        ({"region": [[0, 0]]}, "the region must be a list of strings, not [[0, 0]]"),
        ({"region": ["." * 10_000] * 10_000}, "10000 x 10000 cells are too many"),
        ({"pieces": []}, "pieces must be a list of at least one piece, not []"),
        ({"pieces": [["#.#"]]}, "piece 0 is not connected"),
        ({"pieces": [["#"], [".."]]}, "piece 1 has no cell"),
        ({"pieces": [["#######"]]}, "piece 0 has 7 cells, but the region has only 6"),
        ({"pieces": [["#" * 10_000] * 10_000]}, "10000 x 10000 cells are too many"),
        ({"pieces": "heptominoes"}, "there is no set of pieces 'heptominoes'"),
        ({"flip": 1}, "flip must be true or false, not 1"),
        ({"each": "twice"}, "each must be 'once' or 'any', not 'twice'"),
        ({"fixed": [{"piece": 0}]}, "an entry of fixed lacks the key 'cells'"),
        ({"fixed": [{"piece": -1, "cells": [[0, 0]]}]}, "fixed: expected the number of a piece"),
        ({"fixed": [{"piece": 0, "cells": []}]}, "fixed: expected a list of cells, not []"),
        ({"fixed": [{"piece": 0, "cells": [[0]]}]}, "expected a cell [row, column], not [0]"),
        ({"fixed": [{"piece": 5, "cells": [[0, 0]]}]}, "fixed: piece 5 at row 1, column 1: there is no such"),
        ({"fixed": [{"piece": 0, "cells": [[0, 0]]}]}, "fixed: piece 0 at row 1, column 1: its cells do not"),
        ({"colour": "red"}, "a packing puzzle has an unknown key 'colour'"),
    ],
)
def test_bad_puzzles_are_refused_with_one_line(change: dict[str, Any], message: str) -> None:
    data = {"region": ["...", "..."], "pieces": [["##", "#."], ["##", "#."]], **change}
    with pytest.raises(BadInput) as error:
        tw.game("packing").from_json(data)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
