"""The pipes to the standard streams of a process, written and read in one thread without blocking."""

from __future__ import annotations

import os
import selectors
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from typing import IO

__all__ = ["Pipes", "exchange"]

_CHUNK = 2**20  # the largest capacity of a pipe
_ERROR_TAIL = 2**12
_LAST_READS = 16


class Pipes:
    """The pipes of a running process: `send` queues data for it, and `exchange` writes and reads.

    `has_ended` returns whether the process has ended. `on_output` is called with the data from standard
    output, and `on_errors` with the data from standard error. Without `on_errors`, the last part of standard
    error is stored.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        has_ended: Callable[[], bool],
        on_output: Callable[[bytes], None] | None = None,
        on_errors: Callable[[bytes], None] | None = None,
    ) -> None:
        assert process.stdin is not None
        self._has_ended = has_ended
        self._stdin, self._stdout = process.stdin, process.stdout
        self._unsent = bytearray()
        self._last = False
        self._errors = b""
        actions = {process.stdout: on_output, process.stderr: on_errors or self._keep_errors}
        self._readers = {stream: action for stream, action in actions.items() if stream and action}
        for stream in (self._stdin, *self._readers):
            os.set_blocking(stream.fileno(), False)

    @property
    def is_open(self) -> bool:
        """Whether any data can still be transferred."""
        return bool(self._readers or self._unsent)

    @property
    def output_ended(self) -> bool:
        """Whether no more data will arrive on standard output."""
        return self._stdout not in self._readers

    @property
    def last_error_line(self) -> str:
        """The last line of standard error that was read; empty if none was read."""
        return self._errors.decode(errors="replace").strip().rpartition("\n")[2]

    def send(self, data: bytes, *, last: bool = False) -> None:
        """Queue data, and write as much of the queue as the pipe accepts now.

        With `last`, the pipe is closed when all data has been written.
        """
        self._unsent += data
        self._last = last
        self._write()

    def exchange(self, timeout: float) -> bool:
        """Write and read, and wait at most `timeout` seconds; return whether any data was transferred."""
        return bool(exchange([self], timeout))

    def read_rest(self) -> None:
        """Read the output that remains in the pipes after the process has ended.

        The number of reads is limited, because descendants of the process may continue to write.
        """
        for _ in range(_LAST_READS):
            if not self.exchange(0):
                break

    def _register(self, selector: selectors.BaseSelector) -> None:
        if self._unsent:
            selector.register(self._stdin, selectors.EVENT_WRITE, self._write)
        for stream in self._readers:
            selector.register(stream, selectors.EVENT_READ, partial(self._read, stream))

    def _write(self) -> None:
        try:
            written = os.write(self._stdin.fileno(), memoryview(self._unsent)[:_CHUNK])
            del self._unsent[:written]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # the process does not read any more
            self._unsent.clear()
        if self._last and not self._unsent:
            self._stdin.close()

    def _read(self, stream: IO[bytes]) -> None:
        data = os.read(stream.fileno(), _CHUNK)
        action = self._readers[stream]
        if not data:
            del self._readers[stream]
        action(data)

    def _keep_errors(self, data: bytes) -> None:
        self._errors = (self._errors + data)[-_ERROR_TAIL:]


def exchange(all_pipes: Sequence[Pipes], timeout: float) -> set[object]:
    """Write to and read from the pipes of several processes; wait at most `timeout` seconds.

    Return the streams on which data was transferred.
    """
    # Data that a process sent before it ended is still in the pipe. So this function first checks which
    # processes have ended, and then reads the pipes. Waiting for end-of-file instead would not work,
    # because a descendant of the process may keep the pipe open after the process has ended.
    ended = [pipes for pipes in all_pipes if pipes._has_ended()]
    with selectors.PollSelector() as selector:
        for pipes in all_pipes:
            pipes._register(selector)
        ready = [key for key, _ in selector.select(0 if ended else timeout)]
    for key in ready:
        key.data()
    transferred: set[object] = {key.fileobj for key in ready}
    for pipes in ended:
        if pipes._stdout is not None and pipes._stdout not in transferred:
            pipes._readers.pop(pipes._stdout, None)
    return transferred
