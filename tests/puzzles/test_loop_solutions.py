"""Solutions that are loops: JSON, values and pictures. Also: places whose values are given on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import NumberGrid
from tilewright.puzzles.board_picture import BoardPicture
from tilewright.puzzles.hints import Explanations
from tilewright.puzzles.kinds_and_states import CROSS, LINE, Kind, State
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.sat_search import ModelSearch

SQUARE = {"loop": [[[0, 0], [0, 1]], [[0, 0], [1, 0]], [[0, 1], [1, 1]], [[1, 0], [1, 1]]]}


class Loop(solution_types.Loop):
    __slots__ = ()
    game: ClassVar[str] = "loops"


@dataclass(frozen=True, slots=True)
class Board(NumberGrid):
    game: ClassVar[str] = "loops"

    def blocked(self) -> list[tuple[int, int]]:
        return [(0, 2)]


BOARD = Board(((0, 0, 0), (0, 0, 0)))


def test_a_loop_is_read_in_any_direction_and_written_in_reading_order() -> None:
    turned = {"loop": [list(reversed(line)) for line in reversed(SQUARE["loop"])]}
    assert Loop.from_json(turned).to_json() == SQUARE
    assert Loop.from_json(SQUARE) == Loop.from_json(turned)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "loop"),
        ({"loop": 3}, "loop must be a list"),
        ({"loop": [[[0, 0]]]}, "expected a pair of neighbouring cells"),
        ({"loop": [[[0, 0], [1, 1]]]}, "do not share an edge"),
        ({"loop": [[[0, 0], [0, -1]]]}, "is not on the board"),
        ({"loop": [[[0, 0], [0, True]]]}, "expected a cell"),
    ],
)
def test_a_malformed_loop_is_refused(data: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Loop.from_json(data)


def test_the_values_of_all_edges_give_the_loop_back() -> None:
    loop = Loop.from_json(SQUARE)
    values = loop.values(BOARD)
    assert sorted(values.values()) == [CROSS] * 3 + [LINE] * 4
    assert Loop.from_values(BOARD, values) == loop


def test_the_picture_shows_the_lines_and_the_blocked_cells() -> None:
    svg = BoardPicture().scene(BOARD, Loop.from_json(SQUARE)).to_svg()
    assert "the blocked cells" in svg
    alone = BoardPicture().scene(None, Loop.from_json(SQUARE))
    assert (alone.width, alone.height) == (2, 2)


# --- Values that a board shows ------------------------------------------------------------------------


def build(board: Board, model: Model) -> None:
    """Add three rules: each number from 1 to 3 occurs once in the first row. The board shows 1 and 2."""
    shown = {(0, 0): 1, (0, 1): 2}
    literals = {cell: {number: model.give(cell, number)} for cell, number in shown.items()}
    literals[0, 2] = model.decide_number((0, 2), [1, 2, 3])
    for number in (1, 2, 3):
        rule = model.rule(f"The number {number} occurs once")
        rule.exactly([each[number] for each in literals.values() if number in each], 1)


def test_a_shown_value_is_in_every_solution_and_no_hint_decides_it() -> None:
    model = Model()
    build(BOARD, model)
    with ModelSearch(model) as search:
        assert search.common_values(Run()) == {(0, 0): 1, (0, 1): 2, (0, 2): 3}
    hints = Explanations(build, {})
    first = hints.hint(BOARD)
    assert (first.cells, first.value, first.technique) == (((0, 2),), "3", "one-rule")
    assert hints.grade(BOARD).steps == {"one-rule": 1}


def test_another_value_in_place_of_a_shown_one_is_a_mistake() -> None:
    hints = Explanations(build, {})
    wrong = hints.hint(BOARD, State(Kind.NUMBERS, 2, 3, {(0, 0): 2}))
    assert (wrong.technique, wrong.cells, wrong.value) == ("mistake", ((0, 0),), "1")
    solved = hints.hint(BOARD, State(Kind.NUMBERS, 2, 3, {(0, 2): 3}))
    assert solved.technique == "solved"
