"""A client of a load run: it sends the requests of one browser tab and records their times and errors.

A client keeps its connection open, sends its own client name, and retries while the server is busy or is being
restarted. It reads the events of a job, and reconnects if the connection is lost because of a restart.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import select
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.errors import EngineFailure

__all__ = ["Client", "ClientError", "ClientStopped", "Metrics", "Outage"]

TIMEOUT = 60.0
MAX_IDLE_SECONDS = 4.0
"""The number of idle seconds after which a connection is reopened. The server closes it after five seconds."""
MAX_ATTEMPTS = 4
"""The maximum number of times that a request is sent to a busy server. The pages have the same limit."""
FINAL_STATES = frozenset({"done", "failed", "cancelled"})
_JOBS = {"solve": "solve", "move": "agent"}
"""The name that the load result uses for each kind of job on the server."""
_MAX_LISTED_ERRORS = 20

_CONNECTION_ERRORS = (OSError, http.client.HTTPException)


class ClientError(EngineFailure):
    """An unexpected response or a broken connection, described in one line."""


class ClientStopped(Exception):
    """Raised inside a client when the load run ends."""


class Metrics:
    """Counters, times and errors of all clients."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.counts: Counter[str] = Counter()
        self.actions: dict[str, list[float]] = defaultdict(list)
        self.jobs: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []

    def count(self, name: str) -> None:
        with self._lock:
            self.counts[name] += 1

    def add_error(self, line: str) -> None:
        with self._lock:
            self.counts["errors"] += 1
            if len(self.errors) < _MAX_LISTED_ERRORS:
                self.errors.append(line[:300])

    def add_time(self, times: dict[str, list[float]], kind: str, seconds: float) -> None:
        with self._lock:
            times[kind].append(seconds)

    def reset(self) -> None:
        """Clear the times and counters after the warm-up, but keep the errors."""
        with self._lock:
            self.actions.clear()
            self.jobs.clear()
            self.counts = Counter(errors=self.counts["errors"])


