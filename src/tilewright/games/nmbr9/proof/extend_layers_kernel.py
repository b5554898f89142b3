# mypy: ignore-errors
"""Operations on layers of packed parts: canonical forms, drawing on a board, adding a part."""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = ["extend_layers", "write_canonical"]


@compiled
def write_canonical(part, row, col, count, oriented, image, trial):
    """Write the canonical form of a layer into `image`.

    `trial` is scratch space. `part`, `row` and `col` are rotated four times, so at the end they are unchanged.
    """
    for turn in range(4):
        top, low = row[0], col[0]
        for k in range(1, count):
            top, low = min(top, row[k]), min(low, col[k])
        for k in range(count):
            packed = part[k] << 14 | (row[k] - top) << 7 | (col[k] - low)
            i = k
            while i > 0 and trial[i - 1] > packed:
                trial[i] = trial[i - 1]
                i -= 1
            trial[i] = packed
        less = turn == 0
        if not less:
            for k in range(count):
                if trial[k] != image[k]:
                    less = trial[k] < image[k]
                    break
        if less:
            image[:count] = trial[:count]
        for k in range(count):
            row[k], col[k] = -(col[k] + oriented.width[part[k]] - 1), row[k]
            part[k] = oriented.left[part[k]]


@compiled
def draw_part(rows, part, row, col, oriented):
    """Mark the cells of an oriented part as occupied on a board with one word per row."""
    for i in range(oriented.height[part]):
        rows[row + i] |= oriented.rows[part, i] << np.uint64(col)


@compiled
def write_neighbourhood(rows, out):
    """Write into `out` the occupied cells of a board and all cells adjacent to them."""
    one = np.uint64(1)
    for r in range(len(rows)):
        cells = rows[r] | rows[r] << one | rows[r] >> one
        if r > 0:
            cells |= rows[r - 1]
        if r + 1 < len(rows):
            cells |= rows[r + 1]
        out[r] = cells


@compiled
def overlaps(rows, part, row, col, oriented):
    """Return True if an oriented part overlaps an occupied cell of the board."""
    both = np.uint64(0)
    for i in range(oriented.height[part]):
        both |= rows[row + i] & (oriented.rows[part, i] << np.uint64(col))
    return both != 0


@compiled
def extend_layers(layers, value, oriented):
    """Return the canonical forms of all connected extensions of the layers by one part of the given value.

    Some canonical forms occur several times.
    """
    count = layers.shape[1] + 1
    extended = np.empty((1024, count), np.int64)
    filled = 0
    rows, near = np.zeros(64, np.uint64), np.zeros(64, np.uint64)
    part, row, col = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    image, trial = np.empty(count, np.int64), np.empty(count, np.int64)
    for layer in layers:
        rows[:] = 0
        high = wide = 0
        for packed in layer:
            p, r, c = packed >> 14, (packed >> 7 & 127) + 4, (packed & 127) + 4
            draw_part(rows, p, r, c, oriented)
            high, wide = max(high, r + oriented.height[p]), max(wide, c + oriented.width[p])
        write_neighbourhood(rows, near)
        for new in range(oriented.first[value], oriented.first[value + 1]):
            for r in range(4 - oriented.height[new], high + 1):
                for c in range(4 - oriented.width[new], wide + 1):
                    if overlaps(rows, new, r, c, oriented) or not overlaps(near, new, r, c, oriented):
                        continue
                    for k in range(count - 1):
                        packed = layer[k]
                        part[k], row[k], col[k] = packed >> 14, (packed >> 7 & 127) + 4, (packed & 127) + 4
                    part[count - 1], row[count - 1], col[count - 1] = new, r, c
                    write_canonical(part, row, col, count, oriented, image, trial)
                    if filled == len(extended):
                        larger = np.empty((2 * filled, count), np.int64)
                        larger[:filled] = extended
                        extended = larger
                    extended[filled] = image
                    filled += 1
    return extended[:filled]
