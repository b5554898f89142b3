from __future__ import annotations

import numpy as np
import pytest
from geometry_oracle import beside
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import BadInput
from tilewright.geometry import Board, bits, flood, is_connected, regions
from tilewright.geometry.packed_masks import pack, unpack, words_for

boards = st.builds(Board, st.integers(1, 12), st.integers(1, 12))


@st.composite
def boards_with_cells(draw, sets=1):
    board = draw(boards)
    cell = st.tuples(st.integers(0, board.rows - 1), st.integers(0, board.cols - 1))
    return board, *(draw(st.frozensets(cell, max_size=board.size)) for _ in range(sets))


@given(boards_with_cells())
@settings(deadline=None, derandomize=True)
def test_a_mask_gives_its_cells_back_in_reading_order(case):
    board, cells = case
    mask = board.mask(cells)
    assert board.cells(mask) == tuple(sorted(cells))
    assert mask.bit_count() == len(cells)
    assert mask & ~board.full == 0
    assert [board.index(cell) for cell in sorted(cells)] == list(bits(mask))


@given(boards)
@settings(deadline=None, derandomize=True)
def test_rows_and_columns_make_up_the_board(board):
    assert board.cells(board.full) == tuple((r, c) for r in range(board.rows) for c in range(board.cols))
    for row in range(board.rows):
        assert board.cells(board.row(row)) == tuple((row, c) for c in range(board.cols))
    for column in range(board.cols):
        assert board.cells(board.column(column)) == tuple((r, column) for r in range(board.rows))


@given(boards_with_cells(), st.integers(-13, 13), st.integers(-13, 13))
@settings(deadline=None, derandomize=True, max_examples=300)
def test_a_shift_moves_each_cell_and_loses_those_that_leave(case, rows, columns):
    board, cells = case
    moved = {(r + rows, c + columns) for r, c in cells}
    expected = {(r, c) for r, c in moved if 0 <= r < board.rows and 0 <= c < board.cols}
    assert set(board.cells(board.shift(board.mask(cells), rows, columns))) == expected


@given(boards_with_cells())
@settings(deadline=None, derandomize=True)
def test_growing_adds_the_neighbours_on_the_board(case):
    board, cells = case
    near = {(r, c) for r, c in beside(cells) if 0 <= r < board.rows and 0 <= c < board.cols}
    mask = board.mask(cells)
    assert set(board.cells(board.around(mask))) == near
    assert board.grow(mask) == mask | board.mask(near)


@given(boards_with_cells(sets=2))
@settings(deadline=None, derandomize=True)
def test_floods_and_regions_of_masks_are_those_of_sets(case):
    board, cells, start = case
    mask = board.mask(cells)
    assert set(board.cells(board.flood(board.mask(start), mask))) == flood(start, cells)
    assert [frozenset(board.cells(region)) for region in board.regions(mask)] == list(regions(cells))
    assert board.is_connected(mask) == is_connected(cells)


def test_nothing_wraps_from_the_end_of_a_row_to_the_next():
    board = Board(2, 3)
    end = board.mask([(0, 2)])
    assert board.cells(board.around(end)) == ((0, 1), (1, 2))
    assert board.shift(end, 0, 1) == 0


def test_a_board_can_have_a_thousand_columns():
    board = Board(40, 1000)
    path = [(r, c) for r in range(0, 40, 2) for c in range(1000)] + [
        (r, 999 * (r % 4 == 1)) for r in range(1, 39, 2)
    ]
    assert board.is_connected(board.row(3) | board.column(7))
    assert sum(1 for _ in board.regions(board.mask(path) & ~board.column(500))) == 40 - 19


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Board(0, 3), "a board of 0 x 3: expected at least one row and one column"),
        (lambda: Board(2, 3).index((2, 0)), r"cell \(2, 0\) is not on the 2 x 3 board"),
        (lambda: Board(2, 3).mask([(0, 0), (0, -1)]), r"cell \(0, -1\) is not on the 2 x 3 board"),
        (lambda: Board(2, 3).cell(6), "bit 6 is not on the 2 x 3 board"),
        (lambda: pack([8], bits=3), "mask 0 does not fit into 3 bits"),
        (lambda: pack([1, -1], bits=3), "mask 1 does not fit into 3 bits"),
        (lambda: words_for(10, per_word=65), "65 bits in a word: expected 1 to 64"),
        (lambda: unpack(pack([1], 3), per_word=0), "0 bits in a word: expected 1 to 64"),
    ],
)
def test_cells_outside_the_board_are_refused(call, message):
    with pytest.raises(BadInput, match=message):
        call()


# --- Words --------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 2**150 - 1), max_size=8), st.integers(1, 64))
@settings(deadline=None, derandomize=True)
def test_masks_are_restored_from_their_words(masks, per_word):
    words = pack(masks, bits=150, per_word=per_word)
    assert words.dtype == np.uint64
    assert words.shape == (len(masks), words_for(150, per_word))
    assert unpack(words, per_word) == masks


@given(st.integers(0, 2**150 - 1), st.integers(1, 64))
@settings(deadline=None, derandomize=True)
def test_bit_i_lies_in_word_i_over_the_width(mask, per_word):
    (row,) = pack([mask], bits=150, per_word=per_word)
    for index in range(150):
        assert (int(row[index // per_word]) >> (index % per_word)) & 1 == (mask >> index) & 1
        assert int(row[index // per_word]) < 1 << per_word


def test_no_masks_make_an_array_without_rows():
    assert pack([], bits=81).shape == (0, 2)
    assert unpack(pack([], bits=81)) == []