class Outage:
    """The times at which the server was killed, was restarted, and first answered each client afterwards."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.killed_at: float | None = None
        self.listening_at: float | None = None
        self.first_response_at: float | None = None
        self.answered_at: dict[str, float] = {}

    def allows_failure(self, sent_at: float) -> bool:
        """Return whether a request sent at this time may fail because of the outage."""
        return self.killed_at is not None and (self.listening_at is None or sent_at < self.listening_at)

    def affects(self, started_at: float) -> bool:
        """Return whether an action started at this time may have waited for the restart."""
        return self.killed_at is not None and (
            self.first_response_at is None or started_at < self.first_response_at
        )

    def record_response(self, client: str, sent_at: float) -> None:
        with self._lock:
            if self.killed_at is not None and sent_at >= self.killed_at:
                now = self.answered_at.setdefault(client, time.monotonic())
                self.first_response_at = now if self.first_response_at is None else self.first_response_at


@dataclass(frozen=True, slots=True)
class Response:
    """A response from the server."""

    status: int
    headers: http.client.HTTPMessage
    data: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.data)


class PersistentConnection:
    """A persistent connection of one client; it is reopened after a long idle time."""

    def __init__(self, client: str, address: tuple[str, int]) -> None:
        self._client = client
        self._connection = http.client.HTTPConnection(*address, timeout=TIMEOUT)
        self._last_used = 0.0

    def send(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str] | None
    ) -> http.client.HTTPResponse:
        """Send a request; return the response with its body still unread."""
        if self._connection.sock is not None and self._is_stale():
            self._connection.close()
        self._connection.request(method, path, body, {"X-Client": self._client, **(headers or {})})
        return self._connection.getresponse()

    def request(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str] | None
    ) -> Response:
        response = self.send(method, path, body, headers)
        data = response.read()
        self._last_used = time.monotonic()
        return Response(response.status, response.headers, data)

    def _is_stale(self) -> bool:
        # Between two requests a socket is readable only if the server has closed the connection.
        readable = select.select([self._connection.sock], [], [], 0)[0]
        return bool(readable) or time.monotonic() - self._last_used > MAX_IDLE_SECONDS

    def abort(self) -> None:
        """Interrupt a read that is in progress in another thread."""
        sock = self._connection.sock
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(2)

    def close(self) -> None:
        self._connection.close()


class Client:
    """A simulated browser tab. `mean_pause` is the mean time in seconds between two clicks."""

    def __init__(
        self,
        name: str,
        address: tuple[str, int],
        rng: random.Random,
        metrics: Metrics,
        outage: Outage,
        stopping: threading.Event,
        *,
        mean_pause: float = 0.0,
    ) -> None:
        self.name = name
        self.rng = rng
        self.metrics = metrics
        self._address = address
        self._outage = outage
        self._stopping = stopping
        self._mean_pause = mean_pause
        self._connection = PersistentConnection(name, address)
        self._stream: PersistentConnection | None = None
        self._entity_tags: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"<Client {self.name}>"

    # --- Actions of a user --------------------------------------------------------------------------------

    def pause(self) -> None:
        """Wait for 0.5 to 1.5 times the mean pause between two clicks."""
        self._wait(self._mean_pause * (0.5 + self.rng.random()))

    def call_api(self, kind: str, path: str, body: Any = None, *, expected: int = 200) -> Any:
        """Send one API request as a page action and return the JSON of the response."""
        with self._timed(kind):
            response = self._api("GET" if body is None else "POST", path, body, expected)
        return response.json

    def open_page(self, page: str, files: tuple[str, ...], api_paths: tuple[str, ...]) -> None:
        """Load a page and its files and send its first API requests, as one page action; then pause."""
        with self._timed("page"):
            for path in (page, *files):
                self._fetch(path)
            for path in api_paths:
                self._api("GET", path)
        self.pause()

    def server_status(self) -> Any:
        """Return the status of the server; this request is not counted as a page action."""
        return self._api("GET", "/status").json

    def read_file(self, path: str) -> bytes:
        """Return the content of a page or file of the server."""
        response = self._request("GET", path)
        self._expect(response, 200, path)
        return response.data

    def run_job(self, path: str, body: Any, *, cancel_after: float | None = None) -> Any:
        """Start a job, follow it to its end as the pages do, and return its final state.

        With `cancel_after`, the job is cancelled that many seconds after it has begun to run.
        """
        started_at = time.monotonic()
        final = None
        while final is None:
            posted_at = time.monotonic()
            job = self._api("POST", path, body, 202).json["id"]
            final = self._follow(job, posted_at, cancel_after)
        if final["state"] == "failed" or (final["state"] == "cancelled" and cancel_after is None):
            raise ClientError(f"{path} {json.dumps(body)[:120]}: {final['state']}: {final['error']}")
        kind = "cancelled" if final["state"] == "cancelled" else _JOBS[final["kind"]]
        if not self._outage.affects(started_at):
            self.metrics.add_time(self.metrics.jobs, kind, time.monotonic() - started_at)
        self.metrics.count(kind)
        return final

    def abort(self) -> None:
        """Interrupt the reading of a job's events. The caller must set the event `stopping` first."""
        if self._stream is not None:
            self._stream.abort()

    def close(self) -> None:
        self._connection.close()

    # --- The network --------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _timed(self, kind: str) -> Iterator[None]:
        started_at = time.monotonic()
        yield
        self.metrics.count("actions")
        if self._outage.affects(started_at):
            self.metrics.count("interrupted")
        else:
            self.metrics.add_time(self.metrics.actions, kind, time.monotonic() - started_at)

    def _wait(self, seconds: float) -> None:
        if self._stopping.wait(seconds):
            raise ClientStopped

    def _expect(self, response: Response, status: int, path: str) -> None:
        if response.status != status:
            raise ClientError(f"{path}: {response.status} instead of {status}: {response.data[:160]!r}")

    def _fetch(self, path: str) -> None:
        """Request a page or file; a file that was loaded before is requested with its entity tag."""
        entity_tag = self._entity_tags.get(path)
        headers = {} if entity_tag is None else {"If-None-Match": entity_tag}
        response = self._request("GET", path, headers=headers)
        if entity_tag is None or response.status != 304:
            self._expect(response, 200, path)
        self._entity_tags[path] = response.headers.get("ETag", "")

    def _api(self, method: str, path: str, body: Any = None, expected: int | None = 200) -> Response:
        """Send an API request; raise `ClientError` if the response does not have the expected status."""
        data = None if body is None else json.dumps(body).encode()
        headers = {} if body is None else {"Content-Type": "application/json"}
        response = self._request(method, f"/api/v1{path}", data, headers)
        if expected is not None:
            self._expect(response, expected, path)
        return response

    def _request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Response:
        """Send a request and return the response; retry while the server is busy or being restarted."""
        busy_responses = failures = 0
        while True:
            sent_at = time.monotonic()
            self.metrics.count("requests")
            try:
                response = self._connection.request(method, path, body, headers)
            except _CONNECTION_ERRORS as error:
                self._connection.close()
                if not self._outage.allows_failure(sent_at):
                    raise ClientError(f"{method} {path}: {type(error).__name__}: {error}") from error
                # A page waits for one, two and three seconds and then reports an error; the user tries again.
                self._wait(1 + failures % 3)
                failures += 1
                continue
            retry_after = response.headers["Retry-After"] if response.status == 503 else None
            if retry_after is not None and busy_responses < MAX_ATTEMPTS - 1:
                busy_responses += 1
                self.metrics.count("busy")
                self._wait(min(float(retry_after), 10.0) * (0.5 + self.rng.random()))
                continue
            if response.status < 500:
                self._outage.record_response(self.name, sent_at)
            return response

    def _follow(self, job: str, posted_at: float, cancel_after: float | None) -> Any:
        """Return the final state of a job, or None if the job was lost because the server was killed."""
        last_event, failures = 0, 0
        while True:
            sent_at = time.monotonic()
            self._stream = PersistentConnection(self.name, self._address)
            try:
                for number, kind, data in self._events(self._stream, job, last_event):
                    last_event, failures = number, 0
                    if kind in FINAL_STATES:
                        return data
                    if kind == "running" and cancel_after is not None:
                        self._wait(cancel_after)
                        cancel_after = None
                        self._cancel(job)
                reason = "the event stream ended before the job ended"
            except LookupError:
                if self._outage.allows_failure(posted_at):
                    return None
                raise ClientError(f"jobs/{job}: the server no longer has this job") from None
            except _CONNECTION_ERRORS as error:
                reason = f"{type(error).__name__}: {error}"
            finally:
                self._stream.close()
            if self._stopping.is_set():
                raise ClientStopped
            if not self._outage.allows_failure(sent_at):
                raise ClientError(f"jobs/{job}/events: {reason}")
            self._wait(min(0.5 * (failures + 1), 3.0))
            failures += 1

    def _cancel(self, job: str) -> None:
        response = self._api("DELETE", f"/jobs/{job}", expected=None)
        if response.status != 404 or self._outage.killed_at is None:
            self._expect(response, 200, f"DELETE jobs/{job}")

    def _events(
        self, connection: PersistentConnection, job: str, last_event: int
    ) -> Iterator[tuple[int, str, Any]]:
        self.metrics.count("requests")
        headers = {"Last-Event-ID": str(last_event)}
        response = connection.send("GET", f"/api/v1/jobs/{job}/events", None, headers)
        if response.status == 404:
            raise LookupError(job)
        if response.status != 200:
            raise ClientError(f"jobs/{job}/events: {response.status} instead of 200")
        fields: dict[str, str] = {}
        while line := response.readline():
            key, _, value = line.decode().rstrip("\n").partition(": ")
            if key:
                fields[key] = value
            elif "event" in fields:
                yield int(fields["id"]), fields["event"], json.loads(fields["data"])
                fields = {}
