"""Connections and clients: slow clients, many connections or invented names do not lock out other clients."""

from __future__ import annotations

import http.client
import logging
import resource
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from starlette.requests import HTTPConnection
from uvicorn.server import ServerState

from half_open_connections import BEGINNING, HalfOpenConnections
from process_watch import wait_until
from tilewright.web.client_identity import MAX_PAGES, Clients, network_of
from tilewright.web.connection_limits import MAX_CONNECTIONS, Connection, ConnectionLimits, ServerConfig
from tilewright.web.fair_queue import FairQueue, QueueFull
from tilewright.web.repeated_log_messages import MAX_REPEATS, PERIOD, RepeatLimit, limit_repeated_messages
from tilewright.web.start_server import _log_exception

SHORT = 0.2
LONG = 3600.0
LARGE, CHUNK = 2**26, 2**16
"""The size of a response that does not fit into the system's buffers, and the size of its parts, in bytes."""
TIMEOUT = 60.0
"""The seconds after which a test fails because a connection was not closed."""


last_scope: dict[str, Any] = {}
answered = threading.Event()
"""Set when the application has sent a complete response."""


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Read the whole request and answer it.

    The answer to /large is large. The answer to /endless does not end before the connection is closed.
    """
    last_scope.update(scope)
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"beginning", "more_body": True})
    for _ in range(LARGE // CHUNK if scope["path"] == "/large" else 0):
        await send({"type": "http.response.body", "body": bytes(CHUNK), "more_body": True})
    if scope["path"] == "/endless":
        await receive()  # returns when the connection is closed
    await send({"type": "http.response.body", "body": b""})
    answered.set()


class Running:
    """A server in a thread, on a free port of 127.0.0.1."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.config = ServerConfig(app, limits)
        self.config.lifespan = "off"
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CHUNK)
        self.address: tuple[str, int] = self.listening.getsockname()
        self.server = uvicorn.Server(self.config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]})

    def connect(self, data: bytes, source: str = "127.0.0.1") -> socket.socket:
        connection = socket.socket()
        connection.settimeout(TIMEOUT)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, CHUNK)
        connection.bind((source, 0))
        connection.connect(self.address)
        connection.sendall(data)
        return connection

    def get(self) -> int:
        connection = http.client.HTTPConnection(*self.address, timeout=TIMEOUT)
        try:
            connection.request("GET", "/", headers={"Connection": "close"})
            return connection.getresponse().status
        finally:
            connection.close()

    def answers(self) -> bool:
        """Return whether a request is answered; on a busy machine, the request may miss a short deadline."""
        with suppress(ConnectionError):
            return self.get() == 200
        return False

    def connect_endlessly(self) -> socket.socket:
        """Return a connection whose response has begun and does not end."""
        while True:
            connection, data = self.connect(b"GET /endless HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), b""
            with suppress(ConnectionError):
                while part := connection.recv(CHUNK):
                    data += part
                    if b"beginning" in data:
                        return connection
            connection.close()  # the request missed a short deadline: try again


@contextmanager
def running(limits: ConnectionLimits) -> Iterator[Running]:
    server = Running(limits)
    server.thread.start()
    try:
        wait_until(lambda: server.server.started)
        yield server
    finally:
        server.server.should_exit = True
        server.thread.join()
        server.listening.close()


def received(connection: socket.socket) -> int:
    """Read until the server closes the connection, and return the number of bytes."""
    count = 0
    with connection:
        try:
            while data := connection.recv(2**20):
                count += len(data)
        except ConnectionResetError:
            pass
    return count


POST = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"


@pytest.mark.parametrize(
    ("part", "sent"),
    [
        ("headers", b""),
        ("headers", BEGINNING),
        ("headers", b"\r\n"),
        ("headers", POST + b"123456789" + BEGINNING),
        ("body", POST + b"1234"),
        ("response", b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        ("response", b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"),
    ],
)
def test_a_slow_client_is_disconnected(part: str, sent: bytes) -> None:
    answered.clear()
    deadlines = {"headers": LONG, "body": LONG, "response": LONG, part: SHORT}
    with running(ConnectionLimits(**deadlines)) as server:
        slow = server.connect(sent)
        if part == "response":
            # The client reads nothing, so the application finishes only after the connection has been dropped.
            assert answered.wait(TIMEOUT)
        assert received(slow) < LARGE
        wait_until(server.answers)


class Timer:
    """A timer of `TimerLoop` that never fires."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class TimerLoop:
    """An event loop that only records the timers that a connection starts."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def call_later(self, seconds: float, _callback: Callable[[], None]) -> Timer:
        self.timers.append(Timer(seconds))
        return self.timers[-1]

    def create_task(self, coroutine: Coroutine[Any, Any, None], **_options: Any) -> Any:
        coroutine.close()
        return Mock()


class QuietTransport:
    """A transport without a peer, whose write buffer the test fills."""

    def __init__(self) -> None:
        self.closing = False
        self.unsent = 0

    def get_extra_info(self, _name: str) -> None:
        return None

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def get_write_buffer_size(self) -> int:
        return self.unsent


def connect_quietly() -> tuple[Any, QuietTransport, list[Timer]]:
    """Return a connection, its transport, and the list of the timers that it starts."""
    loop, transport = TimerLoop(), QuietTransport()
    limits = ConnectionLimits(connections=1, headers=1.0, body=2.0, response=3.0)
    connection = Connection(ServerConfig(app, limits), ServerState(), {}, loop)
    connection.connection_made(transport)  # type: ignore[arg-type]
    return connection, transport, loop.timers


def test_more_bytes_do_not_extend_a_deadline() -> None:
    """A client that sends one byte at a time must not be able to stay connected."""
    connection, _, timers = connect_quietly()
    (headers,) = timers
    assert headers.seconds == 1.0
    for number in range(len(POST)):
        assert timers == [headers]
        assert not headers.cancelled
        connection.data_received(POST[number : number + 1])
    (_, body) = timers
    assert headers.cancelled
    assert body.seconds == 2.0
    for _ in range(8):
        connection.data_received(b"x")
        assert timers == [headers, body]
        assert not body.cancelled
    connection.data_received(b"x")  # the request is complete, so the server no longer waits for the client
    assert timers == [headers, body]
    assert body.cancelled


def test_the_deadline_of_a_response_holds_until_its_last_byte_is_sent() -> None:
    connection, transport, timers = connect_quietly()
    connection.data_received(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    transport.unsent = CHUNK
    connection.pause_writing()
    (_, response) = timers
    assert response.seconds == 3.0
    # The response is complete, and the client has read enough of it that the server may write again.
    transport.closing, transport.unsent = True, 1
    connection.resume_writing()
    assert timers[1:] == [response]
    assert not response.cancelled
    transport.unsent = 0
    connection.connection_lost(None)
    assert response.cancelled


@pytest.mark.parametrize(
    ("files", "connections"),
    [(resource.RLIM_INFINITY, MAX_CONNECTIONS), (10**6, MAX_CONNECTIONS), (1024, 768), (256, 128)],
)
def test_few_open_files_allow_fewer_connections(
    files: int, connections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server also needs file descriptors for its workers and for accepting a connection."""
    monkeypatch.setattr(resource, "getrlimit", lambda _limit: (files, files))
    assert ConnectionLimits().connections == connections


def test_a_response_takes_as_long_as_it_needs() -> None:
    with running(ConnectionLimits(headers=SHORT, body=SHORT, response=SHORT)) as server:
        endless = server.connect_endlessly()
        received(server.connect(BEGINNING))  # returns at the deadline of this later connection
        assert len(server.config.open_connections) == 1
        endless.close()


def test_half_open_connections_lock_nobody_out() -> None:
    with running(ConnectionLimits(connections=100, headers=LONG)) as server:
        neighbour = server.connect(BEGINNING, source="127.0.0.2")  # the oldest connection
        endless = server.connect_endlessly()
        with HalfOpenConnections(server.address, 150, pause=0.01) as half_open:
            assert [server.get() for _ in range(20)] == [200] * 20
            wait_until(lambda: half_open.closed_by_server > 50)
            assert len(server.config.open_connections) <= 100
        # The server has closed neither the connection with a request in progress nor the only connection of the
        # other client.
        neighbour.sendall(b"Connection: close\r\n\r\n")
        assert received(neighbour) > 0
        endless.setblocking(False)
        with pytest.raises(BlockingIOError):
            endless.recv(CHUNK)
        endless.close()


def test_the_addresses_of_one_network_are_one_client() -> None:
    assert network_of("203.0.113.7") != network_of("203.0.113.8")
    assert network_of("::ffff:203.0.113.7") == network_of("203.0.113.7")
    assert network_of("2001:db8::1") == network_of("2001:db8:0:0:ffff::2") != network_of("2001:db8:0:1::1")
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth1")
    assert network_of("testclient") == "testclient"


# --- Turns ---------------------------------------------------------------------------------------------------


def request_from(address: str, name: str = "") -> HTTPConnection:
    headers = [(b"x-client", name.encode())] if name else []
    return HTTPConnection({"type": "http", "client": (address, 1), "headers": headers})


def test_a_program_with_a_new_name_for_every_request_has_the_turns_of_one_client() -> None:
    clients, page = Clients(pages=True), request_from("127.0.0.1", "page")
    clients.remember(page)
    queue: FairQueue[str] = FairQueue(share=1, waiting=256, waiting_each=64)
    for number in range(64):
        queue.put(clients.client_of(request_from("127.0.0.1", f"name {number}")), "invented")
    with pytest.raises(QueueFull):
        queue.put(clients.client_of(request_from("127.0.0.1", "another name")), "invented")
    queue.put(clients.client_of(page), "page")
    taken = [queue.take(0) for _ in range(3)]
    assert [each and each[1] for each in taken] == ["invented", "page", None]


def test_pages_of_this_machine_are_clients_of_their_own_once_they_have_an_answer() -> None:
    clients = Clients(pages=True)
    pages = [request_from("127.0.0.1", f"page {number}") for number in range(2 * MAX_PAGES)]
    assert len({clients.client_of(page) for page in pages}) == 1
    for page in pages:
        clients.remember(page)
    names = {clients.client_of(page) for page in pages}
    assert len(names) == MAX_PAGES + 1  # the least recently used pages are forgotten and share a client again


def test_with_a_token_the_network_is_the_client_even_on_this_machine() -> None:
    clients = Clients(pages=False)
    for name in ("one", "two"):
        clients.remember(request_from("127.0.0.1", name))
        assert clients.client_of(request_from("127.0.0.1", name)) == "127.0.0.1"


def test_no_header_changes_the_address_of_a_client() -> None:
    with running(ConnectionLimits()) as server:
        forwarded = b"X-Forwarded-For: 203.0.113.7\r\nForwarded: for=203.0.113.7\r\nX-Real-IP: 203.0.113.7\r\n"
        connection = server.connect(
            b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + forwarded + b"\r\n", source="127.0.0.3"
        )
        received(connection)
    assert last_scope["client"][0] == "127.0.0.3"


# --- The log ------------------------------------------------------------------------------------------------


def test_a_repeated_message_passes_a_few_times_in_each_period() -> None:
    now = 0.0
    limit = RepeatLimit(clock=lambda: now)

    def lines(text: str, times: int) -> list[str]:
        records = [logging.LogRecord("x", logging.WARNING, "", 0, text, None, None) for _ in range(times)]
        return [record.getMessage() for record in records if limit.filter(record)]

    assert lines("a", 1000) == ["a"] * MAX_REPEATS
    assert lines("b", 1) == ["b"]
    now = PERIOD
    left_out = f"a ({1000 - MAX_REPEATS} similar messages were left out)"
    assert lines("a", 1000) == [left_out] + ["a"] * (MAX_REPEATS - 1)
    assert sum(len(lines(f"message {number}", 1)) for number in range(10_000)) < 200


def test_connections_that_cannot_be_accepted_and_bad_requests_do_not_fill_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    failure = {
        "message": "socket.accept() out of system resource",
        "exception": OSError(24, "Too many open files"),
    }
    with limit_repeated_messages(), running(ConnectionLimits()) as server:
        for _ in range(100):
            _log_exception(None, failure)  # type: ignore[arg-type]
        for data in [
            b"no HTTP\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
        ] * 20:
            connection = server.connect(data)
            connection.shutdown(socket.SHUT_WR)
            connection.close()
        wait_until(lambda: len(server.config.open_connections) == 0)
    assert caplog.messages.count("the server cannot accept connections: Too many open files") == MAX_REPEATS
    assert len(caplog.messages) <= 4 * MAX_REPEATS
