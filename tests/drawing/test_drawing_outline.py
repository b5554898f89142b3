"""The border of a set of cells: area, loops and insets, compared with flood fill and the shoelace formula."""

from __future__ import annotations

from itertools import product

import pytest
from drawing_oracle import components, holes, signed_area
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.drawing.outline import inset_loop, loops

cell_sets = st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1)


@settings(deadline=None, derandomize=True, max_examples=400)
@given(cell_sets)
def test_the_loops_enclose_the_area_of_the_cells(cells: set[tuple[int, int]]) -> None:
    assert sum(signed_area(list(loop)) for loop in loops(cells)) == len(cells)


@settings(deadline=None, derandomize=True, max_examples=400)
@given(cell_sets)
def test_there_is_a_loop_for_each_piece_and_each_hole(cells: set[tuple[int, int]]) -> None:
    borders = loops(cells)
    assert sum(signed_area(list(loop)) > 0 for loop in borders) == components(cells)
    assert sum(signed_area(list(loop)) < 0 for loop in borders) == holes(cells)


@settings(deadline=None, derandomize=True)
@given(cell_sets)
def test_every_corner_of_a_loop_is_a_turn(cells: set[tuple[int, int]]) -> None:
    for loop in loops(cells):
        for before, here, after in zip(loop[-1:] + loop, loop, loop[1:] + loop[:1], strict=False):
            assert (before[0] == here[0]) != (before[1] == here[1])
            assert (before[0] == here[0]) == (here[1] == after[1])


@settings(deadline=None, derandomize=True)
@given(cell_sets, st.permutations(range(49)))
def test_the_order_of_the_cells_does_not_matter(cells: set[tuple[int, int]], order: list[int]) -> None:
    shuffled = sorted(cells, key=lambda cell: order[(cell[0] + 3) * 7 + cell[1] + 3])
    assert loops(shuffled) == loops(sorted(cells))


@settings(deadline=None, derandomize=True)
@given(cell_sets, st.sampled_from([0.1, 0.25, 0.4]))
def test_an_inset_removes_a_strip_along_the_border(cells: set[tuple[int, int]], inset: float) -> None:
    sides = sum(
        (r + dr, c + dc) not in cells for r, c in cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )
    turns = sum(
        (1 if cross > 0 else -1)
        for loop in loops(cells)
        for a, b, c in zip(loop[-1:] + loop, loop, loop[1:] + loop[:1], strict=False)
        for cross in [(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])]
    )
    # The strips removed by the inset overlap in a square at outer corners and miss a square at inner corners.
    expected = len(cells) - inset * sides + inset * inset * turns
    assert sum(signed_area(inset_loop(loop, inset)) for loop in loops(cells)) == pytest.approx(expected)


def test_cells_that_touch_at_a_corner_have_separate_loops() -> None:
    assert sorted(len(loop) for loop in loops([(0, 0), (1, 1)])) == [4, 4]


def test_a_ring_that_closes_at_a_corner_has_one_border() -> None:
    # Without the cell (0, 0), the hole (1, 1) is connected to the outside through a corner.
    ring = [cell for cell in product(range(3), repeat=2) if cell not in ((1, 1), (0, 0))]
    assert holes(ring) == 0
    assert len(loops(ring)) == 1


def test_an_empty_set_of_cells_has_no_border() -> None:
    assert loops([]) == []
