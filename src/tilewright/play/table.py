"""Games between agents in a process of their own, so that an agent that hangs loses the game and nothing else.

The process plays one game after the other and tells of every turn. Whoever watches it holds the clock: an agent
that takes too long for a move, whatever it is doing, is ended with its process and has lost the game. An agent
whose process dies has lost, too; but the game is played once more before that is believed, since a machine that
is short of memory may have ended it.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Self

from tilewright.errors import EngineFailure
from tilewright.play.agent import Entrant
from tilewright.play.match import Sitting, play_match
from tilewright.play.state import Played

__all__ = ["MOVE_LIMIT", "Broken", "Table", "move_limit", "play_games", "play_watched"]

MOVE_LIMIT = 300.0
"""Seconds that any agent may take for a move, unless the arena says otherwise."""

BUDGETS, GRACE = 10.0, 30.0
"""An agent with a budget of time may take ten times as much and half a minute more: it may have to warm up."""

PATIENCE = 600.0
"""Seconds for what no agent is to blame for: importing, dealing, seating."""

ATTEMPTS = 2
"""How often a game is played whose process dies."""

_CHUNK = 2**20
_FATE_SECONDS = 1.0


def move_limit(agent: str, limit: float = MOVE_LIMIT) -> float:
    """Seconds after which an agent has lost the game if it still thinks about the same move."""
    seconds = Entrant.parse(agent).budget.seconds
    return limit if seconds is None else min(limit, BUDGETS * seconds + GRACE)


def play_games(task: Mapping[str, Any], tell: Callable[[str, Any], None] | None = None) -> bytes:
    """Play the games of a task (its JSON) in this process; gives their records, one a line."""
    played, deal = _dealt(task)
    records = [
        play_match(played, deal, [Entrant.parse(agent) for agent in seating], task["seed"], tell)
        for seating in task["seatings"]
    ]
    return "".join(record.to_line() + "\n" for record in records).encode()


def play_watched(task: Mapping[str, Any]) -> bytes:
    """Play the games of a task, as `play_games` does, but no move takes longer than its `move_limit`."""
    return b"".join(_play_watched({**task, "seatings": [seating]}) for seating in task["seatings"])


def _play_watched(game: Mapping[str, Any], attempts: int = ATTEMPTS) -> bytes:
    try:
        return _own_table().play(game)
    except Broken as broken:
        if broken.died and attempts > 1:
            return _play_watched(game, attempts - 1)
        if broken.thinks is None:
            raise EngineFailure(f"a game broke off between two moves: {broken}") from None
        return _lost(game, broken)


def _dealt(task: Mapping[str, Any]) -> tuple[Played, Any]:
    played = Played(import_module(task["package"]).game)
    return played, played.deal(task["seed"], dict(task["keys"]))


def _lost(game: Mapping[str, Any], broken: Broken) -> bytes:
    """The record of a game that the player to move has lost by force."""
    played, deal = _dealt(game)
    sitting = Sitting(played, deal, game["seatings"][0], game["seed"])
    for data in broken.moves:
        sitting.play(played.move_from_json(sitting.state, data))
    return (sitting.record(str(broken)).to_line() + "\n").encode()


# --- The process --------------------------------------------------------------------------------------


class Broken(Exception):
    """A game that ended by force: the moves so far, who thought, and whether the process died by itself."""

    def __init__(self, reason: str, moves: list[Any], thinks: int | None, died: bool) -> None:
        super().__init__(reason)
        self.moves = moves
        self.thinks = thinks
        self.died = died


class Table:
    """A process that plays games. It starts with the first game, and again after a game that broke it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._heard = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def play(self, game: Mapping[str, Any]) -> bytes:
        """The record of the only game of a task, as a line; `Broken` if it did not come to its end."""
        self._send({**game, "path": sys.path})
        agents = game["seatings"][0]
        moves: list[Any] = []
        thinks: int | None = None
        while True:
            limit = PATIENCE if thinks is None else move_limit(agents[thinks], game["move_limit"])
            try:
                kind, value = self._hear(limit)
            except TimeoutError:
                self.end()
                raise Broken(f"it took more than {limit:g} s for a move", moves, thinks, died=False) from None
            except EOFError:
                fate = self._fate()
                self.end()
                raise Broken(f"its process {fate}", moves, thinks, died=True) from None
            match kind:
                case "turn":
                    thinks = value
                case "move":
                    moves.append(value)
                    thinks = None
                case "done":
                    return str(value).encode()
                case _:
                    raise EngineFailure(value)

    def end(self) -> None:
        """Kill the process and everything in its group."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def _send(self, request: Mapping[str, Any]) -> None:
        if self._process is None:
            self._heard.clear()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tilewright.play.table_child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it is dead, and its silence will be noticed
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()

    def _hear(self, seconds: float) -> tuple[str, Any]:
        """The next message; `TimeoutError` if it does not come in time, `EOFError` if none will come."""
        assert self._process is not None
        assert self._process.stdout is not None
        stream = self._process.stdout.fileno()
        give_up = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while (end := self._heard.find(b"\n")) < 0:
                if not selector.select(max(0.0, give_up - time.monotonic())):
                    raise TimeoutError
                data = os.read(stream, _CHUNK)
                if not data:
                    raise EOFError
                self._heard += data
        kind, value = json.loads(self._heard[:end])
        del self._heard[: end + 1]
        return kind, value

    def _fate(self) -> str:
        """How the process ended, of which nothing is heard any more: its end shows a moment later."""
        assert self._process is not None
        try:
            status = self._process.wait(_FATE_SECONDS)
        except subprocess.TimeoutExpired:
            return "fell silent"
        return f"was killed by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"


_own = threading.local()


def _own_table() -> Table:
    """The table of this thread: a process is worth keeping, for it has imported and compiled what it needs."""
    if not hasattr(_own, "table"):
        _own.table = Table()
        atexit.register(_own.table.end)
    table: Table = _own.table
    return table
