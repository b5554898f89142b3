"""The border of a set of cells, as closed loops.

Every loop has the cells on its right side (y increases downward): it runs clockwise around a piece and
anticlockwise around a hole. Where two cells touch only at a corner, a loop continues along the same cell, so
two pieces that touch only at corners have separate loops.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.drawing.scene import Point
from tilewright.game import Cell

__all__ = ["Corner", "direction", "inset_loop", "loops"]

Corner = tuple[int, int]
"""A point of the grid: (x, y)."""

RIGHT, DOWN, LEFT, UP = (1, 0), (0, 1), (-1, 0), (0, -1)


def loops(cells: Iterable[Cell]) -> list[list[Corner]]:
    """Return the corners of each border loop of the cells, in order, without points inside straight lines."""
    steps = _border_steps(frozenset(cells))
    borders = []
    for start in sorted(steps, key=lambda corner: (corner[1], corner[0])):
        while steps[start]:
            borders.append(_walk(steps, start))
    return borders


def _border_steps(cells: frozenset[Cell]) -> dict[Corner, list[Corner]]:
    """Return, for each corner of the border, the directions of the border sides that start there."""
    steps: dict[Corner, list[Corner]] = {}
    for row, column in cells:
        if (row - 1, column) not in cells:
            steps.setdefault((column, row), []).append(RIGHT)
        if (row, column + 1) not in cells:
            steps.setdefault((column + 1, row), []).append(DOWN)
        if (row + 1, column) not in cells:
            steps.setdefault((column + 1, row + 1), []).append(LEFT)
        if (row, column - 1) not in cells:
            steps.setdefault((column, row + 1), []).append(UP)
    return steps


def _walk(steps: dict[Corner, list[Corner]], start: Corner) -> list[Corner]:
    """Follow the border from a corner until the loop closes; remove the steps taken, and return the corners."""
    corner = start
    heading = first = min(steps[start])
    corners = []
    while True:
        corner = (corner[0] + heading[0], corner[1] + heading[1])
        onward = steps[corner]
        right, left = (-heading[1], heading[0]), (heading[1], -heading[0])
        # If two border sides start here, the one to the right belongs to the same cell as the last side.
        turn = right if right in onward else heading if heading in onward else left
        onward.remove(turn)
        if turn != heading:
            corners.append(corner)
        heading = turn
        if (corner, heading) == (start, first):
            return corners


def inset_loop(loop: list[Corner], inset: float) -> list[Point]:
    """Return the points of the loop, moved `inset` units into the cells on its right side."""
    if not inset:
        return [(float(x), float(y)) for x, y in loop]
    points = []
    for index, (x, y) in enumerate(loop):
        before, after = loop[index - 1], loop[(index + 1) % len(loop)]
        into, out = direction(before, (x, y)), direction((x, y), after)
        # Each side moves to its right; the new corner is the intersection of the two moved sides.
        points.append((x - inset * (into[1] + out[1]), y + inset * (into[0] + out[0])))
    return points


def direction(start: Point, end: Point) -> Corner:
    """Return the direction from `start` to `end` as the signs of the differences in x and in y."""
    return ((end[0] > start[0]) - (end[0] < start[0]), (end[1] > start[1]) - (end[1] < start[1]))
