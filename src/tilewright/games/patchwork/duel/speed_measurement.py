"""Measure the speed of the compiled game with fixed workloads."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["WORKLOADS", "SpeedMeasurement", "measure"]


@dataclass(frozen=True, slots=True)
class SpeedMeasurement:
    """The number of units of work that were done, and the time that they took, without compilation."""

    title: str
    units: int
    seconds: float
    cpu_seconds: float

    def to_json(self) -> dict[str, Any]:
        return {
            "what": self.title,
            "done": self.units,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "a_second": self.units / self.seconds,
            "a_cpu_second": self.units / self.cpu_seconds,
        }


Work = Callable[[int], int]
"""A function that does at least the given number of units of work and returns the number of units done."""

BATCH_SIZE = 4096
"""The number of games in a batch."""
SEARCHED_POSITIONS = 8
"""The number of positions that are searched; they are taken from a greedy game."""
PLIES_BETWEEN = 4
"""The number of plies between two successive positions that are searched."""
MAX_NODES = 2_000_000
"""The capacity of a search tree, in nodes."""


def _playouts() -> Work:
    import numpy as np

    from tilewright.games.patchwork.duel import greedy_playouts_kernel
    from tilewright.games.patchwork.duel.kernel_tables import game_tables
    from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD
    from tilewright.games.patchwork.state import random_circle

    lookup = game_tables(STANDARD)
    circles = np.array([random_circle(seed) for seed in range(1000)], np.int64)

    def work(count: int) -> int:
        wins = np.zeros(2, np.int64)
        while wins.sum() < count:
            greedy_playouts_kernel.play_many_out(lookup, circles[: count - int(wins.sum())], wins)
        return int(wins.sum())

    return work


def _searches(agent: str) -> Work:
    import numpy as np

    from tilewright.games.patchwork.agents import mcts, uct
    from tilewright.games.patchwork.duel import greedy_playouts_kernel
    from tilewright.games.patchwork.duel.kernel_states import pack
    from tilewright.games.patchwork.duel.kernel_tables import game_tables
    from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD
    from tilewright.games.patchwork.duel.rules import opening
    from tilewright.games.patchwork.duel.search.search_tree import SearchTree
    from tilewright.games.patchwork.state import random_circle

    method, settings = (uct.method(), uct.SETTINGS) if agent == "uct" else (mcts.method(), mcts.SETTINGS)
    tree = SearchTree(method, settings, MAX_NODES)
    lookup = game_tables(STANDARD)
    positions, offer_slots = [pack(opening(random_circle(1)))], np.zeros(3, np.int64)
    while len(positions) < SEARCHED_POSITIONS:
        packed = positions[-1].copy()
        for _ in range(PLIES_BETWEEN):
            greedy_playouts_kernel.step_greedily(lookup, packed, offer_slots, False)
        positions.append(packed)

    def work(count: int) -> int:
        iterations = -(-count // SEARCHED_POSITIONS)
        for packed in positions:
            tree.restart(packed, STANDARD)
            tree.search(iterations)
        return iterations * SEARCHED_POSITIONS

    return work


def _batch(threads: int) -> Work:
    import numpy as np

    from tilewright.games.patchwork.duel.batch_environment import Batch

    games = Batch(BATCH_SIZE, seed=1, threads=threads)
    rng = np.random.default_rng(1)

    def work(count: int) -> int:
        steps = 0
        while steps < count:
            # Choose a random legal action: the legal action with the largest random number.
            actions = (rng.random(games.masks.shape, np.float32) * games.masks).argmax(axis=1)
            games.step(actions)
            steps += BATCH_SIZE
            games.reset(finished_only=True)
        return steps

    return work


WORKLOADS: dict[str, tuple[str, int, Callable[[], Work]]] = {
    "playouts": ("greedy playouts of whole games", 100_000, _playouts),
    "uct": ("iterations of uct", 40_000, lambda: _searches("uct")),
    "mcts": ("iterations of mcts", 80_000, lambda: _searches("mcts")),
    "batch": ("steps of many games at once, first fit, one thread", 2_000_000, lambda: _batch(1)),
    "batch2": ("steps of many games at once, first fit, two threads", 4_000_000, lambda: _batch(2)),
}
"""For each name: a title, the usual number of units of work, and a function that prepares the work."""


def measure(name: str, times: float = 1.0) -> SpeedMeasurement:
    """Measure the speed of a workload with its usual amount of work multiplied by `times`."""
    title, usual, prepare = WORKLOADS[name]
    work = prepare()
    work(1)
    started, cpu_started = time.perf_counter(), time.process_time()
    units = work(max(1, round(times * usual)))
    return SpeedMeasurement(title, units, time.perf_counter() - started, time.process_time() - cpu_started)
