"""Batches of thousands of games for reinforcement learning; compiled code plays one step of all games at once.

    games = Batch(4096, seed=1, auto_reset=True)
    buffers = games.observe()
    for _ in range(1000):
        games.step(choose(games.observe(out=buffers), games.masks))

`placement` selects the set of actions. With ``first-fit``, action 0 advances, and actions 1, 2 and 3 buy one of
the patches on offer and lay it where it first fits; 1x1 patches are laid automatically. With ``free``, the
actions are the 2026 actions of the environment in ``env.py``. `patches` and `edition` choose the variant of all
games. Observations are from the point of view of the player to move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel import batch_step_kernel
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_states import unpack
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.patch_set_and_edition import Variant
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.games.patchwork.pieces.patches import PATCH_COUNT, SIDE
from tilewright.play.batch_environment_base_class import GameBatch, read_actions, write_observation

__all__ = ["Batch"]

PLACEMENTS = ("first-fit", "free")


class Batch(GameBatch):
    """Games that are stepped together.

    Each step overwrites the arrays of the batch: copy the values that you need later.
    """

    def __init__(
        self,
        games: int,
        seed: int = 0,
        placement: str = "first-fit",
        threads: int = 1,
        patches: str = "box",
        edition: str = "classic",
        auto_reset: bool = False,
    ) -> None:
        super().__init__(games, seed, threads, auto_reset)
        if placement not in PLACEMENTS:
            raise BadInput(f"there is no placement {placement!r}; expected {' or '.join(PLACEMENTS)}")
        self.variant = Variant(patches, edition)
        self._lookup = game_tables(self.variant)
        self.placement = placement
        self._short = placement == "first-fit"
        self.actions: int = batch_step_kernel.SHORT_ACTIONS if self._short else kernel.ACTIONS
        self.states: NDArray[np.int64] = np.zeros((games, kernel.STATE_SIZE), np.int64)
        self.masks: NDArray[np.int8] = np.zeros((games, self.actions), np.int8)
        """For each game and action: 1 if the action is legal, else 0."""
        self.rewards: NDArray[np.float64] = np.zeros((games, 2), np.float64)
        """For each game and player: +1 for the winner and -1 for the loser of a finished game, else 0."""
        self.over = np.ones(games, np.bool_)
        self.legal: NDArray[np.bool_] = np.ones(games, np.bool_)
        """For each game: whether the last action was legal. An illegal action does not change the game."""
        self.final_scores = np.zeros((games, 2), np.int64)
        self._boards = np.zeros((games, 2, SIDE, SIDE), np.int16)
        self._circle = np.zeros((games, kernel.CIRCLE_SIZE), np.int16)
        self._scalars = np.zeros((games, batch_step_kernel.SCALARS), np.int16)
        self.reset()

    def __repr__(self) -> str:
        return f"Batch(games={len(self)}, placement={self.placement!r}, over={int(self.over.sum())})"

    @property
    def to_move(self) -> NDArray[np.int64]:
        """For each game: the player to move."""
        return self.states[:, kernel.MOVER]

    def reset(self, seed: int | None = None, *, finished_only: bool = False) -> None:
        """Restart all games, or only the finished ones, with new circles.

        A seed makes the circles repeatable.
        """
        super().reset(seed, finished_only=finished_only)
        self.rewards[~self.over] = 0

    def _restart(self, games: NDArray[np.intp]) -> None:
        others = np.tile(np.arange(2, PATCH_COUNT), (len(games), 1))
        ones = np.ones((len(games), 1), np.int64)
        circles = np.hstack([self._rng.permuted(others, axis=1), ones])
        batch_step_kernel.deal_many(self._lookup, self.states, games, circles, self.masks)
        self.over[games] = False

    def step(self, actions: Any) -> None:
        """Play one action in each game; finished games do not change.

        With `auto_reset`, a game that ends is restarted at once: `over`, `rewards` and `final_scores` describe
        the end of the old game, `masks` and `observe` the start of the new one.
        """
        step = batch_step_kernel.step_short if self._short else batch_step_kernel.step_full
        chosen = read_actions(actions, len(self))
        arrays = (self.states, chosen, self.masks, self.rewards, self.over, self.legal)
        self._run_on_slices(lambda *slices: step(self._lookup, *slices), *arrays)
        self._end_step()

    def observe(self, out: Mapping[str, NDArray[Any]] | None = None) -> dict[str, NDArray[Any]]:
        """Return the observation of the player to move in each game, or write it into the arrays of `out`.

        All arrays have the type int16; the values of the player to move come before those of the opponent.

        - ``boards``: (games, 2, 9, 9), 1 for a covered square
        - ``circle``: (games, 33), the patches from the marker on, padded with zeros
        - ``scalars``: (games, 17), in the order of `SCALARS` in ``env.py``
        """
        arrays = (self.states, self._boards, self._circle, self._scalars)
        self._run_on_slices(batch_step_kernel.observe_many, *arrays)
        parts = {"boards": self._boards, "circle": self._circle, "scalars": self._scalars}
        return write_observation(parts, out)

    def scores(self) -> NDArray[np.int64]:
        """Return, for each game and player, the score that the player would have if the game ended now."""
        return self._scores_of(np.arange(len(self)))

    def _scores_of(self, games: NDArray[np.intp]) -> NDArray[np.int64]:
        scores = np.zeros((len(games), 2), np.int64)
        batch_step_kernel.score_many(self.states[games], scores)
        return scores

    def position(self, game: int) -> PatchworkState:
        """Return the position of one game."""
        return unpack(self.states[game], self.variant)
