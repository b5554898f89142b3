"""Start a Python process that runs one function, and exchange messages with it."""

from __future__ import annotations

import math
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from tilewright.processes.messages import BadMessage, MessageBuffer, bytes_frame, json_frame
from tilewright.processes.process_tree import ProcessTree, Usage

__all__ = ["CANCEL", "ChildEnded", "MemoryLimitExceeded", "SupervisedChild", "exchange"]

CANCEL = ["cancel"]
"""The message that sets the child's event `cancelled`."""

_CHUNK = 2**20
_MEMORY_PERIOD = 0.1


class ChildEnded(Exception):
    """The child ended or sent an invalid message; the text completes a sentence such as "the process ..."."""


class MemoryLimitExceeded(Exception):
    """The child and its descendants exceed the memory limit; the text of the exception is the limit."""


class SupervisedChild:
    """A new Python process that calls the function ``module:function`` with a `ParentConnection`.

    No method blocks if the child does not read or write: `send` queues a message, and `receive` writes and
    reads at most for the given time. `kill` ends the child and all processes that it started. If this process
    ends without calling `kill`, the child notices this and ends itself and all processes that it started.
    """

    def __init__(
        self,
        entry: str,
        *,
        memory_limit: float | None = None,
        niceness: int = 0,
        grace: float = 0.0,
        keep_stderr: bool = False,
    ) -> None:
        """Start the process, without waiting for it.

        `memory_limit` is the limit in bytes for the whole process tree; if it is infinite, the memory is only
        measured. If this process ends, the child is cancelled, and killed after `grace` seconds. With
        `keep_stderr`, the end of the child's standard error is stored instead of shown.
        """
        stderr = subprocess.PIPE if keep_stderr else None
        self.tree = ProcessTree([sys.executable, "-P", "-m", "tilewright.processes.child_main"], stderr=stderr)
        self._memory_limit = memory_limit
        self._next_measurement = 0.0
        self._received = MessageBuffer()
        self._unsent = bytearray()
        self._closed = False
        for stream in (self.tree.process.stdin, self.tree.process.stdout, self.tree.process.stderr):
            if stream is not None:
                os.set_blocking(stream.fileno(), False)
        bounded = memory_limit is not None and memory_limit < math.inf
        self.send(
            {
                "path": sys.path,
                "entry": entry,
                "memory_limit": memory_limit if bounded else None,
                "niceness": niceness,
                "grace": grace,
            }
        )

    @property
    def pid(self) -> int:
        return self.tree.pid

    @property
    def last_error_line(self) -> str:
        """The last line that the child wrote to standard error; empty without `keep_stderr`."""
        return self.tree.last_error_line

    def send(self, message: Any) -> None:
        """Queue a JSON value, and write as much of the queue as the pipe accepts now."""
        self._unsent += json_frame(message)
        self._write()

    def send_bytes(self, data: bytes) -> None:
        self._unsent += bytes_frame(data)
        self._write()

    def cancel(self) -> None:
        """Ask the child to stop."""
        self.send(CANCEL)

    def receive(self, timeout: float) -> Any | None:
        """Return the next message, or None if it is not complete within the timeout.

        Raises `ChildEnded` if no more messages will arrive, and `MemoryLimitExceeded` if the limit is exceeded.
        """
        if (message := self._take()) is None:
            exchange([self], timeout)
            message = self._take()
        if message is None and self._closed:
            raise ChildEnded(self.tree.wait_for_ending())
        self._check_memory()
        return message

    def kill(self) -> Usage:
        """Kill the child and all processes that it started; return the resources that they used."""
        return self.tree.kill()

    def _take(self) -> Any | None:
        try:
            return self._received.take()
        except BadMessage as error:
            raise ChildEnded(f"sent {error}") from None

    def _check_memory(self) -> None:
        if self._memory_limit is not None and (now := time.monotonic()) >= self._next_measurement:
            self._next_measurement = now + _MEMORY_PERIOD
            if self.tree.measure_memory() > self._memory_limit:
                raise MemoryLimitExceeded(f"{self._memory_limit / 2**20:,.0f} MiB")

    def _register(self, selector: selectors.BaseSelector) -> None:
        process = self.tree.process
        if self._unsent:
            selector.register(process.stdin or -1, selectors.EVENT_WRITE, self._write)
        if not self._closed:
            selector.register(process.stdout or -1, selectors.EVENT_READ, self._read)
        if process.stderr is not None and not process.stderr.closed:
            selector.register(process.stderr, selectors.EVENT_READ, self.tree.read_stderr)

    def _write(self) -> None:
        assert self.tree.process.stdin is not None
        try:
            written = os.write(self.tree.process.stdin.fileno(), memoryview(self._unsent)[:_CHUNK])
            del self._unsent[:written]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # the child has ended, which `receive` notices
            self._unsent.clear()

    def _read(self) -> None:
        assert self.tree.process.stdout is not None
        data = os.read(self.tree.process.stdout.fileno(), _CHUNK)
        self._received.add(data)
        self._closed = not data


def exchange(children: Sequence[SupervisedChild], timeout: float) -> None:
    """Write queued messages to the children and read their messages; wait at most `timeout` seconds."""
    # Messages that a child sent before it ended are still in the pipe. So this function first checks which
    # children have ended, and then reads the pipes. The end of the pipe alone does not show that a child has
    # ended, because a process that the child has forked may keep the pipe open.
    ended = [child for child in children if child.tree.ending]
    with selectors.PollSelector() as selector:
        for child in children:
            child._register(selector)
        ready = {key.data for key, _ in selector.select(0 if ended else timeout)}
    for action in ready:
        action()
    for child in ended:
        child._closed |= child._read not in ready
