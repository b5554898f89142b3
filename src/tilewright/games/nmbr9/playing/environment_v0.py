"""The first version of the Gymnasium environment, ``tilewright/Nmbr9-v0``.

It is kept so that published experiments can be repeated. New work should use ``tilewright/Nmbr9-v1``
(``env.py``), which has the same actions and rewards and is much faster. In the observations of version 0, the
array with the number of the part on each cell is called ``values`` instead of ``numbers``.

    env = gymnasium.make("tilewright/Nmbr9-v0")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing import scene_to_pixels as pixels
from tilewright.drawing.scene import Scene
from tilewright.errors import BadInput
from tilewright.games.nmbr9.playing.environment_base import BaseEnvironment, Observation
from tilewright.games.nmbr9.rules import LEAST_GRID, Nmbr9Instance
from tilewright.games.nmbr9.state import Nmbr9State, start

__all__ = ["ILLEGAL", "EnvironmentV0"]

ILLEGAL = -1.0
"""The reward of an illegal action."""


class EnvironmentV0(BaseEnvironment):
    """An environment in which one player places the cards of a shuffled deck."""

    numbers_name: ClassVar[str] = "values"

    def _prepare(
        self, max_value: int, copies: int, cards: int | None, support: str, side: int, levels: int
    ) -> Nmbr9Instance:
        if side < LEAST_GRID:
            raise BadInput(f"no part fits on a grid of side {side}; expected at least {LEAST_GRID}")
        parts = (max_value + 1) * copies
        instance = Nmbr9Instance(
            "U", max_value, copies, parts if cards is None else cards, None, side, levels, support
        )
        self._state = start(instance)
        return instance

    @property
    def state(self) -> Nmbr9State:
        """The current state of the game, in the form that `tilewright.play` uses."""
        return self._state

    def _deal(self, deck: tuple[int, ...]) -> None:
        self._state = start(replace(self._instance, variant="K", deck=deck))

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        before = self.state
        move = self.move(int(action))
        if move is None or move not in before.moves():
            return self._observation(), ILLEGAL, before.over, False, {**self._info(), "illegal": True}
        self._state = before.play(move)
        reward = float(self.state.scores()[0] - before.scores()[0])
        return self._observation(), reward, self.state.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of the actions that are legal now."""
        mask = np.zeros(self.actions, np.bool_)
        mask[[self.action(move) for move in self.state.moves()]] = True
        return mask

    def _card(self) -> int:
        return next(iter(self.state.cards), -1)

    def _frame(self, scene: Scene) -> Any:
        return pixels.render(scene)

    def _observation(self) -> Observation:
        values = np.full((self.levels, self.side, self.side), -1, np.int8)
        parts = np.zeros_like(values, np.int16)
        for number, part in enumerate(self.state.placed, 1):
            rows, columns = zip(*part.cells, strict=True)
            values[part.level - 1, rows, columns] = part.value
            parts[part.level - 1, rows, columns] = number
        left = self.state.left
        return {
            "values": values,
            "parts": parts,
            "card": np.array([self._card()], np.int8),
            "left": np.array([left[value] for value in range(self._instance.max_value + 1)], np.int16),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "score": self.state.scores()[0]}
