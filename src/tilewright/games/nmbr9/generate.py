"""Generate instances from a seed: variant K with a shuffled deck, or variant F or U without a deck."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tilewright.games.nmbr9.rules import Nmbr9Instance

__all__ = ["generate", "shuffled"]


def generate(
    seed: int, variant: str = "K", max_value: int = 9, copies: int = 2, cards: int = 0
) -> Nmbr9Instance:
    """Return an instance with `cards` cards, or with all cards of the set if `cards` is 0.

    In variant K the deck consists of the first cards of the shuffled set.

    Variants F and U do not depend on the seed.
    """
    pile = shuffled([value for value in range(max_value + 1) for _ in range(copies)], Random(seed))
    count = cards or len(pile)
    return Nmbr9Instance(variant, max_value, copies, count, tuple(pile[:count]) if variant == "K" else None)


def shuffled(cards: Sequence[int], rng: Random) -> list[int]:
    """Return the cards in random order.

    Only `Random.random` is used, because it is the only method that is guaranteed to produce the same sequence
    for a seed in every Python version.
    """
    pile = list(cards)
    for last in range(len(pile) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        pile[other], pile[last] = pile[last], pile[other]
    return pile
