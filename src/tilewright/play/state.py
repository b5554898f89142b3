"""What a played game shows to those who play it: a state, its moves, and the doors to the game's ``state.py``.

A state is a value: it never changes, two equal ones hash alike, and playing a move gives a new one. So undo is
to go back to the state before, a copy is the state itself, and a search may keep states wherever it likes.

A game is played when its folder has a file ``state.py`` with three functions:

- ``start(deal) -> State``: the state before the first move;
- ``parse_state(text) -> State``: reads what `State.to_text` wrote;
- ``parse_move(state, text) -> Move``: reads a move as `str` writes it, or as JSON.

A deal is what is settled before the first move: an instance of the game, made by its generator. A game whose
deals are something else (Patchwork's is a circle of patches) adds four functions:

- ``deal(seed, keys) -> Deal`` and ``parse_deal(text, keys) -> Deal``, where `keys` are those of ``--set``;
- ``deal_to_json(deal) -> dict`` and ``deal_from_json(dict) -> Deal``: the keys that a record begins with.

A game with something hidden adds ``seen(state) -> State``: what the player to move may know of it. One that has
more to tell a person than the score, when the game is over, adds ``epilogue(state) -> str``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol, Self, TypeVar

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Game

__all__ = ["Move", "Played", "State", "played_names"]


class Move(Protocol):
    """One move: a value that knows its two notations.

    `str` writes it in one line without a line end, never as a bare number: numbers are how people at the
    terminal choose from a list. Where `to_json` gives a text, it gives the same text.
    """

    def __hash__(self) -> int: ...

    def to_json(self) -> Any: ...


M = TypeVar("M", bound=Move)


class State(Protocol[M]):
    """A moment of a game. `str` shows it to people; `to_text` writes it in one line for `parse_state`."""

    def __hash__(self) -> int: ...

    @property
    def players(self) -> int:
        """One or two."""

    @property
    def to_move(self) -> int:
        """Who moves: 0 or 1. It says nothing once the game is over."""

    @property
    def over(self) -> bool:
        """True when no move is left to play; `moves` is empty then, and only then."""

    def moves(self) -> Sequence[M]:
        """Every legal move, none twice, always in the same order."""

    def play(self, move: M) -> Self:
        """The state after a move; `BadInput` names the rule that an illegal one breaks."""

    def scores(self) -> tuple[int, ...]:
        """What each player would have if the game ended now."""

    def bounds(self) -> tuple[int, int]:
        """A low and a high end between which every player's final score will lie."""

    def winner(self) -> int | None:
        """Who has won when the game is over; None for a draw and for a game of one."""

    def to_text(self) -> str: ...


class Played:
    """The played side of a game: the doors to the functions of its ``state.py``."""

    def __init__(self, game: Game) -> None:
        if not game.has("state"):
            names = ", ".join(played_names()) or "none"
            raise BadInput(f"{game.name} is not played move by move; played games: {names}")
        self.game = game

    def __repr__(self) -> str:
        return f"<Played {self.game.name}>"

    @cached_property
    def _module(self) -> Any:
        return self.game.module("state")

    @property
    def _own_deals(self) -> bool:
        return hasattr(self._module, "deal")

    # deals

    def deal(self, seed: int, keys: Mapping[str, str] | None = None) -> Any:
        """A deal: the same seed and keys give the same one everywhere."""
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
        """The keys that stand for the deal in a record."""
        if self._own_deals:
            data: dict[str, Any] = self._module.deal_to_json(deal)
            return data
        return {"instance": self.game.to_json(deal)}

    def deal_from_json(self, data: Mapping[str, Any]) -> Any:
        if self._own_deals:
            return self._module.deal_from_json(data)
        if set(data) != {"instance"}:
            found = ", ".join(sorted(data)) or "nothing"
            raise BadInput(
                f"a record of {self.game.name} must have the key 'instance' for its deal, not {found}"
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
        """A move as a record holds it."""
        return self.parse_move(state, data if isinstance(data, str) else json.dumps(data))

    def seen(self, state: State[Any]) -> State[Any]:
        """What the player to move may know of the state: all of it, unless the game hides something."""
        if not hasattr(self._module, "seen"):
            return state
        seen: State[Any] = self._module.seen(state)
        return seen

    def epilogue(self, state: State[Any]) -> str:
        """What a person is told after the last move beside the score; empty for most games."""
        return str(self._module.epilogue(state)) if hasattr(self._module, "epilogue") else ""

    def show(self, state: State[Any], colour: bool = False) -> str:
        """The state as people see it in a terminal: the game's picture of it, if it draws one."""
        if self.game.has("picture"):
            picture = self.game.module("picture")
            if hasattr(picture, "state_scene"):
                return str(picture.state_scene(state).to_text(colour)).rstrip("\n")
        return str(state)


def played_names() -> tuple[str, ...]:
    """The names of the games that are played move by move."""
    return tuple(game.name for game in registry.games() if game.has("state"))
