# mypy: ignore-errors
"""Find all road synonyms: nine shapes with matching roads and no closed loop, each in its smallest rotation."""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = ["TRACE", "find_synonyms"]

TRACE = 18
"""The largest number of road pieces on nine tiles, two on each."""

# The numbers of the outer edges (4 * position + edge) in ascending order. Roads are traced in this order, so
# each road is traced from its left end, which is the end with the smaller number.
_OUTER = np.array([0, 1, 4, 8, 11, 13, 23, 25, 26, 30, 34, 35])
_STEP = np.array([-3, -1, 3, 1])


@compiled
def find_synonyms(tables, limits, shapes, traces, lengths):
    """Find all synonyms by depth-first search over the positions; return their number.

    The search continues when the arrays are full, so the returned number is always the total. Write the shapes
    to `shapes` (n, 9), the road pieces in the order of travel to `traces` (n, 18), and the number of roads,
    then each road's length, to `lengths` (n, 13). A piece is ``position | road << 4 | exit << 5``, plus 128
    at the end of a road: `road` is the index of the road on its tile, `exit` the edge where it leaves the tile.
    """
    count = 0
    used = np.zeros(5, np.int64)
    shape = np.full(9, -1, np.int64)
    trace = np.zeros(TRACE, np.uint8)
    length = np.zeros(13, np.int64)
    position = 0
    while position >= 0:
        if shape[position] >= 0:
            used[tables.shape_code[shape[position], 0]] -= 1
        shape[position] += 1
        while shape[position] < 10 and not _fits(tables, limits, used, shape, position):
            shape[position] += 1
        if shape[position] == 10:
            shape[position] = -1
            position -= 1
            continue
        used[tables.shape_code[shape[position], 0]] += 1
        if position < 8:
            position += 1
        elif _is_smallest_rotation(tables, shape) and _trace(tables, shape, trace, length):
            if count < len(shapes):
                shapes[count] = shape
                traces[count] = trace
                lengths[count] = length
            count += 1
    return count


@compiled
def _fits(tables, limits, used, shape, position):
    """Return whether a shape fits the shapes above and to the left, and a face of its kind is still unused."""
    chosen = shape[position]
    kind = tables.shape_code[chosen, 0]
    if used[kind] == limits[kind]:
        return False
    edges = tables.shape_edges[chosen]
    if position % 3 > 0 and (edges >> 1 & 1) != (tables.shape_edges[shape[position - 1]] >> 3 & 1):
        return False
    return position < 3 or (edges & 1) == (tables.shape_edges[shape[position - 3]] >> 2 & 1)


@compiled
def _pattern(tables, shape):
    """Return a number that sorts like the 18-digit pattern (kinds, then turns)."""
    code = 0
    for position in range(9):
        code = code << 3 | tables.shape_code[shape[position], 0]
    for position in range(9):
        code = code << 2 | tables.shape_code[shape[position], 1]
    return code


@compiled
def _is_smallest_rotation(tables, shape):
    pattern = _pattern(tables, shape)
    rotated = shape.copy()
    turned = np.zeros(9, np.int64)
    for _ in range(3):
        for position in range(9):
            row, column = position // 3, position % 3
            turned[3 * (2 - column) + row] = tables.shape_turned[rotated[position]]
        rotated[:] = turned
        if _pattern(tables, rotated) < pattern:
            return False
    return True


@compiled
def _trace(tables, shape, trace, length):
    """Follow every road from its left end; return False if some pieces form a closed loop."""
    pieces = 0
    for position in range(9):
        edges = tables.shape_edges[shape[position]]
        pieces += ((edges & 1) + (edges >> 1 & 1) + (edges >> 2 & 1) + (edges >> 3 & 1)) // 2
    trace[:] = 0
    length[:] = 0
    ended = np.zeros(36, np.bool_)
    traced = 0
    for outer in _OUTER:
        position, edge = outer // 4, outer % 4
        if ended[outer] or not tables.shape_edges[shape[position]] >> edge & 1:
            continue
        length[0] += 1
        while True:
            chosen = shape[position]
            exit_edge = tables.shape_exit[chosen, edge]
            trace[traced] = position | tables.shape_road[chosen, edge] << 4 | exit_edge << 5
            traced += 1
            length[length[0]] += 1
            if (
                (exit_edge == 0 and position < 3)
                or (exit_edge == 1 and position % 3 == 0)
                or (exit_edge == 2 and position > 5)
                or (exit_edge == 3 and position % 3 == 2)
            ):
                ended[4 * position + exit_edge] = True
                trace[traced - 1] |= 128
                break
            position += _STEP[exit_edge]
            edge = (exit_edge + 2) % 4
    return traced == pieces
