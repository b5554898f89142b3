"""Running a program that others wrote, and leaving nothing of it behind.

The program and everything that it starts live in one process group of their own, in the session of the
caller. The group is led by a guard, a shell that waits on a pipe whose other end only this process holds:
should this process be killed without a chance to tidy up, the pipe closes and the guard ends the group,
itself included. The guard also pins the group's number: a signal to the group can never reach strangers,
even when the program is long dead. Processes that leave the group are found by a mark (`strays`).
"""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from tilewright.engines.strays import end_strays, new_mark
from tilewright.errors import EngineFailure, MissingProgram
from tilewright.game import Run

__all__ = ["GRACE", "LONGEST_LINE", "MOST_OUTPUT", "Finished", "first_line", "run_program"]

GRACE = 1.0
"""Seconds that an engine with a limit of its own may overrun the run's limit before it is killed."""

LONGEST_LINE = 16 * 2**20
"""Bytes; a longer line of output is no answer to anything we ask."""

MOST_OUTPUT = 64 * 2**20
"""Bytes of standard output that are kept when nobody reads it line by line."""

_KEPT_ERRORS = 64 * 2**10
_POLL = 0.03
_LAST_WORDS = 0.3
_CHUNK = 2**16
_PIPE = 2**20  # what a pipe can hold at most
_GUARD = ("/bin/sh", "-c", "trap '' TERM; read -r _; kill -s TERM 0; sleep 1; kill -s KILL 0")


@dataclass(frozen=True, slots=True)
class Finished:
    """A program that has ended: by itself, or `stopped` by the run's time limit or cancellation."""

    returncode: int
    stdout: str
    stderr: str
    stopped: bool

    @property
    def ending(self) -> str:
        """How the program ended, in words."""
        if self.returncode >= 0:
            return f"ended with status {self.returncode}"
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-self.returncode).name}"
        return f"was killed by signal {-self.returncode}"


def first_line(text: str) -> str:
    """The first line of a message that says something, with the next one where it only announces that."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " ".join(lines[: 2 if lines[0].endswith(":") else 1]) if lines else ""


def run_program(
    argv: Sequence[str],
    run: Run,
    *,
    stdin: str = "",
    on_line: Callable[[str], None] | None = None,
    install: str | None = None,
    grace: float = 0.0,
    environment: Mapping[str, str] | None = None,
) -> Finished:
    """Run a program until it ends, the run's time and `grace` seconds more are over, or the run is cancelled.

    With `on_line` each line of standard output goes there as it comes, in the caller's thread, and `stdout`
    stays empty. Whatever happens, no process that the program started is alive when this returns or raises.
    """
    name = os.path.basename(argv[0])
    path = shutil.which(argv[0])
    if path is None:
        raise MissingProgram(name, install or f"your system's package for {name}")
    if run.stopped:
        return Finished(-signal.SIGTERM, "", "", stopped=True)
    remaining = run.remaining
    deadline = None if remaining is None else time.monotonic() + remaining + grace
    with _group(name, [path, *argv[1:]], environment or {}) as process:
        talk = _Talk(name, process, stdin.encode(), on_line)
        stopped = False
        while not stopped and talk.goes_on():
            stopped = run.cancel.is_set() or (deadline is not None and time.monotonic() >= deadline)
        talk.finish(whole=not stopped)
    return Finished(process.returncode, talk.stdout, talk.stderr, stopped)


@contextmanager
def _group(name: str, argv: list[str], extra: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The program in a process group of its own; on the way out the whole group is ended and reaped."""
    mark, marked = new_mark()
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **extra, **marked}
    guard = _start(name, _GUARD, environment, 0, subprocess.DEVNULL)
    process = None
    try:
        process = _start(name, argv, environment, guard.pid, subprocess.PIPE)
        yield process
    finally:
        try:
            _end_group(guard, process)
        finally:
            end_strays(mark)


def _start(
    name: str, argv: Sequence[str], environment: Mapping[str, str], group: int, output: int
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            env=environment,
            process_group=group,
            bufsize=0,
        )
    except OSError as error:
        raise EngineFailure(f"{name} cannot be started: {error.strerror}") from None


