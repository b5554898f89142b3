"""Search for n in increasing order, without a constraint solver.

A window determines the total number of digits of the powers, and so how many digits may be repeats: none for
`once`. In a small window, the values of n are tested one by one. In a large window, the search fixes n digit by
digit from the left. The powers of all n with the same leading digits often have some leading digits in common.
If these common digits contain too many repeats, all n with the same leading digits are excluded at once. The
last digits of n (its ending) determine the last digits of every power. A table contains the set of these last
digits for each ending, so a few array operations filter many thousands of values of n. For `once`, the digit
sum of all powers together is known, which also restricts n modulo (base - 1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Answer, Run
from tilewright.games.powers.arithmetic.search_windows import Window, answer, length_of, out_of_time, windows
from tilewright.games.powers.rules import PowersInstance

__all__ = ["solve"]

SMALL_WINDOW = 3000
"""The maximum size of a window that is searched without a table."""
TABLE_SIZE = 1 << 17
"""The maximum number of endings (last digits of n) in a table."""
BLOCKS_PER_REPORT = 64
"""The number of blocks between two progress reports."""

Block = tuple[int, Sequence[int]]
"""The lower end of a block of consecutive numbers, and the values of n in the block that pass the filters."""


def solve(instance: PowersInstance, run: Run) -> Answer:
    """Find the smallest n, or prove that there is none."""
    examined = 0
    remainders = _remainders(instance)
    for window in windows(instance) if remainders else ():
        spare = window.total - instance.base
        for index, (start, candidates) in enumerate(_blocks(instance, window, remainders)):
            if index % BLOCKS_PER_REPORT == 0:
                run.report(bound=start)
            if run.stopped:
                return out_of_time(start, examined=examined)
            for n in candidates:
                examined += 1
                if _uses_every_digit(n, instance, spare):
                    return answer(n, examined=examined)
    return answer(None, examined=examined)


def _uses_every_digit(n: int, instance: PowersInstance, spare: int) -> bool:
    """Return whether at most `spare` digits are repeats; if so, the powers use every digit of the base."""
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
    """Return the remainders of n modulo (base - 1) that the digit sum allows; for `at-least-once`, return all.

    A number and its digit sum have the same remainder, and the sum of the digits from 0 to base - 1 is known.
    """
    base = instance.base
    all_remainders = range(base - 1)
    if instance.digits != "once":
        return frozenset(all_remainders)
    digit_sum = base * (base - 1) // 2
    return frozenset(
        r
        for r in all_remainders
        if (sum(r**exponent for exponent in instance.exponents) - digit_sum) % (base - 1) == 0
    )


def _blocks(instance: PowersInstance, window: Window, remainders: frozenset[int]) -> Iterator[Block]:
    """Yield the values of n in a window that pass the filters, block by block, in increasing order."""
    low, high, modulus = window.low, window.high, instance.base - 1
    if high - low < SMALL_WINDOW:
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
        endings, used = table[head.prefix % modulus]
        known = head.known + places * len(instance.exponents)
        enough = np.bitwise_count(used | np.uint64(head.used)) >= known + instance.base - window.total
        numbers = [head.prefix * size + ending for ending in endings[enough].tolist()]
        yield start, [n for n in numbers if low <= n <= high]


# --- The last digits ----------------------------------------------------------------------------------

Endings = tuple[NDArray[np.int64], NDArray[np.uint64]]
"""Endings of n in increasing order, and for each ending a bit set of digits.

The bit set contains the digits that occur in the last places of the powers of n.
"""


def _table_places(instance: PowersInstance, window: Window) -> int:
    """Return the number of last digits of n that the table covers: at most the length of the shortest power.

    The table is also kept smaller than the window; otherwise, building it would take more time than it saves.
    """
    most = min(TABLE_SIZE, (window.high - window.low) // 8)
    places = 1
    while places < min(window.lengths) and instance.base ** (places + 1) <= most:
        places += 1
    return places


@lru_cache(maxsize=4)
def _table(
    instance: PowersInstance, places: int, spare: int, remainders: frozenset[int]
) -> tuple[Endings, ...]:
    """Return, for each remainder modulo (base - 1) of the leading part of n, the endings that may follow."""
    base = instance.base
    size = base**places
    endings = np.arange(size, dtype=np.int64)
    used = np.zeros(size, dtype=np.uint64)
    for exponent in instance.exponents:
        power = np.ones(size, dtype=np.int64)
        for _ in range(exponent):
            power = power * endings % size
        for place in range(places):
            used |= np.uint64(1) << (power // base**place % base).astype(np.uint64)
    fitting = np.bitwise_count(used) + spare >= places * len(instance.exponents)
    endings, used = endings[fitting], used[fitting]
    allowed = np.array([r in remainders for r in range(base - 1)])
    groups = [allowed[(endings + r) % (base - 1)] for r in range(base - 1)]
    return tuple((endings[group], used[group]) for group in groups)


# --- The leading digits -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Head:
    """The leading digits of n, and the digits of its powers that they determine."""

    prefix: int
    places: int
    """The number of digits of n that follow the leading digits."""
    open: tuple[int, ...]
    """The number of undetermined digits of each power."""
    known: int = 0
    """The number of determined digits of all powers together."""
    used: int = 0
    """The bit set of the digits that occur among the determined digits."""


def _heads(instance: PowersInstance, window: Window, places: int) -> Iterator[_Head]:
    """Yield the heads of all n in the window in increasing order, except heads with too many repeats.

    The order is depth-first: each head comes before the heads that extend it by one digit. A head is not
    extended if only `places` digits of n follow it.
    """
    base = instance.base
    stack = [_Head(0, length_of(window.high, base), window.lengths)]
    while stack:
        head = stack.pop()
        yield head
        if head.places == places:
            continue
        children = (
            _extend(instance, window, head, head.prefix * base + digit, places)
            for digit in range(base - 1, -1, -1)
        )
        stack.extend(child for child in children if child is not None)


def _extend(instance: PowersInstance, window: Window, parent: _Head, prefix: int, places: int) -> _Head | None:
    """Return the head with the leading digits `prefix`, which has one digit more than the head `parent`.

    Return None if no n in the window begins with `prefix`, or if the digits that the new head determines
    contain too many repeats.
    """
    base = instance.base
    size = base ** (parent.places - 1)
    low, high = max(prefix * size, window.low), min((prefix + 1) * size - 1, window.high)
    if low > high:
        return None
    known, used = parent.known, parent.used
    still_open = []
    for exponent, undetermined in zip(instance.exponents, parent.open, strict=True):
        least, most = low**exponent, high**exponent
        # The last `places` digits of each power depend only on the ending of n, so `_table` covers them.
        while undetermined > places:
            unit = base ** (undetermined - 1)
            if least // unit != most // unit:
                break
            used |= 1 << least // unit % base
            known += 1
            undetermined -= 1
        still_open.append(undetermined)
    if known - used.bit_count() > window.total - base:
        return None
    return _Head(prefix, parent.places - 1, tuple(still_open), known, used)
