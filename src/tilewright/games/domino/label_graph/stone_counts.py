"""Stones as a table: how many of them join two labels, the same both ways, with the doubles on the diagonal."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = ["Labels", "Table", "odd_labels", "pieces", "reach", "stones_in", "table_of", "trail_bound"]

Table = NDArray[np.int64]
Labels = NDArray[np.int64]


def table_of(stones: NDArray[np.int32], labels: int) -> Table:
    kinds = np.bincount(stones[:, 0] * labels + stones[:, 1], minlength=labels**2)
    one_way = kinds.reshape(labels, labels).astype(np.int64)
    return one_way + one_way.T - np.diag(np.diag(one_way))


def stones_in(table: Table) -> int:
    return int(np.triu(table).sum())


def odd_labels(table: Table) -> Labels:
    """The labels with an odd number of halves, doubles not counted."""
    return np.flatnonzero((table.sum(axis=1) - np.diag(table)) % 2)


def trail_bound(table: Table) -> int:
    """No trail is longer: a stone left out makes at most two odd labels even, and only two may stay odd."""
    return stones_in(table) - max(0, len(odd_labels(table)) // 2 - 1)


def pieces(table: Table) -> Iterator[Labels]:
    """The sets of labels that stones join together."""
    left = table.any(axis=1)
    while left.any():
        piece = reach(table, int(left.argmax()))
        left &= ~piece
        yield np.flatnonzero(piece)


def reach(table: Table, start: int) -> NDArray[np.bool_]:
    """Which labels can be reached from one of them."""
    reached = np.zeros(len(table), np.bool_)
    ahead = np.array([start])
    while len(ahead):
        reached[ahead] = True
        ahead = np.flatnonzero(table[ahead].any(axis=0) & ~reached)
    return reached
