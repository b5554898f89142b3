"""The shapes of the parts as arrays for compiled code.

The first index of an array is the number of the part; the second index, if it is a rotation, is an index into
`rules.orientations(value)`.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.nmbr9.rules import PARTS, orientations
from tilewright.geometry import neighbours

LONGEST = 4
"""The largest height or width of any part, in cells."""

SIZES = np.array([len(part) for part in PARTS], np.int64)
"""The number of cells of each part."""
TURNS = np.array([len(orientations(value)) for value in range(10)], np.int64)
"""The number of different rotations of each part."""
SHAPES = np.zeros((10, 4, 10, 2), np.int64)
"""For each part and rotation, the row and the column of each cell."""
EXTENTS = np.zeros((10, 4, 2), np.int64)
"""For each part and rotation, the height and the width of the bounding box."""
ROWS = np.zeros((10, 4, LONGEST), np.uint64)
"""For each part and rotation, the cells of each row as bits; the first column is the lowest bit."""
PERIMETERS = np.zeros(10, np.int64)
"""The number of cell sides on the border of each part."""
BORDERS = np.zeros((10, 4, 20, 2), np.int64)
"""For each part and rotation, and for each cell side on its border, the row and the column of the adjacent cell
outside the part, each plus 1 so that no number is negative."""

for _value in range(10):
    for _turn, _shape in enumerate(orientations(_value)):
        SHAPES[_value, _turn, : len(_shape)] = _shape.cells
        EXTENTS[_value, _turn] = _shape.rows, _shape.cols
        for _row, _column in _shape.cells:
            ROWS[_value, _turn, _row] |= np.uint64(1 << _column)
        _border = [
            _near for _cell in _shape.cells for _near in neighbours(_cell) if _near not in set(_shape.cells)
        ]
        BORDERS[_value, _turn, : len(_border)] = np.array(_border) + 1
        PERIMETERS[_value] = len(_border)
