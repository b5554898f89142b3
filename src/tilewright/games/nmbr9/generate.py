"""Seeded instances: a shuffled deck of known cards, or the free and unknown variants of the same set."""

from __future__ import annotations

from random import Random

from tilewright.games.nmbr9.rules import Nmbr9Instance

__all__ = ["generate"]


def generate(
    seed: int, variant: str = "K", max_value: int = 9, copies: int = 2, cards: int = 0
) -> Nmbr9Instance:
    """The first cards of a shuffled set; 0 cards mean all of them. Variants F and U have nothing to shuffle.

    Of all methods of `Random` only `random` is promised to give the same numbers in every Python.
    """
    chance = Random(seed)
    pile = [value for value in range(max_value + 1) for _ in range(copies)]
    for last in range(len(pile) - 1, 0, -1):
        at = int(chance.random() * (last + 1))
        pile[at], pile[last] = pile[last], pile[at]
    count = cards or len(pile)
    return Nmbr9Instance(variant, max_value, copies, count, tuple(pile[:count]) if variant == "K" else None)
