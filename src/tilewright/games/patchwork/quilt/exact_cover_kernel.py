# mypy: ignore-errors
"""Exact cover: fill a board completely, with a limit on the number of uses of each shape.

A node of the search has a list of the placements that are still possible. The search chooses the open square
that the fewest of these placements cover, and tries, one by one, the placements that cover this square. This is
Knuth's Algorithm X with copied lists instead of dancing links. Every cover is found exactly once, because
exactly one of its placements covers the chosen square. A shape is *required* if all its patches must be used.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = ["BUDGET_SPENT", "DONE", "FOUND", "search"]

DONE, BUDGET_SPENT, FOUND = 0, 1, 2

LARGEST_AREA = 16


@compiled
def attainable(remaining, required, area, squares, patches):
    """Return False if bounds on areas and counts show that the remaining patches cannot fill the open squares.

    `patches` is the number of patches that must be used, or -1 for any number. If the result is True, the
    patches may still be unable to fill the squares.
    """
    by_area = np.zeros(LARGEST_AREA, np.int64)
    required_area = total = required_count = 0
    for shape in range(len(remaining)):
        by_area[area[shape]] += remaining[shape]
        total += remaining[shape] * area[shape]
        if required[shape]:
            required_area += remaining[shape] * area[shape]
            required_count += remaining[shape]
    if required_area > squares or total < squares:
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
    return required_count <= patches and small == 0 and least <= squares <= most


@compiled
def scarcest(live, cells, size, shape, required, remaining, covered):
    """Return the open square that the fewest placements cover.

    Returns -1 if there is an open square that no placement covers, or a required shape with fewer placements
    than remaining patches.
    """
    by_square = np.zeros(len(covered), np.int64)
    by_shape = np.zeros(len(remaining), np.int64)
    for placement in live:
        by_shape[shape[placement]] += 1
        for k in range(size[placement]):
            by_square[cells[placement, k]] += 1
    for kind in range(len(remaining)):
        if required[kind] and by_shape[kind] < remaining[kind]:
            return -1
    best = -1
    for square in range(len(covered)):
        if not covered[square] and (best < 0 or by_square[square] < by_square[best]):
            best = square
    return best if by_square[best] > 0 else -1


@compiled
def next_over(live, begin, cells, size, square):
    """Return the index in `live`, at or after `begin`, of the first placement that covers the square.

    If there is none, return ``len(live)``.
    """
    for index in range(begin, len(live)):
        for k in range(size[live[index]]):
            if cells[live[index], k] == square:
                return index
    return len(live)


@compiled
def keep_disjoint(live, low, high, shape, remaining, placement, below):
    """Write into `below` the placements of `live` that are possible after `placement`; return their number."""
    kept = 0
    for other in live:
        disjoint = not (low[other] & low[placement] or high[other] & high[placement])
        if disjoint and remaining[shape[other]] > 0:
            below[kept] = other
            kept += 1
    return kept


@compiled
def search(
    squares,
    low,
    high,
    cells,
    size,
    shape,
    area,
    required,
    patches,
    live,
    counts,
    square,
    next_index,
    chosen,
    remaining,
    depth,
    budget,
    most,
):
    """Continue the search until it has found `most` covers, visited `budget` nodes, or found all covers.

    Returns the reason for stopping (FOUND, BUDGET_SPENT or DONE), the depth, and the number of covers found in
    this call. ``chosen[:depth]`` holds the current placements; after FOUND, they form the cover that was found
    last. To continue the search, call the function again with the returned depth. `patches` is the number of
    patches in a cover, or -1 for any number. ``next_index[depth]`` is the index in ``live[depth]`` at which the
    search continues, or -1 if the node at this depth has not been examined yet.
    """
    covers = 0
    covered = np.zeros(squares, np.bool_)
    for d in range(depth):
        for k in range(size[chosen[d]]):
            covered[cells[chosen[d], k]] = True
    while depth >= 0:
        possible = live[depth][: counts[depth]]
        if next_index[depth] < 0:
            if budget <= 0:
                return BUDGET_SPENT, depth, covers
            budget -= 1
            next_index[depth] = len(possible)
            open_squares = len(covered) - covered.sum()
            if attainable(remaining, required, area, open_squares, patches - depth if patches >= 0 else -1):
                if open_squares == 0:
                    covers += 1
                    if covers == most:
                        return FOUND, depth, covers
                else:
                    square[depth] = scarcest(possible, cells, size, shape, required, remaining, covered)
                    next_index[depth] = 0 if square[depth] >= 0 else len(possible)
        index = next_over(possible, next_index[depth], cells, size, square[depth])
        if index < len(possible):
            placement = possible[index]
            next_index[depth] = index + 1
            chosen[depth] = placement
            remaining[shape[placement]] -= 1
            for k in range(size[placement]):
                covered[cells[placement, k]] = True
            depth += 1
            counts[depth] = keep_disjoint(possible, low, high, shape, remaining, placement, live[depth])
            next_index[depth] = -1
        else:
            depth -= 1
            if depth >= 0:
                remaining[shape[chosen[depth]]] += 1
                for k in range(size[chosen[depth]]):
                    covered[cells[chosen[depth], k]] = False
    return DONE, 0, covers
