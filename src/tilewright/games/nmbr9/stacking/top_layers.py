"""The top layers of stacks that have hope for a wanted score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from tilewright.games.nmbr9.stacking.layers_kernel import MOST_PARTS
from tilewright.games.nmbr9.stacking.next_layer_kernel import States
from tilewright.games.nmbr9.stacking.search_states import joined, room
from tilewright.games.nmbr9.stacking.search_tables import Ints, Tables, grow, no_watch, sets_of

__all__ = ["hopeful_sets", "listed_tops", "tops_of"]


def hopeful_sets(tables: Tables, wanted: int, least: int, most: int = MOST_PARTS) -> Ints:
    """The sets of so many parts whose layers may be the top of a wanted stack, smaller sets first."""
    subsets = tables.sets
    found = np.nonzero((subsets.counts >= least) & (subsets.counts <= min(most, subsets.cards)))[0]
    found = found[tables.hope(found, found) >= wanted]
    return found[np.argsort(subsets.counts[found], kind="stable")]


def listed_tops(tables: Tables, wanted: int) -> States:
    """The top layers among those that the tables list, as states."""
    return joined([_hopeful(layers, tables, wanted) for layers in tables.layers])


def tops_of(
    sets: Sequence[int], tables: Tables, wanted: int, watch: Callable[[], None] = no_watch
) -> Iterator[States]:
    """The top layers whose parts are one of these sets, as states; one portion for each number of parts."""
    subsets = tables.sets
    chosen = np.zeros(len(subsets.counts), np.bool_)
    chosen[list(sets)] = True
    inside = _closed(chosen, tables)
    layers = tables.layers[0]
    most = int(subsets.counts[chosen].max(initial=0))
    while True:
        within = sets_of(layers, subsets, tables.catalogue)
        if chosen[within].any():
            yield _hopeful(layers[chosen[within]], tables, wanted)
        if layers.shape[1] >= most or not len(layers):
            return
        layers = grow(layers[inside[within]], inside, tables.side, subsets, tables.catalogue, watch)


def _closed(chosen: npt.NDArray[np.bool_], tables: Tables) -> npt.NDArray[np.bool_]:
    """The sets that lie in a chosen one."""
    subsets = tables.sets
    inside = chosen.copy()
    for value, power in enumerate(subsets.power):
        for layer in range(len(inside) - 1, -1, -1):
            if subsets.digits[layer, value] < subsets.digits[subsets.whole, value]:
                inside[layer] |= inside[layer + power]
    return inside


def _hopeful(layers: Ints, tables: Tables, wanted: int) -> States:
    """Those of the layers that may be the top of a wanted stack, as states."""
    used = sets_of(layers, tables.sets, tables.catalogue)
    inside, which = np.unique(used, return_inverse=True)
    hopeful = (tables.hope(inside, inside) >= wanted)[which]
    states = room(int(hopeful.sum()))
    states.layers[:, : layers.shape[1]] = layers[hopeful]
    states.counts[:], states.used[:] = layers.shape[1], used[hopeful]
    return states
