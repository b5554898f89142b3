# mypy: ignore-errors
"""Operations on 64-bit words, in Numba."""

from __future__ import annotations

import numpy as np
from numba import njit

ZERO, ONE = np.uint64(0), np.uint64(1)


@njit(cache=True)
def popcount(word):
    """Return the number of bits that are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True)
def lowest_bit(word):
    """Return the index of the lowest bit that is set."""
    return popcount((word & (~word + ONE)) - ONE)
