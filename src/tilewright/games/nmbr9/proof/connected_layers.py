"""List all connected layers of a set of parts, up to rotation."""

from __future__ import annotations

from functools import cache

import numpy as np

from tilewright.games.nmbr9.proof.extend_layers_kernel import extend_layers
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import Array, oriented_parts, pack

__all__ = ["layers_of"]


def layers_of(values: tuple[int, ...]) -> Array:
    """Return all distinct layers of parts with these values, each as a row of packed parts in canonical form.

    Every layer of two or more parts has a part without which it is still connected, so it extends a smaller
    layer. Layers of more than three parts are not cached, since some sets have a million layers of four parts.
    """
    return _cached_layers(values) if len(values) <= 3 else _layers(values)


def _layers(values: tuple[int, ...]) -> Array:
    oriented = oriented_parts()
    if len(values) == 1:
        first = oriented.first[values[0]]
        return np.array([[pack(int(first), 0, 0)]], np.int64)
    layers = []
    for value in sorted(set(values)):
        rest = list(values)
        rest.remove(value)
        layers.append(np.unique(extend_layers(layers_of(tuple(rest)), value, oriented), axis=0))
    return np.unique(np.concatenate(layers), axis=0)


_cached_layers = cache(_layers)
