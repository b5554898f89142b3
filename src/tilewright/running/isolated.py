"""One solve in a process of its own, with limits on time and memory that really stop it and its children.

The process is a fresh interpreter. It imports the game, reads the instance, warms up and solves, and tells of
each step, so that the time limit counts the solver's own seconds only. Whatever happens (an answer, an error, a
limit, a cancellation, a death), neither the process nor anything that it started outlives the call.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from tilewright import errors
from tilewright.errors import BadInput, EngineFailure, OutOfResources, TilewrightError
from tilewright.game import Limits, Progress
from tilewright.running.family import Family

__all__ = ["Costs", "FailedSolve", "IsolatedResult", "Task", "attempt", "solve_isolated"]

GRACE = 5.0
"""Seconds that a solver is given to come to an end by itself after its limit or its cancellation."""

PATIENCE = 600.0
"""Seconds for each step that no time limit counts: importing, reading, preparing, checking, writing."""

_POLL = 0.05
_LOOK = 0.1
_CHUNK = 2**20
_LAST_WORDS = 2**12
_AFTERWARDS = ("checking", "writing the result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What a solve took beside its own `seconds`.

    `cpu_seconds` is that of the solver and its children alone for a solve that ended well, that of the whole
    process for any other; `peak_bytes` and `wall_seconds` are those of the whole process with its children.
    """

    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    import_seconds: float = 0.0
    read_seconds: float = 0.0
    prepare_seconds: float = 0.0
    wall_seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class IsolatedResult(Costs):
    """A result as its JSON (:meth:`tilewright.game.Result.to_json`), and the picture if it was wanted."""

    result: dict[str, Any]
    svg: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedSolve(Costs):
    """A solve that ended in an error, or that a limit ended by force."""

    error: TilewrightError
    disk_full: bool = False
    """Whether the disk gave out: that says nothing about the solver, which may even have answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A solve to be done: what is asked of whom, and what it may use.

    `memory_limit` counts bytes over the process and all that it starts. With `solution_file` the solution's
    JSON is written there, piece by piece, and left out of the result: the way for millions of parts. A process
    with `niceness` steps back for others, up to 19.
    """

    game: str
    instance: str
    solver: str | None = None
    time_limit: float | None = None
    seed: int = 0
    threads: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    memory_limit: int | None = None
    niceness: int = 0
    want_svg: bool = False
    solution_file: str | None = None
    grace: float = GRACE
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        Limits(self.time_limit, self.threads, self.seed)
        if self.memory_limit is not None and self.memory_limit <= 0:
            raise BadInput(f"the memory limit must be a positive number of bytes, not {self.memory_limit}")

    def __str__(self) -> str:
        return f"the solver {self.solver} of {self.game}" if self.solver else f"the solver of {self.game}"


def solve_isolated(
    game: str,
    instance: str,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    seed: int = 0,
    threads: int = 1,
    options: Mapping[str, Any] | None = None,
    memory_limit: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    want_svg: bool = False,
    niceness: int = 0,
    grace: float = GRACE,
) -> IsolatedResult:
    """Solve in a process of its own, an instance given in any notation of its game.

    Errors of the solve come out as they would from a solve in this process. `cancel` asks the solver for its
    best so far. A solver that still runs `grace` seconds after its time limit or its cancellation is killed
    and raises `EngineFailure`; one that exceeds its memory limit raises `OutOfResources`.
    """
    task = Task(
        game=game,
        instance=instance,
        solver=solver,
        time_limit=time_limit,
        seed=seed,
        threads=threads,
        options=options or {},
        memory_limit=memory_limit,
        niceness=niceness,
        want_svg=want_svg,
        grace=grace,
    )
    outcome = attempt(task, progress, cancel)
    if isinstance(outcome, FailedSolve):
        raise outcome.error
    return outcome


