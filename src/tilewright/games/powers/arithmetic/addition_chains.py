"""Compute the powers of n by addition chains: each power is the product of two earlier ones."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.games.powers.arithmetic.search_windows import Window, length_of
from tilewright.games.powers.rules import PowersInstance

__all__ = ["Entry", "chain"]


@dataclass(frozen=True, slots=True)
class Entry:
    """The power of n with this exponent: the product of entries `left` and `right`, which are None for n."""

    exponent: int
    places: int
    """The largest number of digits of the power in the window."""
    exact: bool
    """Whether the power has that number of digits in the whole window."""
    left: int | None = None
    right: int | None = None


def chain(instance: PowersInstance, window: Window) -> list[Entry]:
    """Return entries that include all given powers, each the product of two earlier ones; the first is n.

    An even power is the square of the power with half the exponent. An odd power is n times the power before
    it. This needs few products, and at least half of them are squares.
    """
    entries: list[Entry] = []
    index: dict[int, int] = {}

    def add_power(exponent: int) -> int:
        if exponent not in index:
            left = right = None
            if exponent > 1:
                left = add_power(exponent // 2 if exponent % 2 == 0 else exponent - 1)
                right = left if exponent % 2 == 0 else 0
            places = length_of(window.high**exponent, instance.base)
            exact = places == length_of(window.low**exponent, instance.base)
            entries.append(Entry(exponent, places, exact, left, right))
            index[exponent] = len(entries) - 1
        return index[exponent]

    for exponent in (1, *sorted(instance.exponents)):
        add_power(exponent)
    return entries
