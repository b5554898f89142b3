"""Load runs: clients that ask as pages do, and what they report."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path

import pytest

from process_watch import descendants
from tilewright import cli, registry
from tilewright.errors import BadInput
from tilewright.web.load_test import LoadPlan, Times, run_load
from tilewright.web.load_test import load_run as rush
from tilewright.web.load_test.client import Account, Client, Outage, Trouble
from tilewright.web.load_test.page_visits import FILE, Book, Course, Step, play

Said = tuple[int, dict[str, str], str]
"""What a server that plays a part says: a status, headers, a body. A status of 0 breaks the connection."""

Lines = dict[str, list[Said]]

FINE: Said = (200, {}, "{}")


class Part(ThreadingHTTPServer):
    """A server that says what it is told to: by path, one after the other, the last for ever."""

    daemon_threads = True

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.heard: list[str] = []
        super().__init__(("127.0.0.1", 0), Player)


class Player(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Part

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.heard.append(f"{self.command} {self.path}")
        lines = self.server.lines.get(self.path, [(500, {}, "no idea")])
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
def playing(lines: Lines) -> Iterator[Part]:
    with Part(lines) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def tab(server: Part, outage: Outage | None = None) -> Client:
    place = ("127.0.0.1", server.server_port)
    return Client("tab", place, random.Random(1), Account(), outage or Outage(), threading.Event())


@contextmanager
def closing(client: Client) -> Iterator[Client]:
    try:
        yield client
    finally:
        client.close()


def killed(listening: float | None = None) -> Outage:
    outage = Outage()
    outage.killed, outage.listening = 0.0, listening
    return outage


# --- A client -----------------------------------------------------------------------------------------


def test_an_answer_that_should_not_have_come_is_trouble() -> None:
    with playing({}) as server, closing(tab(server)) as client:
        with pytest.raises(Trouble, match="/parse: 500 instead of 200"):
            client.act("parse", "/parse", {})
        assert not client.account.actions


def test_a_busy_server_is_asked_again_and_the_wait_counts() -> None:
    busy: Said = (503, {"Retry-After": "0"}, "{}")
    with playing({"/api/v1/parse": [busy, busy, FINE]}) as server, closing(tab(server)) as client:
        client.act("parse", "/parse", {})
        assert client.account.counts["busy"] == 2
        assert len(client.account.actions["parse"]) == client.account.counts["actions"] == 1


def test_a_server_that_stays_busy_is_asked_four_times() -> None:
    with (
        playing({"/api/v1/parse": [(503, {"Retry-After": "0"}, "{}")]}) as server,
        closing(tab(server)) as client,
    ):
        with pytest.raises(Trouble, match="503"):
            client.act("parse", "/parse", {})
        assert len(server.heard) == 4


def test_a_connection_that_breaks_is_trouble_unless_the_server_was_killed() -> None:
    lines: Lines = {"/api/v1/parse": [(0, {}, ""), (0, {}, ""), FINE]}
    with playing(lines) as server:
        with closing(tab(server)) as client, pytest.raises(Trouble, match="RemoteDisconnected"):
            client.act("parse", "/parse", {})
        with closing(tab(server, killed())) as client:
            client.act("parse", "/parse", {})
            assert (client.account.counts["interrupted"], dict(client.account.actions)) == (1, {})


def test_a_job_is_followed_over_a_lost_connection_and_started_anew_when_it_is_forgotten() -> None:
    done = {"id": "new", "state": "done", "kind": "solve", "error": None}
    lines: Lines = {
        "/api/v1/jobs": [(202, {}, '{"id": "old"}'), (202, {}, '{"id": "new"}')],
        "/api/v1/jobs/old/events": [(200, {}, "id: 1\nevent: running\ndata: {}\n\n"), (404, {}, "{}")],
        "/api/v1/jobs/new/events": [(200, {}, f": here\n\nid: 2\nevent: done\ndata: {json.dumps(done)}\n\n")],
    }
    with playing(lines) as server, closing(tab(server, killed())) as client:
        assert client.work("/jobs", {}) == done
        assert client.account.counts["solve"] == 1
        assert [line.partition("/v1/")[2] for line in server.heard] == [
            "jobs", "jobs/old/events", "jobs/old/events", "jobs", "jobs/new/events",
        ]  # fmt: skip


def test_events_that_end_before_their_job_are_trouble() -> None:
    lines: Lines = {
        "/api/v1/jobs": [(202, {}, '{"id": "a"}')],
        "/api/v1/jobs/a/events": [(200, {}, "id: 1\nevent: running\ndata: {}\n\n")],
    }
    ended = pytest.raises(Trouble, match="the events ended before the job")
    with playing(lines) as server, closing(tab(server)) as client, ended:
        client.work("/jobs", {})


def test_a_game_that_does_not_go_on_where_its_client_left_it_is_trouble() -> None:
    lines: Lines = {
        "/api/v1/play/start": [(200, {}, '{"state": "three stones"}')],
        "/api/v1/play/move": [(200, {}, '{"state": "nine stones"}')],
    }
    course = Course(7, (Step("three stones", "take one", "two stones"),))
    book = Book("stones", (), (), (), (), (), (), (course,), {}, (), (), ())
    with playing(lines) as server, closing(tab(server)) as client:
        with pytest.raises(Trouble, match="stones: the game went astray: nine stones instead of two stones"):
            play(client, book, course, clicks=20)
        assert server.heard[-1] == "POST /api/v1/play/move"


# --- A run --------------------------------------------------------------------------------------------


def test_three_clients_and_a_server_that_is_killed_in_the_middle() -> None:
    before = descendants()
    plan = LoadPlan(clients=3, seconds=2.0, pause=0.1, restart=True, games=("powers", "trominoes"))
    found = run_load(plan)
    assert found.errors == found.processes_left == ()
    assert found.findings(median_at_most=3600.0) == []
    assert found.page_actions is not None
    assert found.page_actions.count + found.interrupted == found.actions > 0
    assert found.recovered_seconds is not None
    assert json.loads(json.dumps(found.to_json()))["clients"] == 3
    assert descendants() == before


class Troubled:
    """Stands for the server of a run: knows its pages, answers no question, and leaves a process behind."""

    def __init__(self, _data: Path) -> None:
        idle = {"workers": 0, "busy": 0, "waiting": 0}
        standing = json.dumps({"questions": idle, "jobs": idle})
        page: Said = (200, {}, "<p>")
        self._playing = playing(
            {
                "/": [page],
                "/bench": [page],
                "/games/powers": [page],
                "/api/v1/games/powers": [(200, {}, '{"page": false}')],
                "/api/v1/status": [(200, {}, standing)],
            }
        )
        self.left: list[str] = []

    def start(self) -> None:
        self.port = self._playing.__enter__().server_port

    def stop(self) -> None:
        if not self.left:
            self.left.append("sleep 60")
            self._playing.__exit__(None, None, None)

    def commands(self) -> list[str]:
        return []


def test_wrong_answers_and_processes_left_behind_are_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rush, "LoadServer", Troubled)
    found = run_load(LoadPlan(clients=2, seconds=0.5, pause=0.05, games=("powers",)))
    assert found.error_count >= len(found.errors) > 0
    assert all("500 instead of" in line for line in found.errors)
    lines = found.findings(median_at_most=1e-9)
    assert "left behind: sleep 60" in lines
    assert "take at most 1e-09 s at the median, but" in lines[-1]


def test_quantiles_are_measurements() -> None:
    times = Times.of([float(number) for number in range(100, 0, -1)])
    assert (times.count, times.median, times.p90, times.p99, times.longest) == (100, 50.0, 90.0, 99.0, 100.0)
    assert Times.of([3.0]).figures == (3.0, 3.0, 3.0, 3.0)


@pytest.mark.parametrize(
    "words",
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
def test_bad_numbers_are_refused_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["bench", "load", *words]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadInput, match="no game is called 'chess'"):
        run_load(LoadPlan(games=("chess",)))


@pytest.mark.parametrize("name", registry.names())
def test_what_people_ask_at_a_page_is_what_the_game_answers(name: str) -> None:
    game = registry.game(name)
    file = resources.files(game.package) / "page" / FILE
    asked = json.loads(file.read_text("utf-8"))["asks"] if file.is_file() else {}
    assert set(asked) <= set(game.module("web").ASK if asked else ())
