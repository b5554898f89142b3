"""Random divisions of a board into regions, for the generators of puzzles with regions."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from tilewright.game import Cell
from tilewright.geometry import is_connected, neighbours
from tilewright.puzzles.board_base_classes import cells_by_value
from tilewright.puzzles.borders import Regions, numbered_regions
from tilewright.puzzles.kinds_and_states import neighbours_on_board

__all__ = ["RegionOf", "cut_regions", "grow_regions", "move_cell", "random_rectangular_regions"]


RegionOf = Mapping[Cell, int]
"""The number of each cell's region."""


def grow_regions(
    height: int,
    width: int,
    seeds: Sequence[Collection[Cell]],
    cost: Callable[[Collection[Cell]], int],
    rng: random.Random,
) -> dict[Cell, int]:
    """Divide a board into one region for each seed; return the number of each cell's region, counted from 0.

    The seeds are disjoint sets of connected cells; each is the start of a region. Random cells next to a region
    are added until the board is full, each to the neighbouring region whose `cost` increases least.
    """
    beside = neighbours_on_board(height, width)
    members = [set(seed) for seed in seeds]
    costs = list(map(cost, members))
    region_of = {cell: number for number, seed in enumerate(seeds) for cell in seed}
    left = [cell for cell in beside if cell not in region_of]
    while left:
        cell = rng.choice([cell for cell in left if any(other in region_of for other in beside[cell])])
        around = sorted({region_of[other] for other in beside[cell] if other in region_of})
        growth = {number: cost(members[number] | {cell}) - costs[number] for number in around}
        number = min(around, key=lambda number: growth[number])
        region_of[cell] = number
        members[number].add(cell)
        costs[number] += growth[number]
        left.remove(cell)
    return region_of


def move_cell(region_of: RegionOf, cell: Cell, rng: random.Random) -> dict[Cell, int] | None:
    """Return the division after moving a cell to a random neighbouring region.

    Return None if there is no such region, or if the rest of the cell's region would be empty or not connected.
    """
    own = region_of[cell]
    others = sorted({region_of[other] for other in neighbours(cell) if region_of.get(other, own) != own})
    rest = [other for other, region in region_of.items() if region == own and other != cell]
    if not others or not rest or not is_connected(rest):
        return None
    return {**region_of, cell: rng.choice(others)}


def random_rectangular_regions(height: int, width: int, longest: int, rng: random.Random) -> Regions:
    """Return a random division of a board into rectangles with sides of at most `longest` cells."""
    region_of: dict[Cell, Cell] = {}
    for row in range(height):
        for column in range(width):
            if (row, column) in region_of:
                continue
            down, right = rng.randint(1, longest), rng.randint(1, longest)
            free = 1
            while free < right and column + free < width and (row, column + free) not in region_of:
                free += 1
            for other_row in range(row, min(row + down, height)):
                for other_column in range(column, column + free):
                    region_of[other_row, other_column] = (row, column)
    return numbered_regions([[region_of[row, column] for column in range(width)] for row in range(height)])


def cut_regions(regions: Regions, rng: random.Random) -> Iterator[tuple[Regions, list[Cell]]]:
    """Yield, in random order, every division that results from cutting one region along a grid line.

    Each division comes with the cells of the cut region that are above or to the left of the line.
    """
    halves = []
    for cells in cells_by_value(regions).values():
        for axis in (0, 1):
            for place in sorted({cell[axis] for cell in cells})[1:]:
                halves.append([cell for cell in cells if cell[axis] < place])
    rng.shuffle(halves)
    for half in halves:
        labels = [list(numbers) for numbers in regions]
        for row, column in half:
            labels[row][column] = 0
        yield numbered_regions(labels), half
