"""The base class of environments that play a batch of games, and functions for actions and observations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput

__all__ = ["GameBatch", "read_actions", "write_observation"]

MAX_GAMES = 10_000_000


class GameBatch:
    """Games that are stepped together. Each step overwrites the arrays: copy the values that you need later."""

    over: NDArray[np.bool_]
    """For each game: whether it has ended. With `auto_reset`: whether it ended in the last step."""
    final_scores: NDArray[np.int64]
    """For each game: the final score when it last ended (0 before that); for two players, both scores."""

    def __init__(self, games: int, seed: int, threads: int, auto_reset: bool) -> None:
        if not isinstance(games, int) or not 1 <= games <= MAX_GAMES:
            raise BadInput(f"a batch has 1 to {MAX_GAMES:,} games, not {games}")
        if not isinstance(threads, int) or not 1 <= threads <= 1024:
            raise BadInput(f"the number of threads must be between 1 and 1024, not {threads}")
        self.auto_reset = auto_reset
        self._rng = np.random.default_rng(seed)
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __len__(self) -> int:
        return len(self.over)

    def reset(self, seed: int | None = None, *, finished_only: bool = False) -> None:
        """Restart all games, or only the finished ones, with new deals; a seed makes the deals repeatable."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._restart(np.flatnonzero(self.over) if finished_only else np.arange(len(self)))

    def _restart(self, games: NDArray[np.intp]) -> None:
        """Restart the given games with new deals."""
        raise NotImplementedError

    def _scores_of(self, games: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return the scores of the given games."""
        raise NotImplementedError

    def _end_step(self) -> None:
        """Store the scores of the games that have ended and, with `auto_reset`, restart these games."""
        ended = np.flatnonzero(self.over)
        if len(ended):
            self.final_scores[ended] = self._scores_of(ended)
            if self.auto_reset:
                self._restart(ended)
                self.over[ended] = True

    def _run_on_slices(self, work: Callable[..., None], *arrays: NDArray[Any]) -> None:
        """Divide the games among the threads; each thread runs `work` on its slices of the arrays."""
        if self._pool is None:
            work(*arrays)
            return
        ends = np.linspace(0, len(self), self._threads + 1).astype(int)
        shares = [[array[low:high] for array in arrays] for low, high in pairwise(ends) if low < high]
        for future in [self._pool.submit(work, *share) for share in shares]:
            future.result()


def read_actions(actions: Any, games: int) -> NDArray[np.int64]:
    """Return one action per game as an array; lists, and arrays of any integer type, are accepted."""
    try:
        array = np.asarray(actions)
    except (TypeError, ValueError, RuntimeError) as error:
        raise BadInput(f"the actions of a batch must be an array of whole numbers: {error}") from None
    if array.shape != (games,):
        raise BadInput(
            f"a batch of {games} games needs one action per game, not an array of shape {array.shape}"
        )
    if not np.issubdtype(array.dtype, np.integer):
        raise BadInput(f"the actions of a batch must be whole numbers, not {array.dtype}")
    return np.ascontiguousarray(array, np.int64)


def write_observation(
    parts: Mapping[str, NDArray[Any]], out: Mapping[str, NDArray[Any]] | None
) -> dict[str, NDArray[Any]]:
    """Copy the arrays of an observation into new arrays or the arrays in `out`; return the copies by name."""
    if out is None:
        return {name: part.copy() for name, part in parts.items()}
    if not isinstance(out, Mapping) or set(out) != set(parts):
        raise BadInput(f"'out' must contain exactly the arrays {', '.join(parts)}")
    for name, part in parts.items():
        target = out[name]
        if not isinstance(target, np.ndarray) or target.shape != part.shape:
            raise BadInput(f"out[{name!r}] must be an array of shape {part.shape}")
        if not np.can_cast(part.dtype, target.dtype, "safe"):
            raise BadInput(f"out[{name!r}] has the type {target.dtype}, which cannot hold {part.dtype}")
        np.copyto(target, part)
    return dict(out)
