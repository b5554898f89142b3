"""Search windows: intervals of n in which no given power changes its number of digits.

Every solver searches the windows in increasing order, so the first window with a solution contains the smallest
n. Two facts exclude windows. If the total number of digits of the powers is less than the base, the powers
cannot use every digit. For `once`, the total number of digits must equal the base, so only finitely many
windows remain. If none of them contains a solution, there is no solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tilewright.game import Answer, Run, Status
from tilewright.games.powers.rules import PowersInstance, PowersSolution

__all__ = ["Window", "answer", "first_found", "length_of", "out_of_time", "solve_by_windows", "windows"]


@dataclass(frozen=True, slots=True)
class Window:
    """The interval of n from `low` to `high` inclusive, and the number of digits of each given power of n.

    This number is the same for all n in the interval.
    """

    low: int
    high: int
    lengths: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.lengths)


def windows(instance: PowersInstance) -> Iterator[Window]:
    """Yield the windows that may contain a solution, in increasing order (without end for `at-least-once`)."""
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


def solve_by_windows(instance: PowersInstance, run: Run, smallest: Callable[[Window], Answer | None]) -> Answer:
    """Search the windows in increasing order with `smallest` and return the first answer.

    `smallest` returns the answer for a window: the smallest solution in it or, if the search was stopped, the
    best known solution, if any, and the lower bound. It returns None if the window contains no solution. If no
    window contains a solution, the instance is infeasible.
    """
    count = 0
    for count, window in enumerate(windows(instance), 1):
        run.report(bound=window.low)
        result = smallest(window)
        if result is not None:
            return replace(result, stats={**result.stats, "windows": count})
    return answer(None, windows=count)


def length_of(number: int, base: int) -> int:
    """Return the number of digits of a positive number in the given base."""
    length = 1
    while base**length <= number:
        length += 1
    return length


def answer(n: int | None, **stats: int) -> Answer:
    """Return the answer of a completed search: the smallest solution n, or infeasible if n is None."""
    if n is None:
        return Answer(Status.INFEASIBLE, stats=stats)
    return Answer(Status.OPTIMAL, PowersSolution(n), objective=n, bound=n, stats=stats)


def out_of_time(bound: int | None, **stats: int) -> Answer:
    """Return the answer of a search that was stopped early; it had proved that n is at least `bound`."""
    return Answer(Status.UNKNOWN, bound=bound, stats=stats)


def first_found(n: int | None, status: Status, window: Window) -> Answer | None:
    """Return the answer for a window, from the result of a solver that finds the smallest solution first.

    `n` is the first solution. It is None if the solver found none, either because the window contains none
    (`status` is then infeasible) or because the solver was stopped. The function returns None if the window
    contains no solution.
    """
    if n is not None:
        return answer(n)
    return None if status is Status.INFEASIBLE else out_of_time(window.low)


def _root(number: int, exponent: int) -> int:
    """Return the integer part of the `exponent`-th root of `number`, by Newton's method on integers."""
    if exponent == 1 or number < 2:
        return number
    root = 1 << -(-number.bit_length() // exponent)
    while True:
        next_root = ((exponent - 1) * root + number // root ** (exponent - 1)) // exponent
        if next_root >= root:
            return root
        root = next_root
