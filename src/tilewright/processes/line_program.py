"""An external program that is kept running and exchanges lines of text with this process.

No method blocks if the program does not read or write: `send` queues a line, and `receive` writes and reads at
most for the given time. The output is limited, so a program that never stops printing cannot fill the memory.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

from tilewright.processes.guarded_process import GuardedProcess
from tilewright.processes.process_tree import describe_ending

__all__ = ["BadOutput", "LineProgram", "ProgramEnded"]

_CHUNK = 2**16
_ERROR_TAIL = 2**12
_ERROR_READS = 16
_LAST_WORDS = 200
_POLL = 0.05
_END_SECONDS = 1.0


class ProgramEnded(Exception):
    """The program sends no more lines; the message completes a sentence that begins with "the program"."""


class BadOutput(Exception):
    """The program prints too much, or bytes that are not UTF-8; the message continues "the program"."""


class LineProgram:
    """A program that reads lines from its standard input and prints lines to its standard output.

    The end of its standard error is stored. `close` ends the program and all processes that it started; if this
    process is killed, a guard does the same.
    """

    def __init__(self, argv: Sequence[str], *, longest_line: int, most_output: int) -> None:
        """Start the program; raise `OSError` if that fails.

        The limits are in bytes: for one line, and for all output since the last call of `reset_output_count`.
        """
        self._guarded = GuardedProcess(argv)
        self._process = self._guarded.process
        self._longest_line, self._most_output = longest_line, most_output
        self._unsent = bytearray()
        self._received = bytearray()
        self._count = 0
        self._errors = b""
        self._open = {"stdout": True, "stderr": True}
        self._closed = False
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin, self._stdout, self._stderr = (
            self._process.stdin.fileno(),
            self._process.stdout.fileno(),
            self._process.stderr.fileno(),
        )
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)

    @property
    def last_words(self) -> str:
        """The last line that the program wrote to standard error, shortened if it is long."""
        lines = self._errors.decode("utf-8", "replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return " ".join(last.split())[:_LAST_WORDS]

    def reset_output_count(self) -> None:
        """Restart the count of output bytes; lines that were received but not read yet count as new output."""
        self._count = len(self._received)

    def send(self, line: str) -> None:
        """Queue a line, and write as much of the queue as the pipe accepts now; do nothing after `close`."""
        if self._closed:
            return
        self._unsent += line.encode() + b"\n"
        self._write()

    def receive(self, deadline: float) -> str:
        """Return the next line; raise `TimeoutError` if it is not complete at a deadline of `time.monotonic`.

        Raises `ProgramEnded` if the program sends no more lines, and `BadOutput` if the program exceeds a limit
        or prints bytes that are not UTF-8.
        """
        while (line := self._take()) is None:
            if not self._open["stdout"]:
                raise ProgramEnded(self._describe_ending())
            # A process that the program has started may keep the pipe open after the program has ended.
            ended = self._process.poll() is not None
            remaining = deadline - time.monotonic()
            busy = self._exchange(0.0 if ended else min(_POLL, max(0.0, remaining)))
            if ended and not busy:
                self._open["stdout"] = False
            elif not ended and remaining <= 0 and b"\n" not in self._received:
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
                    self._exchange(_POLL)
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

    def _exchange(self, timeout: float) -> bool:
        """Write to and read from the pipes until the timeout; return whether any data was transferred."""
        with selectors.PollSelector() as selector:
            if self._unsent:
                selector.register(self._stdin, selectors.EVENT_WRITE, self._write)
            if self._open["stdout"]:
                selector.register(self._stdout, selectors.EVENT_READ, self._read_output)
            if self._open["stderr"]:
                selector.register(self._stderr, selectors.EVENT_READ, self._read_errors)
            if not selector.get_map():
                time.sleep(timeout)
                return False
            ready = selector.select(timeout)
        for key, _ in ready:
            key.data()
        return bool(ready)

    def _write(self) -> None:
        try:
            written = os.write(self._stdin, memoryview(self._unsent)[:_CHUNK])
            del self._unsent[:written]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # the program has closed its standard input; `receive` notices its end
            self._unsent.clear()

    def _read_output(self) -> None:
        data = os.read(self._stdout, _CHUNK)
        self._open["stdout"] = bool(data)
        self._received += data
        self._count += len(data)
        if self._count > self._most_output:
            raise BadOutput(f"printed more than {self._most_output} bytes")

    def _read_errors(self) -> None:
        data = os.read(self._stderr, _CHUNK)
        self._open["stderr"] = bool(data)
        self._errors = (self._errors + data)[-_ERROR_TAIL:]

    def _describe_ending(self) -> str:
        """Wait a short time for the end of the program, and return a description of how it ended."""
        deadline = time.monotonic() + _END_SECONDS
        while self._process.poll() is None and time.monotonic() < deadline:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_POLL)
        for _ in range(_ERROR_READS):
            if not self._open["stderr"] or not self._exchange(0.0):
                break
        if self._process.returncode is None:
            return "closed its standard output"
        return describe_ending(self._process.returncode)
