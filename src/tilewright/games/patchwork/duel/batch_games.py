"""Thousands of games for reinforcement learning, in state arrays that compiled code steps together.

    games = Batch(4096, seed=1)
    while not games.over.all():
        games.step(choose(games.masks))

`placement` selects the set of actions. With ``first-fit``, action 0 advances, and actions 1, 2 and 3 buy one of
the patches on offer, which is laid first fit; 1x1 patches are laid automatically. With ``free``, the actions
are the 2026 actions of the environment. `patches` and `edition` choose the variant of all games.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel import batch_games_kernel
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_states import unpack
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.games.patchwork.duel.variant import Variant
from tilewright.games.patchwork.pieces.patches import PATCH_COUNT

__all__ = ["Batch"]

MAX_GAMES = 10_000_000
PLACEMENTS = ("first-fit", "free")


class Batch:
    """Games that are stepped together. Each step overwrites the arrays: copy the values that you need later."""

    def __init__(
        self,
        games: int,
        seed: int = 0,
        placement: str = "first-fit",
        threads: int = 1,
        patches: str = "box",
        edition: str = "classic",
    ) -> None:
        if not 1 <= games <= MAX_GAMES:
            raise BadInput(f"a batch has 1 to {MAX_GAMES:,} games, not {games}")
        if placement not in PLACEMENTS:
            raise BadInput(f"there is no placement {placement!r}; expected {' or '.join(PLACEMENTS)}")
        if not 1 <= threads <= 1024:
            raise BadInput(f"the number of threads must be between 1 and 1024, not {threads}")
        self.variant = Variant(patches, edition)
        self._lookup = game_tables(self.variant)
        self.placement = placement
        self._short = placement == "first-fit"
        self.actions: int = batch_games_kernel.SHORT_ACTIONS if self._short else kernel.ACTIONS
        self._rng = np.random.default_rng(seed)
        self.states: NDArray[np.int64] = np.zeros((games, kernel.STATE_SIZE), np.int64)
        self.masks: NDArray[np.int8] = np.zeros((games, self.actions), np.int8)
        """By game and action: 1 if the action is legal, else 0."""
        self.rewards: NDArray[np.float64] = np.zeros((games, 2), np.float64)
        """By game and player: +1 for the winner and -1 for the loser of a finished game, else 0."""
        self.over: NDArray[np.bool_] = np.ones(games, np.bool_)
        self.legal: NDArray[np.bool_] = np.ones(games, np.bool_)
        """By game: whether the last action was legal. An illegal action does not change the game."""
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset()

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"Batch(games={len(self)}, placement={self.placement!r}, over={int(self.over.sum())})"

    @property
    def to_move(self) -> NDArray[np.int64]:
        """By game: the player to move."""
        return self.states[:, kernel.MOVER]

    def reset(self, finished_only: bool = False) -> None:
        """Restart all games, or only the finished ones, with new random circles."""
        games = np.flatnonzero(self.over) if finished_only else np.arange(len(self))
        others = np.tile(np.arange(2, PATCH_COUNT), (len(games), 1))
        ones = np.ones((len(games), 1), np.int64)
        circles = np.hstack([self._rng.permuted(others, axis=1), ones])
        batch_games_kernel.deal_many(self._lookup, self.states, games, circles, self.masks)
        self.over[games] = False
        self.rewards[games] = 0

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Play one action in each game; finished games do not change."""
        if actions.shape != (len(self),):
            raise BadInput(
                f"a batch of {len(self)} games needs one action per game, not the shape {actions.shape}"
            )
        step = batch_games_kernel.step_short if self._short else batch_games_kernel.step_full
        arrays = (self.states, actions.astype(np.int64), self.masks, self.rewards, self.over, self.legal)
        self._run_on_slices(lambda *slices: step(self._lookup, *slices), *arrays)

    def scores(self) -> NDArray[np.int64]:
        """Return, by game and player, the scores that the players would have if all games ended now."""
        scores = np.zeros((len(self), 2), np.int64)
        batch_games_kernel.score_many(self.states, scores)
        return scores

    def position(self, game: int) -> PatchworkState:
        """Return the position of one game."""
        return unpack(self.states[game], self.variant)

    def _run_on_slices(self, work: Callable[..., None], *arrays: NDArray[Any]) -> None:
        """Run `work` on the arrays of all games, divided among the threads."""
        if self._pool is None:
            work(*arrays)
            return
        ends = np.linspace(0, len(self), self._threads + 1).astype(int)
        shares = [[array[low:high] for array in arrays] for low, high in pairwise(ends)]
        for future in [self._pool.submit(work, *share) for share in shares]:
            future.result()
