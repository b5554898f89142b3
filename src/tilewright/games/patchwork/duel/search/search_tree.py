"""One tree and who grows it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.games.patchwork.duel.kernel_states import unpack
from tilewright.games.patchwork.duel.kernel_tables import tables
from tilewright.games.patchwork.duel.learned_value import shipped_net
from tilewright.games.patchwork.duel.search import puct_kernel as tree_kernel
from tilewright.games.patchwork.duel.search.puct_kernel import Settings

__all__ = ["Grow", "Looked", "Thinker"]

Row = NDArray[np.int64]
Grow = Callable[..., None]

CHUNK = 50
"""Iterations between two looks at the clock."""


class Looked(NamedTuple):
    """What a tree says of a move: how often it was tried, and the sum of the values, a first guess included."""

    visits: int
    total: float

    def __add__(self, other: object) -> Looked:
        if not isinstance(other, Looked):
            return NotImplemented
        return Looked(self.visits + other.visits, self.total + other.total)


class Thinker:
    """Grows a tree below a position; later positions find what was thought about them."""

    def __init__(self, grow: Grow, settings: Settings, nodes: int) -> None:
        self._grow, self._settings = grow, settings
        self._net = shipped_net()
        self._room = tree_kernel.new_room(len(self._net.outer))
        self.tree, self._spare = tree_kernel.new_tree(nodes), tree_kernel.new_tree(nodes)
        self.root: Row = np.zeros_like(self._room.state)

    def restart(self, row: Row) -> None:
        """Forget all, and stand before a position."""
        tree_kernel.clear(self.tree)
        self.root = row

    def resume(self, row: Row) -> None:
        """Stand before a position with the part of the tree below it, if it is there."""
        found = np.zeros_like(row)
        node = tree_kernel.find(tables(), self.tree, self.root, row, found)
        if node >= 0 and unpack(found) == unpack(row):
            tree_kernel.copy_below(self.tree, node, self._spare)
            self.tree, self._spare = self._spare, self.tree
            self.root = found
        else:
            self.restart(row)

    def think(self, iterations: int) -> None:
        self._grow(tables(), self._net, self.tree, self.root, self._settings, iterations, self._room)

    def think_until(self, moment: float) -> None:
        """Think until the clock shows a moment; where only one move is looked at there is nothing to think."""
        self.think(1)
        while self.tree.number[0] > 1 and time.perf_counter() < moment:
            self.think(CHUNK)

    def moves(self) -> dict[int, Looked]:
        """The actions that were looked at, as chances of player 0."""
        first, number = int(self.tree.first[0]), int(self.tree.number[0])
        return {
            int(self.tree.action[at]): Looked(
                int(self.tree.visits[at]), float(self.tree.total[at] + self.tree.guess[at])
            )
            for at in range(first, first + number)
        }

    def position(self) -> Looked:
        """The same of the position itself."""
        return Looked(int(self.tree.visits[0]), float(self.tree.total[0]))