def _end_group(guard: subprocess.Popen[bytes], process: subprocess.Popen[bytes] | None) -> None:
    """Ask the group to end, wait a moment, kill what is left of it, and wait until it is gone.

    The guard is waited for after the last signal, so until then the group's number is still ours.
    """
    try:
        if process is not None and process.poll() is None:
            _signal_group(guard.pid, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_LAST_WORDS)
    finally:
        _signal_group(guard.pid, signal.SIGKILL)
    for member in filter(None, (process, guard)):
        member.wait()
        for stream in filter(None, (member.stdin, member.stdout, member.stderr)):
            stream.close()


def _signal_group(group: int, number: int) -> None:
    # Some systems refuse the permission to signal a group of which all are dead.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


class _Talk:
    """The conversation with a program through its three pipes, in one thread and without deadlock."""

    def __init__(
        self, name: str, process: subprocess.Popen[bytes], stdin: bytes, on_line: Callable[[str], None] | None
    ) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._name = name
        self._process = process
        self._stdin = process.stdin
        self._unsent = memoryview(stdin)
        self._on_line = on_line
        self._kept = bytearray()
        self._line = bytearray()
        self._errors = bytearray()
        self._selector = selectors.PollSelector()  # holds no descriptor of its own, so needs no closing
        for stream, events, action in (
            (process.stdin, selectors.EVENT_WRITE, self._write),
            (process.stdout, selectors.EVENT_READ, self._read_output),
            (process.stderr, selectors.EVENT_READ, self._read_errors),
        ):
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream.fileno(), events, action)

    @property
    def stdout(self) -> str:
        return self._kept.decode("utf-8", "replace")

    @property
    def stderr(self) -> str:
        return self._errors.decode("utf-8", "replace")

    def goes_on(self) -> bool:
        """Read and write what can be read and written, at most for a moment; False when the program ended."""
        if self._process.poll() is not None:
            return False
        if self._selector.get_map():
            self._exchange(_POLL)
        else:  # it closed all its pipes, so it is about to end
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_POLL)
        return True

    def finish(self, whole: bool) -> None:
        """Take in what still lies in the pipes; a last line without its end counts only in a `whole` output."""
        for _ in range(_PIPE // _CHUNK):
            if not self._exchange(0):
                break
        if self._on_line is None:
            self._kept += self._line
        elif whole and self._line:
            self._on_line(self._line.decode("utf-8", "replace"))

    def _exchange(self, timeout: float) -> bool:
        ready = self._selector.select(timeout)
        for key, _ in ready:
            key.data(key.fd)
        return bool(ready)

    def _write(self, descriptor: int) -> None:
        try:
            sent = os.write(descriptor, self._unsent[:_CHUNK])
            self._unsent = self._unsent[sent:]
        except BrokenPipeError:  # the program does not want to hear more
            self._unsent = self._unsent[:0]
        if not self._unsent:
            self._selector.unregister(descriptor)
            self._stdin.close()

    def _read(self, descriptor: int) -> bytes:
        data = os.read(descriptor, _CHUNK)
        if not data:
            self._selector.unregister(descriptor)
        return data

    def _read_errors(self, descriptor: int) -> None:
        data = self._read(descriptor)
        self._errors += data[: _KEPT_ERRORS - len(self._errors)]

    def _read_output(self, descriptor: int) -> None:
        head, end, tail = self._read(descriptor).rpartition(b"\n")
        self._line += head + end if end else tail
        if end:
            whole, self._line = self._line, bytearray(tail)
            if self._on_line is None:
                self._kept += whole
            else:
                for line in whole.splitlines():
                    self._on_line(line.decode("utf-8", "replace"))
        if len(self._line) > LONGEST_LINE:
            raise EngineFailure(f"{self._name} printed a line of more than {LONGEST_LINE >> 20} MiB")
        if len(self._kept) > MOST_OUTPUT:
            raise EngineFailure(f"{self._name} printed more than {MOST_OUTPUT >> 20} MiB")
