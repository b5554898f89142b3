"""The worker pool: a request that hangs, crashes or exhausts memory affects no other request."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from process_watch import alive, descendants, wait_until
from tilewright import registry
from tilewright.console import data_folder
from tilewright.errors import EngineFailure
from tilewright.import_and_compile_cpu_time import watch_phases
from tilewright.web import jobs, supervised_worker, worker_loop
from tilewright.web.app import create_app
from tilewright.web.background_data_preparation import Preparation
from tilewright.web.fair_queue import FairQueue, QueueFull
from tilewright.web.jobs import Job, Jobs
from tilewright.web.short_request_pool import Pool
from tilewright.web.supervised_worker import Refused, WorkerProcess

LIMITS = {"deadline": 60.0, "import_deadline": 60.0, "memory_limit": 300 * 2**20}
"""The deadlines are far above the time that any request needs, so that no test fails on a busy machine."""

SHORT_DEADLINE = 1.5
"""The deadline in seconds for requests that never end."""


@pytest.fixture
def limited_pool(faulty: str) -> Iterator[Pool]:
    pool = Pool(workers=1, **LIMITS)
    pool.start()
    yield pool
    pool.close()
    assert not descendants()


def parse(pool: Pool, text: str, client: str = "") -> dict[str, Any]:
    return asyncio.run(pool.ask("parse", {"game": "faulty", "instance": text}, client))


def refusal(pool: Pool, text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        parse(pool, text)
    assert "\n" not in caught.value.detail
    return caught.value


def test_a_worker_answers_several_requests(limited_pool: Pool) -> None:
    first = parse(limited_pool, "7")
    assert first["instance"] == {"n": 7}
    pids = limited_pool.pids
    assert parse(limited_pool, "8")["instance"] == {"n": 8}
    assert limited_pool.pids == pids


def test_bad_input_is_refused_in_one_line_and_the_worker_keeps_running(limited_pool: Pool) -> None:
    parse(limited_pool, "7")
    pids = limited_pool.pids
    assert refusal(limited_pool, "x").status == 400
    assert limited_pool.pids == pids


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hang", "took more than 1.5 s"),
        ("die", "was killed by SIGKILL"),
        ("eat", "needed more than 300 MiB"),
        ("fork", "took more than 1.5 s"),
    ],
)
def test_a_faulty_request_ends_its_worker_and_the_next_request_is_answered(
    limited_pool: Pool, text: str, reason: str
) -> None:
    parse(limited_pool, "1")
    before = descendants()
    if text in ("hang", "fork"):
        limited_pool.deadline = SHORT_DEADLINE
    refused = refusal(limited_pool, text)
    limited_pool.deadline = LIMITS["deadline"]
    assert refused.status == 422
    assert reason in refused.detail
    assert not [pid for pid in before if alive(pid)]
    assert parse(limited_pool, "2")["instance"] == {"n": 2}


def test_a_stopped_worker_is_replaced_even_if_the_request_fills_its_pipe(limited_pool: Pool) -> None:
    parse(limited_pool, "1")
    (pid,) = limited_pool.pids
    os.kill(pid, signal.SIGSTOP)
    limited_pool.deadline = SHORT_DEADLINE
    assert "took more than 1.5 s" in refusal(limited_pool, "1" * 400_000).detail
    limited_pool.deadline = LIMITS["deadline"]
    assert not alive(pid)
    assert parse(limited_pool, "2")["instance"] == {"n": 2}


def test_a_worker_that_was_killed_while_idle_costs_no_request(limited_pool: Pool) -> None:
    parse(limited_pool, "1")
    for number in range(3):
        (pid,) = limited_pool.pids
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda pid=pid: not alive(pid))  # type: ignore[misc]
        assert parse(limited_pool, str(number))["instance"] == {"n": number}


def test_a_request_is_not_blamed_for_workers_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervised_worker, "_ENTRY_POINT", "tilewright.web.worker_loop:missing")
    with pytest.raises(Refused, match="the worker process ended with status 1 before it began") as caught:
        WorkerProcess().ask("parse", {"game": "powers", "instance": "3"}, seconds=60)
    assert caught.value.status == 503


def test_the_time_limit_of_a_job_holds_in_a_new_process(faulty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "LOADING_SECONDS", 3600.0)
    request = {"game": faulty, "instance": "hang", "agent": "mcts:999999999it"}
    job = Job("parse", request, time_limit=0.2)
    job.run(WorkerProcess(), threading.Event())
    assert job.error == "the request took more than 0.2 s and was stopped"
    assert not descendants()


def test_a_cancelled_request_that_does_not_end_is_cancelled_and_has_not_exceeded_its_time_limit(
    faulty: str,
) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Refused, match=r"^the request was cancelled$") as caught:
        WorkerProcess().ask(
            "parse", {"game": faulty, "instance": "hang"}, seconds=3600, cancel=cancel, patience=0.1
        )
    assert not isinstance(caught.value, supervised_worker.DeadlineExceeded)
    assert not descendants()


def test_a_closed_pool_refuses_requests_because_the_server_is_shutting_down() -> None:
    pool = Pool(workers=1)
    pool.close()
    refused = refusal(pool, "1")
    assert (refused.status, refused.detail) == (503, "the server is shutting down")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"agent": "mcts:1it"}, {"agent": "mcts:999999999it"}),
        ({"agents": ["greedy", "mcts:1it"]}, {"agents": ["greedy:2it", "mcts:0.1s"]}),
    ],
)
def test_an_agent_with_another_budget_has_no_new_time_for_loading_code(
    limited_pool: Pool, first: dict[str, Any], second: dict[str, Any]
) -> None:
    """If a new budget gave new loading time, a client could get the longer time limit for each request."""
    request = {"game": "faulty", "instance": "1"}
    asyncio.run(limited_pool.ask("parse", {**request, **first}))
    limited_pool.deadline = SHORT_DEADLINE
    limited_pool.import_deadline = limited_pool.compile_deadline = 2 * SHORT_DEADLINE
    with pytest.raises(Refused, match=r"took more than 1\.5 s"):
        asyncio.run(limited_pool.ask("parse", {**request, **second, "instance": "hang"}))


def test_other_code_has_its_own_time_for_loading() -> None:
    request = {"game": "domino", "question": "x", "agent": "mcts:1it"}
    others = ({"game": "powers"}, {"question": "y"}, {"agent": "greedy"}, {"agents": ["mcts", "greedy"]})
    keys = {supervised_worker.warm_up_key_of("play", {**request, **other}) for other in ({}, *others)}
    keys.add(supervised_worker.warm_up_key_of("parse", request))
    assert len(keys) == 2 + len(others)


def test_the_time_for_loading_code_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(supervised_worker.time, "monotonic", lambda: now)
    clock = supervised_worker._Clock(5.0, 10.0)
    now = 15.0  # loading has taken its own 10 s and exactly the 5 s of the request's limit
    assert not clock.expired
    clock.set_loading(False)
    now = 15.1
    assert clock.expired
    clock = supervised_worker._Clock(5.0, 10.0)
    now += 1.0
    clock.set_loading(False)
    now += 4.0
    clock.set_loading(True)
    now += 8.0
    clock.set_loading(False)
    now += 0.9
    assert not clock.expired
    now += 0.2
    assert clock.expired


def test_progress_restarts_only_a_renewable_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(supervised_worker.time, "monotonic", lambda: now)
    clocks = [supervised_worker._Clock(5.0, 0.0, renewable) for renewable in (False, True)]
    for clock in clocks:
        clock.set_loading(False)
    now = 4.0
    for clock in clocks:
        clock.on_progress()
    now = 8.0
    assert [clock.expired for clock in clocks] == [True, False]
    now = 10.0
    assert [clock.expired for clock in clocks] == [True, True]


@pytest.mark.parametrize("kind", ["generate", "move", "analyse", "bench", "turn"])
def test_only_the_time_limit_of_a_turn_restarts(kind: str) -> None:
    """The time limit applies to each move of a turn. Other jobs must not be able to extend their limit."""
    asked: dict[str, Any] = {}

    def ask(_kind: str, _request: Any, **options: Any) -> dict[str, Any]:
        asked.update(options)
        return {}

    Job(kind, {"game": "powers"}, time_limit=5.0).run(SimpleNamespace(ask=ask), threading.Event())  # type: ignore[arg-type]
    assert (asked["seconds"], asked["loading_seconds"]) == (5.0, jobs.LOADING_SECONDS)
    assert asked["renew"] == (kind == "turn")


def test_a_request_whose_client_has_gone_leaves_the_queue() -> None:
    pool = Pool()  # no worker is started, so the request waits

    async def ask_and_leave() -> None:
        asking = asyncio.create_task(pool.ask("parse", {"game": "powers", "instance": "3,4"}))
        await asyncio.sleep(0)
        assert pool.load["waiting"] == 1
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert pool.load["waiting"] == 0

    asyncio.run(ask_and_leave())


def test_a_worker_reports_when_it_loads_code() -> None:
    sent: list[Any] = []
    loading = worker_loop._LoadingMessages(SimpleNamespace(send=sent.append))  # type: ignore[arg-type]
    with watch_phases(loading.on_change):
        importlib.import_module("colorsys")
        with loading.of_request():
            assert sent == [["loading", False]]
            sys.modules.pop("colorsys")
            importlib.import_module("colorsys")
            importlib.import_module("colorsys")
    assert sent == [["loading", False], ["loading", True], ["loading", False]]


# --- Shutdown ---------------------------------------------------------------------------------------------


def test_closing_cancels_running_and_waiting_jobs(faulty: str) -> None:
    queue = Jobs(workers=1)
    running, waiting = (Job("parse", {"game": faulty, "instance": "hang"}, time_limit=20.0) for _ in range(2))
    queue.add(running)
    wait_until(lambda: running.state != "queued")
    queue.add(waiting)
    queue.close()  # without a cancellation, the running job would fail at its time limit
    assert (running.state, waiting.state) == ("cancelled", "cancelled")
    assert not descendants()


def test_closing_kills_a_solver_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancelled solver has a few seconds to return its best solution, but not when the server shuts down."""
    killed = []

    def solve_until_killed(*_arguments: Any, kill: threading.Event, **_options: Any) -> None:
        killed.append(kill.wait(20.0))
        raise EngineFailure("the solver was killed")

    monkeypatch.setattr(jobs, "solve_isolated", solve_until_killed)
    queue = Jobs(workers=1)
    job = Job("solve", {"game": "powers", "instance": "3,4"}, time_limit=60.0)
    queue.add(job)
    wait_until(lambda: job.state != "queued")
    queue.close()
    assert killed == [True]
    assert job.state == "cancelled"


