# mypy: ignore-errors
"""Score vectors (26 scores) and town patterns (18 digits), packed into numbers that sort in the same order.

A packed vector is a number in mixed radix, whose most significant digit is the score in theme 1. Themes 4 and
15 take no space: theme 4 is always 0, and theme 15 is minus the number of roads (theme 10). A packed pattern
consists of nine tiles of four bits each, then nine directions of three bits each.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nine_tiles.census.road_values_kernel import unpack
from tilewright.games.nine_tiles.census.theme_score_ranges import HIGHEST, LOWEST

__all__ = ["add_towns", "collect", "pack_vectors", "read_patterns", "unpack_vectors", "write_patterns"]

_LOW = np.array(LOWEST)
_TEN, _FIFTEEN = 9, 14
_SPAN = np.array([high - low + 1 for low, high in zip(LOWEST, HIGHEST, strict=True)])
_SPAN[_FIFTEEN] = 1


@compiled
def _pack(scores):
    """Return a score vector as one number, or 0 if a score is out of range; no town has the number 0."""
    code = np.uint64(0)
    for theme in range(26):
        digit = 0 if theme == _FIFTEEN else scores[theme] - _LOW[theme]
        if digit < 0 or digit >= _SPAN[theme]:
            return np.uint64(0)
        code = code * np.uint64(_SPAN[theme]) + np.uint64(digit)
    return code


@compiled
def collect(workspace, key_count, known, codes, towns, patterns):
    """Write the packed score vectors of a job, with the town count and the smallest pattern of each vector.

    `count_job` must have counted the towns of the job in `workspace`. Return False if a score is out of range.
    """
    scores = np.zeros(26, np.int64)
    road = np.zeros(7, np.int64)
    aliens, hamburgers, ufos = known[26], known[27], known[28]
    good = True
    for index in range(key_count):
        slot = workspace.used[index]
        key = workspace.key[slot]
        unpack(np.int64(key), road)
        scores[:] = known[:26]
        free = road[5]
        scores[0] = aliens - free
        scores[1] = road[0]
        scores[2] = np.int64(key >> np.uint64(28)) & 15
        scores[7] = free * hamburgers
        scores[13] = road[1]
        scores[15] = road[2]
        scores[16] = free * ufos
        scores[17] = road[3]
        scores[18] = road[4]
        scores[19] = road[6]
        scores[20] = np.int64(key >> np.uint64(32)) & 15
        scores[21] = np.int64(key >> np.uint64(36)) & 15
        scores[22] = np.int64(key >> np.uint64(40)) & 15
        codes[index] = _pack(scores)
        good &= codes[index] != 0
        towns[index] = workspace.count[slot]
        patterns[index] = workspace.least[slot]
    return good


@compiled
def pack_vectors(points, codes):
    """Pack the score vectors in the rows of `points` into `codes`."""
    for row in range(len(codes)):
        codes[row] = _pack(points[row])


@compiled
def unpack_vectors(codes, points):
    """Unpack the n score vectors in `codes` into the columns of `points`, an array of shape (26, n)."""
    left = codes.copy()
    for theme in range(25, -1, -1):
        span, low = np.uint64(_SPAN[theme]), _LOW[theme]
        for column in range(len(codes)):
            rest = left[column] // span
            points[theme, column] = np.int64(left[column] - rest * span) + low
            left[column] = rest
    for column in range(len(codes)):
        points[_FIFTEEN, column] = -points[_TEN, column]


@compiled
def add_towns(points, towns, themes):
    """Add the towns of each score vector to the histogram of each theme, ``themes[theme, score - lowest]``.

    The vectors are the columns of `points`. Theme 1 has the index 0.
    """
    for theme in range(26):
        low = _LOW[theme]
        for column in range(len(towns)):
            themes[theme, points[theme, column] - low] += towns[column]


@compiled
def write_patterns(patterns, digits):
    """Unpack town patterns to text, 18 digits in each row."""
    for row in range(len(patterns)):
        code = patterns[row]
        for place in range(9):
            tile = code >> np.uint64(27 + 4 * (8 - place)) & np.uint64(15)
            direction = code >> np.uint64(3 * (8 - place)) & np.uint64(7)
            digits[row, place] = 48 + tile
            digits[row, 9 + place] = 48 + direction


@compiled
def read_patterns(digits, patterns):
    """Pack town patterns from text, 18 digits in each row."""
    for row in range(len(patterns)):
        code = np.uint64(0)
        for place in range(9):
            code = code << np.uint64(4) | np.uint64(digits[row, place] - 48)
        for place in range(9, 18):
            code = code << np.uint64(3) | np.uint64(digits[row, place] - 48)
        patterns[row] = code
