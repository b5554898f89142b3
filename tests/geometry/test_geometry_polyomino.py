from __future__ import annotations

import pytest
from geometry_oracle import (
    NMBR9,
    PATCHES,
    beside,
    cells_of,
    different_images,
    eight_images,
    free_polyominoes,
    placements,
    rows_of,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import BadInput
from tilewright.geometry import Polyomino, Transform

cells = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
shapes = st.frozensets(cells, min_size=1, max_size=10).map(Polyomino.from_cells)
small = st.frozensets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1).map(Polyomino.from_cells)
regions = st.frozensets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), max_size=12)

NAMED = [*NMBR9, *PATCHES, *(rows for size in range(1, 6) for rows in free_polyominoes(size))]


@given(shapes)
@settings(deadline=None, derandomize=True)
def test_rows_and_repr_give_the_shape_back(shape):
    assert Polyomino.from_rows(shape.to_rows()) == shape
    assert Polyomino.from_rows(str(shape)) == shape
    assert eval(repr(shape), {"Polyomino": Polyomino}) == shape
    assert shape.to_rows() == rows_of(shape.cells)


def test_the_repr_of_a_shape_is_a_constructor_call():
    assert repr(Polyomino.from_rows(["##", ".#"])) == "Polyomino.from_rows(['##', '.#'])"


@given(shapes, st.integers(-9, 9), st.integers(-9, 9))
@settings(deadline=None, derandomize=True)
def test_a_moved_shape_is_the_same_shape(shape, rows, columns):
    moved = Polyomino.from_cells(reversed(shape.at(rows, columns)))
    assert moved == shape
    assert hash(moved) == hash(shape)
    assert (min(r for r, _ in moved.cells), min(c for _, c in moved.cells)) == (0, 0)


def test_empty_rows_and_columns_around_a_shape_do_not_matter():
    assert Polyomino.from_rows(["...", ".#.", ".##", "..."]) == Polyomino.from_rows(["#.", "##"])


@given(shapes)
@settings(deadline=None, derandomize=True)
def test_four_quarter_turns_and_two_mirrorings_change_nothing(shape):
    assert shape.rotated().rotated().rotated().rotated() == shape
    assert shape.rotated(3) == shape.rotated(-1)
    assert shape.mirrored().mirrored() == shape
    assert shape.rotated().mirrored() == shape.mirrored().rotated(-1)


@given(shapes)
@settings(deadline=None, derandomize=True)
def test_each_transform_moves_the_rows_of_text_as_its_name_says(shape):
    images = [shape.transformed(way).to_rows() for way in Transform]
    assert images == eight_images(shape.to_rows())
    assert [str(way) for way in Transform] == [
        "id",
        "rot90",
        "rot180",
        "rot270",
        "flipx",
        "flipy",
        "flipd1",
        "flipd2",
    ]


@given(shapes, st.booleans())
@settings(deadline=None, derandomize=True)
def test_orientations_are_the_different_images_in_the_order_of_the_transforms(shape, mirror):
    images = shape.orientations(mirror)
    assert [image.to_rows() for image in images] == different_images(shape.to_rows(), mirror)
    assert (8 if mirror else 4) % len(images) == 0


@given(shapes, st.sampled_from(Transform))
@settings(deadline=None, derandomize=True)
def test_all_images_of_a_shape_have_one_canonical_form(shape, way):
    assert shape.transformed(way).canonical(mirror=True) == shape.canonical(mirror=True)
    assert way.mirrors or shape.transformed(way).canonical(mirror=False) == shape.canonical(mirror=False)


def test_the_numbers_of_free_and_one_sided_polyominoes_match_oeis():
    """The published numbers are OEIS A000105 and A000988."""
    free = [len({Polyomino.from_rows(s).canonical(True) for s in free_polyominoes(n)}) for n in range(1, 7)]
    assert free == [1, 1, 2, 5, 12, 35]
    one_sided = [
        len(
            {
                image.canonical(False)
                for s in free_polyominoes(n)
                for image in Polyomino.from_rows(s).orientations(True)
            }
        )
        for n in range(1, 7)
    ]
    assert one_sided == [1, 1, 2, 7, 18, 60]


def test_patches_have_as_many_orientations_as_their_symmetry_leaves():
    counts = [len(Polyomino.from_rows(rows).orientations(mirror=True)) for rows in PATCHES]
    assert counts == [1, 2, 4, 4, 4, 8, 8, 2, 1, 4, 2, 4, 4, 2]


def test_the_size_and_the_connectedness_of_a_shape():
    shape = Polyomino.from_rows(["#.#", "###"])
    assert (len(shape), shape.rows, shape.cols, shape.is_connected) == (5, 2, 3, True)
    assert not Polyomino.from_rows(["#.", ".#"]).is_connected


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "the shape is empty: expected at least one '#'"),
        ([""], "the shape is empty: expected at least one '#'"),
        (["..", ".."], "the shape is empty: expected at least one '#'"),
        (["##", "#"], "row 1 of the shape has length 1, but row 0 has length 2"),
        (["##", "#x"], "row 1, column 1 of the shape is 'x'; expected '#' or '.'"),
    ],
)
def test_invalid_rows_are_refused_with_the_position_of_the_error(rows, message):
    with pytest.raises(BadInput) as caught:
        Polyomino.from_rows(rows)
    assert str(caught.value) == message


def test_a_polyomino_without_cells_is_refused():
    with pytest.raises(BadInput, match="at least one cell"):
        Polyomino.from_cells([])


@pytest.mark.parametrize("rows", NAMED, ids="/".join)
@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 5), (5, 1), (3, 4), (9, 9)])
def test_placements_on_a_board_are_those_of_the_enumeration(rows, height, width):
    shape = Polyomino.from_rows(rows)
    results = list(shape.placements(height, width))
    assert [frozenset(placed) for placed in results] == list(placements(rows, height, width))


@given(small, regions)
@settings(deadline=None, derandomize=True)
def test_blocked_cells_are_never_covered(shape, blocked):
    free = [frozenset(placed) for placed in shape.placements(4, 4, blocked)]
    assert free == [placed for placed in placements(shape.to_rows(), 4, 4) if not placed & blocked]


@given(small, regions)
@settings(deadline=None, derandomize=True)
def test_placements_on_a_board_without_edge_are_those_of_the_enumeration(shape, region):
    everywhere = [frozenset(shape.at(row, column)) for row in range(-7, 7) for column in range(-7, 7)]
    over = [frozenset(placed) for placed in shape.placements_over(region)]
    touching = [frozenset(placed) for placed in shape.placements_touching(region)]
    within = [frozenset(placed) for placed in shape.placements_within(region)]
    assert over == [placed for placed in everywhere if placed & region]
    assert touching == [placed for placed in everywhere if not placed & region and placed & beside(region)]
    assert sorted(map(sorted, within)) == sorted(sorted(placed) for placed in everywhere if placed <= region)


def test_a_translated_shape_has_translated_cells():
    assert Polyomino.from_rows([".#", "##"]).at(-2, 5) == ((-2, 6), (-1, 5), (-1, 6))
    assert cells_of((".#", "##")) == set(Polyomino.from_rows([".#", "##"]).at(0, 0))