def test_closing_refuses_waiting_requests() -> None:
    pool = Pool()  # no worker is started, so the request waits

    async def ask_and_close() -> None:
        asking = asyncio.create_task(pool.ask("parse", {"game": "powers", "instance": "3,4"}))
        await asyncio.sleep(0)
        pool.close()
        with pytest.raises(Refused, match="the server is shutting down") as caught:
            await asyncio.wait_for(asking, 20.0)
        assert caught.value.status == 503

    asyncio.run(ask_and_close())


# --- Failures and answers of games ------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["crash", "quit"])
def test_an_unexpected_failure_is_logged_and_refused_without_its_traceback(
    limited_pool: Pool, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "tilewright.web"):
        refused = refusal(limited_pool, text)
    assert refused.status == 422
    assert "Traceback" not in refused.detail
    assert "Traceback" in caplog.text


def test_output_of_a_game_does_not_disturb_its_answers(limited_pool: Pool) -> None:
    assert parse(limited_pool, "print")["instance"] == {"n": 0}


def test_an_idle_worker_is_ended_and_started_again(faulty: str) -> None:
    pool = Pool(workers=1, idle=0.2)
    pool.start()
    try:
        parse(pool, "1")
        wait_until(lambda: not descendants())
        assert parse(pool, "2")["parts"] == 1
    finally:
        pool.close()


