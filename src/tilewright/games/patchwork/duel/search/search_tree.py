"""The search tree below a position, which can be reused for the positions that follow in the same game."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.games.patchwork.duel.kernel_states import unpack
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD, Variant
from tilewright.games.patchwork.duel.search import puct_kernel
from tilewright.games.patchwork.duel.search.puct_kernel import Settings

__all__ = ["Method", "SearchTree", "VisitStatistics"]

PackedState = NDArray[np.int64]


class Method(NamedTuple):
    """The kernel of a tree search, and the network that it uses."""

    grow: Callable[..., None]
    """The kernel that runs iterations of the search."""
    net: Any
    """The weights of the network, as its kernel expects them."""
    new_network_buffers: Callable[[int], Any]
    """Allocates the work arrays for a network with the given number of hidden units."""

    def new_buffers(self) -> puct_kernel.SearchBuffers:
        """Allocate the work arrays of a search."""
        return puct_kernel.new_buffers(self.new_network_buffers(len(self.net.outer)))


ITERATIONS_PER_CHECK = 50
"""With a time budget: the number of iterations between two checks of the deadline."""
ITERATIONS_PER_PORTION = 500
"""With a budget of iterations: the number of iterations between two checks of the event `stopped`."""


class VisitStatistics(NamedTuple):
    """The number of visits to a move or position, and the sum of the values of these visits.

    For a move, the sum also includes the initial value of the move.
    """

    visits: int
    total: float

    def __add__(self, other: object) -> VisitStatistics:
        if not isinstance(other, VisitStatistics):
            return NotImplemented
        return VisitStatistics(self.visits + other.visits, self.total + other.total)


class SearchTree:
    """The search tree below a position; `resume` keeps the subtree of a later position of the same game."""

    def __init__(self, method: Method, settings: Settings, max_nodes: int) -> None:
        self._method, self._settings = method, settings
        self._buffers = method.new_buffers()
        self.tree, self._spare = puct_kernel.new_tree(max_nodes), puct_kernel.new_tree(max_nodes)
        self.root: PackedState = np.zeros_like(self._buffers.state)
        self.variant = STANDARD
        """The variant to which the root belongs."""

    def restart(self, packed: PackedState, variant: Variant) -> None:
        """Clear the tree and make a position of the given variant its root."""
        puct_kernel.clear(self.tree)
        self.root = packed
        self.variant = variant

    def resume(self, packed: PackedState, variant: Variant) -> None:
        """Make a position the root; keep its subtree if the tree contains the position, else clear the tree."""
        if variant != self.variant:
            self.restart(packed, variant)
            return
        node_state = np.zeros_like(packed)
        node = puct_kernel.find_position(game_tables(variant), self.tree, self.root, packed, node_state)
        if node >= 0 and unpack(node_state, variant) == unpack(packed, variant):
            puct_kernel.copy_subtree(self.tree, node, self._spare)
            self.tree, self._spare = self._spare, self.tree
            self.root = node_state
        else:
            self.restart(packed, variant)

    def search(self, iterations: int) -> None:
        """Run the given number of search iterations."""
        self._method.grow(
            game_tables(self.variant),
            self._method.net,
            self.tree,
            self.root,
            self._settings,
            iterations,
            self._buffers,
        )

    def search_counted(self, iterations: int, stopped: threading.Event) -> None:
        """Run the given number of iterations, or fewer if the search is stopped."""
        while iterations > 0:
            self.search(min(iterations, ITERATIONS_PER_PORTION))
            iterations -= ITERATIONS_PER_PORTION
            if stopped.is_set():
                return

    def search_until(self, deadline: float, stopped: threading.Event) -> None:
        """Search until `time.perf_counter()` reaches the deadline, or until the search is stopped.

        If the root has only one child, run only one iteration.
        """
        self.search(1)
        while self.tree.child_count[0] > 1 and time.perf_counter() < deadline and not stopped.is_set():
            self.search(ITERATIONS_PER_CHECK)

    def move_statistics(self) -> dict[int, VisitStatistics]:
        """Return the visit statistics of each action of the root; the values are for player 0."""
        first, count = int(self.tree.first_child[0]), int(self.tree.child_count[0])
        return {
            int(self.tree.action[child]): VisitStatistics(
                int(self.tree.visits[child]), float(self.tree.total[child] + self.tree.initial_value[child])
            )
            for child in range(first, first + count)
        }

    def root_statistics(self) -> VisitStatistics:
        """Return the visit statistics of the root."""
        return VisitStatistics(int(self.tree.visits[0]), float(self.tree.total[0]))
