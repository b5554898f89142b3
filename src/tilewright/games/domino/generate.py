"""Random instances from a seed: both labels of each stone are drawn from a uniform distribution."""

from __future__ import annotations

import numpy as np

from tilewright.games.domino.rules import DominoInstance, capacity, read_only

__all__ = ["generate"]


def generate(seed: int, n: int = 6, stones: int = 0, labels: int = 7, rule: str = "chain") -> DominoInstance:
    """Return a random instance; if `stones` is 0, it has 10% more stones than the board holds.

    The larger instances in "Solving a game of domino with MiniZinc and ASP" have the same surplus of 10%: 495
    stones for n = 30, and 880 for n = 40. NumPy guarantees that the raw output of its bit generators does not
    change, so the same seed gives the same stones on every machine. The upper 32 bits of each 64-bit number
    choose the first label of a stone, and the lower 32 bits choose the second label.
    """
    count = stones or capacity(n) + -(-capacity(n) // 10)
    raw = np.random.PCG64(seed).random_raw(count)
    halves = np.stack([raw >> np.uint64(32), raw & np.uint64(2**32 - 1)], axis=1)
    drawn = ((halves * np.uint64(labels)) >> np.uint64(32)).astype(np.int32)
    return DominoInstance(n, read_only(drawn), labels, rule)
