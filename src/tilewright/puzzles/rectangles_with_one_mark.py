"""The rectangles on a board that contain exactly one of the marked cells."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import accumulate, product

from tilewright.game import Cell

__all__ = ["Rectangles"]


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
        """Yield the cells of each rectangle with this area that contains `cell` and exactly one marked cell."""
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
