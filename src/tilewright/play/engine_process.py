"""The host's side of the engine protocol: start a program that chooses moves, and exchange lines with it.

The protocol is described in ``docs/engines-protocol.md``; `tilewright.play.engine_server` is the engine's side.
"""

from __future__ import annotations

import math
import shlex
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tilewright.errors import BadInput
from tilewright.play.agent import Budget, Forfeit
from tilewright.processes.line_program import BadOutput, LineProgram, ProgramEnded

__all__ = ["LIMITS", "Answer", "EngineLimits", "EngineProcess", "Info", "split_command"]


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """The limits for an engine, in seconds and bytes."""

    start: float = 10.0
    """The maximum time from the start of the program to `twok`."""
    ready: float = 300.0
    """The maximum time from `newgame` to `readyok`; an engine may load tables or compile code in this time."""
    grace: float = 2.0
    """The time by which a move may exceed the engine's time budget."""
    move: float = 300.0
    """The maximum time for a move if the engine has no time budget."""
    quit: float = 1.0
    """The maximum time from `quit` to the end of the program; a program that takes longer is killed."""
    line: int = 2**16
    output: int = 2**20
    """The maximum output for one move, or before `twok` or `readyok`, in bytes."""


LIMITS = EngineLimits()


@dataclass(frozen=True, slots=True)
class Info:
    """The values in one `info` line; `move` is the text of the move, empty if the line names no move."""

    value: float | None = None
    visits: int | None = None
    move: str = ""

    @classmethod
    def parse(cls, words: str) -> Info:
        """Parse the words after `info`; unknown keys and invalid values are ignored."""
        value: float | None = None
        visits: int | None = None
        while words:
            key, _, words = words.strip().partition(" ")
            if key == "move":  # a move may contain blanks, so it is the rest of the line
                return cls(value, visits, words.strip())
            word, _, words = words.strip().partition(" ")
            if key == "value":
                value = _finite(word)
            elif key == "visits" and word.isascii() and word.isdecimal() and len(word) < 19:
                visits = int(word)
        return cls(value, visits)

    def completed_by(self, earlier: Info | None) -> Info:
        """Return the values of this line; missing values are taken from an earlier line about the same move."""
        if earlier is None:
            return self
        value = earlier.value if self.value is None else self.value
        return Info(value, earlier.visits if self.visits is None else self.visits, self.move)


def _finite(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


@dataclass(frozen=True, slots=True)
class Answer:
    """An engine's answer to `go`: its move, and the values from its `info` lines, by the text of the move."""

    move: str
    infos: dict[str, Info] = field(default_factory=dict)


def split_command(command: str, label: str) -> list[str]:
    """Split a command line into words as a shell does; the first word becomes the path of the program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"the command of {label} cannot be split into words: {error}") from None
    path = shutil.which(words[0]) if words else None
    if path is None:
        program = words[0] if words else ""
        raise BadInput(f"the engine {label} cannot be started: there is no program {program[:80]!r}")
    return [path, *words[1:]]


class EngineProcess:
    """A running engine. `BadInput` means that the engine cannot be used, `Forfeit` that it loses the game."""

    def __init__(self, command: str, label: str, limits: EngineLimits | None = None) -> None:
        """Start the program and wait for `twok`; error messages contain the label."""
        self._label = label[:80]
        self._limits = limits or LIMITS
        self.name = self.version = ""
        self.games: list[str] = []
        self.options: set[str] = set()
        argv = split_command(command, self._label)
        try:
            self._program = LineProgram(argv, longest_line=self._limits.line, most_output=self._limits.output)
        except OSError as error:
            raise BadInput(f"the engine {self._label} cannot be started: {error.strerror}") from None
        self._start("tw 1", "twok", self._limits.start, self._describe)

    def _describe(self, line: str) -> None:
        """Store what a line before `twok` declares: a name, a game or an option."""
        match line.split(maxsplit=2):
            case ["id", "name", name]:
                self.name = name.strip()
            case ["id", "version", version]:
                self.version = version.strip()
            case ["game", game, *_]:
                self.games.append(game)
            case ["option", name, *_]:
                self.options.add(name)

    def new_game(self, game: str) -> None:
        """Announce a game and wait until the engine is ready; raise `BadInput` if it does not play the game."""
        if game not in self.games:
            self.close()
            played = ", ".join(self.games[:20]) or "no game at all"
            raise BadInput(f"the engine {self._label} does not play {game}; it plays {played}")
        self._program.send(f"newgame {game}")
        self._start("isready", "readyok", self._limits.ready, on_line=lambda line: None)

    def set_option(self, name: str, value: object) -> None:
        """Set an option if the engine has declared it."""
        if name in self.options:
            self._program.send(f"option {name} {value}")

    def go(self, position: str, budget: Budget) -> Answer:
        """Return the engine's answer for a position; raise `Forfeit` if it fails or sends no move in time."""
        self._program.reset_output_count()
        self._program.send(f"position {position}")
        self._program.send(_go_line(budget))
        limit = self._limits.move if budget.seconds is None else budget.seconds + self._limits.grace
        deadline = time.monotonic() + limit
        infos: dict[str, Info] = {}
        while True:
            try:
                line = self._program.receive(deadline)
            except TimeoutError:
                raise Forfeit(f"it made no move within {limit:g} s") from None
            except ProgramEnded as ended:
                raise Forfeit(f"it crashed: its process {ended}{self._last_words()}") from None
            except BadOutput as bad:
                raise Forfeit(f"it {bad}") from None
            word, _, rest = line.strip().partition(" ")
            if word == "info":
                info = Info.parse(rest)
                infos[info.move] = info.completed_by(infos.get(info.move))
            elif word == "error":
                raise Forfeit(f"it reported an error: {rest.strip()[:200]}")
            elif word == "bestmove":
                return Answer(rest.strip(), infos)

    def close(self) -> None:
        """Ask the engine to end, and kill it if it does not end in time."""
        self._program.send("quit")
        self._program.close(self._limits.quit)

    def _start(self, request: str, reply: str, seconds: float, on_line: Callable[[str], None]) -> None:
        """Send a request and read lines up to its reply; on failure, close the engine and raise `BadInput`."""
        self._program.reset_output_count()
        self._program.send(request)
        deadline = time.monotonic() + seconds
        try:
            while (line := self._program.receive(deadline).strip()) != reply:
                if line.partition(" ")[0] == "error":
                    raise self._refused(f"it reported an error: {line[6:206]}")
                on_line(line)
        except BaseException as error:
            self._program.close()
            match error:
                case TimeoutError():
                    raise self._refused(f"it did not answer with {reply} within {seconds:g} s") from None
                case ProgramEnded():
                    raise self._refused(f"its process {error} before {reply}") from None
                case BadOutput():
                    raise self._refused(f"it {error} before {reply}") from None
            raise

    def _refused(self, reason: str) -> BadInput:
        text = f"the engine {self._label} is refused: {reason}{self._last_words()}"
        return BadInput(" ".join(text.split()))

    def _last_words(self) -> str:
        words = self._program.last_words
        return f"; its last line on standard error: {words}" if words else ""


def _go_line(budget: Budget) -> str:
    if budget.seconds is not None:
        return f"go time {str(budget).removesuffix('s')}"
    return "go" if budget.iterations is None else f"go iterations {budget.iterations}"
