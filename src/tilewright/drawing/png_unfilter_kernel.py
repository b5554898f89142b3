# mypy: ignore-errors
"""Reverse the row filters of a PNG.

The function is compiled because each pixel depends on previous pixels, so NumPy cannot process a whole row at
once.
"""

from __future__ import annotations

from tilewright.compiled import compiled

NONE, SUB, UP, AVERAGE, PAETH = range(5)


@compiled
def unfilter(lines, channels):
    """Convert filtered rows, each preceded by its filter type, to pixels in place.

    Return the index of the first row with an unknown filter type, or -1 if there is none. Sums are computed
    modulo 256, as the PNG format requires.
    """
    rows, width = lines.shape
    for row in range(rows):
        kind = lines[row, 0]
        if kind > PAETH:
            return row
        for at in range(1, width):
            left = int(lines[row, at - channels]) if at > channels else 0
            up = int(lines[row - 1, at]) if row else 0
            corner = int(lines[row - 1, at - channels]) if row and at > channels else 0
            guess = 0
            if kind == SUB:
                guess = left
            elif kind == UP:
                guess = up
            elif kind == AVERAGE:
                guess = (left + up) // 2
            elif kind == PAETH:
                from_left, from_up = abs(up - corner), abs(left - corner)
                from_corner = abs(left + up - 2 * corner)
                if from_left <= from_up and from_left <= from_corner:
                    guess = left
                elif from_up <= from_corner:
                    guess = up
                else:
                    guess = corner
            lines[row, at] = (int(lines[row, at]) + guess) & 255
    return -1
