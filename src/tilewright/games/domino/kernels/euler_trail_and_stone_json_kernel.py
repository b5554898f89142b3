# mypy: ignore-errors
"""Compiled loops over all stones: finding an Euler trail, and reading and writing long JSON lists.

The format of a JSON list is given by the text of one row with `#` for each number, such as ``,[#,#]``. This
text includes the comma before the row. `write_rows` is the inverse of `read_rows`.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = ["read_rows", "walk", "write_rows"]

HASH, QUOTE, ZERO, NINE, MINUS = (ord(char) for char in '#"09-')
MOST_DIGITS = 9
"""The maximum number of digits of a number: all nine-digit numbers fit into 32 bits."""


@compiled
def walk(counts, following, stack, depth, trail, length, steps):
    """Run Hierholzer's algorithm for at most `steps` steps; return the new `depth` and `length`.

    `counts[a, b]` is the number of remaining stones with the labels a and b. `stack[:depth]` is the path from
    the start to the current label. At a dead end the algorithm backtracks and appends the current label to
    `trail[:length]`, which is a trail after each step. `following[a]` is the column of `counts` at which the
    search for a remaining stone with label a continues, so that each zero in `counts` is skipped only once. The
    trail is complete when `depth` is 0.
    """
    labels = len(counts)
    while depth > 0 and steps > 0:
        steps -= 1
        label = stack[depth - 1]
        successor = following[label]
        while successor < labels and counts[label, successor] == 0:
            successor += 1
        following[label] = successor
        if successor == labels:
            trail[length] = label
            length += 1
            depth -= 1
        else:
            counts[label, successor] -= 1
            if label != successor:
                counts[successor, label] -= 1
            stack[depth] = successor
            depth += 1
    return depth, length


@compiled
def read_rows(text, row, numbers):
    """Read rows of numbers from `text` into `numbers`.

    Return how many numbers were read, or -1 if the text contains anything but such rows. The function is as
    strict as JSON: whitespace may separate tokens but not interrupt a key or a number, and numbers have no
    leading zeros. It also returns -1 for minus signs, fractions and numbers of more than nine digits, which the
    general JSON reader handles.
    """
    count = position = place = 0
    quoted = False
    while True:
        if not quoted:
            while position < len(text) and (
                text[position] == 32 or 9 <= text[position] <= 10 or text[position] == 13
            ):
                position += 1
        if position == len(text):
            return count if place == 0 else -1
        if row[place] == HASH:
            begin, value = position, 0
            while position < len(text) and ZERO <= text[position] <= NINE and position - begin <= MOST_DIGITS:
                value = 10 * value + np.int64(text[position]) - ZERO
                position += 1
            digits = position - begin
            if digits == 0 or digits > MOST_DIGITS or (digits > 1 and text[begin] == ZERO):
                return -1
            numbers[count] = value
            count += 1
        else:
            if text[position] != row[place]:
                return -1
            quoted ^= row[place] == QUOTE
            position += 1
        place = place + 1 if place + 1 < len(row) else 0


@compiled
def write_rows(numbers, row, text):
    """Write the rows of numbers into `text`; return the number of bytes written."""
    position = 0
    for line in range(len(numbers)):
        column = 0
        for place in range(len(row)):
            if row[place] != HASH:
                text[position] = row[place]
                position += 1
                continue
            value = np.int64(numbers[line, column])
            column += 1
            if value < 0:
                text[position] = MINUS
                position += 1
                value = -value
            power = np.int64(1)
            while power * 10 <= value:
                power *= 10
            while power > 0:
                text[position] = ZERO + value // power
                position += 1
                value %= power
                power //= 10
    return position
