"""Half-open connections to a web server: each sends the beginning of a request, but never the rest."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType

BEGINNING = b"GET /api/v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\n"


class HalfOpenConnections:
    """Maintains `number` half-open connections: a connection that the server closes is opened again.

    Each connection sends `beginning`; `pause` is the number of seconds between two rounds of reopening.
    """

    def __init__(
        self, address: tuple[str, int], number: int, *, beginning: bytes = BEGINNING, pause: float = 1.0
    ) -> None:
        self._address = address
        self._number = number
        self._beginning = beginning
        self._pause = pause
        self._selector = selectors.DefaultSelector()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._keep_open, daemon=True)
        self.opened = 0
        self.closed_by_server = 0

    def __enter__(self) -> HalfOpenConnections:
        self._open_missing()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            self._close(key.fileobj)
        self._selector.close()

    def _keep_open(self) -> None:
        while not self._stopping.wait(self._pause):
            self._close_ended()
            self._open_missing()

    def _close_ended(self) -> None:
        # A half-open connection gets no response, so it is readable only if the server has closed it.
        for key, _ in self._selector.select(0):
            self.closed_by_server += 1
            self._close(key.fileobj)

    def _open_missing(self) -> None:
        while len(self._selector.get_map()) < self._number and not self._stopping.is_set():
            connection = socket.socket()
            try:
                connection.settimeout(10)
                connection.connect(self._address)
                connection.sendall(self._beginning)
            except OSError:
                connection.close()
                return  # the server refuses connections; try again in the next round
            self._selector.register(connection, selectors.EVENT_READ)
            self.opened += 1

    def _close(self, connection: object) -> None:
        assert isinstance(connection, socket.socket)
        self._selector.unregister(connection)
        with contextlib.suppress(OSError):
            connection.close()


def response_times(request: Callable[[], object], number: int, pause: float) -> Sequence[float]:
    """Send requests one after the other, with pauses; return the sorted response times in seconds."""
    seconds = []
    for _ in range(number):
        started = time.monotonic()
        request()
        seconds.append(time.monotonic() - started)
        time.sleep(pause)
    return sorted(seconds)
