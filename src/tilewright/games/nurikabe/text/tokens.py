"""Tokens of the Nurikabe notations, and parts of messages: clues, board sizes, cell names, rows of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.errors import BadInput
from tilewright.game import Cell

__all__ = ["describe_cell", "parse_clue", "parse_side", "shortened", "split_rows", "with_plural"]

_MOST_DIGITS = 9
"""The largest number of digits of a clue or a side.

Larger numbers exceed the size of any board, and Python refuses to convert strings of several thousand digits.
"""


def parse_clue(token: str, where: str, expected: str) -> int:
    """Parse a clue written as a decimal number."""
    if not re.fullmatch(r"-?[0-9]+", token):
        raise BadInput(f"{where}: {shortened(token)} is not a cell; expected {expected}")
    digits = token.lstrip("-0")
    if token.startswith("-") or not digits:
        raise BadInput(f"{where}: the clue {shortened(token)} is not positive")
    if len(digits) > _MOST_DIGITS:
        raise BadInput(f"{where}: the clue {shortened(token)} is larger than any board")
    return int(digits)


def parse_side(token: str, what: str) -> int:
    """Parse the number of rows or columns of a board."""
    if not re.fullmatch(r"[0-9]+", token):
        raise BadInput(f"expected the number of {what}, not {shortened(token)}")
    digits = token.lstrip("0")
    if not digits:
        raise BadInput(f"a board has at least one row and one column, not 0 {what}")
    if len(digits) > _MOST_DIGITS:
        raise BadInput(f"{shortened(token)} {what} are more than any board has")
    return int(digits)


def split_rows(values: Sequence[int], width: int) -> tuple[tuple[int, ...], ...]:
    """Split values, given in reading order, into the rows of a board."""
    return tuple(tuple(values[start : start + width]) for start in range(0, len(values), width))


def with_plural(count: int, thing: str) -> str:
    """Return the count with the noun in the singular or plural, such as ``1 cell`` or ``2 cells``."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def describe_cell(cell: Cell) -> str:
    """Return the row and column of a cell in words, counted from 0 as in JSON."""
    return f"row {cell[0]}, column {cell[1]}"


def shortened(text: str) -> str:
    """Return the string quoted for a message, on one line and shortened if necessary."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
