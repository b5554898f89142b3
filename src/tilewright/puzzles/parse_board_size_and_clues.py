"""Parse clues and the sides of boards (their numbers of rows and columns), and split values into rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from tilewright.errors import BadInput
from tilewright.puzzles.message_text import shortened

__all__ = ["LARGEST_SIDE", "check_sides", "parse_clue", "parse_side", "split_rows"]

T = TypeVar("T")

LARGEST_SIDE = 250
"""A board has at most this many rows and at most this many columns."""

_MOST_DIGITS = 9
"""The largest number of digits of a clue or a side.

Longer numbers exceed the size of any board, and Python refuses to convert strings of several thousand digits.
"""


def check_sides(height: int, width: int) -> None:
    """Raise an error if a board is too large; to be called before memory is allocated for the board."""
    if max(height, width) > LARGEST_SIDE:
        raise BadInput(
            f"{height} x {width} cells are too many: a board has at most {LARGEST_SIDE} rows and columns"
        )


def parse_clue(token: str, where: str, expected: str, least: int = 1) -> int:
    """Parse a clue written as a decimal number; `least` (0 or 1) is the smallest number allowed."""
    if not re.fullmatch(r"-?[0-9]+", token):
        raise BadInput(f"{where}: {shortened(token)} is not a cell; expected {expected}")
    digits = token.lstrip("-0")
    if token.startswith("-") or (not digits and least > 0):
        fault = "not positive" if least > 0 else "negative"
        raise BadInput(f"{where}: the clue {shortened(token)} is {fault}")
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
    """Split the values of all cells, given in reading order, into rows of `width` values."""
    return tuple(tuple(values[start : start + width]) for start in range(0, len(values), width))
