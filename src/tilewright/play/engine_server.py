"""The engine's side of the engine protocol: an agent of Tilewright answers the requests of a host.

The main thread reads lines, and each search runs in its own thread, so `stop`, `isready` and `quit` are
handled during a search. `stop` ends the search of an agent that is `Interruptible`; any other agent finishes
its search, which takes a bounded time.

The protocol is described in ``docs/engines-protocol.md``; `tilewright.play.engine_process` is the host's side.
"""

from __future__ import annotations

import os
import random
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tilewright.errors import BadInput, error_line
from tilewright.game import Game
from tilewright.play.agent import (
    NO_BUDGET,
    Budget,
    Entrant,
    Interruptible,
    Player,
    close_players,
    consider,
    find_agent,
    make_player,
)
from tilewright.play.state import PlayableGame, State
from tilewright.processes.process_tree import kill_descendants

__all__ = ["EngineServer", "MakePlayer", "agent_maker", "read_lines", "serve_on_standard_streams"]

LONGEST_LINE = 2**20
"""The maximum length of a line, in bytes; longer lines are ignored."""
VALUES_SHOWN = 10
"""The maximum number of moves whose values are printed for one search."""
QUIT_SECONDS = 1.0
"""The maximum time after `quit` in which a running search may still print its move."""

_CHUNK = 2**16
_POLL = 0.1


def read_lines(descriptor: int) -> Iterator[str]:
    """Yield the lines that arrive on a descriptor; bytes that are not UTF-8 are replaced."""
    # A buffered stream is not used: it could delay lines, and its lock could block the exit of the interpreter.
    pending = bytearray()
    while data := os.read(descriptor, _CHUNK):
        pending += data
        while (end := pending.find(b"\n")) >= 0:
            line = bytes(pending[:end])
            del pending[: end + 1]
            if end <= LONGEST_LINE:
                yield line.decode("utf-8", "replace")
        if len(pending) > LONGEST_LINE:
            # One byte more than allowed is kept, so that the complete line is still recognised as too long.
            del pending[LONGEST_LINE + 1 :]
    if pending and len(pending) <= LONGEST_LINE:
        yield pending.decode("utf-8", "replace")


MakePlayer = Callable[[Budget, Player | None], Player]
"""A function that returns a player for a budget.

Its second argument is the player in use until now, or None. The function may return this player again.
"""


def agent_maker(game: Game, agent: Entrant) -> MakePlayer:
    """Return a function that creates players of an agent; raise `BadInput` if there is no such agent.

    The budget in the agent's name applies if `go` specifies none, or if the agent rejects the budget of `go`.
    """
    find_agent(game, agent)

    def make(budget: Budget, kept: Player | None) -> Player:
        if budget != NO_BUDGET:
            with suppress(BadInput):
                return make_player(game, replace(agent, budget=budget))
        return make_player(game, agent)

    return make


def serve_on_standard_streams(game: Game, name: str, version: str, make: MakePlayer) -> None:
    """Answer the lines of a host on standard input until `quit` or the end of the input."""
    # Standard output is reserved for answers, so everything that a player prints is redirected to standard
    # error.
    server = EngineServer(game, name, version, make, os.dup(1))
    os.dup2(2, 1)
    server.run(read_lines(0))
    if server.searching:
        # A search that cannot be stopped must not delay the end of the process, but a normal exit would wait
        # for the threads that the search has started.
        kill_descendants()
        os._exit(0)


