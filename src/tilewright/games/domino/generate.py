"""Random instances from a seed: both labels of each stone are drawn from a uniform distribution."""

from __future__ import annotations

import numpy as np

from tilewright.games.domino.rules import DominoInstance, capacity

__all__ = ["generate"]


def generate(seed: int, n: int = 6, stones: int = 0, labels: int = 7, rule: str = "chain") -> DominoInstance:
    """Return a random instance; 0 stones mean ten per cent more than the board holds.

    Ten per cent is the surplus of the larger instances in "Solving a game of domino with MiniZinc and ASP" (495
    stones for n = 30, 880 for n = 40). NumPy guarantees the raw stream of its bit generators, so the same
    seed gives the same stones on every machine. Of each 64-bit number, the upper 32 bits choose the first label
    and the lower 32 bits the second.
    """
    count = stones or capacity(n) + -(-capacity(n) // 10)
    raw = np.random.PCG64(seed).random_raw(count)
    halves = np.stack([raw >> np.uint64(32), raw & np.uint64(2**32 - 1)], axis=1)
    drawn = ((halves * np.uint64(labels)) >> np.uint64(32)).astype(np.int32)
    drawn.setflags(write=False)
    return DominoInstance(n, drawn, labels, rule)
