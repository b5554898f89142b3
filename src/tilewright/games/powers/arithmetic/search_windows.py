"""Where n may lie: intervals inside which every power keeps its number of digits.

Every solver walks these windows upwards, so the first n that it finds is the smallest. Two facts cut them:
fewer digits in all than the base has can never show every digit; and digits that are all different are
exactly as many as the base has, so for `once` the windows are finite and passing the last one is a proof
that there is no n.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.game import Answer, Status
from tilewright.games.powers.rules import PowersInstance, PowersSolution

__all__ = ["Window", "answer", "length_of", "out_of_time", "windows"]


@dataclass(frozen=True, slots=True)
class Window:
    """The n from `low` to `high`, and how many digits n to each exponent has there."""

    low: int
    high: int
    lengths: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.lengths)


def windows(instance: PowersInstance) -> Iterator[Window]:
    """The windows that may hold an n, upwards; endless for `at-least-once`."""
    base = instance.base
    low = 1
    lengths = [1] * len(instance.exponents)
    while True:
        for index, exponent in enumerate(instance.exponents):
            while base ** lengths[index] <= low**exponent:
                lengths[index] += 1
        ends = [
            _root(base**length - 1, exponent)
            for length, exponent in zip(lengths, instance.exponents, strict=True)
        ]
        window = Window(low, min(ends), tuple(lengths))
        if instance.digits == "once" and window.total > base:
            return
        if window.total >= base:
            yield window
        low = window.high + 1


def length_of(number: int, base: int) -> int:
    """How many digits a positive number has."""
    length = 1
    while base**length <= number:
        length += 1
    return length


def answer(n: int | None, **stats: int) -> Answer:
    """The answer of a search that came to its end: the smallest n, or the proof that there is none."""
    if n is None:
        return Answer(Status.INFEASIBLE, stats=stats)
    return Answer(Status.OPTIMAL, PowersSolution(n), objective=n, bound=n, stats=stats)


def out_of_time(bound: int | None, **stats: int) -> Answer:
    """The answer of a search that was stopped: n is at least `bound`."""
    return Answer(Status.UNKNOWN, bound=bound, stats=stats)


def _root(number: int, exponent: int) -> int:
    """The largest r with r to the exponent at most `number`, by Newton's method on whole numbers."""
    if exponent == 1 or number < 2:
        return number
    root = 1 << -(-number.bit_length() // exponent)
    while True:
        better = ((exponent - 1) * root + number // root ** (exponent - 1)) // exponent
        if better >= root:
            return root
        root = better
