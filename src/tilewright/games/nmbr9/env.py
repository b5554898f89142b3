"""The Gymnasium environment ``tilewright/Nmbr9-v1`` for training agents, and batches of games.

The deck is shuffled, and the top card has to be placed. The reward of a legal action is the score of the placed
part, so the rewards of the legal actions of an episode add up to the final score. An episode ends when the deck
is empty or when the current card cannot be placed.

An *action* is the number ``((level - 1) * 4 + turn) * side**2 + row * side + column``. A turn is a number of
clockwise quarter turns; row and column are the coordinates of the top left corner of the part's bounding box.
The mask of legal actions is ``info["action_mask"]``, and also the result of `action_masks`; each legal
placement has exactly one action number. An illegal action leaves the state unchanged, gives the reward
`ILLEGAL` and sets ``info["illegal"]``.

An *observation* is a dict: ``numbers`` (levels x side x side) has the number of the part on each cell, or -1 if
the cell is empty; ``parts``, of the same shape, numbers the parts from 1 in order of play (0 is empty);
``card`` is the card to be placed now, or -1 after the last card; ``left`` counts the copies of each number that
have not been placed.

In the rules the table is unbounded; in the environment it is limited to `side` x `side` cells and `levels`
levels. With the defaults, ordinary play does not reach these limits.

    env = gymnasium.make("tilewright/Nmbr9-v1")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])

In addition to the Gymnasium interface, the environment has `clone`, `undo` and `state`. `batch` creates
any number of games that are stepped together:

    from tilewright.envs import nmbr9_v1
    games = nmbr9_v1.batch(1024, seed=1, auto_reset=True)
"""

from __future__ import annotations

import copy
import operator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing import scene_to_pixels as pixels
from tilewright.drawing.scene import Scene
from tilewright.errors import BadInput
from tilewright.games.nmbr9.playing.batch_environment import Batch
from tilewright.games.nmbr9.playing.batch_step_kernel import ILLEGAL
from tilewright.games.nmbr9.playing.environment_base import BaseEnvironment, Observation
from tilewright.games.nmbr9.playing.environment_v0 import EnvironmentV0
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.state import Nmbr9State

__all__ = ["ILLEGAL", "Batch", "Environment", "EnvironmentV0", "batch"]

FRAME_SIDE = 800
"""The height and the width of a rendered frame, in pixels."""


def batch(games: int, seed: int = 0, **options: Any) -> Batch:
    """Return a batch of games that are stepped together; `Batch` lists the options."""
    return Batch(games, seed, **options)


class Environment(BaseEnvironment):
    """An environment in which one player places the cards of a shuffled deck."""

    numbers_name: ClassVar[str] = "numbers"

    def _prepare(
        self, max_value: int, copies: int, cards: int | None, support: str, side: int, levels: int
    ) -> Nmbr9Instance:
        self._batch = Batch(
            1,
            max_value=max_value,
            copies=copies,
            cards=cards,
            support=support,
            side=side,
            levels=levels,
        )
        self._played: list[int] = []
        return self._batch.instance

    @property
    def state(self) -> Nmbr9State:
        """The current state of the game, in the form that `tilewright.play` uses."""
        return self._batch.position(0)

    def _deal(self, deck: tuple[int, ...]) -> None:
        self._batch.deal(0, deck)
        self._played = []

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = _whole_number(action)
        self._batch.step([number])
        legal = bool(self._batch.legal[0])
        if legal:
            self._played.append(number)
        info = self._info()
        if not legal:
            info["illegal"] = True
        reward = float(self._batch.rewards[0]) if legal else ILLEGAL
        return self._observation(), reward, bool(self._batch.over[0]), False, info

    def undo(self) -> tuple[Observation, dict[str, Any]]:
        """Take back the last legal action; raise `BadInput` if there is none."""
        if not self._played:
            raise BadInput("there is no action to take back")
        played = self._played[:-1]
        self._deal(self.state.instance.deck or ())
        for action in played:
            self.step(np.int64(action))
        return self._observation(), self._info()

    def clone(self) -> Environment:
        """Return an independent copy of the environment."""
        return copy.deepcopy(self)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of the actions that are legal now."""
        mask: NDArray[np.bool_] = self._batch.masks[0].astype(np.bool_)
        return mask

    def _card(self) -> int:
        return int(self._batch.observe()["card"][0, 0])

    def _frame(self, scene: Scene) -> Any:
        """Return a scene as an array of pixels, always of the same size."""
        return pixels.render_square(scene, FRAME_SIDE)

    def _observation(self) -> Observation:
        return {name: part[0] for name, part in self._batch.observe().items()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.masks[0].copy(), "score": int(self._batch.scores()[0])}


def _whole_number(action: Any) -> int:
    try:
        return operator.index(action)
    except TypeError:
        raise BadInput(f"an action is a whole number, not {action!r:.60}") from None
