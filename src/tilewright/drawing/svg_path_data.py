"""SVG path data in a short form.

Coordinates are integers, in thousandths of a unit, so sums are exact on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

__all__ = ["MilliPoint", "milli", "move", "number", "pair", "polyline", "step", "thousandths"]

MilliPoint = tuple[int, int]
"""A point (x, y) in thousandths of a unit."""


def milli(value: float) -> int:
    """Convert a length in units to thousandths."""
    return round(value * 1000)


def number(value: float) -> str:
    """Format a length in units for SVG."""
    return thousandths(milli(value))


def thousandths(count: int) -> str:
    """Format a number of thousandths without redundant digits: 1500 is 1.5, -250 is -.25."""
    sign, count = ("-", -count) if count < 0 else ("", count)
    whole, rest = divmod(count, 1000)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{rest:03}".rstrip("0")


def pair(x: int, y: int) -> str:
    """Format two numbers; a minus sign needs no space before it."""
    return f"{thousandths(x)}{' ' if y >= 0 else ''}{thousandths(y)}"


def move(point: MilliPoint) -> str:
    """Return the command that starts a new subpath at a point."""
    return f"M{pair(*point)}"


def step(dx: int, dy: int) -> str:
    """Return the command for a straight line relative to the current point."""
    if not dy:
        return f"h{thousandths(dx)}"
    if not dx:
        return f"v{thousandths(dy)}"
    return f"l{pair(dx, dy)}"


def polyline(points: Sequence[MilliPoint]) -> str:
    """Return the path of straight lines through the points."""
    steps = (step(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(points))
    return move(points[0]) + "".join(steps)
