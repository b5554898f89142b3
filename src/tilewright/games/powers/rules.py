"""Powers: find the smallest n whose given powers together use every digit of the base.

The puzzle generalises exercise 17 of the Bocconi training games, described in "Report - LAAI Project" (Morotti,
Procino, Valente, 2021-22). The exercise has the exponents 3 and 4 and base 10. Its answer is 18: 5832 and
104976 together use each digit once. If an exponent is given several times, its power is written that many
times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as shorten
from typing import ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Instance, Solution, Verdict

__all__ = ["MODES", "RULES", "PowersInstance", "PowersSolution", "check", "digits_of", "numeral"]

MODES = ("once", "at-least-once")
LARGEST_BASE = 36
LARGEST_EXPONENT = 64
MOST_EXPONENTS = 16
LARGEST_N = 10**1000

RULES: Mapping[str, str] = {
    "not-positive": "n is a positive whole number.",
    "digit-missing": "Every digit of the base occurs in at least one power.",
    "digit-repeated": "With `once`, no digit occurs more than once in all powers together.",
}

SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class PowersInstance(Instance):
    """The exponents, the base, and how often each digit of the base must occur: one of `MODES`."""

    game: ClassVar[str] = "powers"

    exponents: tuple[int, ...]
    base: int = 10
    digits: str = "once"

    def __post_init__(self) -> None:
        if not 1 <= len(self.exponents) <= MOST_EXPONENTS:
            raise BadInput(f"exponents: expected 1 to {MOST_EXPONENTS} numbers, not {len(self.exponents)}")
        for index, exponent in enumerate(self.exponents):
            if type(exponent) is not int or not 1 <= exponent <= LARGEST_EXPONENT:
                expected = f"a whole number from 1 to {LARGEST_EXPONENT}"
                raise BadInput(f"exponents[{index}]: expected {expected}, not {shorten(exponent)}")
        if type(self.base) is not int or not 2 <= self.base <= LARGEST_BASE:
            raise BadInput(f"base: expected a whole number from 2 to {LARGEST_BASE}, not {shorten(self.base)}")
        if self.digits not in MODES:
            raise BadInput(f"digits: expected {' or '.join(MODES)}, not {shorten(self.digits)}")

    @property
    def parts(self) -> int:
        return len(self.exponents)


@dataclass(frozen=True, slots=True)
class PowersSolution(Solution):
    """The number n."""

    game: ClassVar[str] = "powers"

    n: int

    def __post_init__(self) -> None:
        if type(self.n) is not int:
            raise BadInput(f"n: expected a whole number, not {shorten(self.n)}")
        if abs(self.n) >= LARGEST_N:
            raise BadInput("n: expected a number of at most 1000 digits")


def digits_of(number: int, base: int) -> list[int]:
    """Return the digits of a non-negative number, with the most significant digit first.

    The number is split into halves recursively, because splitting off one digit at a time takes quadratic time.
    """

    def split(value: int, length: int) -> list[int]:
        if length == 1:
            return [value]
        low = length // 2
        high_part, low_part = divmod(value, base**low)
        return split(high_part, length - low) + split(low_part, low)

    length = 1
    while base**length <= number:
        length *= 2
    digits = split(number, length)
    leading_zeros = next((index for index, digit in enumerate(digits) if digit), length - 1)
    return digits[leading_zeros:]


def numeral(number: int, base: int) -> str:
    """Return a number as it is written in the base; the letters a to z are the digits 10 to 35."""
    sign = "-" if number < 0 else ""
    return sign + "".join(SYMBOLS[digit] for digit in digits_of(abs(number), base))


def check(instance: PowersInstance, solution: PowersSolution) -> Verdict:
    """Check n against the rules.

    Each cell of a broken rule is [index of the exponent, position of the digit from the left].
    """
    if solution.n < 1:
        return Verdict((BrokenRule("not-positive", "n is not a positive number"),))
    cells_of: dict[int, list[Cell]] = {digit: [] for digit in range(instance.base)}
    for row, exponent in enumerate(instance.exponents):
        for column, digit in enumerate(digits_of(solution.n**exponent, instance.base)):
            cells_of[digit].append((row, column))
    broken = [
        BrokenRule("digit-missing", f"the digit {SYMBOLS[digit]} is in none of the powers")
        for digit, cells in cells_of.items()
        if not cells
    ]
    if instance.digits == "once":
        broken += [
            BrokenRule("digit-repeated", f"the digit {SYMBOLS[digit]} occurs {len(cells)} times", tuple(cells))
            for digit, cells in cells_of.items()
            if len(cells) > 1
        ]
    return Verdict(tuple(broken), None if broken else solution.n)
