"""The borders between cells of a board, and the regions that they enclose."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.puzzles.message_text import describe_cell

__all__ = ["Borders", "Regions", "borders_between", "numbered_regions", "regions_within"]

Regions = tuple[tuple[int, ...], ...]
"""The rows of a board, with the number of a region in each cell. Regions are numbered from 1, in the reading
order of their first cells."""


class Borders(NamedTuple):
    """The edges between neighbouring cells: True is a border.

    `vertical` contains, for each row, the edges between adjacent columns; `horizontal` contains, for each row
    except the last, the edges below its cells.
    """

    vertical: tuple[tuple[bool, ...], ...]
    horizontal: tuple[tuple[bool, ...], ...]

    def edges(self) -> Iterator[tuple[Cell, Cell, bool]]:
        """Yield every pair of neighbouring cells, and whether there is a border between them."""
        for row, values in enumerate(self.vertical):
            for column, border in enumerate(values):
                yield (row, column), (row, column + 1), border
        for row, values in enumerate(self.horizontal):
            for column, border in enumerate(values):
                yield (row, column), (row + 1, column), border


def borders_between(rows: Sequence[Sequence[Hashable]]) -> Borders:
    """Return the borders between neighbouring cells with different labels.

    >>> borders_between([["a", "a"], ["a", "b"]])
    Borders(vertical=((False,), (True,)), horizontal=((False, True),))
    """
    return Borders(
        tuple(tuple(left != right for left, right in pairwise(row)) for row in rows),
        tuple(
            tuple(above != below for above, below in zip(row, next_row, strict=True))
            for row, next_row in pairwise(rows)
        ),
    )


def regions_within(borders: Borders, height: int, width: int) -> Regions:
    """Return the regions that the borders enclose. A border with the same region on both sides is an error.

    >>> regions_within(Borders(((False,), (True,)), ((False, True),)), 2, 2)
    ((1, 1), (1, 2))
    """
    joined: dict[Cell, list[Cell]] = {(row, column): [] for row in range(height) for column in range(width)}
    for first, second, border in borders.edges():
        if not border:
            joined[first].append(second)
            joined[second].append(first)
    numbers: dict[Cell, int] = {}
    count = 0
    for start in joined:
        if start in numbers:
            continue
        count += 1
        numbers[start] = count
        pending = [start]
        while pending:
            for cell in joined[pending.pop()]:
                if cell not in numbers:
                    numbers[cell] = count
                    pending.append(cell)
    for first, second, border in borders.edges():
        if border and numbers[first] == numbers[second]:
            cells = f"{describe_cell(first)} and {describe_cell(second)}"
            raise BadInput(f"the border between {cells} does not separate two regions")
    return tuple(tuple(numbers[row, column] for column in range(width)) for row in range(height))


def numbered_regions(rows: Sequence[Sequence[Hashable]]) -> Regions:
    """Return the regions of equal labels, numbered from 1 in the reading order of their first cells.

    Cells with equal labels that are not connected are different regions.

    >>> numbered_regions(["bba", "abb"])
    ((1, 1, 2), (3, 1, 1))
    """
    return regions_within(borders_between(rows), len(rows), len(rows[0]))
