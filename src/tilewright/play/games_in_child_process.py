"""Play games between agents in a separate process, so that an agent that hangs does not block the caller.

The process plays one game after another and reports every turn. The parent measures the time: if an agent takes
too long over a move, the process is killed and that agent loses the game. If the process dies, the game is
played again once, because the system may have killed the process for lack of memory; if it dies again during a
move, the agent to move loses the game.
"""

from __future__ import annotations

import atexit
import sys
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Self

from tilewright.errors import EngineFailure, error_line
from tilewright.play.agent import Entrant
from tilewright.play.matches_and_game_records import GameSession, play_match
from tilewright.play.state import PlayableGame
from tilewright.processes.child_main import ParentConnection
from tilewright.processes.function_in_child_process import Cancelled, ChildEnded, SupervisedChild

__all__ = [
    "MOVE_LIMIT",
    "BrokenGame",
    "GameProcess",
    "move_limit",
    "play_games",
    "play_watched",
]

MOVE_LIMIT = 300.0
"""The number of seconds that an agent may take for a move, unless the arena sets a different limit."""

BUDGETS, GRACE = 10.0, 30.0
"""The limit for a move of an agent with a time budget: `BUDGETS` times the budget plus `GRACE` seconds.

The limit is much longer than the budget, because the agent may have to compile code. It is never longer than
the limit for agents without a time budget.
"""

SETUP_LIMIT = 600.0
"""The number of seconds for which the process may be silent while no player is choosing a move.

Before the first move, the process imports code, generates the deal and creates the agents in this time.
"""

ATTEMPTS = 2
"""The number of attempts to play a game whose process dies."""


def move_limit(agent: str, limit: float = MOVE_LIMIT) -> float:
    """Return the number of seconds for one move after which an agent loses the game; at most `limit`."""
    seconds = Entrant.parse(agent).budget.seconds
    return limit if seconds is None else min(limit, BUDGETS * seconds + GRACE)


def play_games(task: Mapping[str, Any], report: Callable[[str, Any], None] | None = None) -> bytes:
    """Play the games of a task, given as JSON, in this process; return the records, one per line."""
    played, deal = _deal(task)
    records = [
        play_match(played, deal, [Entrant.parse(agent) for agent in seating], task["seed"], report)
        for seating in task["seatings"]
    ]
    return "".join(record.to_line() + "\n" for record in records).encode()


def play_watched(
    task: Mapping[str, Any], process: GameProcess | None = None, cancel: threading.Event | None = None
) -> bytes:
    """Play the games of a task, as `play_games` does, and enforce `move_limit` for every move.

    `process` plays the games; by default, this is a process that this thread keeps for all its tasks. If
    `cancel` is set, the process is killed, and `Cancelled` is raised.
    """
    chosen = process or _process_of_thread()
    games = ({**task, "seatings": [seating]} for seating in task["seatings"])
    return b"".join(_play_watched(game, chosen, cancel) for game in games)


def _play_watched(
    game: Mapping[str, Any], process: GameProcess, cancel: threading.Event | None, attempts: int = ATTEMPTS
) -> bytes:
    try:
        return process.play(game, cancel)
    except BrokenGame as broken:
        if broken.died and attempts > 1:
            return _play_watched(game, process, cancel, attempts - 1)
        if broken.mover is None:
            raise EngineFailure(f"a game failed while no player was choosing a move: {broken}") from None
        return _lost_game(game, broken)


def _deal(task: Mapping[str, Any]) -> tuple[PlayableGame, Any]:
    played = PlayableGame(import_module(task["package"]).game)
    return played, played.deal(task["seed"], dict(task["keys"]))


def _lost_game(game: Mapping[str, Any], broken: BrokenGame) -> bytes:
    """Return the record of an unfinished game that the player to move has lost."""
    played, deal = _deal(game)
    session = GameSession(played, deal, game["seatings"][0], game["seed"])
    for data in broken.moves:
        session.play(played.move_from_json(session.state, data))
    return (session.record(str(broken)).to_line() + "\n").encode()


# --- The process --------------------------------------------------------------------------------------


class BrokenGame(Exception):
    """A game that was not finished: the moves so far, the player to move, and whether the process died.

    `mover` is None if no player was choosing a move, for example while the agents were being created.
    """

    def __init__(self, reason: str, moves: list[Any], mover: int | None, died: bool) -> None:
        super().__init__(reason)
        self.moves = moves
        self.mover = mover
        self.died = died


class GameProcess:
    """A process that plays games. It is started for the first game, and restarted after a `BrokenGame`."""

    def __init__(self) -> None:
        self._child: SupervisedChild | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def play(self, game: Mapping[str, Any], cancel: threading.Event | None = None) -> bytes:
        """Play the single game of a task and return its record; raise `BrokenGame` if the game does not end."""
        child = self._child = self._child or SupervisedChild(
            "tilewright.play.games_in_child_process:play_tasks"
        )
        child.send({**game, "path": sys.path})
        agents = game["seatings"][0]
        moves: list[Any] = []
        mover: int | None = None
        while True:
            limit = SETUP_LIMIT if mover is None else move_limit(agents[mover], game["move_limit"])
            try:
                kind, value = child.wait_for_message(limit, cancel)
            except TimeoutError:
                self.kill()
                raise BrokenGame(f"it did not respond within {limit:g} s", moves, mover, died=False) from None
            except Cancelled:
                self.kill()
                raise
            except ChildEnded as ended:
                self.kill()
                raise BrokenGame(f"its process {ended}", moves, mover, died=True) from None
            match kind:
                case "turn":
                    mover = value
                case "move":
                    moves.append(value)
                    mover = None
                case "record":
                    return str(value).encode()
                case _:
                    raise EngineFailure(value)

    def kill(self) -> None:
        """Kill the process and all processes that it started."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()


def play_tasks(parent: ParentConnection) -> None:
    """Receive tasks and play them; this is the main function of the child process.

    It sends `turn` with the number of the player to move, `move` with the JSON of the move, and at the end of
    each task `record`, or `failed` with the reason.
    """
    while True:
        task = parent.receive()
        sys.path[:] = task["path"]
        try:
            records = play_games(task, lambda kind, value: parent.send([kind, value]))
            parent.send(["record", records.decode()])
        except Exception as error:
            parent.send(["failed", error_line(error)])


_of_thread = threading.local()


def _process_of_thread() -> GameProcess:
    """Return the process of this thread. It is reused, because it has already imported and compiled code."""
    if not hasattr(_of_thread, "process"):
        _of_thread.process = GameProcess()
        atexit.register(_of_thread.process.kill)
    process: GameProcess = _of_thread.process
    return process
