"""Run an external program until it ends, and end all processes that it started.

The program runs as a :class:`~tilewright.processes.guarded_process.GuardedProcess`.
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

from tilewright.errors import EngineFailure, MissingProgram
from tilewright.processes.guarded_process import GuardedProcess
from tilewright.processes.process_tree import describe_ending
from tilewright.run import Run

__all__ = ["GRACE", "LONGEST_LINE", "MOST_OUTPUT", "ProgramResult", "first_line", "run_program"]

GRACE = 1.0
"""The number of seconds by which a program with its own time limit may exceed the limit of the run."""

LONGEST_LINE = 16 * 2**20
"""The maximum length of a line of output, in bytes."""

MOST_OUTPUT = 64 * 2**20
"""The maximum amount of standard output that is kept if it is not read line by line, in bytes."""

_KEPT_ERRORS = 64 * 2**10
_POLL = 0.03
_CHUNK = 2**16
_PIPE = 2**20  # the largest capacity of a pipe


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """The result of a program that ended by itself or was `stopped` by a time limit or a cancellation."""

    returncode: int
    stdout: str
    stderr: str
    stopped: bool

    @property
    def ending(self) -> str:
        """A description of how the program ended."""
        return describe_ending(self.returncode)


def first_line(text: str) -> str:
    """Return the first non-empty line of a message and, if it ends with a colon, also the next line."""
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
) -> ProgramResult:
    """Run a program until it ends, until `grace` seconds after the run's time limit, or until a cancellation.

    If `on_line` is given, it is called in the caller's thread with each line of standard output as it arrives,
    and the `stdout` of the result is empty. No process that the program started is alive when this function
    returns or raises.
    """
    name = os.path.basename(argv[0])
    path = shutil.which(argv[0])
    if path is None:
        raise MissingProgram(name, install or f"your system's package for {name}")
    if run.stopped:
        return ProgramResult(-signal.SIGTERM, "", "", stopped=True)
    remaining = run.remaining
    deadline = None if remaining is None else time.monotonic() + remaining + grace
    with _guarded(name, [path, *argv[1:]], environment or {}) as process:
        pipes = _Pipes(name, process, stdin.encode(), on_line)
        stopped = False
        while not stopped and pipes.exchange():
            stopped = run.cancel.is_set() or (deadline is not None and time.monotonic() >= deadline)
        pipes.drain(complete=not stopped)
    return ProgramResult(process.returncode, pipes.stdout, pipes.stderr, stopped)


@contextmanager
def _guarded(name: str, argv: list[str], extra: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run the program as a guarded process; at the end kill and reap its whole process tree."""
    try:
        guarded = GuardedProcess(argv, {"LC_ALL": "C.UTF-8", **extra})
    except OSError as error:
        raise EngineFailure(f"{name} cannot be started: {error.strerror}") from None
    try:
        yield guarded.process
    finally:
        guarded.end()


class _Pipes:
    """The three pipes of a program, read and written in one thread without deadlock."""

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
        self._selector = selectors.PollSelector()  # this selector has no file descriptor and need not be closed
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

    def exchange(self) -> bool:
        """Read from and write to the pipes for a short time; return False if the program has ended."""
        if self._process.poll() is not None:
            return False
        if self._selector.get_map():
            self._select(_POLL)
        else:  # the program has closed all its pipes
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_POLL)
        return True

    def drain(self, complete: bool) -> None:
        """Read the rest of the output; a last line without a newline is used only if the output is complete."""
        for _ in range(_PIPE // _CHUNK):
            if not self._select(0):
                break
        if self._on_line is None:
            self._kept += self._line
        elif complete and self._line:
            self._on_line(self._line.decode("utf-8", "replace"))

    def _select(self, timeout: float) -> bool:
        ready = self._selector.select(timeout)
        for key, _ in ready:
            key.data(key.fd)
        return bool(ready)

    def _write(self, descriptor: int) -> None:
        try:
            sent = os.write(descriptor, self._unsent[:_CHUNK])
            self._unsent = self._unsent[sent:]
        except BrokenPipeError:  # the program has closed its standard input
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
            lines, self._line = self._line, bytearray(tail)
            if self._on_line is None:
                self._kept += lines
            else:
                for line in lines.splitlines():
                    self._on_line(line.decode("utf-8", "replace"))
        if len(self._line) > LONGEST_LINE:
            raise EngineFailure(f"{self._name} printed a line of more than {LONGEST_LINE >> 20} MiB")
        if len(self._kept) > MOST_OUTPUT:
            raise EngineFailure(f"{self._name} printed more than {MOST_OUTPUT >> 20} MiB")
