"""Text for messages: counted nouns, cells in words, and values shortened to one line."""

from __future__ import annotations

from typing import Any

from tilewright.game import Cell

__all__ = ["brief", "describe_cell", "shortened", "with_plural"]


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
