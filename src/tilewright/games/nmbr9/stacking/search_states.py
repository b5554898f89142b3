"""Lists of states: stacks that are built from the top, by what matters for the layers below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tilewright.games.nmbr9.stacking.layers_kernel import MOST_PARTS
from tilewright.games.nmbr9.stacking.next_layer_kernel import NONE, States
from tilewright.games.nmbr9.stacking.search_tables import Ints, Tables

__all__ = ["joined", "lowest_sets", "merged", "portions", "room"]


def room(count: int) -> States:
    """So many states, still to be written."""
    return States(
        np.zeros((count, MOST_PARTS), np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.full(count, NONE, np.int64),
    )


def joined(found: Sequence[States]) -> States:
    return States(*map(np.concatenate, zip(*found, strict=True))) if found else room(0)


def lowest_sets(states: States, tables: Tables) -> Ints:
    """The sets of the states' layers."""
    inside = tables.sets.power[tables.catalogue.values[states.layers >> 10]]
    inside[np.arange(MOST_PARTS) >= states.counts[:, None]] = 0
    lowest: Ints = inside.sum(1)
    return lowest


def merged(found: Sequence[States], tables: Tables) -> States:
    """Each layer with each set of used parts once, with the best score; in an order that saves work."""
    states = joined(found)
    if not len(states.counts):
        return states
    words = [states.layers[:, at : at + 4] @ (1 << np.arange(48, -1, -16)) for at in range(0, MOST_PARTS, 4)]
    order = np.lexsort((-states.scores, states.used, *words))
    keys = np.stack([states.used, *words])[:, order]
    first = np.concatenate([[True], (keys[:, 1:] != keys[:, :-1]).any(0)])
    states = States(*(column[order[first]] for column in states))
    order = np.lexsort((states.scores, lowest_sets(states, tables), states.used))
    return States(*(column[order] for column in states))


def portions(states: States, size: int) -> Iterator[States]:
    """Merged states in portions of at least the size, except for the last one.

    States of the same used set stay together. Only they can have a state under them in common, since its layer
    and its used set tell what was used above it: so nothing is found twice on the next level.
    """
    begin, count = 0, len(states.counts)
    while begin < count:
        end = min(begin + size, count)
        while end < count and states.used[end] == states.used[end - 1]:
            end += 1
        yield States(*(column[begin:end] for column in states))
        begin = end
