"""Thousands of games at once, for those who learn from many: rows of numbers, stepped by compiled code.

    games = Batch(4096, seed=1)
    while not games.over.all():
        games.step(choose(games.masks))

`placement` says who lays the patches. With ``first-fit`` an action is 0 to advance or 1, 2, 3 to buy a patch on
offer, which is laid where it first fits, and 1x1 patches are laid by themselves. With ``free`` the actions are
the 2026 of the environment.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel import batch_kernel
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_states import unpack
from tilewright.games.patchwork.duel.kernel_tables import tables
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.games.patchwork.pieces.patches import PATCHES

__all__ = ["Batch"]

MOST_GAMES = 10_000_000
PLACEMENTS = ("first-fit", "free")


class Batch:
    """Games that are stepped together. The arrays are the batch's own: read them, copy what you keep."""

    def __init__(self, games: int, seed: int = 0, placement: str = "first-fit", threads: int = 1) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise BadInput(f"a batch has 1 to {MOST_GAMES:,} games, not {games}")
        if placement not in PLACEMENTS:
            raise BadInput(f"patches cannot be laid by {placement!r}; expected {' or '.join(PLACEMENTS)}")
        if not 1 <= threads <= 1024:
            raise BadInput(f"the number of threads must lie between 1 and 1024, not {threads}")
        self.placement = placement
        self._short = placement == "first-fit"
        self.actions: int = batch_kernel.SHORT_ACTIONS if self._short else kernel.ACTIONS
        self._rng = np.random.default_rng(seed)
        self.states: NDArray[np.int64] = np.zeros((games, kernel.STATE_SIZE), np.int64)
        self.masks: NDArray[np.int8] = np.zeros((games, self.actions), np.int8)
        """By game and action: 1 where the action is legal."""
        self.rewards: NDArray[np.float64] = np.zeros((games, 2), np.float64)
        """By game and player, of the last step: +1 and -1 when the game ended with it."""
        self.over: NDArray[np.bool_] = np.ones(games, np.bool_)
        self.legal: NDArray[np.bool_] = np.ones(games, np.bool_)
        """Whether the action of the last step was legal; one that is not changes nothing."""
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset()

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"Batch(games={len(self)}, placement={self.placement!r}, over={int(self.over.sum())})"

    @property
    def to_move(self) -> NDArray[np.int64]:
        """Who moves in each game."""
        return self.states[:, kernel.MOVER]

    def reset(self, finished_only: bool = False) -> None:
        """Deal new circles: in every game, or where the game is over."""
        which = np.flatnonzero(self.over) if finished_only else np.arange(len(self))
        others = np.tile(np.arange(2, len(PATCHES)), (len(which), 1))
        ones = np.ones((len(which), 1), np.int64)
        circles = np.hstack([self._rng.permuted(others, axis=1), ones])
        batch_kernel.deal_many(tables(), self.states, which, circles, self.masks)
        self.over[which] = False
        self.rewards[which] = 0

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """One action in each game; games that are over stay as they are."""
        if actions.shape != (len(self),):
            raise BadInput(f"a batch of {len(self)} games needs as many actions, not the shape {actions.shape}")
        step = batch_kernel.step_short if self._short else batch_kernel.step_full
        rows = (self.states, actions.astype(np.int64), self.masks, self.rewards, self.over, self.legal)
        self._each(lambda *slices: step(tables(), *slices), *rows)

    def scores(self) -> NDArray[np.int64]:
        """By game and player, were the game to end now."""
        found = np.zeros((len(self), 2), np.int64)
        batch_kernel.score_many(self.states, found)
        return found

    def position(self, game: int) -> PatchworkState:
        """One game as the plain rules know it."""
        return unpack(self.states[game])

    def _each(self, work: Callable[..., None], *rows: NDArray[Any]) -> None:
        """Do the work on all rows, each thread on its share of them."""
        if self._pool is None:
            work(*rows)
            return
        ends = np.linspace(0, len(self), self._threads + 1).astype(int)
        shares = [[row[low:high] for row in rows] for low, high in pairwise(ends)]
        for done in [self._pool.submit(work, *share) for share in shares]:
            done.result()
