"""Which sets of parts can lie connected on which two or three parts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from tilewright.games.nmbr9.proof.carry_kernel import carry
from tilewright.games.nmbr9.proof.layers import layers_of
from tilewright.games.nmbr9.proof.turned import Array, Deck, turned

__all__ = ["Carried", "carried_by"]


ALL_PAIRS = 9
"""No more cards are in two sets of which one carries the other: three below, and on their 30 cells six."""


@dataclass(frozen=True, slots=True)
class Carried:
    """`holds[u, l]`: can the set `uppers[u]` lie on the set `lowers[l]`? Sets are numbers of the deck."""

    lowers: Array
    uppers: Array
    lower_index: Array
    upper_index: Array
    holds: Array
    covers: int
    """Covers of layers of one or two parts that were met."""

    def pairs(self) -> frozenset[tuple[int, int]]:
        """Lower set and carried set; the deck need not have the parts for both at once."""
        return frozenset((int(self.lowers[low]), int(self.uppers[up])) for up, low in np.argwhere(self.holds))


def carried_by(deck: Deck, *, all_pairs: bool = False) -> Carried:
    """The pairs that fit the number of cards, or all pairs of sets of the deck's parts."""
    return _carried(replace(deck, cards=ALL_PAIRS if all_pairs else min(deck.cards, ALL_PAIRS)))


@lru_cache(maxsize=8)
def _carried(deck: Deck) -> Carried:
    sets, table = deck.sets(), turned()
    lowers = np.flatnonzero((sets.size == 2) | (sets.size == 3))
    most = sets.area[lowers].max(initial=0)
    uppers = np.flatnonzero((sets.size > 0) & (sets.area <= most))
    lower_index, upper_index = (np.full(len(sets.size), -1, np.int64) for _ in range(2))
    lower_index[lowers], upper_index[uppers] = np.arange(len(lowers)), np.arange(len(uppers))
    holds = np.zeros((len(uppers), len(lowers)), np.bool_)
    ones = np.array([number.bit_count() for number in range(1 << 16)], np.int64)
    # A turned part with one of its cells, as a place in the window of its corner.
    hooks = np.array(
        [
            (part, 4 * r + c)
            for part in range(table.first[deck.top + 1])
            for r, c in table.cells[part, : table.size[part]]
        ],
        np.int64,
    )
    covers = 0
    for size in (1, 2):
        for values in deck.sets_of(size):
            covers += carry(
                layers_of(values), deck.number(values), deck.cards, holds, upper_index, lower_index, sets,
                table, hooks, ones, deck.types,
            )  # fmt: skip
    # A part that carries nothing can always be put beside two that carry everything.
    for number in lowers[sets.size[lowers] == 2]:
        for value in deck.values:
            if sets.digits[number, value] < deck.copies:
                more = number + sets.weight[value]
                holds[:, lower_index[more]] |= holds[:, lower_index[number]]
    return Carried(lowers, uppers, lower_index, upper_index, holds, covers)
