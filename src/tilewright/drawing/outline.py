"""The border of a set of cells, as closed loops.

Every loop runs with the cells on its right hand (y grows downward): clockwise around a piece, the other way
around a hole. Where two cells touch at a corner only, the loop stays with the cell that it follows, so the
loops of cells that share no side never join.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.drawing.scene import Point
from tilewright.game import Cell

__all__ = ["Corner", "inset_loop", "loops"]

Corner = tuple[int, int]
"""A point of the grid: (x, y)."""

RIGHT, DOWN, LEFT, UP = (1, 0), (0, 1), (-1, 0), (0, -1)


def loops(cells: Iterable[Cell]) -> list[list[Corner]]:
    """The corners of each border loop of the cells, in order, without points on straight runs."""
    steps = _border_steps(frozenset(cells))
    found = []
    for start in sorted(steps, key=lambda corner: (corner[1], corner[0])):
        while steps[start]:
            found.append(_walk(steps, start))
    return found


def _border_steps(cells: frozenset[Cell]) -> dict[Corner, list[Corner]]:
    """From each border corner the directions in which a border side leaves it."""
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
    """Follow the border from a corner until it closes, using up its steps."""
    here = start
    heading = first = min(steps[start])
    corners = []
    while True:
        here = (here[0] + heading[0], here[1] + heading[1])
        onward = steps[here]
        right, left = (-heading[1], heading[0]), (heading[1], -heading[0])
        # Where two ways lead on, the right turn stays with the same cell; the other belongs to another cell.
        turn = right if right in onward else heading if heading in onward else left
        onward.remove(turn)
        if turn != heading:
            corners.append(here)
        heading = turn
        if (here, heading) == (start, first):
            return corners


def inset_loop(loop: list[Corner], inset: float) -> list[Point]:
    """The loop drawn back to the inside of its cells by `inset` units."""
    if not inset:
        return [(float(x), float(y)) for x, y in loop]
    points = []
    for index, (x, y) in enumerate(loop):
        before, after = loop[index - 1], loop[(index + 1) % len(loop)]
        into, out = _direction(before, (x, y)), _direction((x, y), after)
        # Each side moves to its right hand; the corner lies where the two moved sides meet.
        points.append((x - inset * (into[1] + out[1]), y + inset * (into[0] + out[0])))
    return points


def _direction(start: Point, end: Point) -> Corner:
    return ((end[0] > start[0]) - (end[0] < start[0]), (end[1] > start[1]) - (end[1] < start[1]))
