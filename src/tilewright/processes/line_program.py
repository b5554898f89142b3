"""An external program that is kept running and exchanges lines of text with this process.

No method blocks if the program does not read or write: `send` queues a line, and `receive` stops at a deadline.
The output is limited, so a program that never stops printing cannot fill the memory.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

from tilewright.processes.pipes import Pipes
from tilewright.processes.process_tree import describe_ending
from tilewright.processes.program_killed_with_parent import GuardedProcess

__all__ = ["BadOutput", "LineProgram", "ProgramEnded"]

_LAST_WORDS = 200
_POLL = 0.05
_END_SECONDS = 1.0


class ProgramEnded(Exception):
    """The program sends no more lines; the message is a predicate, such as "closed its standard output"."""


class BadOutput(Exception):
    """The program prints too much or invalid UTF-8; the message is a predicate, as in `ProgramEnded`."""


class LineProgram:
    """A program that reads lines from its standard input and prints lines to its standard output.

    The last part of its standard error is stored. `close` ends the program and all processes that it started;
    if this process is killed, a guard does the same.
    """

    def __init__(self, argv: Sequence[str], *, longest_line: int, most_output: int) -> None:
        """Start the program; raise `OSError` if that fails.

        The limits are in bytes: for one line, and for all output since the last call of `reset_output_count`.
        """
        self._guarded = GuardedProcess(argv)
        self._process = self._guarded.process
        self._longest_line, self._most_output = longest_line, most_output
        self._received = bytearray()
        self._count = 0
        self._closed = False
        self._pipes = Pipes(self._process, lambda: self._process.poll() is not None, self._read_output)

    @property
    def last_words(self) -> str:
        """The last line that the program wrote to standard error, shortened if it is long."""
        return " ".join(self._pipes.last_error_line.split())[:_LAST_WORDS]

    def reset_output_count(self) -> None:
        """Restart the count of output bytes; output that `receive` has not returned yet counts as new."""
        self._count = len(self._received)

    def send(self, line: str) -> None:
        """Queue a line, and write as much of the queue as the pipe accepts now; do nothing after `close`."""
        if not self._closed:
            self._pipes.send(line.encode() + b"\n")

    def receive(self, deadline: float) -> str:
        """Return the next line; raise `TimeoutError` if it is not complete by the deadline.

        The deadline is a time on the clock `time.monotonic`. Raises `ProgramEnded` if the program sends no more
        lines, and `BadOutput` if the program exceeds a limit or prints bytes that are not UTF-8.
        """
        while (line := self._take()) is None:
            if self._pipes.output_ended:
                raise ProgramEnded(self._describe_ending())
            remaining = deadline - time.monotonic()
            self._pipes.exchange(min(_POLL, max(0.0, remaining)))
            if remaining <= 0 and b"\n" not in self._received and self._process.poll() is None:
                raise TimeoutError
        return line

    def close(self, seconds: float = 0.0) -> None:
        """Wait at most the given time for the program to end by itself; then kill its remaining processes."""
        if self._closed:
            return
        self._closed = True
        try:
            deadline = time.monotonic() + seconds
            with suppress(BadOutput):
                while self._process.poll() is None and time.monotonic() < deadline:
                    self._received.clear()
                    self.reset_output_count()
                    self._pipes.exchange(_POLL)
        finally:
            self._guarded.end()

    def _take(self) -> str | None:
        """Return the next complete line that was received; None if there is none."""
        end = self._received.find(b"\n")
        if (end if end >= 0 else len(self._received)) > self._longest_line:
            raise BadOutput(f"printed a line of more than {self._longest_line} bytes")
        if end < 0:
            return None
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        try:
            return line.decode().removesuffix("\r")
        except UnicodeDecodeError:
            raise BadOutput("printed bytes that are not UTF-8") from None

    def _read_output(self, data: bytes) -> None:
        self._received += data
        self._count += len(data)
        if self._count > self._most_output:
            raise BadOutput(f"printed more than {self._most_output} bytes")

    def _describe_ending(self) -> str:
        """Wait a short time for the end of the program, and return a description of how it ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        self._pipes.read_rest()
        if self._process.returncode is None:
            return "closed its standard output"
        return describe_ending(self._process.returncode)
