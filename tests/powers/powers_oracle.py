"""Powers by counting, in the plainest Python: what every solver is held against."""

from __future__ import annotations

from collections import Counter
from itertools import count


def written(number: int, base: int) -> list[int]:
    """The digits of a number, in no matter what order."""
    digits = []
    while number:
        digits.append(number % base)
        number //= base
    return digits


def holds(n: int, exponents: tuple[int, ...], base: int, mode: str) -> bool:
    shown = Counter(digit for exponent in exponents for digit in written(n**exponent, base))
    if mode == "once":
        return all(shown[digit] == 1 for digit in range(base))
    return all(shown[digit] >= 1 for digit in range(base))


def smallest(exponents: tuple[int, ...], base: int, mode: str) -> int | None:
    """The smallest n; None if there is none. For `once` counting ends where the powers have too many digits."""
    for n in count(1):
        if holds(n, exponents, base, mode):
            return n
        if mode == "once" and sum(len(written(n**exponent, base)) for exponent in exponents) > base:
            return None
    raise AssertionError
