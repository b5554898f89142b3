"""One client of a load run: what a browser's tab does with the network, and an account of how it went.

A tab keeps its connection, has a name of its own, asks again while the server is busy or away, and hears the
events of its jobs over as many connections as it takes.
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

__all__ = ["Account", "Client", "Left", "Outage", "Trouble"]

TIMEOUT = 60.0
IDLE = 4.0
"""Seconds after which a connection is not used again: the server closes it after five."""
TRIES = 4
"""How often a busy server is asked, as by the pages."""
OVER = frozenset({"done", "failed", "cancelled"})
_JOBS = {"solve": "solve", "move": "agent"}
"""What the jobs are called here, by what the server calls them."""
_LISTED = 20

_BROKEN = (OSError, http.client.HTTPException)


class Trouble(EngineFailure):
    """Something that should not have happened to a client, in one line."""


class Left(Exception):
    """The client has gone."""


class Account:
    """What happened to all clients."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.counts: Counter[str] = Counter()
        self.actions: dict[str, list[float]] = defaultdict(list)
        self.jobs: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def error(self, line: str) -> None:
        with self._lock:
            self.counts["errors"] += 1
            if len(self.errors) < _LISTED:
                self.errors.append(line[:300])

    def note(self, times: dict[str, list[float]], kind: str, seconds: float) -> None:
        with self._lock:
            times[kind].append(seconds)

    def begin(self) -> None:
        """Forget the times of the warm-up, and nothing else."""
        with self._lock:
            self.actions.clear()
            self.jobs.clear()
            self.counts = Counter(errors=self.counts["errors"])


class Outage:
    """When the server was killed, when it listened again, and who has had an answer since."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.killed: float | None = None
        self.listening: float | None = None
        self.first: float | None = None
        self.answered: dict[str, float] = {}

    def excuses(self, sent: float) -> bool:
        """Whether a request that was sent then may break."""
        return self.killed is not None and (self.listening is None or sent < self.listening)

    def spoils(self, begun: float) -> bool:
        """Whether what was begun then may have waited for the server to come back."""
        return self.killed is not None and (self.first is None or begun < self.first)

    def hear(self, client: str, sent: float) -> None:
        with self._lock:
            if self.killed is not None and sent >= self.killed:
                now = self.answered.setdefault(client, time.monotonic())
                self.first = now if self.first is None else self.first


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the server; the names of its headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.data)


class Line:
    """One connection that is kept, and opened again once it has been idle for long."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
        self._used = 0.0

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Any:
        """The response, of which only the head is read."""
        if self._connection.sock is not None and self._is_stale():
            self._connection.close()
        self._connection.request(method, path, body, dict(headers))
        return self._connection.getresponse()

    def ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        response = self.send(method, path, body, headers)
        data = response.read()
        self._used = time.monotonic()
        return Answer(response.status, {key.lower(): value for key, value in response.getheaders()}, data)

    def _is_stale(self) -> bool:
        # Nothing is to be read between two requests but the end.
        readable = select.select([self._connection.sock], [], [], 0)[0]
        return bool(readable) or time.monotonic() - self._used > IDLE

    def cut(self) -> None:
        """End whatever is being read, from another thread."""
        sock = self._connection.sock
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(2)

    def close(self) -> None:
        self._connection.close()


