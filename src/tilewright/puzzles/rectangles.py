"""Rectangles that contain exactly one of the marked cells, and random divisions of a board into rectangles."""

from __future__ import annotations

import random
from collections.abc import Container, Iterator
from itertools import accumulate, product

from tilewright.game import Cell

__all__ = ["Rectangles", "random_rectangles"]

TRIALS = 8
"""The number of random divisions that are generated; the one with the fewest small rectangles is used."""


class Rectangles:
    """The rectangles on a board that contain exactly one of the `marked` cells."""

    def __init__(self, height: int, width: int, marked: Container[Cell]) -> None:
        self._height, self._width = height, width
        # Entry [r][c] is the number of marked cells above row r and left of column c.
        self._sums = [[0] * (width + 1)]
        for row in range(height):
            line = accumulate(((row, column) in marked for column in range(width)), initial=0)
            self._sums.append([above + own for above, own in zip(self._sums[-1], line, strict=True)])

    def around(self, cell: Cell, area: int) -> Iterator[Iterator[Cell]]:
        """Yield the cells of each rectangle that has the given area and contains `cell` and one marked cell."""
        row, column = cell
        for height in range(1, min(area, self._height) + 1):
            width, rest = divmod(area, height)
            if rest or width > self._width:
                continue
            for top in range(max(0, row - height + 1), min(row, self._height - height) + 1):
                first, last = self._sums[top], self._sums[top + height]
                for left in range(max(0, column - width + 1), min(column, self._width - width) + 1):
                    right = left + width
                    if last[right] - last[left] - first[right] + first[left] == 1:
                        yield product(range(top, top + height), range(left, right))


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
