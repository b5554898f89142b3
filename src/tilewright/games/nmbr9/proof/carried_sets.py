"""Compute which sets of parts can be carried by two or three parts.

A lower set carries an upper set if some connected layer of the upper set can lie on some layer of the lower set
so that every upper part is fully supported and rests on at least two parts (with support=types, on at least two
numbers).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from tilewright.games.nmbr9.proof.carriable_part_sets_kernel import mark_carried
from tilewright.games.nmbr9.proof.connected_layers import layers_of
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import Array, Deck, oriented_parts
from tilewright.run import Run

__all__ = ["CarriedSets", "Stopped", "carried_sets"]


MOST_PAIR_CARDS = 9
"""The maximum number of parts in a lower and an upper set together: three lower parts have at most 30 cells,
and at most six upper parts fit on 30 cells."""


class Stopped(Exception):
    """The run was stopped before the tables were complete."""


@dataclass(frozen=True, slots=True)
class CarriedSets:
    """Which upper sets the lower sets carry."""

    lowers: Array
    """The sets of two or three parts."""
    uppers: Array
    """The sets that may be carried: they have at most as many cells as the largest lower set."""
    lower_index: Array
    """For each set of the deck, its index in `lowers`, or -1."""
    upper_index: Array
    """For each set of the deck, its index in `uppers`, or -1."""
    carries: Array
    """Whether the upper set (first index) can lie on the lower set (second index)."""

    def pairs(self) -> frozenset[tuple[int, int]]:
        """Return every pair of a lower set and an upper set that the lower set carries.

        The two sets of a pair together may have more copies of a number than the deck has.
        """
        return frozenset((int(self.lowers[low]), int(self.uppers[up])) for up, low in np.argwhere(self.carries))


def carried_sets(deck: Deck, *, all_pairs: bool = False, run: Run | None = None) -> CarriedSets:
    """Return which lower sets carry which upper sets.

    By default, pairs of sets with more than `deck.cards` parts in total may be missing; with `all_pairs`, no
    pair is missing. The result is cached. It is computed with the threads of the run; `Stopped` is raised if
    the run is stopped.
    """
    deck = replace(deck, cards=MOST_PAIR_CARDS if all_pairs else min(deck.cards, MOST_PAIR_CARDS))
    if deck not in _cache:
        carried = _compute(deck, run or Run())
        while len(_cache) >= CACHE_SIZE:
            del _cache[next(iter(_cache))]
        _cache[deck] = carried
    return _cache[deck]


CACHE_SIZE = 4
"""The maximum number of decks whose tables are cached; the oldest tables are dropped first."""
_cache: dict[Deck, CarriedSets] = {}


def _compute(deck: Deck, run: Run) -> CarriedSets:
    sets, oriented = deck.sets(), oriented_parts()
    lowers = np.flatnonzero((sets.size == 2) | (sets.size == 3))
    uppers = np.flatnonzero((sets.size > 0) & (sets.area <= sets.area[lowers].max(initial=0)))
    lower_index, upper_index = (np.full(len(sets.size), -1, np.int64) for _ in range(2))
    lower_index[lowers], upper_index[uppers] = np.arange(len(lowers)), np.arange(len(uppers))
    carries = np.zeros((len(uppers), len(lowers)), np.bool_)
    bit_counts = np.array([number.bit_count() for number in range(1 << 16)], np.int64)
    anchors = _anchors(deck)

    def mark(values: tuple[int, ...]) -> None:
        # Several threads may write to the same table, because they only ever set entries to True.
        if not run.stopped:
            mark_carried(
                layers_of(values), deck.number(values), deck.cards, carries, upper_index, lower_index, sets,
                oriented, anchors, bit_counts, deck.types,
            )  # fmt: skip

    with ThreadPoolExecutor(run.limits.threads) as pool:
        list(pool.map(mark, (values for size in (1, 2) for values in deck.sets_of(size))))
    if run.stopped:
        raise Stopped
    # A third part that carries nothing can always be placed next to two parts that carry the whole upper set.
    for number in lowers[sets.size[lowers] == 2]:
        for value in deck.values:
            if sets.digits[number, value] < deck.copies:
                more = number + sets.weight[value]
                carries[:, lower_index[more]] |= carries[:, lower_index[number]]
    return CarriedSets(lowers, uppers, lower_index, upper_index, carries)


def _anchors(deck: Deck) -> Array:
    """Return every pair of an oriented part and one of its cells: the ways to cover a cell.

    The cell of the part is stored as the index of its bit in the 4 x 4 window of the part.
    """
    oriented = oriented_parts()
    parts = range(int(oriented.first[deck.max_value + 1]))
    anchors = [
        (part, 4 * r + c) for part in parts for r, c in oriented.cells[part, : oriented.size[part]].tolist()
    ]
    return np.array(anchors, np.int64)
