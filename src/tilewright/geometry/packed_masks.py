"""Bit masks as rows of unsigned 64-bit words, the form that compiled kernels use.

`tilewright.geometry` does not import this module, because importing numpy is slow.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput

__all__ = ["pack", "unpack", "words_for"]


def words_for(bits: int, per_word: int = 64) -> int:
    """Return the number of words that are needed for `bits` bits."""
    return -(-bits // _width(per_word))


def pack(masks: Iterable[int], bits: int, per_word: int = 64) -> NDArray[np.uint64]:
    """Return one row of words for each mask, the lowest bits in the first word.

    With `per_word` below 64, a word contains only that many bits. For example, with 54 bits, each word contains
    six whole rows of a board with nine columns, so that a kernel can shift a word by a column without affecting
    the next word.

    >>> pack([1 << 64 | 5, 7], bits=81).tolist()
    [[5, 1], [7, 0]]
    """
    masks = list(masks)
    starts = range(0, words_for(bits, per_word) * per_word, per_word)
    low = (1 << per_word) - 1
    for number, mask in enumerate(masks):
        if mask < 0 or mask >> bits:
            raise BadInput(f"mask {number} does not fit into {bits} bits")
    rows = [[mask >> start & low for start in starts] for mask in masks]
    return np.array(rows, dtype=np.uint64).reshape(len(masks), len(starts))


def unpack(words: NDArray[np.uint64], per_word: int = 64) -> list[int]:
    """Return the masks from which `pack` made the words.

    >>> unpack(pack([1 << 64 | 5, 7], bits=81))
    [18446744073709551621, 7]
    """
    width = _width(per_word)
    return [sum(word << (width * k) for k, word in enumerate(row)) for row in words.tolist()]


def _width(per_word: int) -> int:
    if not 1 <= per_word <= 64:
        raise BadInput(f"{per_word} bits in a word: expected 1 to 64")
    return per_word
