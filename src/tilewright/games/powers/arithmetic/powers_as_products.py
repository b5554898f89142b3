"""Addition chains for the powers of n: each power except n itself is the product of two earlier powers."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.games.powers.arithmetic.search_windows import Window, length_of
from tilewright.games.powers.rules import PowersInstance

__all__ = ["Entry", "chain"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A power of n: the product of the entries at indices `left` and `right`, or n itself if they are None."""

    exponent: int
    places: int
    """The number of digits of the power for the largest n in the window."""
    exact: bool
    """Whether the power has exactly `places` digits for every n in the window."""
    left: int | None = None
    right: int | None = None


def chain(instance: PowersInstance, window: Window) -> list[Entry]:
    """Return a chain of entries that includes all given powers. The first entry is n.

    Every other entry is the product of two earlier entries. A power with an even exponent is the square of the
    power with half the exponent; a power with an odd exponent is n times the power with the next lower
    exponent. Such a chain needs few products, and at least half of the products are squares.
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