def test_a_game_answers_its_own_questions(faulty: str, client: TestClient) -> None:
    answer = client.post("/api/v1/games/faulty/ask/double", json={"n": 21})
    assert answer.status_code == 200
    assert answer.json()["n"] == 42
    assert client.post("/api/v1/games/faulty/ask/double", json={"n": "x"}).status_code == 400
    assert client.post("/api/v1/games/faulty/ask/nothing", json={}).status_code == 404
    assert client.post("/api/v1/games/faulty/ask/double", json=[1]).status_code == 422
    assert client.post("/api/v1/games/faulty/ask/endless", json={}).status_code == 422


def test_a_page_serves_its_own_files_and_no_others(faulty: str, client: TestClient) -> None:
    page = client.get("/games/faulty/page/page.js")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/javascript")
    assert client.get("/games/faulty/page/page.css").headers["content-type"].startswith("text/css")
    assert client.get("/api/v1/games/faulty").json()["page"] is True
    for path in (
        "notes.py",
        "../rules.py",
        "%2e%2e/rules.py",
        "..%2frules.py",
        "",
        ".",
        "a" * 5000,
        "x%00.js",
        "%5c..%5crules.py",
    ):
        assert client.get(f"/games/faulty/page/{path}").status_code == 404, path
    assert client.get("/games/faulty/rules.py").status_code == 404


