"""The base of both versions of the Gymnasium environment: options, spaces, action numbers, decks and frames."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from tilewright.drawing.scene import Scene
from tilewright.errors import BadInput
from tilewright.games.nmbr9.picture import state_scene
from tilewright.games.nmbr9.rules import Nmbr9Instance, orientations
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State, seen

__all__ = ["TURNS", "BaseEnvironment", "Observation"]

TURNS = 4

Observation = dict[str, Any]


class BaseEnvironment(gymnasium.Env[Observation, np.int64]):
    """An environment in which one player places the cards of a shuffled deck."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 (Gymnasium expects a dict)
    numbers_name: ClassVar[str]
    """The key, in an observation, of the array that contains the number of the part on each cell."""

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
            raise BadInput(f"unknown render mode {render_mode!r}; expected 'ansi' or 'rgb_array'")
        self._instance = self._prepare(max_value, copies, cards, support, side, levels)
        self.side, self.levels = side, levels
        self.render_mode = render_mode
        self.actions = levels * TURNS * side * side
        self.action_space = spaces.Discrete(self.actions)
        shape = (levels, side, side)
        self.observation_space = spaces.Dict(
            {
                self.numbers_name: spaces.Box(-1, max_value, shape, np.int8),
                "parts": spaces.Box(0, self._instance.cards, shape, np.int16),
                "card": spaces.Box(-1, max_value, (1,), np.int8),
                "left": spaces.Box(0, copies, (max_value + 1,), np.int16),
            }
        )

    @property
    def state(self) -> Nmbr9State:
        """The current state of the game, in the form that `tilewright.play` uses."""
        raise NotImplementedError

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Shuffle a new deck, or use a given deck: ``options={"deck": [3, 7, 0]}``."""
        super().reset(seed=seed)
        hidden = self._instance
        if options and "deck" in options:
            deck = tuple(int(card) for card in options["deck"])
            replace(hidden, variant="K", deck=deck)  # raises `BadInput` if the deck is not legal
        else:
            cards = np.repeat(np.arange(hidden.max_value + 1), hidden.copies)
            deck = tuple(self.np_random.permutation(cards)[: hidden.cards].tolist())
        self._deal(deck)
        return self._observation(), self._info()

    def action(self, move: Nmbr9Move) -> int:
        """Return the action number of a move."""
        return ((move.level - 1) * TURNS + move.turn) * self.side**2 + move.row * self.side + move.column

    def move(self, action: int) -> Nmbr9Move | None:
        """Return the move with this action number; None if no card is left or the part has no such rotation."""
        orientation, cell = divmod(action, self.side**2)
        level, turn = divmod(orientation, TURNS)
        card = self._card()
        if card < 0 or turn >= len(orientations(card)):
            return None
        return Nmbr9Move(card, turn, *divmod(cell, self.side), level + 1)

    def render(self) -> Any:
        """Return the state as text or pixels, depending on the render mode; None if no render mode is set."""
        if self.render_mode is None:
            gymnasium.logger.warn('no render mode was set: use make(..., render_mode="rgb_array")')
            return None
        scene = state_scene(seen(self.state))
        return scene.to_text(False) if self.render_mode == "ansi" else self._frame(scene)

    def _prepare(
        self, max_value: int, copies: int, cards: int | None, support: str, side: int, levels: int
    ) -> Nmbr9Instance:
        """Check the options, prepare the first game, and return its instance in variant U, without a deck."""
        raise NotImplementedError

    def _deal(self, deck: tuple[int, ...]) -> None:
        """Start a game with the given deck."""
        raise NotImplementedError

    def _card(self) -> int:
        """Return the card to be placed; -1 if no card is left."""
        raise NotImplementedError

    def _frame(self, scene: Scene) -> Any:
        """Return a scene as an array of pixels."""
        raise NotImplementedError

    def _observation(self) -> Observation:
        raise NotImplementedError

    def _info(self) -> dict[str, Any]:
        raise NotImplementedError
