"""A cache of games in progress in a worker process: their players and their last states.

A cached player still has its search tree, and a cached state need not be parsed again. The cache is optional:
every request contains the state as text, so a process that has not cached the game can create new players.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from tilewright.play.agent import Entrant, Player, close_players, make_player
from tilewright.play.state import PlayableGame, State

__all__ = ["CACHED_GAMES", "CachedGame", "CachedGames"]

MAX_GAMES = 4
"""The maximum number of cached games; the least recently used game is dropped first."""


@dataclass(eq=False)
class CachedGame:
    """A game in progress: the state after the last request, and the players created so far."""

    playable: PlayableGame
    _state: State[Any] | None = None
    _text: str = ""
    _players: dict[tuple[Entrant, int], Player] = field(default_factory=dict)

    def state(self, text: str) -> State[Any]:
        """Return the state that a text describes; parse the text only if this state is not cached."""
        if self._state is None or text != self._text:
            self.keep(self.playable.parse_state(text), text)
        assert self._state is not None
        return self._state

    def keep(self, state: State[Any], text: str) -> None:
        self._state, self._text = state, text

    def player(self, entrant: Entrant, seat: int) -> Player:
        """Return the `Player` object of an agent that plays as player number `seat`."""
        key = (entrant, seat)
        if key not in self._players:
            self._players[key] = make_player(self.playable.game, entrant)
        return self._players[key]

    def close(self) -> None:
        close_players(self._players.values())
        self._players.clear()


class CachedGames:
    """The cached games of this process, by the name of the game and the key that the client has chosen."""

    def __init__(self, most: int = MAX_GAMES) -> None:
        self._most = most
        self._games: OrderedDict[tuple[str, str], CachedGame] = OrderedDict()
        self.stopped = threading.Event()
        """Set when the current turn is cancelled; an `Interruptible` player then returns a move at once."""

    def __len__(self) -> int:
        return len(self._games)

    def get(self, playable: PlayableGame, key: str) -> CachedGame:
        """Return the cached game with this key, or a new game. If the key is empty, the game is not cached."""
        if not key:
            return CachedGame(playable)
        name = (playable.game.name, key)
        if name not in self._games:
            while len(self._games) >= self._most:
                self._games.popitem(last=False)[1].close()
            self._games[name] = CachedGame(playable)
        self._games.move_to_end(name)
        return self._games[name]

    def drop(self, playable: PlayableGame, key: str) -> None:
        """Remove a game from the cache and close its players."""
        game = self._games.pop((playable.game.name, key), None)
        if game is not None:
            game.close()

    def drop_all(self) -> None:
        while self._games:
            self._games.popitem()[1].close()


CACHED_GAMES = CachedGames()
"""The cached games of this process."""