def test_games_prepare_in_the_background_at_low_priority(faulty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: (registry.game(faulty),))
    with TestClient(create_app(pool=Pool(workers=1), background=True), base_url="http://127.0.0.1") as client:

        def preparation() -> dict[str, Any]:
            preparations = client.get("/api/v1/status").json()["background"]
            return next(each for each in preparations if each["game"] == "faulty")

        wait_until(lambda: preparation()["state"] in ("ready", "failed"), 120)
        assert preparation() | {"note": ""} == {
            "game": "faulty",
            "title": preparation()["title"],
            "state": "ready",
            "done": 1.0,
            "note": "",
        }
    assert (data_folder() / "prepared").read_text() == str(min(19, os.nice(0) + 10))
    assert not descendants()


def test_play_requests_are_refused_until_the_game_is_prepared(faulty: str, client: TestClient) -> None:
    answer = client.post("/api/v1/play/agent", json={"game": faulty, "state": "x"})
    assert answer.status_code == 409
    assert answer.json()["detail"].endswith("is not prepared yet (background preparation is off)")
    data_folder().mkdir(parents=True, exist_ok=True)
    (data_folder() / "prepared").touch()
    answer = client.post("/api/v1/play/agent", json={"game": faulty, "state": "x"})
    assert answer.status_code == 400
    assert "cannot be played" in answer.json()["detail"]


def test_a_game_that_needs_no_prepared_data_can_be_played_at_once(client: TestClient) -> None:
    answer = client.post("/api/v1/play/start", json={"game": "nine-tiles"})
    assert answer.status_code == 200
    assert answer.json()["state"]
    (nine_tiles,) = [
        each for each in client.get("/api/v1/status").json()["background"] if each["game"] == "nine-tiles"
    ]
    assert nine_tiles["state"] == "waiting"


def test_a_preparation_describes_its_progress() -> None:
    assert str(Preparation("x", "X", "running", 0.424, "counting")) == "X is being prepared: 42% (counting)"
    assert str(Preparation("x", "X", "failed", 0.4, "no room")) == "X could not be prepared (no room)"
    assert str(Preparation("x", "X", note="")) == "X is not prepared yet"


# --- The queue --------------------------------------------------------------------------------------------


def test_clients_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(share=9, waiting=9, waiting_each=9)
    for item in ("a1", "a2", "a3"):
        queue.put("a", item)
    queue.put("b", "b1")
    taken = [queue.take(0) for _ in range(4)]
    assert [pair and pair[1] for pair in taken] == ["a1", "b1", "a2", "a3"]


def test_a_client_gets_no_more_than_its_share_of_workers() -> None:
    queue: FairQueue[str] = FairQueue(share=1, waiting=9, waiting_each=9)
    for client, item in (("a", "a1"), ("a", "a2"), ("b", "b1")):
        queue.put(client, item)
    assert queue.take(0) == ("a", "a1")
    assert queue.take(0) == ("b", "b1")
    assert queue.take(0) is None
    queue.done("a")
    assert queue.take(0) == ("a", "a2")


@pytest.mark.parametrize("make", [Pool, Jobs])
def test_one_client_never_occupies_all_workers(make: type[Pool | Jobs]) -> None:
    part = make()
    queue: FairQueue[Any] = part._queue
    workers = part.load["workers"]
    assert workers > 1
    for _ in range(workers + 1):
        queue.put("a", Job("parse", {}, 1.0))
    taken = [queue.take(0) for _ in range(workers)]
    assert [pair and pair[0] for pair in taken] == ["a"] * (workers - 1) + [None]
    queue.put("b", Job("parse", {}, 1.0))
    last = queue.take(0)
    assert last is not None
    assert last[0] == "b"


def test_a_queue_is_bounded_in_total_and_per_client() -> None:
    queue: FairQueue[str] = FairQueue(share=1, waiting=3, waiting_each=2)
    queue.put("a", "a1")
    queue.put("a", "a2")
    with pytest.raises(QueueFull):
        queue.put("a", "a3")
    queue.put("b", "b1")
    with pytest.raises(QueueFull):
        queue.put("c", "c1")
    assert queue.withdraw("a2")
    assert not queue.withdraw("a2")
    queue.put("c", "c1")
    assert queue.close() == ["a1", "b1", "c1"]
    with pytest.raises(QueueFull):
        queue.put("d", "d1")
