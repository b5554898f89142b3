"""The path data of SVG, as short as it can be written.

Coordinates are whole thousandths of a unit: sums of them are exact, and the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

__all__ = ["MilliPoint", "milli", "move", "number", "pair", "polyline", "step", "thousandths"]

MilliPoint = tuple[int, int]
"""A point (x, y) in thousandths of a unit."""


def milli(value: float) -> int:
    """A length in units, as thousandths."""
    return round(value * 1000)


def number(value: float) -> str:
    """A length in units, as SVG writes it."""
    return thousandths(milli(value))


def thousandths(count: int) -> str:
    """That many thousandths, without needless digits: 1500 is 1.5, -250 is -.25."""
    sign, count = ("-", -count) if count < 0 else ("", count)
    whole, rest = divmod(count, 1000)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{rest:03}".rstrip("0")


def pair(x: int, y: int) -> str:
    """Two numbers: a minus sign parts them as well as a blank does."""
    return f"{thousandths(x)}{' ' if y >= 0 else ''}{thousandths(y)}"


def move(point: MilliPoint) -> str:
    """Begin a new stroke."""
    return f"M{pair(*point)}"


def step(dx: int, dy: int) -> str:
    """A straight line onward from the last point."""
    if not dy:
        return f"h{thousandths(dx)}"
    if not dx:
        return f"v{thousandths(dy)}"
    return f"l{pair(dx, dy)}"


def polyline(points: Sequence[MilliPoint]) -> str:
    """Straight lines from each point to the next."""
    steps = (step(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(points))
    return move(points[0]) + "".join(steps)
