"""How to make the powers of n by multiplications of two numbers that are there already."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.games.powers.arithmetic.search_windows import Window, length_of
from tilewright.games.powers.rules import PowersInstance

__all__ = ["Entry", "chain"]


@dataclass(frozen=True, slots=True)
class Entry:
    """n to `exponent`: the product of the entries `left` and `right` of the chain; n itself has none."""

    exponent: int
    places: int
    """How many digits it has in the window, at most."""
    exact: bool
    """Whether it has just as many in the whole window."""
    left: int | None = None
    right: int | None = None


def chain(instance: PowersInstance, window: Window) -> list[Entry]:
    """Entries among which are all the powers, each the product of two before it; the first one is n.

    A power is the square of its half, or n times the power before: few products, and half of them squares.
    """
    entries: list[Entry] = []
    index: dict[int, int] = {}

    def make(exponent: int) -> int:
        if exponent not in index:
            left = right = None
            if exponent > 1:
                left = make(exponent // 2 if exponent % 2 == 0 else exponent - 1)
                right = left if exponent % 2 == 0 else 0
            places = length_of(window.high**exponent, instance.base)
            exact = places == length_of(window.low**exponent, instance.base)
            entries.append(Entry(exponent, places, exact, left, right))
            index[exponent] = len(entries) - 1
        return index[exponent]

    for exponent in (1, *sorted(instance.exponents)):
        make(exponent)
    return entries
