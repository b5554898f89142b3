"""A brute-force reference solver for Powers: it tries n = 1, 2, 3 and so on."""

from __future__ import annotations

from collections import Counter
from itertools import count


def digits_of(number: int, base: int) -> list[int]:
    """Return the digits of a positive number, least significant first."""
    digits = []
    while number:
        digits.append(number % base)
        number //= base
    return digits


def is_solution(n: int, exponents: tuple[int, ...], base: int, mode: str) -> bool:
    counts = Counter(digit for exponent in exponents for digit in digits_of(n**exponent, base))
    if mode == "once":
        return all(counts[digit] == 1 for digit in range(base))
    return all(counts[digit] >= 1 for digit in range(base))


def smallest(exponents: tuple[int, ...], base: int, mode: str) -> int | None:
    """Return the smallest solution; with `once`, return None as soon as the powers have too many digits."""
    for n in count(1):
        if is_solution(n, exponents, base, mode):
            return n
        if mode == "once" and sum(len(digits_of(n**exponent, base)) for exponent in exponents) > base:
            return None
    raise AssertionError
