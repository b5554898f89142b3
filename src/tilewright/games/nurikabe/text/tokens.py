"""What the notations and messages of Nurikabe are made of: clues, sides of a board, places, rows of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.errors import BadInput
from tilewright.game import Cell

__all__ = ["brief", "counted", "in_rows", "place", "read_clue", "read_side"]

_MOST_DIGITS = 9
"""More digits than any board could mean; Python refuses to read thousands of them."""


def read_clue(sign: str, where: str, expected: str) -> int:
    """The size that a decimal number asks for."""
    if not re.fullmatch(r"-?[0-9]+", sign):
        raise BadInput(f"{where}: {brief(sign)} is no cell; expected {expected}")
    digits = sign.lstrip("-0")
    if sign.startswith("-") or not digits:
        raise BadInput(f"{where}: the clue {brief(sign)} is not positive")
    if len(digits) > _MOST_DIGITS:
        raise BadInput(f"{where}: the clue {brief(sign)} is larger than any board")
    return int(digits)


def read_side(sign: str, what: str) -> int:
    """How many rows or columns a board has."""
    if not re.fullmatch(r"[0-9]+", sign):
        raise BadInput(f"expected the number of {what}, not {brief(sign)}")
    digits = sign.lstrip("0")
    if not digits:
        raise BadInput(f"a board has at least one row and one column, not 0 {what}")
    if len(digits) > _MOST_DIGITS:
        raise BadInput(f"{brief(sign)} {what} are more than any board has")
    return int(digits)


def in_rows(values: Sequence[int], width: int) -> tuple[tuple[int, ...], ...]:
    """Values in reading order as rows of a board."""
    return tuple(tuple(values[at : at + width]) for at in range(0, len(values), width))


def counted(count: int, thing: str) -> str:
    """``1 cell``, ``2 cells``."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def place(cell: Cell) -> str:
    return f"row {cell[0]}, column {cell[1]}"


def brief(text: str) -> str:
    """The text for a message: one short line."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
