"""The bound of the second proof, and the tables that it rests on.

Top-down, a stack is a sequence of layers, and every layer that is put underneath scores the value of all
parts above it. Under a layer S lies either a layer of two or three parts that can carry S (`carry`), or one of
four or more parts, whose area is at least that of S. The best sequence of sets of parts is a bound for every
stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tilewright.games.nmbr9.proof.carried_sets import carried_by
from tilewright.games.nmbr9.proof.part_tables import Array, Deck
from tilewright.games.nmbr9.proof.upper_bound_kernel import fill_hopes, hopes_of_tops

__all__ = ["Tables", "tables_of", "top_hopes", "top_sets"]


class Tables(NamedTuple):
    """What compiled code reads: who carries whom, and what may still be scored."""

    cards: int
    lowers: Array
    lower_parts: Array
    """The values of each lower set; a set of two has one of them twice."""
    lower_index: Array
    upper_index: Array
    starts: Array
    carriers: Array
    """The lower sets that carry the upper set u are those from `starts[u]` to `starts[u + 1]`."""
    holds: Array
    small: Array
    large: Array


@lru_cache(maxsize=4)
def tables_of(deck: Deck) -> Tables:
    sets, carried = deck.sets(), carried_by(deck)
    parts = [deck.members(int(number)) for number in carried.lowers]
    tables = Tables(
        cards=deck.cards,
        lowers=carried.lowers,
        lower_parts=np.array([(*values, values[0])[:3] for values in parts], np.int64).reshape(-1, 3),
        lower_index=carried.lower_index,
        upper_index=carried.upper_index,
        starts=np.concatenate([[0], np.cumsum(carried.holds.sum(axis=1))]).astype(np.int64),
        carriers=np.nonzero(carried.holds)[1].astype(np.int64),
        holds=carried.holds,
        small=np.zeros((len(sets.size), len(carried.lowers)), np.int16),
        large=np.full((len(sets.size), int(sets.area[-1]) + 2), -1, np.int16),
    )
    fill_hopes(sets, tables)
    return tables


@lru_cache(maxsize=4)
def top_hopes(deck: Deck) -> Array:
    """The bound for stacks with each set of parts as the top layer; -1 for what can be none."""
    found: Array = hopes_of_tops(deck.sets(), tables_of(deck))
    return found


def top_sets(deck: Deck, wanted: int) -> Iterator[tuple[int, ...]]:
    """The sets of parts whose layers may be the top of a stack of `wanted` points, smaller sets first."""
    hopes = top_hopes(deck)
    for number in np.argsort(deck.sets().size, kind="stable"):
        if hopes[number] >= wanted:
            yield deck.members(int(number))
