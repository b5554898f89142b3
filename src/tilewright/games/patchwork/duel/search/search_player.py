"""A search behind the doors of the play room: it chooses, says what moves are worth, and reviews them.

With a budget of iterations a search begins anew at each move, so that the same position always gets the same
answer. With a budget of time it goes on with what it thought before about the position.

Several threads grow a tree each, a little differently, and their visits of the first moves are added up. The
compiled code holds no lock, so they run at the same time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_states import move_of, pack
from tilewright.games.patchwork.duel.kernel_tables import tables
from tilewright.games.patchwork.duel.moves import Move
from tilewright.games.patchwork.duel.rules import LAST_SPACE, PatchworkState, opening
from tilewright.games.patchwork.duel.search import endgame_kernel
from tilewright.games.patchwork.duel.search.puct_kernel import Settings
from tilewright.games.patchwork.duel.search.search_tree import Grow, Looked, Thinker
from tilewright.play import NO_BUDGET, Budget, Review, Valued

__all__ = ["Searcher"]

DEFAULT = Budget(iterations=2000)
NODES_AN_ITERATION = 20
"""Room for children: there are seldom more."""
MOST_NODES = 3_000_000
"""Some 100 MB; a search without room for children goes on to improve the values it has."""
USED_SHARE = 0.95
"""Of the seconds: the rest is for looking and for writing the move."""
SPREAD = 1.3
"""Each further thread explores so many times as much as the one before."""

END_TIME = 24
"""Steps that both players have left together when the end game is tried."""
END_POSITIONS_AN_ITERATION = 10
END_POSITIONS_AT_FIRST = 2000
END_SHARE = 0.15
"""Of the seconds: when more is gone the end game is not tried with more positions."""


class Searcher:
    """One who searches from the position on the table."""

    def __init__(
        self, grow: Grow, settings: Settings, budget: Budget, *, solves_the_end: bool, threads: int = 1
    ) -> None:
        self._budget = DEFAULT if budget == NO_BUDGET else budget
        nodes = MOST_NODES
        if self._budget.iterations is not None:
            nodes = min(nodes, NODES_AN_ITERATION * self._budget.iterations + 1000)
        spread = [settings._replace(exploration=settings.exploration * SPREAD**at) for at in range(threads)]
        self._thinkers = [Thinker(grow, each, nodes) for each in spread]
        self._solves = solves_the_end
        self._end_room = endgame_kernel.new_end_room()
        self._best = np.zeros(1, np.int64)
        self._warm_up()

    def _warm_up(self) -> None:
        """Compile now, so that no move takes longer for it."""
        row = pack(opening((2, 3, 4)))
        thinker = self._thinkers[0]
        thinker.restart(row)
        thinker.think(2)
        thinker.resume(row)
        thinker.restart(row)
        self._end(row, 1)

    # the play room's doors

    def choose(self, state: PatchworkState, rng: object = None) -> Move:
        """The move with most visits, or the best one in an end game that was solved."""
        move: Move = self.values(state, rng)[0].move
        return move

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

    # the trees

    def _search(self, row: Any, began: float) -> None:
        """Grow trees below a position as long as the budget lasts."""
        if self._budget.iterations is not None:
            each = -(-self._budget.iterations // len(self._thinkers))

            def work(thinker: Thinker) -> None:
                thinker.restart(row)
                thinker.think(each)
        else:
            ends = began + USED_SHARE * (self._budget.seconds or 0.0)

            def work(thinker: Thinker) -> None:
                thinker.resume(row)
                thinker.think_until(ends)

        _at_once(work, self._thinkers)

    def _ranking(self, state: PatchworkState) -> list[Valued]:
        looked: dict[int, Looked] = {}
        for thinker in self._thinkers:
            for action, found in thinker.moves().items():
                looked[action] = looked.get(action, Looked(0, 0.0)) + found
        trees = len(self._thinkers)
        chances = {action: found.total / (found.visits + trees) for action, found in looked.items()}
        if state.to_move == 1:
            chances = {action: 1 - chance for action, chance in chances.items()}
        order = sorted(looked, key=lambda action: (-looked[action].visits, -chances[action]))
        return [
            Valued(move_of(state, action), chances[action])
            for action in order
            if looked[action].visits or action == order[0]
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
        found = sum((thinker.position() for thinker in self._thinkers), Looked(0, 0.0))
        return found.total / found.visits


def _at_once(work: Callable[[Thinker], None], thinkers: list[Thinker]) -> None:
    if len(thinkers) == 1:
        work(thinkers[0])
        return
    with ThreadPoolExecutor(len(thinkers)) as pool:
        list(pool.map(work, thinkers))
