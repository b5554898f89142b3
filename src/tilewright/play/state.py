"""Game states and moves, and access to the functions of a game's ``state.py``.

A state is an immutable, hashable value, and playing a move returns a new state. So undo simply returns to the
previous state, no state has to be copied, and a search may keep references to states.

A game can be played if its folder has a file ``state.py`` with three functions:

- ``start(deal) -> State``: the state before the first move;
- ``parse_state(text) -> State``: parses the output of `State.to_text`;
- ``parse_move(state, text) -> Move``: parses the output of `str` for a move, or the move's JSON.

A deal is everything that is fixed before the first move; by default it is an instance of the game. A game with
another kind of deal (such as an order of pieces) adds four functions:

- ``deal(seed, keys) -> Deal`` and ``parse_deal(text, keys) -> Deal``, where `keys` are the settings that the
  option ``--set`` specifies;
- ``deal_to_json(deal) -> dict`` and ``deal_from_json(dict) -> Deal``, where the dictionary contains the keys
  and values that describe the deal in a record.

A game with hidden information adds ``seen(state) -> State``: the state as the player to move knows it. A game
that shows more than the score at the end adds ``epilogue(state) -> str``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol, Self, TypeVar

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Game

__all__ = ["Move", "PlayableGame", "State", "keys_as_text", "played_names"]


class Move(Protocol):
    """One move: a value that can be written as text and as JSON.

    `str` returns a single line, which is never just a number, because people at the terminal select moves from
    a list by number. If `to_json` returns a string, it is the string that `str` returns.
    """

    def __hash__(self) -> int: ...

    def to_json(self) -> Any: ...


M = TypeVar("M", bound=Move)


class State(Protocol[M]):
    """A position of a game. `str` returns text for people, `to_text` one line that `parse_state` reads."""

    def __hash__(self) -> int: ...

    @property
    def players(self) -> int:
        """The number of players: one or two."""

    @property
    def to_move(self) -> int:
        """The player to move, 0 or 1; undefined when the game is over."""

    @property
    def over(self) -> bool:
        """Whether the game is over, which is the case if and only if there are no legal moves."""

    def moves(self) -> Sequence[M]:
        """Return every legal move once, always in the same order."""

    def play(self, move: M) -> Self:
        """Return the state after a move; for an illegal move, raise a `BadInput` that names the broken rule."""

    def scores(self) -> tuple[int, ...]:
        """Return the score that each player would have if the game ended now."""

    def bounds(self) -> tuple[int, int]:
        """Return a lower and an upper bound that hold for the final scores of all players."""

    def winner(self) -> int | None:
        """Return the winner of a finished game; None for a draw and for a one-player game."""

    def to_text(self) -> str: ...


class PlayableGame:
    """Calls the functions in the ``state.py`` of a game that can be played, with defaults for optional ones."""

    def __init__(self, game: Game) -> None:
        if not game.has("state"):
            names = ", ".join(played_names()) or "none"
            raise BadInput(f"{game.name} cannot be played move by move; the games that can are {names}")
        self.game = game

    def __repr__(self) -> str:
        return f"<PlayableGame {self.game.name}>"

    @cached_property
    def _module(self) -> Any:
        return self.game.module("state")

    @property
    def _own_deals(self) -> bool:
        return hasattr(self._module, "deal")

    # deals

    def deal(self, seed: int, keys: Mapping[str, str] | None = None) -> Any:
        """Return a deal; the same seed and keys generate the same deal on every machine."""
        keys = keys or {}
        if self._own_deals:
            return self._module.deal(seed, keys)
        options = {option.name for option in self.game.generator}
        instance = self.game.generate(seed, **{key: keys[key] for key in keys if key in options})
        return self.game.with_keys(instance, {key: keys[key] for key in keys if key not in options})

    def parse_deal(self, text: str, keys: Mapping[str, str] | None = None) -> Any:
        keys = keys or {}
        if self._own_deals:
            return self._module.parse_deal(text, keys)
        return self.game.with_keys(self.game.parse(text), keys)

    def deal_to_json(self, deal: Any) -> dict[str, Any]:
        """Return the keys that describe the deal in a record, with their values."""
        if self._own_deals:
            data: dict[str, Any] = self._module.deal_to_json(deal)
            return data
        return {"instance": self.game.to_json(deal)}

    def deal_from_json(self, data: Mapping[str, Any]) -> Any:
        if self._own_deals:
            return self._module.deal_from_json(data)
        if set(data) != {"instance"}:
            keys = ", ".join(sorted(data)) or "nothing"
            raise BadInput(
                f"a record of {self.game.name} must have only the key 'instance' for its deal; it has {keys}"
            )
        return self.game.from_json(data["instance"])

    # states and moves

    def start(self, deal: Any) -> State[Any]:
        state: State[Any] = self._module.start(deal)
        return state

    def parse_state(self, text: str) -> State[Any]:
        state: State[Any] = self._module.parse_state(text)
        return state

    def parse_move(self, state: State[Any], text: str) -> Any:
        return self._module.parse_move(state, text)

    def move_from_json(self, state: State[Any], data: Any) -> Any:
        """Parse a move from the JSON of a record."""
        return self.parse_move(state, data if isinstance(data, str) else json.dumps(data))

    def seen(self, state: State[Any]) -> State[Any]:
        """Return what the player to move knows: the whole state, unless the game has hidden information."""
        if not hasattr(self._module, "seen"):
            return state
        seen: State[Any] = self._module.seen(state)
        return seen

    def epilogue(self, state: State[Any]) -> str:
        """Return the text that is shown after the last move in addition to the score; empty for most games."""
        return str(self._module.epilogue(state)) if hasattr(self._module, "epilogue") else ""

    def show(self, state: State[Any], colour: bool = False) -> str:
        """Return the state as shown in a terminal: as a picture if the game draws states, else as text."""
        if self.game.has("picture"):
            picture = self.game.module("picture")
            if hasattr(picture, "state_scene"):
                return str(picture.state_scene(state).to_text(colour)).rstrip("\n")
        return str(state)


def keys_as_text(keys: Mapping[str, Any]) -> dict[str, str]:
    """Return the values as text, as `PlayableGame.deal` expects them: strings unchanged, other values as JSON.

    >>> keys_as_text({"rule": "touch", "deck": (1, 2), "learns": True})
    {'rule': 'touch', 'deck': '[1, 2]', 'learns': 'true'}
    """
    return {
        name: value if isinstance(value, str) else json.dumps(value, default=str)
        for name, value in keys.items()
    }


def played_names() -> tuple[str, ...]:
    """Return the names of the games that can be played move by move."""
    return tuple(game.name for game in registry.games() if game.has("state"))
