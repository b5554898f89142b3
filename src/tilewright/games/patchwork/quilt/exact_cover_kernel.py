# mypy: ignore-errors
"""Exact cover: fill a board completely, each shape at most so many times.

A node of the search keeps the list of placements that are still possible; the square with the fewest of them is
covered next, by each of them in turn. That is Knuth's Algorithm X, with lists copied instead of links danced.
Every cover is met once, since just one of its placements covers the chosen square.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["BUDGET_SPENT", "DONE", "FOUND", "search"]

DONE, BUDGET_SPENT, FOUND = 0, 1, 2

LARGEST_AREA = 16


@njit(cache=True, nogil=True)
def attainable(left, must, area, squares, patches):
    """May the squares be filled by so many of the shapes that are left (-1: by any number of them)?"""
    by_area = np.zeros(LARGEST_AREA, np.int64)
    needed = total = required = 0
    for shape in range(len(left)):
        by_area[area[shape]] += left[shape]
        total += left[shape] * area[shape]
        if must[shape]:
            needed += left[shape] * area[shape]
            required += left[shape]
    if needed > squares or total < squares:
        return False
    if patches < 0:
        return True
    least = most = 0
    small = large = patches
    for size in range(1, LARGEST_AREA):
        taken = min(small, by_area[size])
        least += taken * size
        small -= taken
        taken = min(large, by_area[LARGEST_AREA - size])
        most += taken * (LARGEST_AREA - size)
        large -= taken
    return required <= patches and small == 0 and least <= squares <= most


@njit(cache=True, nogil=True)
def scarcest(live, cells, size, shape, must, left, covered):
    """The open square with the fewest placements; -1 if one has none, or a shape has fewer than it must."""
    by_square = np.zeros(len(covered), np.int64)
    by_shape = np.zeros(len(left), np.int64)
    for placement in live:
        by_shape[shape[placement]] += 1
        for k in range(size[placement]):
            by_square[cells[placement, k]] += 1
    for each in range(len(left)):
        if must[each] and by_shape[each] < left[each]:
            return -1
    best = -1
    for square in range(len(covered)):
        if not covered[square] and (best < 0 or by_square[square] < by_square[best]):
            best = square
    return best if by_square[best] > 0 else -1


@njit(cache=True, nogil=True)
def next_over(live, begin, cells, size, square):
    """The place in the list of the next placement that covers the square; the list's length without one."""
    for at in range(begin, len(live)):
        for k in range(size[live[at]]):
            if cells[live[at], k] == square:
                return at
    return len(live)


@njit(cache=True, nogil=True)
def keep_clear(live, low, high, shape, left, placement, below):
    """The placements that are still possible when one more is laid; how many they are."""
    kept = 0
    for other in live:
        apart = not (low[other] & low[placement] or high[other] & high[placement])
        if apart and left[shape[other]] > 0:
            below[kept] = other
            kept += 1
    return kept


@njit(cache=True, nogil=True)
def search(
    squares,
    low,
    high,
    cells,
    size,
    shape,
    area,
    must,
    wanted,
    live,
    counts,
    square,
    following,
    chosen,
    left,
    depth,
    budget,
    most,
):
    """Go on until `most` covers were met, the budget of nodes is spent, or there are no more covers.

    Answers which of the three it was, the depth, and how many covers were met; ``chosen[:depth]`` are the
    placements laid, those of the last cover after FOUND. The search is called again with that depth to go on
    from there. `wanted` is the number of placements (-1: any). `following[depth]` is where the list of that
    depth goes on; -1 at a node that was not looked at yet.
    """
    met = 0
    covered = np.zeros(squares, np.bool_)
    for d in range(depth):
        for k in range(size[chosen[d]]):
            covered[cells[chosen[d], k]] = True
    while depth >= 0:
        here = live[depth][: counts[depth]]
        if following[depth] < 0:
            if budget <= 0:
                return BUDGET_SPENT, depth, met
            budget -= 1
            following[depth] = len(here)
            open_squares = len(covered) - covered.sum()
            if attainable(left, must, area, open_squares, wanted - depth if wanted >= 0 else -1):
                if open_squares == 0:
                    met += 1
                    if met == most:
                        return FOUND, depth, met
                else:
                    square[depth] = scarcest(here, cells, size, shape, must, left, covered)
                    following[depth] = 0 if square[depth] >= 0 else len(here)
        at = next_over(here, following[depth], cells, size, square[depth])
        if at < len(here):
            placement = here[at]
            following[depth] = at + 1
            chosen[depth] = placement
            left[shape[placement]] -= 1
            for k in range(size[placement]):
                covered[cells[placement, k]] = True
            depth += 1
            counts[depth] = keep_clear(here, low, high, shape, left, placement, live[depth])
            following[depth] = -1
        else:
            depth -= 1
            if depth >= 0:
                left[shape[chosen[depth]]] += 1
                for k in range(size[chosen[depth]]):
                    covered[cells[chosen[depth], k]] = False
    return DONE, 0, met