class EngineServer:
    """An engine for one game, which answers requests from a host."""

    def __init__(self, game: Game, name: str, version: str, make: MakePlayer, output: int) -> None:
        """Store the function that creates the players; `output` is the descriptor for the answers."""
        self._played = PlayableGame(game)
        self._name, self._version = name, version
        self._make = make
        self._output = output
        self._write_lock = threading.Lock()
        self._player_lock = threading.Lock()
        self._player: tuple[Budget, Player] | None = None
        self._seed = 0
        self._search: _Search | None = None
        self._new_game(game.name)

    @property
    def searching(self) -> bool:
        """Whether the thread of a search is running."""
        return self._search is not None and self._search.is_alive()

    @property
    def _idle(self) -> bool:
        """Whether every search has been answered."""
        return self._search is None or self._search.answered.is_set()

    def run(self, lines: Iterator[str]) -> None:
        """Answer each line of the input, until `quit` or the end of the input.

        A search that cannot be stopped may still be running afterwards.
        """
        for line in lines:
            if line.split()[:1] == ["quit"]:
                self._end(QUIT_SECONDS)
                return
            self._answer(line)
        # A host that closes the input still receives the last move, unless it has also closed the output.
        while self._search is not None and self.searching and not self._unread():
            self._search.join(_POLL)
        self._end(0.0)

    def _answer(self, line: str) -> None:
        words = line.split()
        match words:
            case ["tw", "1"]:
                self._introduce()
            case ["isready"]:
                if self._idle:
                    # Creating the player may compile code, so it is done now and does not delay the first move.
                    self._close_player_of_earlier_game()
                    self._report(lambda: self._player_for(NO_BUDGET))
                self.send("readyok")
            case ["newgame", game]:
                self._new_game(game)
            case ["option", "seed", number]:
                self._report(lambda: self._set_seed(number))
            case ["option", *names]:
                self.send(f"error there is no option {' '.join(names)[:60]!r}; expected option seed NUMBER")
            case ["position", *_]:
                # Trailing blanks may be part of a position.
                self._set_position(line.lstrip().partition(" ")[2].removesuffix("\r"))
            case ["go", *limits]:
                self._report(lambda: self._go(limits))
            case ["stop"]:
                if self._search is not None:
                    self._search.stopped.set()

    def _report(self, action: Callable[[], object]) -> None:
        """Call a function; if it fails, send an error line with the reason."""
        try:
            action()
        except Exception as error:
            self.send(f"error {error_line(error)}")

    def _introduce(self) -> None:
        self.send(
            f"id name {self._name}",
            f"id version {self._version}",
            f"game {self._played.game.name}",
            "option seed int 0",
            "twok",
        )

    def _new_game(self, game: str) -> None:
        self._game = game
        self._choices = 0
        """The number of moves chosen since the game began or the seed was set."""
        self._state: State[Any] | None = None
        self._position_error = "there is no position; send position TEXT first"
        # While a search is running, its player must stay open; `_close_player_of_earlier_game` closes it later.
        self._player_is_of_earlier_game = True
        if self._idle:
            self._close_player_of_earlier_game()

    def _set_seed(self, number: str) -> None:
        if not (number.isascii() and number.isdecimal() and len(number) < 19):
            raise BadInput(f"option seed: expected a whole number, not {number[:40]!r}")
        self._seed, self._choices = int(number), 0

    def _set_position(self, text: str) -> None:
        self._state = None
        try:
            if self._game != self._played.game.name:
                raise BadInput(f"this engine plays {self._played.game.name}, not {self._game[:40]}")
            self._state = self._played.parse_state(text)
        except Exception as error:
            self._position_error = error_line(error)
            self.send(f"error {self._position_error}")

    def _go(self, limits: list[str]) -> None:
        if not self._idle:
            raise BadInput("a search is running; send stop first")
        if self._state is None:
            raise BadInput(self._position_error)
        if self._state.over:
            raise BadInput("the game is over in this position; there is no move left")
        match limits:
            case []:
                budget = NO_BUDGET
            case ["time", seconds]:
                budget = Budget.parse(f"{seconds}s")
            case ["iterations", number]:
                budget = Budget.parse(f"{number}it")
            case _:
                raise BadInput("expected go, go time SECONDS or go iterations N")
        self._close_player_of_earlier_game()
        self._search = _Search(self, self._state, budget)
        self._search.start()

    def search(self, state: State[Any], budget: Budget, stopped: threading.Event) -> list[str]:
        """Choose a move; return the `info` lines with the values of moves, and the `bestmove` line."""
        player = self._player_for(budget)
        if isinstance(player, Interruptible):
            player.stopped = stopped
        seen = self._played.seen(state)
        rng = random.Random(f"{self._seed}/{self._choices}")
        self._choices += 1
        move, values = consider(player, seen, rng)
        lines = []
        for each in values[:VALUES_SHOWN]:
            visits = "" if each.visits is None else f"visits {each.visits} "
            lines.append(f"info value {each.value:.6g} {visits}move {each.move}")
        # The best move is printed last, so a host that reads only the last `info` line gets the value of the
        # best move.
        return [*reversed(lines), f"bestmove {move}"]

    def _player_for(self, budget: Budget) -> Player:
        """Return the player of this game; if there is none or the budget has changed, ask `make` for one."""
        with self._player_lock:
            if self._player is None or self._player[0] != budget:
                kept = None if self._player is None else self._player[1]
                player = self._make(budget, kept)
                if player is not kept:
                    self._close_player()
                self._player = budget, player
            return self._player[1]

    def _close_player_of_earlier_game(self) -> None:
        """Close the player if a new game has begun since it was created; no search may be running."""
        if self._player_is_of_earlier_game:
            self._close_player()
            self._player_is_of_earlier_game = False

    def _close_player(self) -> None:
        if self._player is not None:
            close_players([self._player[1]])
            self._player = None

    def send(self, *lines: str) -> None:
        data = "".join(line.replace("\n", " ") + "\n" for line in lines).encode("utf-8", "replace")
        # A broken pipe is ignored: if the host has ended, `run` notices the end of the input.
        with self._write_lock, suppress(BrokenPipeError):
            while data:
                data = data[os.write(self._output, data) :]

    def _end(self, seconds: float) -> None:
        """Stop a running search and wait at most the given time for its end; then close an idle player."""
        if self._search is not None:
            self._search.stopped.set()
            self._search.join(seconds)
        if not self.searching:
            self._close_player()

    def _unread(self) -> bool:
        """Return whether the other end of the output is closed."""
        poll = select.poll()
        poll.register(self._output, 0)
        return any(events & (select.POLLERR | select.POLLNVAL) for _, events in poll.poll(0))


class _Search(threading.Thread):
    """The thread of one search. It is a daemon, so a search that cannot be stopped does not delay `quit`."""

    def __init__(self, server: EngineServer, state: State[Any], budget: Budget) -> None:
        super().__init__(daemon=True, name="search")
        self.stopped = threading.Event()
        self.answered = threading.Event()
        """Set just before the answer is sent: the host may send the next `go` before this thread has ended."""
        self._server, self._state, self._budget = server, state, budget

    def run(self) -> None:
        try:
            lines = self._server.search(self._state, self._budget, self.stopped)
        except Exception as error:
            lines = [f"error {error_line(error)}"]
        self.answered.set()
        self._server.send(*lines)
