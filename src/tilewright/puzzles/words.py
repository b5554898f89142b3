"""Functions for the notations and messages of all puzzles: numbers, sizes, names of cells, shortened texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from tilewright.errors import BadInput
from tilewright.game import Cell

__all__ = [
    "LARGEST_SIDE",
    "brief",
    "check_sides",
    "describe_cell",
    "parse_clue",
    "parse_side",
    "shortened",
    "split_rows",
    "with_plural",
]

T = TypeVar("T")

LARGEST_SIDE = 250
"""The largest number of rows, and the largest number of columns, of a board."""

_MOST_DIGITS = 9
"""The largest number of digits of a clue or a side.

Larger numbers exceed the size of any board, and Python refuses to convert strings of several thousand digits.
"""


def check_sides(height: int, width: int) -> None:
    """Raise an error if a board would have too many rows or columns, before memory is allocated for it."""
    if max(height, width) > LARGEST_SIDE:
        raise BadInput(
            f"{height} x {width} cells are too many: a board has at most {LARGEST_SIDE} rows and columns"
        )


def parse_clue(token: str, where: str, expected: str, least: int = 1) -> int:
    """Parse a clue written as a decimal number; `least` is the smallest number allowed."""
    if not re.fullmatch(r"-?[0-9]+", token):
        raise BadInput(f"{where}: {shortened(token)} is not a cell; expected {expected}")
    digits = token.lstrip("-0")
    if token.startswith("-") or (not digits and least > 0):
        raise BadInput(f"{where}: the clue {shortened(token)} is not positive")
    if len(digits) > _MOST_DIGITS:
        raise BadInput(f"{where}: the clue {shortened(token)} is larger than any board")
    return int(digits or "0")


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


def split_rows(values: Sequence[T], width: int) -> tuple[tuple[T, ...], ...]:
    """Split values, given in reading order, into the rows of a board."""
    return tuple(tuple(values[start : start + width]) for start in range(0, len(values), width))


def with_plural(count: int, thing: str) -> str:
    """Return the count with the noun in the singular or plural, such as ``1 cell`` or ``2 cells``."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def describe_cell(cell: Cell) -> str:
    """Return the row and column of a cell in words, counted from 1."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def shortened(text: str) -> str:
    """Return the string quoted for a message, on one line and shortened if necessary."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def brief(value: Any) -> str:
    """Return any value as a string for a message, on one line and shortened if necessary.

    >>> brief(None), brief(True), brief([1, 2]), brief("a")
    ('null', 'true', '[1, 2]', "'a'")
    """
    if value is None or isinstance(value, bool):
        return {None: "null", False: "false", True: "true"}[value]
    try:
        text = repr(value)
    except ValueError:  # Python refuses to convert integers with several thousand digits
        return "(a number with thousands of digits)"
    return text if len(text) <= 40 else text[:37] + "..."
