"""Nmbr9 for those who train players: the Gymnasium environment ``tilewright/Nmbr9-v0``.

The deck is shuffled, and the card on top has to be placed. A reward is what the placed part scores, so the
rewards of an episode add up to the score. An episode ends when the deck is used up, or when the card fits
nowhere in the window.

An *action* is a number: ``((level - 1) * 4 + turn) * side**2 + row * side + column``. A turn is a number of
quarter turns to the right; row and column are those of the corner of the part's box. The mask of legal actions
is ``info["action_mask"]``, and what `action_masks` gives; each way to lie is legal under one number only. An
action that is not legal changes nothing and earns `ILLEGAL`, and ``info["illegal"]`` says so.

The table has no edges in the rules, but a window of `side` x `side` cells here, and at most `levels` levels.
With the defaults, only a player who means to will ever meet them.

    env = gymnasium.make("tilewright/Nmbr9-v0")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilewright.drawing import pixel_array as pixels
from tilewright.errors import BadInput
from tilewright.games.nmbr9.picture import state_scene
from tilewright.games.nmbr9.rules import LEAST_GRID, Nmbr9Instance, orientations
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State, seen, start

__all__ = ["ILLEGAL", "Environment"]

ILLEGAL = -1.0
"""The reward of an action that is not legal."""
TURNS = 4

Observation = dict[str, Any]


class Environment(gymnasium.Env[Observation, np.int64]):
    """One player, one deck."""

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
            raise BadInput(f"there is no render mode {render_mode!r}; expected ansi or rgb_array")
        if side < LEAST_GRID:
            raise BadInput(f"no part fits a window of side {side}; expected at least {LEAST_GRID}")
        most = (max_value + 1) * copies
        self._table = Nmbr9Instance(
            "U", max_value, copies, most if cards is None else cards, None, side, levels, support
        )
        self.side, self.levels = side, levels
        self.render_mode = render_mode
        self.actions = levels * TURNS * side * side
        self.action_space = spaces.Discrete(self.actions)
        shape = (levels, side, side)
        self.observation_space = spaces.Dict(
            {
                "values": spaces.Box(-1, max_value, shape, np.int8),
                "parts": spaces.Box(0, self._table.cards, shape, np.int16),
                "card": spaces.Box(-1, max_value, (1,), np.int8),
                "left": spaces.Box(0, copies, (max_value + 1,), np.int16),
            }
        )
        self.state = start(self._table)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Shuffle a new deck; ``options={"deck": [3, 7, 0]}`` deals that one."""
        super().reset(seed=seed)
        table = self._table
        if options and "deck" in options:
            deck = tuple(int(card) for card in options["deck"])
        else:
            every = np.repeat(np.arange(table.max_value + 1), table.copies)
            deck = tuple(int(card) for card in self.np_random.permutation(every)[: table.cards])
        known = Nmbr9Instance(
            "K", table.max_value, table.copies, table.cards, deck, table.grid, table.levels, table.support
        )
        self.state = start(known)
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
        """Which actions are legal now."""
        mask = np.zeros(self.actions, np.bool_)
        mask[[self.action(move) for move in self.state.moves()]] = True
        return mask

    def action(self, move: Nmbr9Move) -> int:
        """The number of a move."""
        return ((move.level - 1) * TURNS + move.turn) * self.side**2 + move.row * self.side + move.column

    def move(self, action: int) -> Nmbr9Move | None:
        """The move of a number; None if the card cannot be turned that way, or there is no card."""
        place, cell = divmod(action, self.side**2)
        level, turn = divmod(place, TURNS)
        card = next(iter(self.state.cards), None)
        if card is None or turn >= len(orientations(card)):
            return None
        return Nmbr9Move(card, turn, *divmod(cell, self.side), level + 1)

    def render(self) -> Any:
        """The table as text or as pixels."""
        if self.render_mode is None:
            gymnasium.logger.warn('nothing is rendered: ask for it by make(..., render_mode="rgb_array")')
            return None
        scene = state_scene(self._seen())
        return scene.to_text(False) if self.render_mode == "ansi" else pixels.render(scene)

    def _seen(self) -> Nmbr9State:
        return seen(self.state)

    def _observation(self) -> Observation:
        table = self._table
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
            "left": np.array([left[value] for value in range(table.max_value + 1)], np.int16),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "score": self.state.scores()[0]}
