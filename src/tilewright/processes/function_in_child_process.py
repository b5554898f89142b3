"""Start a Python process that runs one function, and exchange messages with it."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from tilewright.processes import pipes
from tilewright.processes.messages import BadMessage, MessageBuffer, message_frame
from tilewright.processes.process_tree import ProcessTree, Usage

__all__ = ["CANCEL", "Cancelled", "ChildEnded", "MemoryLimitExceeded", "SupervisedChild", "exchange"]

CANCEL = ["cancel"]
"""The message that sets the child's event `cancelled`."""

_MEMORY_PERIOD = 0.1
_POLL = 0.05


class ChildEnded(Exception):
    """The child ended or sent an invalid message; the text is a predicate, such as "ended with status 1"."""


class MemoryLimitExceeded(Exception):
    """The child and its descendants exceed the memory limit; the text of the exception is the limit."""


class Cancelled(Exception):
    """The caller cancelled the wait for a message from a child."""


class SupervisedChild:
    """A new Python process that calls the function ``module:function`` with a `ParentConnection`.

    No method blocks if the child does not read or write: `send` queues a message, and `receive` waits at most
    the given time. `kill` ends the child and all processes that it started. If this process ends without
    calling `kill`, the child notices this and ends itself and all processes that it started.
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
        """Start the child process, without waiting for it.

        `memory_limit` is the limit in bytes for the whole process tree; if it is infinite, the memory is only
        measured. If the calling process ends, the child is cancelled, and killed after `grace` seconds. With
        `keep_stderr`, the last part of the child's standard error is stored instead of shown.
        """
        stderr = subprocess.PIPE if keep_stderr else None
        self.tree = ProcessTree([sys.executable, "-P", "-m", "tilewright.processes.child_main"], stderr=stderr)
        self._memory_limit = memory_limit
        self._next_measurement = 0.0
        self._received = MessageBuffer()
        self.pipes = pipes.Pipes(self.tree.process, lambda: bool(self.tree.ending), self._received.add)
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

    def send(self, message: Any) -> None:
        """Queue bytes or a JSON value, and write as much of the queue as the pipe accepts now."""
        self.pipes.send(message_frame(message))

    def cancel(self) -> None:
        """Ask the child to stop."""
        self.send(CANCEL)

    def receive(self, timeout: float) -> Any | None:
        """Return the next message, or None if it is not complete within the timeout.

        Raises `ChildEnded` if no more messages will arrive, and `MemoryLimitExceeded` if the limit is exceeded.
        """
        if (message := self._take()) is None:
            self.pipes.exchange(timeout)
            message = self._take()
        if message is None and self.pipes.output_ended:
            raise ChildEnded(self.tree.wait_for_ending())
        self._check_memory()
        return message

    def wait_for_message(self, seconds: float, cancel: threading.Event | None = None) -> Any:
        """Return the next message, as `receive` does, but wait until it is complete.

        Raises `TimeoutError` after the given time, and `Cancelled` when `cancel` is set.
        """
        deadline = time.monotonic() + seconds
        message = None
        while message is None:
            if cancel is not None and cancel.is_set():
                raise Cancelled
            if time.monotonic() >= deadline:
                raise TimeoutError
            message = self.receive(_POLL)
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


def exchange(children: Sequence[SupervisedChild], timeout: float) -> None:
    """Write queued messages to the children and read their messages; wait at most `timeout` seconds."""
    pipes.exchange([child.pipes for child in children], timeout)
