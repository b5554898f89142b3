"""A search behind the doors of the play room: it chooses, says what moves are worth, and reviews them.

With a budget of iterations a search begins anew at each move, so that the same position always gets the same
answer. With a budget of time it goes on with what it thought before about the position.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tilewright.games.patchwork.agents.search import endgame_kernel, tree_kernel
from tilewright.games.patchwork.agents.search.tree_kernel import Settings
from tilewright.games.patchwork.duel import kernel
from tilewright.games.patchwork.duel.moves import Move
from tilewright.games.patchwork.duel.packing import move_of, pack, unpack
from tilewright.games.patchwork.duel.rules import LAST_SPACE, PatchworkState, opening
from tilewright.games.patchwork.duel.tables import tables
from tilewright.games.patchwork.duel.value import shipped_net
from tilewright.play import NO_BUDGET, Budget, Review, Valued

__all__ = ["Searcher"]

DEFAULT = Budget(iterations=2000)
NODES_AN_ITERATION = 20
"""Room for children: there are seldom more."""
MOST_NODES = 3_000_000
"""Some 100 MB; a search without room for children goes on to improve the values it has."""
CHUNK = 50
"""Iterations between two looks at the clock."""
USED_SHARE = 0.95
"""Of the seconds: the rest is for looking and for writing the move."""

END_TIME = 24
"""Steps that both players have left together when the end game is tried."""
END_POSITIONS_AN_ITERATION = 10
END_POSITIONS_AT_FIRST = 2000
END_SHARE = 0.15
"""Of the seconds: when more is gone the end game is not tried with more positions."""


class Searcher:
    """One who searches a tree from the position on the table."""

    def __init__(
        self, grow: Callable[..., None], settings: Settings, budget: Budget, *, solves_the_end: bool
    ) -> None:
        self._grow, self._settings, self._solves = grow, settings, solves_the_end
        self._budget = DEFAULT if budget == NO_BUDGET else budget
        self._net = shipped_net()
        self._room = tree_kernel.new_room(len(self._net.outer))
        self._end_room = endgame_kernel.new_end_room()
        self._best = np.zeros(1, np.int64)
        nodes = MOST_NODES
        if self._budget.iterations is not None:
            nodes = min(nodes, NODES_AN_ITERATION * self._budget.iterations + 1000)
        self._tree, self._spare = tree_kernel.new_tree(nodes), tree_kernel.new_tree(nodes)
        self._root = pack(opening((2, 3, 4)))
        self._warm_up()

    def _warm_up(self) -> None:
        """Compile now, so that no move takes longer for it."""
        self._think(self._root, 2)
        self._end(self._root, 1)
        self._resume(self._root)
        tree_kernel.clear(self._tree)

    # the play room's doors

    def choose(self, state: PatchworkState, rng: object = None) -> Move:
        """The move with most visits, or the best one in an end game that was solved."""
        return self.values(state, rng)[0].move  # type: ignore[no-any-return]

    def values(self, state: PatchworkState, rng: object = None) -> list[Valued]:
        """The moves that were looked at, those with most visits first."""
        began = time.perf_counter()
        row = pack(state)
        solved = self._solved(row, began)
        if solved is not None:
            return [Valued(move_of(state, int(self._best[0])), solved)]
        self._search(row, began)
        return self._ranking(state)

    def review(self, state: PatchworkState, move: Move, rng: object = None) -> Review:
        """The best move beside another one, which gets a search of its own."""
        best = self.values(state, rng)[0]
        if best.move == move:
            return Review(best, best)
        value = self._worth(state.play(move))
        return Review(best, Valued(move, value if state.to_move == 0 else 1 - value))

    # the end game

    def _solved(self, row: Any, began: float) -> float | None:
        """1 if the player to move wins by `_best`, 0 if no move wins; None if that was not found out."""
        ahead = 2 * LAST_SPACE - int(row[kernel.TIME]) - int(row[kernel.SIDE_SIZE + kernel.TIME])
        if not self._solves or ahead > END_TIME:
            return None
        if self._budget.iterations is not None:
            return self._end(row, END_POSITIONS_AN_ITERATION * self._budget.iterations)
        limit = END_POSITIONS_AT_FIRST
        share = END_SHARE * (self._budget.seconds or 0.0)
        while True:
            found = self._end(row, limit)
            if found is not None or time.perf_counter() - began > share:
                return found
            limit *= 3

    def _end(self, row: Any, limit: int) -> float | None:
        known, value = endgame_kernel.solve(tables(), self._end_room, row, limit, self._best)
        if not known:
            return None
        return float((value > 0) == (row[kernel.MOVER] == 0))

    # the tree

    def _search(self, row: Any, began: float) -> None:
        """Grow a tree below a position as long as the budget lasts."""
        if self._budget.iterations is not None:
            tree_kernel.clear(self._tree)
            self._root = row
            self._think(row, self._budget.iterations)
            return
        self._resume(row)
        ends = began + USED_SHARE * (self._budget.seconds or 0.0)
        self._think(self._root, 1)
        if self._tree.number[0] == 1:
            return
        while time.perf_counter() < ends:
            self._think(self._root, CHUNK)

    def _think(self, row: Any, iterations: int) -> None:
        self._grow(tables(), self._net, self._tree, row, self._settings, iterations, -1, self._room)

    def _resume(self, row: Any) -> None:
        """Keep the part of the tree below a position if it is there."""
        found = np.zeros_like(row)
        node = tree_kernel.find(tables(), self._tree, self._root, row, found)
        if node >= 0 and unpack(found) == unpack(row):
            tree_kernel.copy_below(self._tree, node, self._spare)
            self._tree, self._spare = self._spare, self._tree
            self._root = found
        else:
            tree_kernel.clear(self._tree)
            self._root = row

    def _ranking(self, state: PatchworkState) -> list[Valued]:
        tree = self._tree
        first, number = int(tree.first[0]), int(tree.number[0])
        visits = tree.visits[first : first + number].astype(np.int64)
        means = (tree.total[first : first + number] + tree.guess[first : first + number]) / (visits + 1)
        order = sorted(range(number), key=lambda at: (-visits[at], at))
        mine = state.to_move == 0
        return [
            Valued(move_of(state, int(tree.action[first + at])), float(means[at] if mine else 1 - means[at]))
            for at in order
            if visits[at] or at == order[0]
        ]

    def _worth(self, state: PatchworkState) -> float:
        """The chance of player 0 in a position."""
        if state.over:
            return float(state.winner() == 0)
        began = time.perf_counter()
        row = pack(state)
        solved = self._solved(row, began)
        if solved is not None:
            return solved if state.to_move == 0 else 1 - solved
        self._search(row, began)
        return float(self._tree.total[0] / self._tree.visits[0])
