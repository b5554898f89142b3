"""The load test: simulated clients, their retries and errors, and the result."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from process_watch import descendants
from tilewright import cli, registry
from tilewright.errors import BadInput
from tilewright.web.load_test import LoadPlan, Times, load_run, run_load
from tilewright.web.load_test.client import Client, ClientError, Metrics, Outage
from tilewright.web.load_test.simulated_user_actions import LOAD_FILE, GamePage, MoveSequence, Step, play

CannedResponse = tuple[int, dict[str, str], str]
"""The status, headers and body of a response. Status 0 closes the connection without a response."""

Script = dict[str, list[CannedResponse]]

OK: CannedResponse = (200, {}, "{}")


class ScriptedServer(ThreadingHTTPServer):
    """A server that returns the scripted responses for each path in order, and repeats the last response."""

    daemon_threads = True

    def __init__(self, lines: Script) -> None:
        self.lines = lines
        self.requests: list[str] = []
        super().__init__(("127.0.0.1", 0), ScriptedHandler)


class ScriptedHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ScriptedServer

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append(f"{self.command} {self.path}")
        lines = self.server.lines.get(self.path, [(500, {}, "unexpected request")])
        status, headers, body = lines.pop(0) if len(lines) > 1 else lines[0]
        if not status:
            self.close_connection = True
            return
        self.send_response(status)
        for key, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(body.encode())

    do_POST = do_DELETE = do_GET

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(lines: Script) -> Iterator[ScriptedServer]:
    with ScriptedServer(lines) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def client_of(server: ScriptedServer, outage: Outage | None = None) -> Client:
    address = ("127.0.0.1", server.server_port)
    return Client("client", address, random.Random(1), Metrics(), outage or Outage(), threading.Event())


@contextmanager
def closing(client: Client) -> Iterator[Client]:
    try:
        yield client
    finally:
        client.close()


def outage_from_start() -> Outage:
    outage = Outage()
    outage.killed_at = 0.0
    return outage


# --- One client ---------------------------------------------------------------------------------------


def test_an_unexpected_status_is_an_error() -> None:
    with serving({}) as server, closing(client_of(server)) as client:
        with pytest.raises(ClientError, match="/parse: 500 instead of 200"):
            client.call_api("parse", "/parse", {})
        assert not client.metrics.actions


def test_a_request_to_a_busy_server_is_retried_and_timed_with_its_waits() -> None:
    busy: CannedResponse = (503, {"Retry-After": "0"}, "{}")
    with serving({"/api/v1/parse": [busy, busy, OK]}) as server, closing(client_of(server)) as client:
        client.call_api("parse", "/parse", {})
        assert client.metrics.counts["busy"] == 2
        assert len(client.metrics.actions["parse"]) == client.metrics.counts["actions"] == 1


def test_a_request_to_a_busy_server_is_sent_at_most_four_times() -> None:
    with (
        serving({"/api/v1/parse": [(503, {"Retry-After": "0"}, "{}")]}) as server,
        closing(client_of(server)) as client,
    ):
        with pytest.raises(ClientError, match="503"):
            client.call_api("parse", "/parse", {})
        assert len(server.requests) == 4


def test_a_broken_connection_is_an_error_unless_the_server_was_killed() -> None:
    lines: Script = {"/api/v1/parse": [(0, {}, ""), (0, {}, ""), OK]}
    with serving(lines) as server:
        with closing(client_of(server)) as client, pytest.raises(ClientError, match="RemoteDisconnected"):
            client.call_api("parse", "/parse", {})
        with closing(client_of(server, outage_from_start())) as client:
            client.call_api("parse", "/parse", {})
            assert (client.metrics.counts["interrupted"], dict(client.metrics.actions)) == (1, {})


def test_a_job_is_followed_after_a_lost_connection_and_restarted_if_the_server_forgot_it() -> None:
    done = {"id": "new", "state": "done", "kind": "solve", "error": None}
    lines: Script = {
        "/api/v1/jobs": [(202, {}, '{"id": "old"}'), (202, {}, '{"id": "new"}')],
        "/api/v1/jobs/old/events": [(200, {}, "id: 1\nevent: running\ndata: {}\n\n"), (404, {}, "{}")],
        "/api/v1/jobs/new/events": [(200, {}, f": here\n\nid: 2\nevent: done\ndata: {json.dumps(done)}\n\n")],
    }
    with serving(lines) as server, closing(client_of(server, outage_from_start())) as client:
        assert client.run_job("/jobs", {}) == done
        assert client.metrics.counts["solve"] == 1
        assert [line.partition("/v1/")[2] for line in server.requests] == [
            "jobs", "jobs/old/events", "jobs/old/events", "jobs", "jobs/new/events",
        ]  # fmt: skip


def test_an_event_stream_that_ends_before_its_job_is_an_error() -> None:
    lines: Script = {
        "/api/v1/jobs": [(202, {}, '{"id": "a"}')],
        "/api/v1/jobs/a/events": [(200, {}, "id: 1\nevent: running\ndata: {}\n\n")],
    }
    expected_error = pytest.raises(ClientError, match="the event stream ended before the job")
    with serving(lines) as server, closing(client_of(server)) as client, expected_error:
        client.run_job("/jobs", {})


def test_a_wrong_state_after_a_move_is_an_error() -> None:
    lines: Script = {
        "/api/v1/play/start": [(200, {}, '{"state": "three stones"}')],
        "/api/v1/play/move": [(200, {}, '{"state": "nine stones"}')],
    }
    sequence = MoveSequence(7, (Step("three stones", "take one", "two stones"),))
    page = GamePage("stones", (), {}, (), (sequence,), {}, (), (), ())
    with serving(lines) as server, closing(client_of(server)) as client:
        with pytest.raises(
            ClientError, match="stones: the server returned a wrong state: nine stones instead of two stones"
        ):
            play(client, page, sequence, clicks=20)
        assert server.requests[-1] == "POST /api/v1/play/move"


# --- Load runs ----------------------------------------------------------------------------------------


def test_a_load_run_survives_a_server_that_is_killed_and_restarted() -> None:
    before = descendants()
    plan = LoadPlan(clients=3, seconds=2.0, pause=0.1, restart=True, games=("powers", "trominoes"))
    result = run_load(plan)
    assert result.errors == result.processes_left == ()
    assert result.findings(median_at_most=3600.0) == []
    assert result.page_actions is not None
    assert result.page_actions.count + result.interrupted == result.actions > 0
    assert result.recovered_seconds is not None
    assert json.loads(json.dumps(result.to_json()))["clients"] == 3
    assert descendants() == before


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_missing_response_after_the_restart_is_an_error_unless_the_run_was_cancelled(
    monkeypatch: pytest.MonkeyPatch, cancelled: bool
) -> None:
    monkeypatch.setattr(load_run, "RECOVERY_TIMEOUT", 0.0)
    server: Any = SimpleNamespace(port=1, kill=lambda: None, start=lambda: None)
    cancel = threading.Event()
    load = load_run._LoadRun(LoadPlan(), server, lambda line: None, cancel)
    if cancelled:
        cancel.set()
    load._restart([load.client("client-0")])
    assert load.metrics.errors == ([] if cancelled else ["client-0: no response within 0 s of the restart"])


class FailingServer:
    """A fake server that serves pages, fails on most API requests, and reports a process left running."""

    def __init__(self, _data: Path) -> None:
        idle = {"workers": 0, "busy": 0, "waiting": 0}
        status = json.dumps({"questions": idle, "jobs": idle})
        page: CannedResponse = (200, {}, "<p>")
        self._serving = serving(
            {
                "/": [page],
                "/bench": [page],
                "/games/powers": [page],
                "/api/v1/games/powers": [(200, {}, '{"page": false}')],
                "/api/v1/status": [(200, {}, status)],
            }
        )
        self.left_processes: list[str] = []

    def start(self) -> None:
        self.port = self._serving.__enter__().server_port

    def stop(self) -> None:
        if not self.left_processes:
            self.left_processes.append("sleep 60")
            self._serving.__exit__(None, None, None)

    def commands(self) -> list[str]:
        return []


def test_wrong_answers_and_processes_left_behind_are_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_run, "ServerUnderTest", FailingServer)
    result = run_load(LoadPlan(clients=2, seconds=0.5, pause=0.05, games=("powers",)))
    assert result.error_count >= len(result.errors) > 0
    assert all("500 instead of" in line for line in result.errors)
    lines = result.findings(median_at_most=1e-9)
    assert "process left running: sleep 60" in lines
    assert "must be at most 1e-09 s, but" in lines[-1]


def test_each_quantile_is_one_of_the_measured_times() -> None:
    times = Times.of([float(number) for number in range(100, 0, -1)])
    assert (times.count, times.median, times.p90, times.p99, times.longest) == (100, 50.0, 90.0, 99.0, 100.0)
    assert Times.of([3.0]).figures == (3.0, 3.0, 3.0, 3.0)


@pytest.mark.parametrize(
    "options",
    [
        ["--clients", "0"],
        ["--clients", "1001"],
        ["--seconds", "0"],
        ["--seconds", "nan"],
        ["--pause", "-1"],
        ["--seed", "-1"],
        ["--median-at-most", "nan"],
    ],
)
def test_options_out_of_range_are_refused_in_one_line(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["bench", "load", *options]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadInput, match="no game is called 'chess'"):
        run_load(LoadPlan(games=("chess",)))


@pytest.mark.parametrize("name", registry.names())
def test_the_questions_in_load_test_json_exist_in_the_game(name: str) -> None:
    game = registry.game(name)
    file = resources.files(game.package) / "page" / LOAD_FILE
    questions = json.loads(file.read_text("utf-8"))["asks"] if file.is_file() else {}
    assert set(questions) <= set(game.module("web").ASK if questions else ())
