"""The main function of the child process of a `SupervisedChild` (see `function_in_child_process`).

Messages arrive on standard input: first the settings of the process, then the messages for its function. The
messages that the function sends are written to standard output; everything that it prints is redirected to
standard error. When standard input closes, the parent has ended. The process then cancels the function and,
after the grace period in the settings, ends together with all processes that it started.
"""

from __future__ import annotations

import contextlib
import os
import queue
import resource
import sys
import threading
import time
import traceback
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from tilewright.processes.function_in_child_process import CANCEL
from tilewright.processes.messages import json_text_frame, message_frame, read_messages
from tilewright.processes.process_tree import adopt_orphans, kill_descendants

__all__ = ["ParentConnection", "main"]

_ADDRESS_SPACE = 4 * 2**30
"""The number of bytes of address space that are allowed in addition to twice the memory limit.

Libraries reserve much more address space than they use.
"""


class ParentConnection:
    """The connection to the parent; a child's function receives it as its argument.

    `send` and `receive` exchange messages with the parent; the event `cancelled` is set when the child should
    stop.
    """

    def __init__(self, descriptor: int) -> None:
        self.cancelled = threading.Event()
        self.received: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def receive(self) -> Any:
        """Wait for the next message and return it."""
        return self.received.get()

    def send(self, message: Any) -> None:
        """Send bytes or a JSON value."""
        self._write(message_frame(message))

    def send_json_text(self, chunks: Iterable[str]) -> None:
        """Send a message whose JSON text is given in pieces."""
        self._write(json_text_frame(chunks))

    def _write(self, frame: bytes) -> None:
        unsent = memoryview(frame)
        # If the parent has ended, the message is dropped, and the listener ends this process.
        with self._lock, contextlib.suppress(BrokenPipeError):
            while unsent:
                unsent = unsent[os.write(self._descriptor, unsent) :]


def _listen(messages: Iterator[Any], connection: ParentConnection, grace: float) -> None:
    for message in messages:
        if message == CANCEL:
            connection.cancelled.set()
        else:
            connection.received.put(message)
    connection.cancelled.set()
    time.sleep(grace)
    _exit(1)


def _exit(status: int) -> None:
    """Immediately end this process and all processes that it started."""
    kill_descendants()
    os._exit(status)


def _limit_memory(limit: int | None) -> None:
    """Limit the address space to much more than the memory limit, which the parent enforces itself."""
    if limit is not None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = 2 * limit + _ADDRESS_SPACE
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def main() -> None:
    connection = ParentConnection(os.dup(1))
    os.dup2(2, 1)
    adopt_orphans()
    messages = read_messages(0)
    settings = next(messages, None)
    if settings is None:  # the parent has already ended
        return
    sys.path[:] = settings["path"]
    _limit_memory(settings["memory_limit"])
    os.nice(settings["niceness"])
    listener = threading.Thread(target=_listen, args=(messages, connection, settings["grace"]), daemon=True)
    listener.start()
    module, _, function = settings["entry"].partition(":")
    try:
        getattr(import_module(module), function)(connection)
    except BaseException:
        traceback.print_exc()
        _exit(1)
    _exit(0)


if __name__ == "__main__":
    main()
