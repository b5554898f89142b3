"""HTTP connections with deadlines and a limit on their number, so that no client can block the server.

uvicorn limits only the idle time between two requests. A client that connects and sends nothing, or that sends
a request very slowly, could keep its connection open forever, even without a token. Here, every part of an
exchange has a deadline: the headers of a request, its body, and the reading of a response. When the limit on
connections is reached, a new connection replaces an old connection of the client that has the most connections.
"""

from __future__ import annotations

import asyncio
import resource
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilewright.web.client_identity import network_of

__all__ = ["Connection", "ConnectionLimits", "OpenConnections", "ServerConfig"]

MAX_CONNECTIONS = 1000
RESERVED_FILES = 256
"""The number of file descriptors that are kept free for worker processes and for new connections."""
ACCEPTED_AT_ONCE = 64
"""The maximum number of connections that the event loop accepts before it does other work."""

_Awaited: TypeAlias = Literal["headers", "body", "response"] | None
"""What the server is waiting for on a connection; None while the server is answering a request."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limit on the number of connections, and the deadlines of each connection, in seconds."""

    connections: int = field(default_factory=lambda: _most_connections())
    headers: float = 10.0
    """The time from the start of the connection, or from the previous response, to the end of the headers."""
    body: float = 60.0
    """The time from the end of the headers to the end of the body."""
    response: float = 60.0
    """The time after which a connection is dropped if the client stops reading a response."""


def _most_connections() -> int:
    """Return `MAX_CONNECTIONS`, or a smaller number if this process may open only a few files."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, max(files - RESERVED_FILES, files // 2))


class OpenConnections:
    """All open connections, by the network of their client."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._connections: dict[str, dict[Connection, None]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._connections.values()))

    def add(self, connection: Connection) -> None:
        """Add a new connection; if there are too many, drop a connection of the client that has the most.

        A connection on which the server is waiting for the client is dropped in preference to a connection with
        a request that is being answered.
        """
        self._connections.setdefault(connection.network, {})[connection] = None
        if len(self) > self._limit:
            most = max(self._connections.values(), key=len)
            waiting = (each for each in most if each.is_waiting and each is not connection)
            next(waiting, next(iter(most))).drop()

    def remove(self, connection: Connection) -> None:
        """Remove a connection; do nothing if it was removed before."""
        of_network = self._connections.get(connection.network, {})
        if connection in of_network:
            del of_network[connection]
            if not of_network:
                del self._connections[connection.network]


class ServerConfig(uvicorn.Config):
    """The settings of uvicorn for this server, the limits on its connections, and its open connections."""

    def __init__(self, app: Any, limits: ConnectionLimits | None = None) -> None:
        super().__init__(
            app,
            http=Connection,
            ws="none",
            backlog=ACCEPTED_AT_ONCE,
            log_level="warning",
            access_log=False,
            server_header=False,
            # A client could pretend to have another address by sending a header such as X-Forwarded-For.
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        self.limits = limits or ConnectionLimits()
        self.open_connections = OpenConnections(self.limits.connections)


class Connection(H11Protocol):
    """An HTTP connection that is dropped if its client is too slow."""

    def __init__(self, config: ServerConfig, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self.network = ""
        self._open_connections = config.open_connections
        self._limits = config.limits
        self._awaited: _Awaited = None
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether the server is waiting for the client to send a request or to read a response."""
        answering = self.cycle is not None and not self.cycle.response_complete
        return not answering or self._awaited is not None

    def drop(self) -> None:
        """Close the connection immediately, without sending the remaining data."""
        self._open_connections.remove(self)
        self._wait_for(None)
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.network = network_of(self.client[0] if self.client else "")
        self._set_deadline()
        self._open_connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._open_connections.remove(self)
        self._wait_for(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._set_deadline()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._set_deadline()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._set_deadline()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._set_deadline()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._set_deadline()

    def _set_deadline(self) -> None:
        """Start the deadline for what the server is waiting for, unless this deadline is already running."""
        if self.flow.write_paused or (self.transport.is_closing() and self.transport.get_write_buffer_size()):
            self._wait_for("response")
        elif self.conn.their_state is h11.IDLE:
            self._wait_for("headers")
        elif self.conn.their_state is h11.SEND_BODY:
            self._wait_for("body")
        else:
            self._wait_for(None)

    def _wait_for(self, awaited: _Awaited) -> None:
        if awaited == self._awaited:
            return
        self._awaited = awaited
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if awaited is not None:
            seconds: float = getattr(self._limits, awaited)
            self._deadline = self.loop.call_later(seconds, self.drop)
