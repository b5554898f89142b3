"""Every connected layer of a set of parts, up to turns."""

from __future__ import annotations

from functools import cache

import numpy as np

from tilewright.games.nmbr9.proof.layer_kernel import grow
from tilewright.games.nmbr9.proof.part_tables import Array, pack, turned

__all__ = ["layers_of"]


def layers_of(values: tuple[int, ...]) -> Array:
    """Each layer once, as a row of packed parts in its least image.

    A connected layer has a part without which it is still connected, so that it grows from a smaller one.
    Layers of four parts are a million for some sets, and are not kept.
    """
    return _kept(values) if len(values) <= 3 else _grown(values)


def _grown(values: tuple[int, ...]) -> Array:
    table = turned()
    if len(values) == 1:
        first = table.first[values[0]]
        return np.array([[pack(int(first), 0, 0)]], np.int64)
    found = []
    for value in sorted(set(values)):
        rest = list(values)
        rest.remove(value)
        found.append(np.unique(grow(layers_of(tuple(rest)), value, table), axis=0))
    return np.unique(np.concatenate(found), axis=0)


_kept = cache(_grown)
