"""Operations on arrays of search states: create, concatenate, merge and split them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tilewright.games.nmbr9.stacking.canonical_layer_kernel import MOST_PARTS
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import Ints, Tables
from tilewright.games.nmbr9.stacking.next_layer_below_kernel import States
from tilewright.games.nmbr9.stacking.placements_under_layer_kernel import NONE

__all__ = ["empty_states", "joined", "lowest_sets", "merged", "portions"]


def empty_states(count: int) -> States:
    """Return an array of states to be filled in."""
    return States(
        np.zeros((count, MOST_PARTS), np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.full(count, NONE, np.int64),
    )


def joined(arrays: Sequence[States]) -> States:
    return States(*map(np.concatenate, zip(*arrays, strict=True))) if arrays else empty_states(0)


def lowest_sets(states: States, tables: Tables) -> Ints:
    """Return the set of parts in the layer of each state."""
    inside = tables.sets.power[tables.shapes.values[states.layers >> 10]]
    inside[np.arange(MOST_PARTS) >= states.counts[:, None]] = 0
    lowest: Ints = inside.sum(1)
    return lowest


def merged(arrays: Sequence[States], tables: Tables) -> States:
    """Return the states of all arrays, keeping the best of all states with the same layer and used parts.

    The result is ordered by used parts, layer set and score, because states that agree in these values share
    the work of planning the next layer.
    """
    states = joined(arrays)
    if not len(states.counts):
        return states
    words = [states.layers[:, i : i + 4] @ (1 << np.arange(48, -1, -16)) for i in range(0, MOST_PARTS, 4)]
    order = np.lexsort((-states.scores, states.used, *words))
    keys = np.stack([states.used, *words])[:, order]
    first = np.concatenate([[True], (keys[:, 1:] != keys[:, :-1]).any(0)])
    states = States(*(column[order[first]] for column in states))
    order = np.lexsort((states.scores, lowest_sets(states, tables), states.used))
    return States(*(column[order] for column in states))


def portions(states: States, size: int) -> Iterator[States]:
    """Split merged states into portions of at least the given size; the last portion may be smaller.

    States with the same used set stay in one portion. Only states with the same used set can lead to the same
    state on the next level, because the layer and the used set of a state determine what was used above the
    layer. So different portions never produce the same state.
    """
    begin, count = 0, len(states.counts)
    while begin < count:
        end = min(begin + size, count)
        while end < count and states.used[end] == states.used[end - 1]:
            end += 1
        yield States(*(column[begin:end] for column in states))
        begin = end