def attempt(
    task: Task,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> IsolatedResult | FailedSolve:
    """Do a task in a process of its own and tell how it went, failures included."""
    return _Watch(task, progress, cancel or threading.Event()).run()


class _Watch:
    """The asker's side of one solve: sends the task, hears the messages, holds the limits."""

    def __init__(
        self, task: Task, progress: Callable[[Progress], None] | None, cancel: threading.Event
    ) -> None:
        body = json.dumps({**asdict(task), "path": sys.path}).encode()
        self._unsent = memoryview(b"%d\n" % len(body) + body)
        self._task = task
        self._progress = progress
        self._cancel = cancel
        self._heard = bytearray()
        self._searched = 0
        self._last_words = b""
        self._phase = "starting"
        self._since = time.monotonic()
        self._next_look = 0.0
        self._cancelled_at: float | None = None
        self._final: dict[str, Any] | None = None

    def run(self) -> IsolatedResult | FailedSolve:
        started = time.monotonic()
        self._family = Family(
            [sys.executable, "-P", "-m", "tilewright.running.isolated_child"], stderr=subprocess.PIPE
        )
        error: TilewrightError | None = None
        try:
            with selectors.DefaultSelector() as self._selector:
                self._converse()
        except TilewrightError as raised:
            error = raised
        finally:
            used = self._family.end()
        final = self._final or {}
        costs: dict[str, Any] = {cost.name: final[cost.name] for cost in fields(Costs) if cost.name in final}
        costs["wall_seconds"] = time.monotonic() - started
        costs["peak_bytes"] = max(used.peak_bytes, final.get("peak_bytes", 0))
        costs.setdefault("cpu_seconds", used.cpu_seconds)
        if error is None and final["kind"] == "result":
            return IsolatedResult(result=final["result"], svg=final["svg"], **costs)
        if error is None:
            error = getattr(errors, final["error"])(*final["arguments"])
        return FailedSolve(error=error, disk_full=final.get("disk_full", False), **costs)

    def _converse(self) -> None:
        process = self._family.process
        listeners = {process.stdin: self._send, process.stdout: self._hear, process.stderr: self._overhear}
        for stream, listener in listeners.items():
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            events = selectors.EVENT_WRITE if stream is process.stdin else selectors.EVENT_READ
            self._selector.register(stream, events, listener)
        while self._final is None:
            ended = bool(self._family.death) or process.stdout not in self._selector.get_map()
            # What a process said before it died is still in the pipe, so this comes after the look at it.
            ready = [key for key, _ in self._selector.select(0 if ended else _POLL)]
            for key in ready:
                key.data(key.fileobj)
            if ended and self._final is None and process.stdout not in [key.fileobj for key in ready]:
                raise EngineFailure(self._obituary())
            self._hold_limits()

    def _send(self, stream: Any) -> None:
        try:
            self._unsent = self._unsent[os.write(stream.fileno(), self._unsent[:_CHUNK]) :]
        except BrokenPipeError:
            self._unsent = self._unsent[:0]
        if not self._unsent:
            self._selector.unregister(stream)

    def _overhear(self, stream: Any) -> None:
        data = os.read(stream.fileno(), _CHUNK)
        self._last_words = (self._last_words + data)[-_LAST_WORDS:]
        if not data:
            self._selector.unregister(stream)

    def _hear(self, stream: Any) -> None:
        data = os.read(stream.fileno(), _CHUNK)
        if not data:
            self._selector.unregister(stream)
        self._heard += data
        while (end := self._heard.find(b"\n", self._searched)) >= 0:
            message = bytes(self._heard[:end])
            del self._heard[: end + 1]
            self._searched = 0
            try:
                self._take(json.loads(message))
            except ValueError:
                raise EngineFailure(f"the process of {self._task} answered with garbage") from None
        self._searched = len(self._heard)

    def _take(self, message: dict[str, Any]) -> None:
        kind = message.pop("kind")
        if kind == "phase":
            self._enter(message["phase"])
        elif kind == "progress":
            if message["note"] == "checking":
                self._enter("checking")
            if self._progress is not None:
                self._progress(Progress(**message))
        else:
            self._final = {"kind": kind, **message}

    def _enter(self, phase: str) -> None:
        self._phase, self._since = phase, time.monotonic()

    def _hold_limits(self) -> None:
        """Raise when a limit is broken; pass on a cancellation."""
        task, now = self._task, time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + _LOOK
        held = self._family.look()
        if task.memory_limit is not None and held > task.memory_limit:
            limit = f"{task.memory_limit / 2**20:,.0f} MiB"
            raise OutOfResources(f"{task} exceeded its memory limit of {limit} and was stopped")
        if self._cancel.is_set():
            self._cancelled_at = self._cancelled_at or now
            self._close_line()
            if self._phase not in _AFTERWARDS and now > self._cancelled_at + task.grace:
                raise EngineFailure(f"{task} was cancelled, did not stop and was killed")
        spent = now - self._since
        if self._phase != "solving":
            if spent > task.patience:
                raise EngineFailure(f"{task} spent more than {task.patience:g} s {self._phase} and was killed")
        elif task.time_limit is not None and spent > task.time_limit + task.grace:
            raise EngineFailure(
                f"{task} did not stop at its time limit of {task.time_limit:g} s and was killed"
            )

    def _close_line(self) -> None:
        """A closed line means *cancel* to the other side, once it has the whole request."""
        stdin = self._family.process.stdin
        if stdin is not None and not stdin.closed and not self._unsent:
            stdin.close()

    def _obituary(self) -> str:
        words = self._last_words.decode(errors="replace").strip().rpartition("\n")[2]
        line = f"the process of {self._task} {self._family.fate()} without an answer"
        return f"{line}: {words}" if words else line
