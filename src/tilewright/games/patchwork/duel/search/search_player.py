"""A player that searches: it chooses moves, evaluates them, and reviews the moves of other players.

With a budget of iterations, every search starts with an empty tree, so the same position always gets the same
answer. With a time budget, a search reuses the part of the previous tree that lies below the new position.

With several threads, each thread grows its own tree with a different exploration constant, and the visits of
the root moves are added up. The compiled code does not hold Python's global interpreter lock, so the threads
run in parallel.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_states import move_of, pack
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.learned_value_network_and_weights import UNCALIBRATED, Calibration
from tilewright.games.patchwork.duel.moves import Move
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD, Variant
from tilewright.games.patchwork.duel.rules import LAST_SPACE, PatchworkState, opening
from tilewright.games.patchwork.duel.search import endgame_kernel
from tilewright.games.patchwork.duel.search.puct_kernel import Settings
from tilewright.games.patchwork.duel.search.search_tree import Method, SearchTree, VisitStatistics
from tilewright.play import NO_BUDGET, Budget, Review, Valued

__all__ = ["SearchPlayer"]

DEFAULT_BUDGET = Budget(iterations=2000)
NODES_PER_ITERATION = 20
"""The capacity of a tree, in nodes per iteration; an iteration rarely adds more nodes."""
MAX_NODES = 3_000_000
"""The largest capacity of a tree, in nodes (about 100 MB). A search in a full tree adds no nodes."""
SEARCH_SHARE = 0.95
"""The share of the time budget that is used for the search; the rest covers the overhead."""
EXPLORATION_FACTOR = 1.3
"""The ratio of each thread's exploration constant to the constant of the thread before it."""

ENDGAME_STEPS = 24
"""The endgame solver is tried if both players together have at most this many steps left."""
ENDGAME_POSITIONS_PER_ITERATION = 10
FIRST_ENDGAME_POSITIONS = 2000
ENDGAME_SHARE = 0.15
"""The share of the time budget after which the endgame solver is not restarted with a higher limit."""


