"""Brute force for small boards, from the rules alone.

A board is legal if

- every cell is sea or island, and each clue lies on an island cell;
- every island (island cells that hang together by their sides) holds just one clue and, unless the clue is of
  unknown size, as many cells as the clue says;
- the sea hangs together, and nowhere is a square of two by two cells all sea. A board without sea is legal.

Whether the sea obeys does not depend on the clues: `boards` lists, once for each size, all with a legal sea.
`solutions` picks those whose islands fit the clues. A clue of unknown size is -1, an empty cell 0.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

Rows = tuple[tuple[int, ...], ...]
Cell = tuple[int, int]


def groups(grid: Sequence[str], kind: str) -> list[set[Cell]]:
    """The cells of one kind, those together that hang together."""
    left = {(r, c) for r, row in enumerate(grid) for c, char in enumerate(row) if char == kind}
    found = []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            r, c = edge.pop()
            group.add((r, c))
            for beside in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if beside in left:
                    left.remove(beside)
                    edge.append(beside)
        found.append(group)
    return found


def judge(grid: Sequence[str], rows: Sequence[Sequence[int]]) -> bool:
    """Is the board, '#' for sea and '.' for island, a solution of the clues?"""
    clues = {(r, c): size for r, row in enumerate(rows) for c, size in enumerate(row) if size}
    islands = groups(grid, ".")
    for island in islands:
        inside = [clues[cell] for cell in island if cell in clues]
        if len(inside) != 1 or inside[0] not in (-1, len(island)):
            return False
    if len(islands) != len(clues) or len(groups(grid, "#")) > 1:
        return False
    squares = [
        grid[r][c] + grid[r][c + 1] + grid[r + 1][c] + grid[r + 1][c + 1]
        for r in range(len(grid) - 1)
        for c in range(len(grid[0]) - 1)
    ]
    return "####" not in squares


# --- All boards of a size -----------------------------------------------------------------------------

Bits = npt.NDArray[np.int64]


@cache
def boards(height: int, width: int) -> tuple[Bits, Bits]:
    """All boards with a legal sea as bits of the island cells, and how many islands each has."""
    cells = height * width
    land = np.arange(1 << cells, dtype=np.int64)
    for r in range(height - 1):
        for c in range(width - 1):
            square = 0b11 << (r * width + c) | 0b11 << ((r + 1) * width + c)
            land = land[land & square != 0]
    sea = ((1 << cells) - 1) ^ land
    land = land[_first_group(sea, height, width) == sea]
    count = np.zeros(len(land), dtype=np.int64)
    left = land.copy()
    while left.any():
        count += left != 0
        left ^= _first_group(left, height, width)
    return land, count


def _first_group(bits: Bits, height: int, width: int) -> Bits:
    """Of each board the group of set cells that holds the lowest set bit."""
    cells = (1 << height * width) - 1
    first_column = sum(1 << r * width for r in range(height))
    group = bits & -bits
    while True:
        right = (group << 1) & ~first_column
        left = (group & ~first_column) >> 1
        grown = (group | right | left | group << width | group >> width) & bits & cells
        if np.array_equal(grown, group):
            return group
        group = grown


def solutions(rows: Sequence[Sequence[int]]) -> list[tuple[str, ...]]:
    """Every solution of the clues."""
    height, width = len(rows), len(rows[0])
    land, count = boards(height, width)
    clues = {r * width + c: size for r, row in enumerate(rows) for c, size in enumerate(row) if size}
    needed = sum(1 << cell for cell in clues)
    fitting = (land & needed == needed) & (count == len(clues))
    if -1 not in clues.values():
        sizes = np.bitwise_count(land)
        fitting &= sizes == sum(clues.values())
    grids = (picture(int(bits), height, width) for bits in land[fitting])
    return [grid for grid in grids if judge(grid, rows)]


def picture(land: int, height: int, width: int) -> tuple[str, ...]:
    cells = "".join(".#"[not land >> cell & 1] for cell in range(height * width))
    return tuple(cells[r * width : (r + 1) * width] for r in range(height))


# --- Random boards ------------------------------------------------------------------------------------


def clued(grid: Sequence[str], chance: random.Random, unknown: float) -> list[list[int]]:
    """Clues that the board solves, one on a random cell of each island, some of unknown size."""
    rows = [[0] * len(grid[0]) for _ in grid]
    for island in sorted(map(sorted, groups(grid, "."))):
        r, c = chance.choice(island)
        rows[r][c] = -1 if chance.random() < unknown else len(island)
    return rows


def random_boards(count: int, seed: int, most: Cell = (4, 5)) -> Iterator[Rows]:
    """Boards of all sorts: with a solution, spoilt by a change, or without sense."""
    chance = random.Random(seed)
    for _ in range(count):
        sides = chance.randint(1, most[0]), chance.randint(1, most[1])
        height, width = sides if chance.random() < 0.5 and max(sides) <= most[0] else (sides[0], sides[1])
        unknown = chance.choice((0, 0, 0.3, 1))
        land, _ = boards(height, width)
        grid = picture(int(land[chance.randrange(len(land))]), height, width)
        rows = clued(grid, chance, unknown)
        for _ in range(chance.choice((0, 0, 0, 1, 2))):
            r, c = chance.randrange(height), chance.randrange(width)
            rows[r][c] = chance.choice((0, -1, 1, 2, 3, 4, chance.randint(1, height * width)))
        yield tuple(map(tuple, rows))
