"""Boards of numbers as text grids and on one line, and solutions as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tilewright.errors import BadInput
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import NumberGrid
from tilewright.puzzles.notation import Notation, number_text
from tilewright.puzzles.one_line_notation_of_number_boards import read_line, write_line
from tilewright.puzzles.puzzlink import PuzzLink
from tilewright.puzzles.pzprv3 import FileFormat, NumberBlock
from tilewright.puzzles.url_numbers import Numbers16


@dataclass(frozen=True, slots=True)
class Board(NumberGrid):
    game: ClassVar[str] = "toy"


class Shading(solution_types.Shading):
    __slots__ = ()
    game: ClassVar[str] = "toy"


class Numbers(solution_types.Numbers):
    __slots__ = ()
    game: ClassVar[str] = "toy"


FILES = PuzzLink(
    "toy", Numbers16(), FileFormat(NumberBlock("#+")), lambda board: board.rows, lambda rows: Board(rows)
)
SHADED = Notation(Board, Shading, number_text, url=FILES, line=True)
NUMBERED = Notation(Board, Numbers, number_text)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    height, width = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cells = st.one_of(st.just(0), st.just(0), st.just(-1), st.integers(1, height * width))
    values = draw(st.lists(cells, min_size=height * width, max_size=height * width))
    return Board(tuple(tuple(values[at : at + width]) for at in range(0, len(values), width)))


@given(boards())
@example(Board(((12,), *((0,),) * 11)))
@example(Board(((0,) * 60,)))
def test_boards_are_read_back_from_a_line_and_from_a_grid(board: Board) -> None:
    assert read_line(write_line(board.rows)) == board.rows
    for notation in (SHADED, NUMBERED):
        assert notation.parse(notation.to_text(board)) == board
        assert notation.parse(notation.to_line(board)) == board


def test_only_a_notation_with_lines_offers_them_as_a_format() -> None:
    assert list(SHADED.FORMATS) == ["text", "url", "line", "pzprv3"]
    assert list(NUMBERED.FORMATS) == ["text"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".\u2028.", "row 1, column 2: '\\u2028' is not a cell"),
        ("2 .\n..", "row 2, column 1: '..' is not a cell"),
        ("..\n\n..", "row 2 of the board has no cells"),
        ("2x2:a1!b", "character 3 after the colon, row 2, column 1: '!' is not a cell"),
        ("300x2:a", "300 x 2 cells are too many"),
    ],
)
def test_a_wrong_board_is_rejected_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        NUMBERED.parse(text)
    assert str(caught.value).startswith(message)


def test_rows_of_a_solution_are_shaded_cells_or_numbers() -> None:
    assert SHADED.parse_solution(" # .\n - #\n").rows == ("#.", "-#")
    assert NUMBERED.parse_solution("12 .\n1 -").rows == ((12, 0), (1, 0))


def test_a_solution_may_be_the_shading_in_a_puzz_link_file() -> None:
    board = Board(((3, 0, 0), (0, -1, 0)))
    file = FILES.to_file(board, ("#.#", "-#."))
    assert file.splitlines()[4:] == ["3 + # ", ". - + "]
    assert SHADED.parse(file) == board
    assert SHADED.parse_solution(file).rows == ("..#", "-..")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#3", "row 1, column 2: '3' is not # (shaded), . (unshaded) or - (undecided)"),
        ("# ..", "row 1, column 2: '..' is more than one cell"),
        ("", "the solution has no rows"),
    ],
)
def test_a_wrong_shading_is_rejected_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        SHADED.parse_solution(text)
    assert str(caught.value) == message