class SearchPlayer:
    """A player that searches from the current position."""

    def __init__(
        self,
        method: Method,
        settings: Settings,
        budget: Budget,
        *,
        solve_endgame: bool,
        threads: int = 1,
        calibration: Calibration = UNCALIBRATED,
    ) -> None:
        self._budget = DEFAULT_BUDGET if budget == NO_BUDGET else budget
        nodes = MAX_NODES
        if self._budget.iterations is not None:
            nodes = min(nodes, NODES_PER_ITERATION * self._budget.iterations + 1000)
        settings_of_threads = [
            settings._replace(exploration=settings.exploration * EXPLORATION_FACTOR**thread)
            for thread in range(threads)
        ]
        self._trees = [SearchTree(method, each, nodes) for each in settings_of_threads]
        self._solves_endgame = solve_endgame
        self._calibration = calibration
        self._endgame_buffers = endgame_kernel.new_endgame_buffers()
        self._best = np.zeros(1, np.int64)
        self.stopped = threading.Event()
        """If set, the current search ends early; the caller may replace the event between moves."""
        self._warm_up()

    def _warm_up(self) -> None:
        """Compile all kernels, so that no move has to wait for compilation."""
        packed = pack(opening((2, 3, 4)))
        tree = self._trees[0]
        tree.restart(packed, STANDARD)
        tree.search(2)
        tree.resume(packed, STANDARD)
        tree.restart(packed, STANDARD)
        self._solve_within(packed, STANDARD, 1)

    # --- The interface of agents ------------------------------------------------------------------------

    def choose(self, state: PatchworkState, rng: object = None) -> Move:
        """Return the move with the most visits, or the best move of a solved endgame."""
        move: Move = self.values(state, rng)[0].move
        return move

    def values(self, state: PatchworkState, rng: object = None) -> list[Valued]:
        """Return the moves that were searched, with their values, in order of decreasing visits.

        If the endgame solver solves the position, only the best move is returned, with the value 1 or 0.
        """
        started = time.perf_counter()
        packed = pack(state)
        solved = self._solve(packed, state.variant, started)
        if solved is not None:
            return [Valued(move_of(state, int(self._best[0])), solved)]
        self._search(packed, state.variant, started)
        return self._ranking(state)

    def review(self, state: PatchworkState, move: Move, rng: object = None) -> Review:
        """Compare a move with the best move; if they differ, search the position after the move separately."""
        best = self.values(state, rng)[0]
        if best.move == move:
            return Review(best, best)
        value = self._chance_of_player_0(state.play(move))
        return Review(best, Valued(move, value if state.to_move == 0 else 1 - value))

    # --- The endgame solver -----------------------------------------------------------------------------

    def _solve(self, packed: Any, variant: Variant, started: float) -> float | None:
        """Return 1 if the player to move wins by playing `_best`, 0 if no move wins, None if unsolved."""
        steps_left = 2 * LAST_SPACE - int(packed[kernel.TIME]) - int(packed[kernel.SIDE_SIZE + kernel.TIME])
        if not self._solves_endgame or steps_left > ENDGAME_STEPS:
            return None
        if self._budget.iterations is not None:
            positions = ENDGAME_POSITIONS_PER_ITERATION * self._budget.iterations
            return self._solve_within(packed, variant, positions)
        limit = FIRST_ENDGAME_POSITIONS
        time_limit = ENDGAME_SHARE * (self._budget.seconds or 0.0)
        while True:
            value = self._solve_within(packed, variant, limit)
            if value is not None or time.perf_counter() - started > time_limit or self.stopped.is_set():
                return value
            limit *= 3

    def _solve_within(self, packed: Any, variant: Variant, max_positions: int) -> float | None:
        solved, value = endgame_kernel.solve(
            game_tables(variant), self._endgame_buffers, packed, max_positions, self._best
        )
        if not solved:
            return None
        return float((value > 0) == (packed[kernel.MOVER] == 0))

    # --- The tree search --------------------------------------------------------------------------------

    def _search(self, packed: Any, variant: Variant, started: float) -> None:
        """Grow all trees below a position until the budget is used up."""
        if self._budget.iterations is not None:
            iterations = -(-self._budget.iterations // len(self._trees))

            def work(tree: SearchTree) -> None:
                tree.restart(packed, variant)
                tree.search_counted(iterations, self.stopped)
        else:
            deadline = started + SEARCH_SHARE * (self._budget.seconds or 0.0)

            def work(tree: SearchTree) -> None:
                tree.resume(packed, variant)
                tree.search_until(deadline, self.stopped)

        _run_in_parallel(work, self._trees)

    def _ranking(self, state: PatchworkState) -> list[Valued]:
        """Return the root moves with their values, combined over all trees, in order of decreasing visits."""
        combined: dict[int, VisitStatistics] = {}
        for tree in self._trees:
            for action, statistics in tree.move_statistics().items():
                combined[action] = combined.get(action, VisitStatistics(0, 0.0)) + statistics
        trees = len(self._trees)  # in each tree, the initial value of a move has the weight of one visit
        chances = {
            action: statistics.total / (statistics.visits + trees) for action, statistics in combined.items()
        }
        if state.to_move == 1:
            chances = {action: 1 - chance for action, chance in chances.items()}
        chances = {action: self._calibration.apply(chance) for action, chance in chances.items()}
        order = sorted(combined, key=lambda action: (-combined[action].visits, -chances[action]))
        return [
            Valued(move_of(state, action), chances[action], combined[action].visits)
            for action in order
            if combined[action].visits or action == order[0]
        ]

    def _chance_of_player_0(self, state: PatchworkState) -> float:
        """Return the win chance of player 0 in a position."""
        if state.over:
            return float(state.winner() == 0)
        started = time.perf_counter()
        packed = pack(state)
        solved = self._solve(packed, state.variant, started)
        if solved is not None:
            return solved if state.to_move == 0 else 1 - solved
        self._search(packed, state.variant, started)
        statistics = sum((tree.root_statistics() for tree in self._trees), VisitStatistics(0, 0.0))
        mean = statistics.total / statistics.visits
        if state.to_move == 0:
            return self._calibration.apply(mean)
        return 1 - self._calibration.apply(1 - mean)


def _run_in_parallel(work: Callable[[SearchTree], None], trees: list[SearchTree]) -> None:
    if len(trees) == 1:
        work(trees[0])
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        list(pool.map(work, trees))
