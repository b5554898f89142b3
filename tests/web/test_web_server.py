"""The speed of the server: no delayed packets, cached files, and a lower priority for solver runs."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from process_watch import descendants, wait_until
from tilewright.web.jobs import NICENESS
from tilewright.web.server import listen


def test_connections_send_without_nagle_delay() -> None:
    with listen(0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(
    "path", ["/", "/bench", "/games/powers", "/pages/api.js", "/games/powers/page/card.json"]
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
    # The worker of the pool, the worker for jobs, and the process of the solve.
    wait_until(lambda: sorted(map(niceness, descendants())) == [own, low, low])
    client.delete(f"/api/v1/jobs/{job}")


def niceness(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[16])
