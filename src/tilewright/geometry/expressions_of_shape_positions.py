"""Regular expressions for all positions of a pattern of symbols on a board, with the cells in reading order.

Each row of the board ends with an additional cell, which is always 0; these cells form the dummy column. So one
row takes `stride` = cols + 1 symbols of a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from tilewright.game import Cell
from tilewright.geometry.cells import Box, bounding_box
from tilewright.geometry.regular_expressions_of_integers import Expression, choice, sequence, symbol, word

__all__ = ["EMPTY", "ZEROS", "Alternative", "Pattern", "anywhere", "clipped", "joined"]

EMPTY = 0
ZEROS = symbol(EMPTY).star()

Pattern = Mapping[Cell, int]
"""The symbols of a shape and of the cells around it; all other cells are empty."""


class Alternative(NamedTuple):
    """A set of positions of a pattern: expressions for the cells before, in and after the pattern."""

    lead: Expression
    body: Expression
    tail: Expression


def joined(alternatives: Iterable[Alternative]) -> Expression:
    """Return the union of the alternatives; alternatives with the same lead and tail are combined."""
    bodies: dict[tuple[Expression, Expression], list[Expression]] = {}
    for lead, body, tail in alternatives:
        bodies.setdefault((lead, tail), []).append(body)
    return choice(*(sequence(lead, choice(*options), tail) for (lead, tail), options in bodies.items()))


def anywhere(pattern: Pattern, rows: int, cols: int) -> Iterator[Alternative]:
    """Yield the alternative for all positions at which the whole pattern is on the board, if there are any."""
    box = bounding_box(pattern)
    if box.rows > rows or box.cols > cols:
        return
    stride = cols + 1
    lead = ZEROS
    if len({column for _, column in pattern}) < box.cols:
        # The pattern has an empty column. If any number of zeros (`ZEROS`) could precede the pattern, this
        # column could be on the dummy column, and the columns after it would be at the left edge of the board.
        first_column = min(pattern)[1] - box.left
        lead = _whole_rows(stride) + _zeros(first_column, first_column + cols - box.cols)
    yield Alternative(lead, _body(pattern, stride), ZEROS)


def clipped(pattern: Pattern, frame: Box, rows: int, cols: int) -> Iterator[Alternative]:
    """Yield alternatives for all positions at which the frame is on the board.

    The frame is the bounding box of the shape. The pattern is cut off at the edges of the board. It extends at
    most one cell beyond the frame, so it is cut off only where the frame touches an edge of the board. There
    are at most nine alternatives; on a small board, there are fewer.
    """
    stride = cols + 1
    for (top, bottom), _ in _by_edges(rows - frame.rows):
        for (left, right), columns in _by_edges(cols - frame.cols):
            board = Box(
                frame.top if top else frame.top - 1,
                frame.left if left else frame.left - 1,
                frame.bottom if bottom else frame.bottom + 1,
                frame.right if right else frame.right + 1,
            )
            kept = {cell: value for cell, value in pattern.items() if cell in board}
            first, last = min(kept)[1] - frame.left, max(kept)[1] - frame.left
            lead = _zeros(columns[0] + first, columns[-1] + first)
            tail = _zeros(cols - columns[-1] - last, cols - columns[0] - last)
            yield Alternative(
                lead if top else _whole_rows(stride) + lead, _body(kept, stride), tail if bottom else ZEROS
            )


def _by_edges(room: int) -> Iterator[tuple[tuple[bool, bool], list[int]]]:
    """Group the offsets of the frame, 0 to `room`, by the edges (first, last) that the frame touches."""
    for edges, offsets in groupby(range(room + 1), key=lambda offset: (offset == 0, offset == room)):
        yield edges, list(offsets)


def _body(pattern: Pattern, stride: int) -> Expression:
    """Return the word for the cells, in reading order, from the first to the last cell of the pattern."""
    symbols = {row * stride + column: value for (row, column), value in pattern.items()}
    return word(symbols.get(place, EMPTY) for place in range(min(symbols), max(symbols) + 1))


def _zeros(fewest: int, most: int) -> Expression:
    return symbol(EMPTY).repeat(fewest, most)


def _whole_rows(stride: int) -> Expression:
    return _zeros(stride, stride).star()
