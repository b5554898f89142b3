"""The Gymnasium environment ``tilewright/Nmbr9-v0`` for training agents.

The deck is shuffled, and the top card has to be placed. The reward of a step is the score of the placed part,
so the rewards of an episode add up to the final score. An episode ends when the deck is empty or when the
current card cannot be placed.

An *action* is the number ``((level - 1) * 4 + turn) * side**2 + row * side + column``. A turn is a number of
clockwise quarter turns; row and column are the coordinates of the top left corner of the part's bounding box.
The mask of legal actions is ``info["action_mask"]``, and also the result of `action_masks`; each legal
placement has exactly one action number. An illegal action leaves the state unchanged, gives the reward
`ILLEGAL` and sets ``info["illegal"]``.

In the rules the table is unbounded; in the environment it is limited to `side` x `side` cells and `levels`
levels. With the defaults, ordinary play does not reach these limits.

    env = gymnasium.make("tilewright/Nmbr9-v0")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilewright.drawing import pixel_array as pixels
from tilewright.errors import BadInput
from tilewright.games.nmbr9.picture import state_scene
from tilewright.games.nmbr9.rules import LEAST_GRID, Nmbr9Instance, orientations
from tilewright.games.nmbr9.state import Nmbr9Move, seen, start

__all__ = ["ILLEGAL", "Environment"]

ILLEGAL = -1.0
"""The reward of an illegal action."""
TURNS = 4

Observation = dict[str, Any]


class Environment(gymnasium.Env[Observation, np.int64]):
    """An environment in which one player places the cards of a shuffled deck."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 (Gymnasium wants a dict)

    def __init__(
        self,
        max_value: int = 9,
        copies: int = 2,
        cards: int | None = None,
        support: str = "parts",
        side: int = 24,
        levels: int = 8,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadInput(f"unknown render mode {render_mode!r}; expected ansi or rgb_array")
        if side < LEAST_GRID:
            raise BadInput(f"no part fits on a grid of side {side}; expected at least {LEAST_GRID}")
        parts = (max_value + 1) * copies
        self._instance = Nmbr9Instance(
            "U", max_value, copies, parts if cards is None else cards, None, side, levels, support
        )
        self.side, self.levels = side, levels
        self.render_mode = render_mode
        self.actions = levels * TURNS * side * side
        self.action_space = spaces.Discrete(self.actions)
        shape = (levels, side, side)
        self.observation_space = spaces.Dict(
            {
                "values": spaces.Box(-1, max_value, shape, np.int8),
                "parts": spaces.Box(0, self._instance.cards, shape, np.int16),
                "card": spaces.Box(-1, max_value, (1,), np.int8),
                "left": spaces.Box(0, copies, (max_value + 1,), np.int16),
            }
        )
        self.state = start(self._instance)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Shuffle a new deck, or use a given deck: ``options={"deck": [3, 7, 0]}``."""
        super().reset(seed=seed)
        hidden = self._instance
        if options and "deck" in options:
            deck = tuple(int(card) for card in options["deck"])
        else:
            cards = np.repeat(np.arange(hidden.max_value + 1), hidden.copies)
            deck = tuple(int(card) for card in self.np_random.permutation(cards)[: hidden.cards])
        self.state = start(replace(hidden, variant="K", deck=deck))
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        before = self.state
        move = self.move(int(action))
        if move is None or move not in before.moves():
            return self._observation(), ILLEGAL, before.over, False, {**self._info(), "illegal": True}
        self.state = before.play(move)
        reward = float(self.state.scores()[0] - before.scores()[0])
        return self._observation(), reward, self.state.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of the actions that are legal now."""
        mask = np.zeros(self.actions, np.bool_)
        mask[[self.action(move) for move in self.state.moves()]] = True
        return mask

    def action(self, move: Nmbr9Move) -> int:
        """Return the action number of a move."""
        return ((move.level - 1) * TURNS + move.turn) * self.side**2 + move.row * self.side + move.column

    def move(self, action: int) -> Nmbr9Move | None:
        """Return the move of an action number; None if no card is left or the card lacks that rotation."""
        orientation, cell = divmod(action, self.side**2)
        level, turn = divmod(orientation, TURNS)
        card = next(iter(self.state.cards), None)
        if card is None or turn >= len(orientations(card)):
            return None
        return Nmbr9Move(card, turn, *divmod(cell, self.side), level + 1)

    def render(self) -> Any:
        """Return the state as text or as a pixel array, depending on the render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn('no render mode was set: use make(..., render_mode="rgb_array")')
            return None
        scene = state_scene(seen(self.state))
        return scene.to_text(False) if self.render_mode == "ansi" else pixels.render(scene)

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
            "card": np.array([next(iter(self.state.cards), -1)], np.int8),
            "left": np.array([left[value] for value in range(self._instance.max_value + 1)], np.int16),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "score": self.state.scores()[0]}
