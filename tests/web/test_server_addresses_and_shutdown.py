"""The server: its addresses, its shutdown, no delayed packets, cached files, lower priority for solver runs."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import threading
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from half_open_connections import BEGINNING
from process_watch import alive, descendants, wait_until
from tilewright.errors import OutOfResources
from tilewright.web import start_server
from tilewright.web.jobs import NICENESS
from tilewright.web.repeated_log_messages import MAX_REPEATS
from tilewright.web.start_server import listen


def has_ipv6() -> bool:
    try:
        with listen(0, "::1"):
            return True
    except (OSError, OutOfResources):
        return False


class IdleServer(start_server._Server):
    """A server that the test can stop; it has no worker processes."""

    started_servers: ClassVar[list[IdleServer]] = []

    def __init__(self, app: FastAPI) -> None:
        super().__init__(app)
        self.config.lifespan = "off"
        self.started_servers.append(self)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)


@contextmanager
def serving(host: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[IdleServer, str]]:
    """Run `serve` in a thread; yield the server and the address that it printed."""
    monkeypatch.setattr(start_server, "_Server", IdleServer)
    printed: list[str] = []
    thread = threading.Thread(target=start_server.serve, args=(0, printed.append), kwargs={"host": host})
    thread.start()
    try:
        wait_until(lambda: bool(IdleServer.started_servers) and IdleServer.started_servers[-1].started)
        yield IdleServer.started_servers[-1], printed[0]
    finally:
        IdleServer.started_servers.pop().should_exit = True
        thread.join()


@pytest.mark.parametrize(
    ("host", "machine"),
    [
        ("127.0.0.2", None),
        ("localhost", None),
        ("::1", None),
        ("0:0:0::1", None),
        ("0.0.0.0", None),
        ("0.0.0.0", "no-such-machine.invalid"),
        ("::", "no-such-machine.invalid"),
    ],
)
def test_the_printed_address_answers(host: str, machine: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    if machine is not None:
        monkeypatch.setattr(socket, "gethostname", lambda: machine)
    with serving(host, monkeypatch) as (_, printed):
        address, _, token = printed.partition("/#token=")
        request = urllib.request.Request(
            f"{address}/api/v1/status", headers={"Authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            assert json.load(response)["questions"]["workers"] == 3
        assert bool(token) == (host in ("0.0.0.0", "::"))


def test_a_served_application_has_limits_on_its_connections_and_on_its_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Other tests check these limits one by one, on servers that they construct themselves."""
    failure = {
        "message": "socket.accept() out of system resource",
        "exception": OSError(24, "Too many open files"),
    }
    with serving("127.0.0.1", monkeypatch) as (running, address):
        with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), 60) as half_open:
            half_open.sendall(BEGINNING)
            wait_until(lambda: len(running.config.open_connections) == 1)  # type: ignore[attr-defined]
        for _ in range(2 * MAX_REPEATS):
            running.loop.call_soon_threadsafe(running.loop.call_exception_handler, failure)
        reported = threading.Event()
        running.loop.call_soon_threadsafe(reported.set)
        assert reported.wait(60)
    assert caplog.messages == ["the server cannot accept connections: Too many open files"] * MAX_REPEATS


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.8.9.10", 200),
        ("[::1]:8000", 200),
        ("evil.example", 400),
        ("localhost.evil.example", 400),
        ("127.0.0.1.evil.example", 400),
        ("127.0.0.1:8000@evil.example", 400),
        ("10.0.0.1", 400),
        ("2130706433", 400),
        ("[::1", 400),
        ("", 400),
    ],
)
def test_without_a_token_only_names_of_this_machine_are_accepted(
    host: str, status: int, client: TestClient
) -> None:
    answer = client.get("/api/v1/games", headers={"Host": host})
    assert answer.status_code == status
    assert "content-security-policy" in answer.headers


def accepts_connections(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def has_started(pid: int) -> bool:
    """Return whether a child process has begun to run its own program."""
    return b"child_main" in Path(f"/proc/{pid}/cmdline").read_bytes()


@pytest.mark.parametrize(
    "signals",
    [(signal.SIGTERM,), (signal.SIGINT, signal.SIGINT)],
    ids=lambda signals: "+".join(each.name for each in signals),
)
def test_a_signal_ends_the_server_even_if_no_worker_reacts(
    signals: Sequence[signal.Signals], own_server: Any
) -> None:
    connections = [http.client.HTTPConnection("127.0.0.1", own_server.port, timeout=60) for _ in range(4)]
    hard = {"game": "powers", "instance": {"exponents": [2], "base": 36}, "solver": "direct", "time_limit": 60}
    connections[0].request("POST", "/api/v1/jobs", json.dumps(hard), {"Content-Type": "application/json"})
    assert connections[0].getresponse().status == 202
    # Three processes for short requests, one for jobs, and the process of the solve. A process that is stopped
    # before it runs its own program would block the server's thread that is starting it.
    wait_until(lambda: sum(map(has_started, descendants(own_server.process.pid))) == 5)
    stopped = descendants(own_server.process.pid)
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    for connection in connections[1:]:
        question = json.dumps({"game": "powers", "instance": "1" * 400_000})
        connection.request("POST", "/api/v1/parse", question, {"Content-Type": "application/json"})
    try:
        own_server.process.send_signal(signals[0])
        for number in signals[1:]:
            # While the server waits for its last responses, it no longer accepts connections.
            wait_until(lambda: not accepts_connections(own_server.port))
            own_server.process.send_signal(number)
        own_server.wait()
        wait_until(lambda: not [pid for pid in stopped if alive(pid)], 10)
    finally:
        for pid in filter(alive, stopped):
            os.kill(pid, signal.SIGKILL)
        for connection in connections:
            connection.close()


def test_an_address_of_another_machine_is_named_in_the_error() -> None:
    with pytest.raises(OutOfResources, match=r"^the address 192\.0\.2\.1 cannot be used: "):
        listen(None, "192.0.2.1")


def test_connections_send_without_nagle_delay() -> None:
    with listen(0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("path", ["/", "/pages/api.js", "/games/patchwork/page/page.js"])
def test_text_is_compressed_for_browsers_that_accept_it(client: TestClient, path: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    compressed = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert compressed.headers["content-encoding"] == "gzip"
    assert compressed.content == plain.content  # the client decompresses it
    assert int(compressed.headers["content-length"]) < 0.6 * int(plain.headers["content-length"])
    assert compressed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert compressed.headers["etag"] != plain.headers["etag"]


@pytest.mark.parametrize("path", ["/pages/", "/pages/no.js", "/pages/..%2fapp.py", "/pages/%2e%2e/app.py"])
def test_only_files_of_the_pages_are_sent(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "path", ["/", "/bench", "/games/powers", "/pages/api.js", "/games/powers/page/start_page_picture.json"]
)
def test_a_file_that_the_browser_has_is_not_sent_again(path: str, client: TestClient) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]
    assert client.get(path, headers={"If-None-Match": '"another"'}).content == first.content


def test_a_solve_has_a_lower_priority_than_short_requests(client: TestClient) -> None:
    hard = {"game": "powers", "instance": {"exponents": [2], "base": 36}, "solver": "direct", "time_limit": 60}
    job = client.post("/api/v1/jobs", json=hard).json()["id"]
    own = os.getpriority(os.PRIO_PROCESS, 0)
    low = min(19, own + NICENESS)
    # The three processes are the worker of the pool, the worker for jobs, and the process of the solve.
    wait_until(lambda: sorted(map(niceness, descendants())) == [own, low, low])
    client.delete(f"/api/v1/jobs/{job}")


def niceness(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[16])
