"""The top layers of stacks whose upper bound reaches a target score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from tilewright.games.nmbr9.stacking.canonical_layer_kernel import MOST_PARTS
from tilewright.games.nmbr9.stacking.join_and_split_states import empty_states, joined
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import (
    Ints,
    Tables,
    extend_layers,
    never_stopped,
    sets_of,
)
from tilewright.games.nmbr9.stacking.next_layer_below_kernel import States

__all__ = ["listed_tops", "top_sets", "tops_of"]


def top_sets(tables: Tables, target: int, least: int) -> Ints:
    """Return the sets of `least` to MOST_PARTS parts whose bound as a top layer reaches the target.

    The sets are sorted by their numbers of parts.
    """
    subsets = tables.sets
    candidates = np.nonzero((subsets.counts >= least) & (subsets.counts <= min(MOST_PARTS, subsets.cards)))[0]
    candidates = candidates[tables.bound_below(candidates, candidates) >= target]
    return candidates[np.argsort(subsets.counts[candidates], kind="stable")]


def listed_tops(tables: Tables, target: int) -> States:
    """Return the possible top layers among the layers listed in the tables, as states."""
    return joined([_top_states(layers, tables, target) for layers in tables.layers])


def tops_of(
    sets: Sequence[int], tables: Tables, target: int, check_stopped: Callable[[], None] = never_stopped
) -> Iterator[States]:
    """Yield the possible top layers whose set of parts is in `sets`: one `States` for each number of parts."""
    subsets = tables.sets
    chosen = np.zeros(len(subsets.counts), np.bool_)
    chosen[list(sets)] = True
    needed = _subsets_of(chosen, tables)
    layers = tables.layers[0]
    most = int(subsets.counts[chosen].max(initial=0))
    while True:
        layer_sets = sets_of(layers, subsets, tables.shapes)
        if chosen[layer_sets].any():
            yield _top_states(layers[chosen[layer_sets]], tables, target)
        if layers.shape[1] >= most or not len(layers):
            return
        layers = extend_layers(
            layers[needed[layer_sets]], needed, tables.side, subsets, tables.shapes, check_stopped
        )


def _subsets_of(chosen: npt.NDArray[np.bool_], tables: Tables) -> npt.NDArray[np.bool_]:
    """Return a mask of the sets that are subsets of a chosen set."""
    subsets = tables.sets
    result = chosen.copy()
    for value, power in enumerate(subsets.power):
        for number in range(len(result) - 1, -1, -1):
            if subsets.digits[number, value] < subsets.digits[subsets.full, value]:
                result[number] |= result[number + power]
    return result


def _top_states(layers: Ints, tables: Tables, target: int) -> States:
    """Return, as states, the layers whose bound as a top layer reaches the target."""
    used = sets_of(layers, tables.sets, tables.shapes)
    distinct, index = np.unique(used, return_inverse=True)
    reaching = (tables.bound_below(distinct, distinct) >= target)[index]
    states = empty_states(int(reaching.sum()))
    states.layers[:, : layers.shape[1]] = layers[reaching]
    states.counts[:], states.used[:] = layers.shape[1], used[reaching]
    return states
