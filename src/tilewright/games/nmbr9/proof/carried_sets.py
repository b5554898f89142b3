"""Which sets of parts can lie connected on which two or three parts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from tilewright.games.nmbr9.proof.carried_sets_kernel import carry
from tilewright.games.nmbr9.proof.layers import layers_of
from tilewright.games.nmbr9.proof.part_tables import Array, Deck, turned
from tilewright.run import Run

__all__ = ["Carried", "Stopped", "carried_by"]


ALL_PAIRS = 9
"""No more cards are in two sets of which one carries the other: three below, and on their 30 cells six."""


class Stopped(Exception):
    """The run ended before the tables were made."""


@dataclass(frozen=True, slots=True)
class Carried:
    """`holds[u, l]`: can the set `uppers[u]` lie on the set `lowers[l]`? Sets are numbers of the deck."""

    lowers: Array
    uppers: Array
    lower_index: Array
    upper_index: Array
    holds: Array

    def pairs(self) -> frozenset[tuple[int, int]]:
        """Lower set and carried set; the deck need not have the parts for both at once."""
        return frozenset((int(self.lowers[low]), int(self.uppers[up])) for up, low in np.argwhere(self.holds))


def carried_by(deck: Deck, *, all_pairs: bool = False, run: Run | None = None) -> Carried:
    """The pairs that fit the number of cards, or all pairs of sets of the deck's parts; found once, by as many
    threads as the run allows. `Stopped` if the run ends before they are."""
    deck = replace(deck, cards=ALL_PAIRS if all_pairs else min(deck.cards, ALL_PAIRS))
    if deck not in _found:
        carried = _carried(deck, run or Run())
        while len(_found) >= KEPT:
            del _found[next(iter(_found))]
        _found[deck] = carried
    return _found[deck]


KEPT = 4
"""Decks whose tables are kept; the oldest one goes when another comes."""
_found: dict[Deck, Carried] = {}


def _carried(deck: Deck, run: Run) -> Carried:
    sets, table = deck.sets(), turned()
    lowers = np.flatnonzero((sets.size == 2) | (sets.size == 3))
    uppers = np.flatnonzero((sets.size > 0) & (sets.area <= sets.area[lowers].max(initial=0)))
    lower_index, upper_index = (np.full(len(sets.size), -1, np.int64) for _ in range(2))
    lower_index[lowers], upper_index[uppers] = np.arange(len(lowers)), np.arange(len(uppers))
    holds = np.zeros((len(uppers), len(lowers)), np.bool_)
    ones = np.array([number.bit_count() for number in range(1 << 16)], np.int64)
    hooks = _hooks(deck)

    def note(values: tuple[int, ...]) -> None:
        # Threads write to one table: each of them only ever sets what is found true.
        if not run.stopped:
            carry(
                layers_of(values), deck.number(values), deck.cards, holds, upper_index, lower_index, sets,
                table, hooks, ones, deck.types,
            )  # fmt: skip

    with ThreadPoolExecutor(run.limits.threads) as pool:
        list(pool.map(note, (values for size in (1, 2) for values in deck.sets_of(size))))
    if run.stopped:
        raise Stopped
    # A part that carries nothing can always be put beside two that carry everything.
    for number in lowers[sets.size[lowers] == 2]:
        for value in deck.values:
            if sets.digits[number, value] < deck.copies:
                more = number + sets.weight[value]
                holds[:, lower_index[more]] |= holds[:, lower_index[number]]
    return Carried(lowers, uppers, lower_index, upper_index, holds)


def _hooks(deck: Deck) -> Array:
    """Every turned part with each of its cells, as a place in the window of its corner."""
    table = turned()
    parts = range(int(table.first[deck.top + 1]))
    found = [(part, 4 * r + c) for part in parts for r, c in table.cells[part, : table.size[part]].tolist()]
    return np.array(found, np.int64)