class Client:
    """A person's tab. `pause` is the mean time between two clicks."""

    def __init__(
        self,
        name: str,
        place: tuple[str, int],
        rng: random.Random,
        account: Account,
        outage: Outage,
        leaving: threading.Event,
        *,
        pause: float = 0.0,
    ) -> None:
        self.name = name
        self.rng = rng
        self.account = account
        self._place = place
        self._outage = outage
        self._leaving = leaving
        self._pause = pause
        self._line = Line(*place)
        self._stream: Line | None = None
        self._tags: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"<Client {self.name}>"

    # --- A person -----------------------------------------------------------------------------------------

    def think(self) -> None:
        """The time between two clicks: half as long to half as long again."""
        self._wait(self._pause * (0.5 + self.rng.random()))

    def act(self, kind: str, path: str, body: Any = None, *, expected: int = 200) -> Any:
        """A page action: one question to the API, and its answer."""
        with self._timed(kind):
            answer = self._api("GET" if body is None else "POST", path, body)
            self._expect(answer, expected, path)
        return answer.json

    def open(self, page: str, files: tuple[str, ...], questions: tuple[str, ...]) -> None:
        """A page action: open a page with its files and what it asks first, one after the other."""
        with self._timed("page"):
            for path in (page, *files):
                self._fetch(path)
            for path in questions:
                self._expect(self._api("GET", path), 200, path)
        self.think()

    def status(self) -> Any:
        """How busy the server is; no page action."""
        answer = self._api("GET", "/status")
        self._expect(answer, 200, "/status")
        return answer.json

    def read(self, path: str) -> bytes:
        """A file of the server."""
        answer = self._ask("GET", path)
        self._expect(answer, 200, path)
        return answer.data

    def work(self, path: str, body: Any, *, patience: float | None = None) -> Any:
        """A job to its end, as the pages do; with `patience` it is cancelled so many seconds after it has
        begun to run. Gives the job."""
        begun = time.monotonic()
        while True:
            posted = time.monotonic()
            answer = self._api("POST", path, body)
            self._expect(answer, 202, path)
            ended = self._follow(answer.json["id"], posted, patience)
            if ended is not None:
                break
        if ended["state"] == "failed" or (ended["state"] == "cancelled" and patience is None):
            raise Trouble(f"{path} {json.dumps(body)[:120]}: {ended['state']}: {ended['error']}")
        kind = "cancelled" if ended["state"] == "cancelled" else _JOBS[ended["kind"]]
        if not self._outage.spoils(begun):
            self.account.note(self.account.jobs, kind, time.monotonic() - begun)
        self.account.count(kind)
        return ended

    def cut(self) -> None:
        """Close the tab while a job is followed; the client must be leaving already."""
        if self._stream is not None:
            self._stream.cut()

    def close(self) -> None:
        self._line.close()

    # --- The network --------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _timed(self, kind: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.account.count("actions")
        if self._outage.spoils(begun):
            self.account.count("interrupted")
        else:
            self.account.note(self.account.actions, kind, time.monotonic() - begun)

    def _wait(self, seconds: float) -> None:
        if self._leaving.wait(seconds):
            raise Left

    def _expect(self, answer: Answer, status: int, path: str) -> None:
        if answer.status != status:
            raise Trouble(f"{path}: {answer.status} instead of {status}: {answer.data[:160]!r}")

    def _fetch(self, path: str) -> None:
        """A page or a file of it; what the browser has already is not sent again."""
        tag = self._tags.get(path)
        answer = self._ask("GET", path, headers={} if tag is None else {"If-None-Match": tag})
        if tag is None or answer.status != 304:
            self._expect(answer, 200, path)
        self._tags[path] = answer.headers.get("etag", "")

    def _api(self, method: str, path: str, body: Any = None) -> Answer:
        data = None if body is None else json.dumps(body).encode()
        headers = {} if body is None else {"Content-Type": "application/json"}
        return self._ask(method, f"/api/v1{path}", data, headers)

    def _ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """An answer; a server that is busy or away is asked again."""
        busy = away = 0
        while True:
            sent = time.monotonic()
            self.account.count("requests")
            try:
                answer = self._line.ask(method, path, body, {"X-Client": self.name, **(headers or {})})
            except _BROKEN as error:
                self._line.close()
                if not self._outage.excuses(sent):
                    raise Trouble(f"{method} {path}: {type(error).__name__}: {error}") from error
                # A page waits one, two and three seconds; then it says so, and a person asks again.
                self._wait(1 + away % 3)
                away += 1
                continue
            if answer.status == 503 and "retry-after" in answer.headers and busy < TRIES - 1:
                busy += 1
                self.account.count("busy")
                self._wait(min(float(answer.headers["retry-after"]), 10.0) * (0.5 + self.rng.random()))
                continue
            if answer.status < 500:
                self._outage.hear(self.name, sent)
            return answer

    def _follow(self, job: str, posted: float, patience: float | None) -> Any:
        """The job at its end; None if a server that was killed meanwhile has forgotten it."""
        heard, away = 0, 0
        while True:
            sent = time.monotonic()
            self._stream = Line(*self._place)
            try:
                for number, kind, data in self._events(self._stream, job, heard):
                    heard, away = number, 0
                    if kind in OVER:
                        return data
                    if kind == "running" and patience is not None:
                        self._wait(patience)
                        patience = None
                        self._cancel(job)
                broken = "the events ended before the job"
            except LookupError:
                if self._outage.excuses(posted):
                    return None
                raise Trouble(f"jobs/{job}: the server does not know it any more") from None
            except _BROKEN as error:
                broken = f"{type(error).__name__}: {error}"
            finally:
                self._stream.close()
            if self._leaving.is_set():
                raise Left
            if not self._outage.excuses(sent):
                raise Trouble(f"jobs/{job}/events: {broken}")
            self._wait(min(0.5 * (away + 1), 3.0))
            away += 1

    def _cancel(self, job: str) -> None:
        answer = self._api("DELETE", f"/jobs/{job}")
        if answer.status != 404 or self._outage.killed is None:
            self._expect(answer, 200, f"DELETE jobs/{job}")

    def _events(self, line: Line, job: str, heard: int) -> Iterator[tuple[int, str, Any]]:
        headers = {"X-Client": self.name, "Last-Event-ID": str(heard)}
        self.account.count("requests")
        response = line.send("GET", f"/api/v1/jobs/{job}/events", None, headers)
        if response.status == 404:
            raise LookupError(job)
        if response.status != 200:
            raise Trouble(f"jobs/{job}/events: {response.status}")
        fields: dict[str, str] = {}
        while text := response.readline():
            key, _, value = text.decode().rstrip("\n").partition(": ")
            if key:
                fields[key] = value
            elif "event" in fields:
                yield int(fields["id"]), fields["event"], json.loads(fields["data"])
                fields = {}
