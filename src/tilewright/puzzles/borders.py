"""The borders between cells of a board, and the regions that they enclose."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, product

from tilewright.errors import BadInput
from tilewright.puzzles.kinds_and_states import Edge, all_edges, describe_place
from tilewright.puzzles.solution_types import components

__all__ = ["Borders", "Regions", "borders_between", "edge_rows", "numbered_regions", "regions_within"]

Borders = tuple[Edge, ...]
"""The edges with a border, in the order of `edge_rows`."""

Regions = tuple[tuple[int, ...], ...]
"""The rows of a board: for each cell, the number of its region. Regions are numbered from 1, in the reading
order of their first cells."""


def edge_rows(height: int, width: int) -> tuple[list[list[Edge]], list[list[Edge]]]:
    """Return two lists: the edges between adjacent columns and those between adjacent rows, both row by row.

    The formats of puzz.link list edges in this order.

    >>> edge_rows(2, 2)
    ([[((0, 0), (0, 1))], [((1, 0), (1, 1))]], [[((0, 0), (1, 0)), ((0, 1), (1, 1))]])
    """
    return (
        [[((row, column), (row, column + 1)) for column in range(width - 1)] for row in range(height)],
        [[((row, column), (row + 1, column)) for column in range(width)] for row in range(height - 1)],
    )


def borders_between(rows: Sequence[Sequence[Hashable]]) -> Borders:
    """Return the borders between neighbouring cells with different labels.

    >>> borders_between([["a", "a"], ["a", "b"]])
    (((1, 0), (1, 1)), ((0, 1), (1, 1)))
    """
    vertical, horizontal = edge_rows(len(rows), len(rows[0]))
    return tuple(
        (first, second)
        for first, second in chain(*vertical, *horizontal)
        if rows[first[0]][first[1]] != rows[second[0]][second[1]]
    )


def regions_within(borders: Iterable[Edge], height: int, width: int) -> Regions:
    """Return the regions that the borders enclose. A border with the same region on both sides is an error.

    >>> regions_within([((1, 0), (1, 1)), ((0, 1), (1, 1))], 2, 2)
    ((1, 1), (1, 2))
    """
    apart = dict.fromkeys(borders)
    parts = components(
        product(range(height), range(width)), (edge for edge in all_edges(height, width) if edge not in apart)
    )
    numbers = {cell: number for number, part in enumerate(parts, 1) for cell in part}
    for first, second in apart:
        if numbers[first] == numbers[second]:
            cells = describe_place((first, second))
            raise BadInput(f"the border between {cells} does not separate two regions")
    return tuple(tuple(numbers[row, column] for column in range(width)) for row in range(height))


def numbered_regions(rows: Sequence[Sequence[Hashable]]) -> Regions:
    """Return the regions of equal labels, numbered from 1 in the reading order of their first cells.

    Cells with equal labels that are not connected belong to different regions.

    >>> numbered_regions(["bba", "abb"])
    ((1, 1, 2), (3, 1, 1))
    """
    return regions_within(borders_between(rows), len(rows), len(rows[0]))
