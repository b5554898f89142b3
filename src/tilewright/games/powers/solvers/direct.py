"""Direct search: n upwards, with no model and no engine.

A window tells how many digits the powers have in all, so it tells how many of them may be repeats: none for
`once`. Small windows are counted through. In a large one the search fixes n digit by digit from the left: all
n with the same leading digits share the leading digits of their powers, and too many repeats among those rule
them all out. The last digits of n settle the last digits of every power; a table holds the set of digits that
each ending shows, so that a block of many thousand n is sifted by a few array operations. For `once` casting
out (base - 1) helps as well, because the sum of all the digits is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Answer, Run
from tilewright.games.powers.arithmetic.search_windows import Window, answer, out_of_time, windows
from tilewright.games.powers.rules import PowersInstance

__all__ = ["solve"]

COUNTED = 3000
"""Windows of at most this many n are counted through, one n after the other."""
TABLE_SIZE = 1 << 17
"""The most endings that a table holds."""
REPORTED = 64
"""Every so many blocks the one who asked hears how far the search is."""

Block = tuple[int, Sequence[int]]
"""A number, and the n from there on up to the next block that deserve a look."""


def solve(instance: PowersInstance, run: Run) -> Answer:
    """The smallest n, or the proof that there is none."""
    examined = 0
    remainders = _remainders(instance)
    for window in windows(instance) if remainders else ():
        spare = window.total - instance.base
        for number, (start, block) in enumerate(_blocks(instance, window, remainders)):
            if number % REPORTED == 0:
                run.report(bound=start)
            if run.stopped:
                return out_of_time(start, examined=examined)
            for n in block:
                examined += 1
                if _shows_every_digit(n, instance, spare):
                    return answer(n, examined=examined)
    return answer(None, examined=examined)


def _shows_every_digit(n: int, instance: PowersInstance, spare: int) -> bool:
    """Whether at most `spare` digits are repeats: then the others are all the digits of the base."""
    seen = 0
    for exponent in instance.exponents:
        rest = n**exponent
        while rest:
            rest, digit = divmod(rest, instance.base)
            if seen >> digit & 1:
                if not spare:
                    return False
                spare -= 1
            seen |= 1 << digit
    return True


def _remainders(instance: PowersInstance) -> frozenset[int]:
    """The remainders of n modulo (base - 1) that the digit sum allows; all of them for `at-least-once`.

    A number and its digit sum leave the same remainder, and the digits 0 to base - 1 add up to a known sum.
    """
    base = instance.base
    every = range(base - 1)
    if instance.digits != "once":
        return frozenset(every)
    digit_sum = base * (base - 1) // 2
    return frozenset(
        r for r in every if (sum(r**exponent for exponent in instance.exponents) - digit_sum) % (base - 1) == 0
    )


def _blocks(instance: PowersInstance, window: Window, remainders: frozenset[int]) -> Iterator[Block]:
    """The n of a window that deserve a look, upwards, in blocks that take little time each."""
    low, high, modulus = window.low, window.high, instance.base - 1
    if high - low < COUNTED:
        for start in range(low, high + 1, 100):
            yield start, [n for n in range(start, min(start + 100, high + 1)) if n % modulus in remainders]
        return
    places = _table_places(instance, window)
    table = _table(instance, places, window.total - instance.base, remainders)
    size: int = instance.base**places
    for head in _heads(instance, window, places):
        start = max(head.prefix * instance.base**head.places, low)
        if head.places > places:
            yield start, ()
            continue
        endings, shown = table[head.prefix % modulus]
        known = head.known + places * len(instance.exponents)
        enough = np.bitwise_count(shown | np.uint64(head.shown)) >= known + instance.base - window.total
        numbers = [head.prefix * size + ending for ending in endings[enough].tolist()]
        yield start, [n for n in numbers if low <= n <= high]


# --- The last digits ----------------------------------------------------------------------------------

Endings = tuple[NDArray[np.int64], NDArray[np.uint64]]
"""Endings upwards, and for each the set of digits that the endings of the powers show."""


def _table_places(instance: PowersInstance, window: Window) -> int:
    """How many last digits of n the table settles: no more than the shortest power has, nor than pays."""
    most = min(TABLE_SIZE, (window.high - window.low) // 8)
    places = 1
    while places < min(window.lengths) and instance.base ** (places + 1) <= most:
        places += 1
    return places


@lru_cache(maxsize=4)
def _table(
    instance: PowersInstance, places: int, spare: int, remainders: frozenset[int]
) -> tuple[Endings, ...]:
    """For each remainder of the leading part of n modulo (base - 1), the endings that may follow it."""
    base = instance.base
    size = base**places
    endings = np.arange(size, dtype=np.int64)
    shown = np.zeros(size, dtype=np.uint64)
    for exponent in instance.exponents:
        power = np.ones(size, dtype=np.int64)
        for _ in range(exponent):
            power = power * endings % size
        for place in range(places):
            shown |= np.uint64(1) << (power // base**place % base).astype(np.uint64)
    fit = np.bitwise_count(shown) + spare >= places * len(instance.exponents)
    endings, shown = endings[fit], shown[fit]
    allowed = np.array([r in remainders for r in range(base - 1)])
    groups = [allowed[(endings + r) % (base - 1)] for r in range(base - 1)]
    return tuple((endings[group], shown[group]) for group in groups)


# --- The leading digits -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Head:
    """The leading digits of n, and what they settle of its powers."""

    prefix: int
    places: int
    """How many digits of n follow."""
    open: tuple[int, ...]
    """How many digits of each power are not settled."""
    known: int = 0
    """How many digits of the powers are settled, in all."""
    shown: int = 0
    """The set of digits among them."""


def _heads(instance: PowersInstance, window: Window, places: int) -> Iterator[_Head]:
    """The heads of all n in the window that do not repeat too much, upwards, down to `places` digits of n."""
    base = instance.base
    length = 0
    while base**length <= window.high:
        length += 1
    stack = [_Head(0, length, window.lengths)]
    while stack:
        head = stack.pop()
        yield head
        if head.places == places:
            continue
        children = (
            _settle(instance, window, head, head.prefix * base + digit, places)
            for digit in range(base - 1, -1, -1)
        )
        stack.extend(child for child in children if child is not None)


def _settle(instance: PowersInstance, window: Window, parent: _Head, prefix: int, places: int) -> _Head | None:
    """A head with one digit more, or None when no n of the window that starts so can be an answer."""
    base = instance.base
    size = base ** (parent.places - 1)
    low, high = max(prefix * size, window.low), min((prefix + 1) * size - 1, window.high)
    if low > high:
        return None
    known, shown = parent.known, parent.shown
    still_open = []
    for exponent, unsettled in zip(instance.exponents, parent.open, strict=True):
        least, most = low**exponent, high**exponent
        # The table tells the last `places` digits, so they are left to it.
        while unsettled > places:
            unit = base ** (unsettled - 1)
            if least // unit != most // unit:
                break
            shown |= 1 << least // unit % base
            known += 1
            unsettled -= 1
        still_open.append(unsettled)
    if known - shown.bit_count() > window.total - base:
        return None
    return _Head(prefix, parent.places - 1, tuple(still_open), known, shown)
