"""Run an external program until it ends, and end all processes that it started.

The program runs as a :class:`~tilewright.processes.program_killed_with_parent.GuardedProcess`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from tilewright.errors import EngineFailure, MissingProgram
from tilewright.processes.pipes import Pipes
from tilewright.processes.process_tree import describe_ending
from tilewright.processes.program_killed_with_parent import GuardedProcess
from tilewright.run import Run

__all__ = ["GRACE", "LONGEST_LINE", "MOST_OUTPUT", "ProgramResult", "first_line", "run_program"]

GRACE = 1.0
"""The number of seconds by which a program with its own time limit may exceed the limit of the run."""

LONGEST_LINE = 16 * 2**20
"""The maximum length of a line of output, in bytes."""

MOST_OUTPUT = 64 * 2**20
"""The maximum length of the whole standard output, in bytes, if it is not read line by line."""

_KEPT_ERRORS = 64 * 2**10
_POLL = 0.03


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
    try:
        guarded = GuardedProcess([path, *argv[1:]], {"LC_ALL": "C.UTF-8", **(environment or {})})
    except OSError as error:
        raise EngineFailure(f"{name} cannot be started: {error.strerror}") from None
    process, output = guarded.process, _Output(name, on_line)
    pipes = Pipes(process, lambda: process.poll() is not None, output.read, output.read_errors)
    try:
        pipes.send(stdin.encode(), last=True)
        stopped = False
        while not stopped and process.poll() is None:
            if pipes.is_open:
                pipes.exchange(_POLL)
            else:  # the program has closed its output, and no input is left to send
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_POLL)
            stopped = run.cancel.is_set() or (deadline is not None and time.monotonic() >= deadline)
        pipes.read_rest()
        output.end(complete=not stopped)
    finally:
        guarded.end()
    return ProgramResult(process.returncode, output.stdout, output.stderr, stopped)


class _Output:
    """The standard output of a program, unless `on_line` receives it, and the start of its standard error."""

    def __init__(self, name: str, on_line: Callable[[str], None] | None) -> None:
        self._name = name
        self._on_line = on_line
        self._kept = bytearray()
        self._line = bytearray()
        self._errors = bytearray()

    @property
    def stdout(self) -> str:
        return self._kept.decode("utf-8", "replace")

    @property
    def stderr(self) -> str:
        return self._errors.decode("utf-8", "replace")

    def end(self, complete: bool) -> None:
        """Process a last line that has no newline; pass it to `on_line` only if the output is complete."""
        if self._on_line is None:
            self._kept += self._line
        elif complete and self._line:
            self._on_line(self._line.decode("utf-8", "replace"))

    def read_errors(self, data: bytes) -> None:
        self._errors += data[: _KEPT_ERRORS - len(self._errors)]

    def read(self, data: bytes) -> None:
        head, end, tail = data.rpartition(b"\n")
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
