"""Stones as a symmetric table: the number of stones for each pair of labels, with doubles on the diagonal."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Labels",
    "Table",
    "components",
    "inside",
    "odd_labels",
    "reachable",
    "stones_in",
    "table_of",
    "trail_bound",
]

Table = NDArray[np.int64]
Labels = NDArray[np.int64]


def table_of(stones: NDArray[np.int32], labels: int) -> Table:
    """Return the table of the stones; `stones` has one row with two labels for each stone."""
    kinds = np.bincount(stones[:, 0] * labels + stones[:, 1], minlength=labels**2)
    directed = kinds.reshape(labels, labels).astype(np.int64)
    return directed + directed.T - np.diag(np.diag(directed))


def stones_in(table: Table) -> int:
    """Return the total number of stones in a table."""
    return int(np.triu(table).sum())


def odd_labels(table: Table) -> Labels:
    """Return the labels with an odd number of halves, not counting doubles."""
    return np.flatnonzero((table.sum(axis=1) - np.diag(table)) % 2)


def trail_bound(table: Table) -> int:
    """Return an upper bound on the length of a trail.

    In the table of a trail's stones, `odd_labels` finds at most two labels. Leaving out a stone reduces the
    number of odd labels by at most two.
    """
    return stones_in(table) - max(0, len(odd_labels(table)) // 2 - 1)


def inside(table: Table, labels: Labels | NDArray[np.bool_]) -> Table:
    """Return the table of the stones that have both labels among the given labels (indices or a mask)."""
    pairs = np.ix_(labels, labels)
    kept = np.zeros_like(table)
    kept[pairs] = table[pairs]
    return kept


def components(table: Table) -> Iterator[Labels]:
    """Yield the connected components of the label graph, without labels that are on no stone."""
    left = table.any(axis=1)
    while left.any():
        component = reachable(table, int(left.argmax()))
        left &= ~component
        yield np.flatnonzero(component)


def reachable(table: Table, start: int) -> NDArray[np.bool_]:
    """Return, for each label, whether it can be reached from `start`."""
    reached = np.zeros(len(table), np.bool_)
    frontier = np.array([start])
    while len(frontier):
        reached[frontier] = True
        frontier = np.flatnonzero(table[frontier].any(axis=0) & ~reached)
    return reached
