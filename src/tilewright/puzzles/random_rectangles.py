"""Random divisions of a board into rectangles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from tilewright.game import Cell

__all__ = ["random_rectangles"]

TRIALS = 8
"""The number of random divisions that are generated; the one with the fewest small rectangles is used."""


def random_rectangles(rows: int, cols: int, largest: int, rng: random.Random) -> list[list[Cell]]:
    """Divide a board randomly into rectangles of at most `largest` cells; few of them have fewer than 3 cells.

    The result contains the cells of each rectangle.

    >>> random_rectangles(2, 2, 4, random.Random(1))
    [[(0, 0), (0, 1), (1, 0), (1, 1)]]
    """
    divisions = [list(_rectangles(rows, cols, largest, rng)) for _ in range(TRIALS)]
    return min(divisions, key=lambda rectangles: sum(len(cells) < 3 for cells in rectangles))


def _rectangles(rows: int, cols: int, largest: int, rng: random.Random) -> Iterator[list[Cell]]:
    free = set(product(range(rows), range(cols)))
    for top, left in sorted(free):
        if (top, left) not in free:
            continue
        end = next(column for column in range(left, cols + 1) if (top, column) not in free)
        sizes = [
            (height, width)
            for height in range(1, min(rows - top, largest) + 1)
            for width in range(1, min(end - left, largest // height) + 1)
        ]
        weights = [(1, 4, 20)[min(height * width, 3) - 1] for height, width in sizes]
        height, width = rng.choices(sizes, weights)[0]
        cells = list(product(range(top, top + height), range(left, left + width)))
        free.difference_update(cells)
        yield cells
