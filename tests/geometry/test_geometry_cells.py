from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest
from geometry_oracle import beside, cells_of, enclosed
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright import geometry
from tilewright.errors import BadInput
from tilewright.geometry import (
    Box,
    bounding_box,
    flood,
    holes,
    is_connected,
    neighbours,
    regions,
    surround,
    translate,
)

cells = st.frozensets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)))


def naive_regions(cells):
    """Return the connected regions, found by merging adjacent sets until nothing changes."""
    merged_sets = [{cell} for cell in cells]
    merged = True
    while merged:
        merged = False
        for one in merged_sets:
            for other in merged_sets:
                if one is not other and beside(frozenset(one)) & other:
                    one |= other
                    merged_sets.remove(other)
                    merged = True
                    break
            if merged:
                break
    return {frozenset(region) for region in merged_sets}


def test_a_cell_has_four_neighbours_at_distance_one():
    near = neighbours((3, -2))
    assert len(set(near)) == 4
    assert all(abs(r - 3) + abs(c + 2) == 1 for r, c in near)
    assert list(near) == sorted(near)


@given(cells.filter(bool))
@settings(deadline=None, derandomize=True)
def test_the_bounding_box_holds_all_cells_and_touches_them_on_each_side(cells):
    box = bounding_box(cells)
    assert all(cell in box for cell in cells)
    assert {box.top, box.bottom} <= {r for r, _ in cells}
    assert {box.left, box.right} <= {c for _, c in cells}
    assert len(box.cells()) == box.rows * box.cols


def test_no_cells_have_no_bounding_box():
    with pytest.raises(BadInput, match="at least one cell"):
        bounding_box([])


def test_a_box_lists_its_cells_in_reading_order_and_excludes_cells_outside():
    box = Box(1, 2, 2, 3)
    assert box.cells() == ((1, 2), (1, 3), (2, 2), (2, 3))
    assert (0, 2) not in box
    assert (1, 4) not in box


@given(cells, st.integers(-5, 5), st.integers(-5, 5))
@settings(deadline=None, derandomize=True)
def test_a_translation_can_be_reversed(cells, rows, columns):
    moved = translate(cells, rows, columns)
    assert translate(moved, -rows, -columns) == cells
    assert moved == {(r + rows, c + columns) for r, c in cells}


@given(cells)
@settings(deadline=None, derandomize=True)
def test_regions_are_those_found_by_merging_sets_that_touch(cells):
    components = regions(cells)
    assert set(components) == naive_regions(cells)
    assert [min(region) for region in components] == sorted(min(region) for region in components)
    assert is_connected(cells) == (len(components) <= 1)


@given(cells, st.tuples(st.integers(-4, 4), st.integers(-4, 4)))
@settings(deadline=None, derandomize=True)
def test_a_flood_fills_the_region_of_its_start(cells, start):
    expected = {cell for region in naive_regions(cells) if start in region for cell in region}
    assert flood([start], cells) == expected


def test_a_flood_in_a_box_fills_it():
    box = Box(0, 0, 3, 5)
    assert flood([(2, 2)], box) == set(box.cells())


@given(cells)
@settings(deadline=None, derandomize=True)
def test_the_surround_is_every_free_cell_beside_a_cell(cells):
    assert surround(cells) == beside(cells)


@given(cells)
@settings(deadline=None, derandomize=True)
def test_holes_are_the_cells_with_no_path_to_the_outside(cells):
    assert holes(cells) == (enclosed(cells) if cells else set())


def test_the_zero_of_nmbr9_has_a_hole_of_two_cells():
    assert holes(cells_of(("###", "#.#", "#.#", "###"))) == {(1, 1), (2, 1)}


def test_a_cell_connected_to_the_outside_only_by_a_corner_is_a_hole():
    assert holes(cells_of((".#.", "#.#", ".#."))) == {(1, 1)}


def test_the_package_exports_every_public_name_of_its_modules():
    modules = [
        "finite_automaton",
        "bitboard",
        "cells",
        "placement_automata",
        "polyomino",
        "regular_expressions_of_integers",
    ]
    public = {name for module in modules for name in import_module(f"tilewright.geometry.{module}").__all__}
    assert set(geometry.__all__) == public
    assert all(hasattr(geometry, name) for name in geometry.__all__)
    assert list(geometry.__all__) == sorted(geometry.__all__)


def test_the_package_does_not_import_numpy():
    code = "import sys, tilewright.geometry; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
