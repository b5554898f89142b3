# mypy: ignore-errors
"""All town synonyms: nine shapes whose roads join, without a closed loop, each in its smallest rotation."""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["TRACE", "find_synonyms"]

TRACE = 18
"""The most pieces of road that nine tiles have."""

# The numbers of the outer edges (4 * position + edge) in ascending order: roads are traced in this order, and
# the end that comes first is the left one.
_OUTER = np.array([0, 1, 4, 8, 11, 13, 23, 25, 26, 30, 34, 35])
_STEP = np.array([-3, -1, 3, 1])


@njit(cache=True, nogil=True)
def find_synonyms(t, limits, shapes, traces, lengths):
    """Depth-first over the positions; gives the number of synonyms found.

    `shapes` (n, 9) takes the shapes, `traces` (n, 18) the pieces of road in the order of travel, `lengths`
    (n, 13) the number of roads and then their lengths. A piece is ``position | road << 4 | exit << 5``, and
    128 more where the road ends.
    """
    found = 0
    used = np.zeros(5, np.int64)
    shape = np.full(9, -1, np.int64)
    trace = np.zeros(TRACE, np.uint8)
    length = np.zeros(13, np.int64)
    position = 0
    while position >= 0:
        if shape[position] >= 0:
            used[t.shape_code[shape[position], 0]] -= 1
        shape[position] += 1
        while shape[position] < 10 and not _fits(t, limits, used, shape, position):
            shape[position] += 1
        if shape[position] == 10:
            shape[position] = -1
            position -= 1
            continue
        used[t.shape_code[shape[position], 0]] += 1
        if position < 8:
            position += 1
        elif _is_smallest_rotation(t, shape) and _trace(t, shape, trace, length):
            if found < len(shapes):
                shapes[found] = shape
                traces[found] = trace
                lengths[found] = length
            found += 1
    return found


@njit(cache=True, nogil=True)
def _fits(t, limits, used, shape, position):
    chosen = shape[position]
    kind = t.shape_code[chosen, 0]
    if used[kind] == limits[kind]:
        return False
    edges = t.shape_edges[chosen]
    if position % 3 > 0 and (edges >> 1 & 1) != (t.shape_edges[shape[position - 1]] >> 3 & 1):
        return False
    return position < 3 or (edges & 1) == (t.shape_edges[shape[position - 3]] >> 2 & 1)


@njit(cache=True, nogil=True)
def _pattern(t, shape):
    """Kinds, then turns: the order of the 18-digit patterns."""
    code = 0
    for position in range(9):
        code = code << 3 | t.shape_code[shape[position], 0]
    for position in range(9):
        code = code << 2 | t.shape_code[shape[position], 1]
    return code


@njit(cache=True, nogil=True)
def _is_smallest_rotation(t, shape):
    own = _pattern(t, shape)
    now = shape.copy()
    turned = np.zeros(9, np.int64)
    for _ in range(3):
        for position in range(9):
            row, column = position // 3, position % 3
            turned[3 * (2 - column) + row] = t.shape_turned[now[position]]
        now[:] = turned
        if _pattern(t, now) < own:
            return False
    return True


@njit(cache=True, nogil=True)
def _trace(t, shape, trace, length):
    """Follow every road from its left end; False if a piece is never met, for it lies on a closed loop."""
    pieces = 0
    for position in range(9):
        edges = t.shape_edges[shape[position]]
        pieces += ((edges & 1) + (edges >> 1 & 1) + (edges >> 2 & 1) + (edges >> 3 & 1)) // 2
    trace[:] = 0
    length[:] = 0
    ended = np.zeros(36, np.bool_)
    met = 0
    for outer in _OUTER:
        position, edge = outer // 4, outer % 4
        if ended[outer] or not t.shape_edges[shape[position]] >> edge & 1:
            continue
        length[0] += 1
        while True:
            chosen = shape[position]
            leave = t.shape_exit[chosen, edge]
            trace[met] = position | t.shape_road[chosen, edge] << 4 | leave << 5
            met += 1
            length[length[0]] += 1
            if (
                (leave == 0 and position < 3)
                or (leave == 1 and position % 3 == 0)
                or (leave == 2 and position > 5)
                or (leave == 3 and position % 3 == 2)
            ):
                ended[4 * position + leave] = True
                trace[met - 1] |= 128
                break
            position += _STEP[leave]
            edge = (leave + 2) % 4
    return met == pieces
