# mypy: ignore-errors
"""Bit operations on 64-bit words for compiled code.

On a processor that has instructions for these operations, each is compiled to at most three instructions.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import intrinsic

ZERO, ONE = np.uint64(0), np.uint64(1)


@intrinsic
def popcount(typing, word):
    """Return the number of bits that are set."""

    def generate(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest_bit(typing, word):
    """Return the index of the lowest bit that is set, in a word that is not 0."""

    def generate(_context, builder, _signature, arguments):
        zero_is_undefined = arguments[0].type.__class__(1)(1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.int64(types.uint64), generate


@intrinsic
def highest_bit(typing, word):
    """Return the index of the highest bit that is set, in a word that is not 0."""

    def generate(_context, builder, _signature, arguments):
        word_type = arguments[0].type
        zero_is_undefined = word_type.__class__(1)(1)
        return builder.sub(word_type(63), builder.ctlz(arguments[0], zero_is_undefined))

    return types.int64(types.uint64), generate
