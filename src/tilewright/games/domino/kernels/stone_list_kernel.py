# mypy: ignore-errors
"""The loops that run once for each stone: walking a trail, reading and writing long lists of numbers.

A list in JSON is described by the text of one row with `#` for a number, such as ``,[#,#]``: the comma before
the row belongs to it. `read_rows` and `write_rows` are each other's inverse.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["read_rows", "walk", "write_rows"]

HASH, QUOTE, ZERO, NINE, MINUS = (ord(char) for char in '#"09-')
MOST_DIGITS = 9
"""Any number of nine digits fits into 32 bits."""


@njit(cache=True, nogil=True)
def walk(counts, following, stack, depth, trail, length, steps):
    """Hierholzer's walk on the table of stones left: `counts[a, b]` stones join the labels a and b.

    `stack[:depth]` is the way from the start to here. From a dead end the walk goes back and writes down the
    labels that it leaves; what is written in `trail[:length]` is a trail at any time. `following[a]` is where
    the search for a stone at label a goes on, so that the table is looked through once. At most `steps` steps;
    the walk is over when `depth` comes back as 0.
    """
    labels = len(counts)
    while depth > 0 and steps > 0:
        steps -= 1
        here = stack[depth - 1]
        there = following[here]
        while there < labels and counts[here, there] == 0:
            there += 1
        following[here] = there
        if there == labels:
            trail[length] = here
            length += 1
            depth -= 1
        else:
            counts[here, there] -= 1
            if here != there:
                counts[there, here] -= 1
            stack[depth] = there
            depth += 1
    return depth, length


@njit(cache=True, nogil=True)
def read_rows(text, row, numbers):
    """Read a text that is nothing but rows; how many numbers were found, or -1 if the text is anything else.

    As strict as JSON: blanks may stand between the signs but in no key and no number, and no number begins with
    a needless zero. Signs, fractions and numbers of more than nine digits are left to a reader of all of JSON.
    """
    found = at = place = 0
    quoted = False
    while True:
        if not quoted:
            while at < len(text) and (text[at] == 32 or 9 <= text[at] <= 10 or text[at] == 13):
                at += 1
        if at == len(text):
            return found if place == 0 else -1
        if row[place] == HASH:
            begin, value = at, 0
            while at < len(text) and ZERO <= text[at] <= NINE and at - begin <= MOST_DIGITS:
                value = 10 * value + np.int64(text[at]) - ZERO
                at += 1
            digits = at - begin
            if digits == 0 or digits > MOST_DIGITS or (digits > 1 and text[begin] == ZERO):
                return -1
            numbers[found] = value
            found += 1
        else:
            if text[at] != row[place]:
                return -1
            quoted ^= row[place] == QUOTE
            at += 1
        place = place + 1 if place + 1 < len(row) else 0


@njit(cache=True, nogil=True)
def write_rows(numbers, row, text):
    """Write the rows of numbers into `text`; how many bytes were written."""
    at = 0
    for line in range(len(numbers)):
        column = 0
        for place in range(len(row)):
            if row[place] != HASH:
                text[at] = row[place]
                at += 1
                continue
            value = np.int64(numbers[line, column])
            column += 1
            if value < 0:
                text[at] = MINUS
                at += 1
                value = -value
            power = np.int64(1)
            while power * 10 <= value:
                power *= 10
            while power > 0:
                text[at] = ZERO + value // power
                at += 1
                value %= power
                power //= 10
    return at
