# mypy: ignore-errors
"""Layers as sorted packed parts: their least image among the four turns, and their growth by one part."""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["grow", "least_image"]


@njit(cache=True, nogil=True)
def least_image(part, row, col, count, turned, image, trial):
    """Write the packed parts of the least image into `image`; the three lists are turned on the way."""
    for turn in range(4):
        top, low = row[0], col[0]
        for k in range(1, count):
            top, low = min(top, row[k]), min(low, col[k])
        for k in range(count):
            packed = part[k] << 14 | (row[k] - top) << 7 | (col[k] - low)
            at = k
            while at > 0 and trial[at - 1] > packed:
                trial[at] = trial[at - 1]
                at -= 1
            trial[at] = packed
        less = turn == 0
        if not less:
            for k in range(count):
                if trial[k] != image[k]:
                    less = trial[k] < image[k]
                    break
        if less:
            image[:count] = trial[:count]
        for k in range(count):
            row[k], col[k] = -(col[k] + turned.width[part[k]] - 1), row[k]
            part[k] = turned.left[part[k]]


@njit(cache=True, nogil=True)
def lay(rows, part, row, col, turned):
    """Set the cells of a turned part on a board of one word a row."""
    for i in range(turned.height[part]):
        rows[row + i] |= turned.rows[part, i] << np.uint64(col)


@njit(cache=True, nogil=True)
def beside(rows, out):
    """The cells beside those of a board, these themselves included."""
    one = np.uint64(1)
    for r in range(len(rows)):
        found = rows[r] | rows[r] << one | rows[r] >> one
        if r > 0:
            found |= rows[r - 1]
        if r + 1 < len(rows):
            found |= rows[r + 1]
        out[r] = found


@njit(cache=True, nogil=True)
def clashes(rows, part, row, col, turned):
    """Does a turned part share a cell with the board?"""
    both = np.uint64(0)
    for i in range(turned.height[part]):
        both |= rows[row + i] & (turned.rows[part, i] << np.uint64(col))
    return both != 0


@njit(cache=True, nogil=True)
def grow(layers, value, turned):
    """Every connected layer that is one of these and a part of the value beside it, in its least image; some
    of them more than once."""
    count = layers.shape[1] + 1
    found = np.empty((1024, count), np.int64)
    filled = 0
    rows, near = np.zeros(64, np.uint64), np.zeros(64, np.uint64)
    part, row, col = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    image, trial = np.empty(count, np.int64), np.empty(count, np.int64)
    for layer in layers:
        rows[:] = 0
        high = wide = 0
        for packed in layer:
            p, r, c = packed >> 14, (packed >> 7 & 127) + 4, (packed & 127) + 4
            lay(rows, p, r, c, turned)
            high, wide = max(high, r + turned.height[p]), max(wide, c + turned.width[p])
        beside(rows, near)
        for new in range(turned.first[value], turned.first[value + 1]):
            for r in range(4 - turned.height[new], high + 1):
                for c in range(4 - turned.width[new], wide + 1):
                    if clashes(rows, new, r, c, turned) or not clashes(near, new, r, c, turned):
                        continue
                    for k in range(count - 1):
                        packed = layer[k]
                        part[k], row[k], col[k] = packed >> 14, (packed >> 7 & 127) + 4, (packed & 127) + 4
                    part[count - 1], row[count - 1], col[count - 1] = new, r, c
                    least_image(part, row, col, count, turned, image, trial)
                    if filled == len(found):
                        larger = np.empty((2 * filled, count), np.int64)
                        larger[:filled] = found
                        found = larger
                    found[filled] = image
                    filled += 1
    return found[:filled]
