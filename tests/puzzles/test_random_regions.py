"""Random divisions: regions are connected and contain their seeds; rectangles are not larger than requested."""

from __future__ import annotations

import random

import pytest

from tilewright.geometry import is_connected
from tilewright.puzzles.board_base_classes import RegionGrid
from tilewright.puzzles.random_regions import cut_regions, grow_regions, move_cell, random_rectangular_regions


@pytest.mark.parametrize("seed", range(5))
def test_regions_grow_around_their_seeds(seed: int) -> None:
    seeds = [[(0, 0), (0, 1)], [(3, 3)], [(5, 0), (5, 1), (5, 2)]]
    region_of = grow_regions(6, 5, seeds, len, random.Random(seed))
    assert len(region_of) == 30
    for number, cells in enumerate(seeds):
        members = {cell for cell, region in region_of.items() if region == number}
        assert members.issuperset(cells)
        assert is_connected(members)


def test_a_cell_joins_the_region_whose_cost_grows_least() -> None:
    cheap = grow_regions(1, 3, [[(0, 0)], [(0, 2)]], lambda c: len(c) * (1 + ((0, 0) in c)), random.Random(1))
    assert cheap[0, 1] == 1


def test_a_moved_cell_leaves_its_region_connected() -> None:
    row = {(0, column): number for column, number in enumerate([0, 0, 0, 1])}
    rng = random.Random(1)
    assert move_cell(row, (0, 1), rng) is None
    assert move_cell(row, (0, 3), rng) is None
    assert move_cell(row, (0, 2), rng) == {**row, (0, 2): 1}


@pytest.mark.parametrize("seed", range(5))
def test_rooms_are_rectangles(seed: int) -> None:
    rooms = RegionGrid(random_rectangular_regions(9, 7, 4, random.Random(seed))).cells_by_region()
    for cells in rooms.values():
        height, width = (max(c[axis] for c in cells) - min(c[axis] for c in cells) + 1 for axis in (0, 1))
        assert len(cells) == height * width
        assert max(height, width) <= 4


def test_every_split_of_a_rectangle_is_found_once() -> None:
    splits = list(cut_regions(((1, 1, 1), (1, 1, 1)), random.Random(1)))
    assert sorted(regions for regions, _ in splits) == [
        ((1, 1, 1), (2, 2, 2)),
        ((1, 1, 2), (1, 1, 2)),
        ((1, 2, 2), (1, 2, 2)),
    ]
    assert all(len({regions[row][column] for row, column in half}) == 1 for regions, half in splits)
