"""A brute-force solver for small boards, written directly from the rules.

A board is legal if

- every cell is sea or island, and each clue is on an island cell;
- every island (island cells connected edge to edge) contains exactly one clue and, unless the clue is of
  unknown size, as many cells as its clue;
- the sea is connected, and no 2 x 2 block is all sea. A board without sea is legal.

Whether the sea is legal does not depend on the clues: `boards_with_legal_sea` lists, once for each size, all
boards with a legal sea, and `all_solutions` selects the boards whose islands match the clues. A clue of unknown
size is stored as -1, a cell without a clue as 0.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

Rows = tuple[tuple[int, ...], ...]
Cell = tuple[int, int]


def connected_groups(grid: Sequence[str], kind: str) -> list[set[Cell]]:
    """Return the connected groups of cells of one kind."""
    left = {(r, c) for r, row in enumerate(grid) for c, char in enumerate(row) if char == kind}
    components = []
    while left:
        group, stack = set(), [left.pop()]
        while stack:
            r, c = stack.pop()
            group.add((r, c))
            for beside in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if beside in left:
                    left.remove(beside)
                    stack.append(beside)
        components.append(group)
    return components


def is_solution(grid: Sequence[str], rows: Sequence[Sequence[int]]) -> bool:
    """Return whether the grid ('#' for sea, '.' for island) is a solution for the clues."""
    clues = {(r, c): size for r, row in enumerate(rows) for c, size in enumerate(row) if size}
    islands = connected_groups(grid, ".")
    for island in islands:
        inside = [clues[cell] for cell in island if cell in clues]
        if len(inside) != 1 or inside[0] not in (-1, len(island)):
            return False
    if len(islands) != len(clues) or len(connected_groups(grid, "#")) > 1:
        return False
    squares = [
        grid[r][c] + grid[r][c + 1] + grid[r + 1][c] + grid[r + 1][c + 1]
        for r in range(len(grid) - 1)
        for c in range(len(grid[0]) - 1)
    ]
    return "####" not in squares


def extends(solution: Sequence[str], state: Sequence[str]) -> bool:
    """Return whether the solution agrees with all decided cells of the state."""
    return all(
        known in ("-", kind)
        for line, known_line in zip(solution, state, strict=True)
        for kind, known in zip(line, known_line, strict=True)
    )


# --- All boards of a size -----------------------------------------------------------------------------

Bits = npt.NDArray[np.int64]


@cache
def boards_with_legal_sea(height: int, width: int) -> tuple[Bits, Bits]:
    """Return the island cells (as bit sets) and the numbers of islands of all boards with a legal sea."""
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
    """Return, for each element of `bits` (a set of cells), the connected group that contains its lowest bit."""
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


def all_solutions(rows: Sequence[Sequence[int]]) -> list[tuple[str, ...]]:
    """Return all solutions for the given clues."""
    height, width = len(rows), len(rows[0])
    land, count = boards_with_legal_sea(height, width)
    clues = {r * width + c: size for r, row in enumerate(rows) for c, size in enumerate(row) if size}
    needed = sum(1 << cell for cell in clues)
    fitting = (land & needed == needed) & (count == len(clues))
    if -1 not in clues.values():
        sizes = np.bitwise_count(land)
        fitting &= sizes == sum(clues.values())
    grids = (rows_of_bits(int(bits), height, width) for bits in land[fitting])
    return [grid for grid in grids if is_solution(grid, rows)]


def rows_of_bits(land: int, height: int, width: int) -> tuple[str, ...]:
    cells = "".join(".#"[not land >> cell & 1] for cell in range(height * width))
    return tuple(cells[r * width : (r + 1) * width] for r in range(height))


# --- Random boards ------------------------------------------------------------------------------------


def random_clues(grid: Sequence[str], rng: random.Random, unknown: float) -> list[list[int]]:
    """Return clues for which the grid is a solution: one per island, on a random cell, some of unknown size."""
    rows = [[0] * len(grid[0]) for _ in grid]
    for island in sorted(map(sorted, connected_groups(grid, "."))):
        r, c = rng.choice(island)
        rows[r][c] = -1 if rng.random() < unknown else len(island)
    return rows


def random_boards(count: int, seed: int, largest: Cell = (4, 5)) -> Iterator[Rows]:
    """Yield random boards: most have a solution; some clues of the others were changed at random."""
    rng = random.Random(seed)
    for _ in range(count):
        height, width = rng.randint(1, largest[0]), rng.randint(1, largest[1])
        unknown = rng.choice((0, 0, 0.3, 1))
        land, _ = boards_with_legal_sea(height, width)
        grid = rows_of_bits(int(land[rng.randrange(len(land))]), height, width)
        rows = random_clues(grid, rng, unknown)
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            r, c = rng.randrange(height), rng.randrange(width)
            rows[r][c] = rng.choice((0, -1, 1, 2, 3, 4, rng.randint(1, height * width)))
        yield tuple(map(tuple, rows))
