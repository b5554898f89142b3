"""The upper bounds of the second search, and their tables.

Read from the top, a stack is a sequence of layers, and every layer that is put under the others scores the
total value of the parts above it. Under a layer S lies either a layer of two or three parts that carries S
(`carried_sets`), or a layer of four or more parts whose area is at least that of S. The score of the best
sequence of sets of parts under these conditions is an upper bound on the score of every stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tilewright.games.nmbr9.proof import upper_bound_kernel as kernel
from tilewright.games.nmbr9.proof.carried_sets import carried_sets
from tilewright.games.nmbr9.proof.part_orientation_tables import Array, Deck

__all__ = ["BoundTables", "bound_tables", "top_bounds", "top_sets"]


class BoundTables(NamedTuple):
    """The carried sets and the upper bounds, as arrays for compiled code."""

    cards: int
    lowers: Array
    lower_parts: Array
    """The three values of each lower set; for a set of two parts, the first value is repeated."""
    lower_index: Array
    upper_index: Array
    starts: Array
    """For each upper set, where its carriers begin in `carriers`."""
    carriers: Array
    """The indexes of the lower sets that carry an upper set."""
    carries: Array
    small: Array
    large: Array


@lru_cache(maxsize=4)
def bound_tables(deck: Deck) -> BoundTables:
    sets, carried = deck.sets(), carried_sets(deck)
    parts = [deck.members(int(number)) for number in carried.lowers]
    tables = BoundTables(
        cards=deck.cards,
        lowers=carried.lowers,
        lower_parts=np.array([(*values, values[0])[:3] for values in parts], np.int64).reshape(-1, 3),
        lower_index=carried.lower_index,
        upper_index=carried.upper_index,
        starts=np.concatenate([[0], np.cumsum(carried.carries.sum(axis=1))]).astype(np.int64),
        carriers=np.nonzero(carried.carries)[1].astype(np.int64),
        carries=carried.carries,
        small=np.zeros((len(sets.size), len(carried.lowers)), np.int16),
        large=np.full((len(sets.size), int(sets.area[-1]) + 2), -1, np.int16),
    )
    kernel.fill_bounds(sets, tables)
    return tables


@lru_cache(maxsize=4)
def top_bounds(deck: Deck) -> Array:
    """Return, for each set, an upper bound on the score of stacks with that set as the top layer.

    The bound is -1 if the set cannot be the top layer.
    """
    bounds: Array = kernel.top_bounds(deck.sets(), bound_tables(deck))
    return bounds


def top_sets(deck: Deck, target: int) -> Iterator[tuple[int, ...]]:
    """Generate the sets that may be the top layer of a stack of `target` points, smaller sets first."""
    bounds = top_bounds(deck)
    for number in np.argsort(deck.sets().size, kind="stable"):
        if bounds[number] >= target:
            yield deck.members(int(number))
