"""The upper bounds of the second search, and their tables.

Read from the top, a stack is a sequence of layers, and every layer that is put under the others scores the
total value of the parts above it. The layer directly under a layer S either has two or three parts and
carries S (`carried_sets`), or has four or more parts and at least the area of S. The best score of a sequence
of sets of parts that satisfies these conditions is an upper bound on the score of every stack.

`tables_for` makes the bounds smaller for one target, with facts about stacks of fewer parts: the upper layers
of a stack are a stack of fewer parts themselves, so their score is at most the best score for that number of
parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tilewright.games.nmbr9.proof import bounds_from_part_sets_kernel as kernel
from tilewright.games.nmbr9.proof.carried_sets import carried_sets
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import Array, Deck

__all__ = ["BoundTables", "bound_tables", "tables_for", "top_bounds", "top_sets"]

NO_FACT = 30_000
"""The upper bound on the score of a stack if there is no fact about its number of parts."""


class BoundTables(NamedTuple):
    """The carried sets and the upper bounds, as arrays for compiled code.

    `bounds_from_part_sets_kernel` explains `small`, `large`, `under`, `above_small` and `above_large`.
    """

    cards: int
    lowers: Array
    lower_parts: Array
    """The three values of each lower set; for a set of two parts, the first value is repeated."""
    lower_index: Array
    upper_index: Array
    starts: Array
    """For each upper set, the index in `carriers` of its first carrier; the last entry is `len(carriers)`."""
    carriers: Array
    """The carriers of the first upper set, then those of the second, and so on, as indexes in `lowers`."""
    carries: Array
    small: Array
    large: Array
    under: Array
    target: int
    """The target for which the bounds hold; 0 if they hold for every target."""
    most: Array
    """For each number of parts, an upper bound on the score of a stack of that many parts."""
    above_small: Array
    above_large: Array


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
        under=np.full((len(sets.size), len(carried.lowers)), -1, np.int16),
        target=0,
        most=np.full(deck.cards + 1, NO_FACT, np.int64),
        above_small=np.full((1, 1), -1, np.int16),
        above_large=np.full((1, 1), -1, np.int16),
    )
    kernel.fill_bounds(sets, tables)
    return tables


def tables_for(deck: Deck, target: int, facts: Mapping[int, int]) -> BoundTables:
    """Return tables whose bounds hold for stacks of at least `target` points.

    `facts` contains, for some numbers of parts, a proved upper bound on the score of a stack of that many
    parts. Without facts, the tables hold for every target.
    """
    most = tuple(facts.get(size, NO_FACT) for size in range(deck.cards))
    return _tables_for(deck, target, most) if min(most) < NO_FACT else bound_tables(deck)


@lru_cache(maxsize=2)
def _tables_for(deck: Deck, target: int, most_points: tuple[int, ...]) -> BoundTables:
    tables = bound_tables(deck)
    sets = deck.sets()
    most = np.array([*most_points, NO_FACT], np.int64)
    above_small, above_large = (np.full_like(each, -1) for each in (tables.small, tables.large))
    tables = tables._replace(target=target, most=most, above_small=above_small, above_large=above_large)
    kernel.fill_above(sets, tables, above_small, above_large)
    tables = tables._replace(
        small=np.full_like(tables.small, kernel.HOPELESS),
        large=np.full_like(tables.large, -1),
        under=np.full_like(tables.under, -1),
    )
    kernel.fill_bounds(sets, tables)
    return tables


def top_bounds(deck: Deck, tables: BoundTables | None = None) -> Array:
    """Return, for each set, an upper bound on the score of stacks with that set as the top layer.

    If the bound is negative, no stack that reaches the target of the tables has this set as its top layer.
    """
    bounds: Array = kernel.top_bounds(deck.sets(), tables or bound_tables(deck))
    return bounds


def top_sets(deck: Deck, target: int, tables: BoundTables | None = None) -> Iterator[tuple[int, ...]]:
    """Generate the sets that may be the top layer of a stack that reaches the target, smaller sets first."""
    bounds = top_bounds(deck, tables)
    for number in np.argsort(deck.sets().size, kind="stable"):
        if bounds[number] >= target:
            yield deck.members(int(number))
