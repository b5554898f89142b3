"""Kernels on the web server: workers load them before the first request, and missing ones are compiled."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from process_watch import descendants, wait_until
from tilewright import registry
from tilewright.console import data_folder
from tilewright.kernel_cache import kernel_folder
from tilewright.kernel_manifest import missing_files, write_manifest
from tilewright.processes.child_main import ParentConnection
from tilewright.running.kernel_compilation import Compilation, compile_games
from tilewright.web.app import create_app
from tilewright.web.background_compilation import NICENESS
from tilewright.web.jobs import Job, Jobs
from tilewright.web.kernel_preloading import PreloadingSteps, kernel_modules
from tilewright.web.short_request_pool import Pool
from tilewright.web.worker_loop import preload_while_idle

# --- Loading --------------------------------------------------------------------------------------------------


def steps_of(*functions: Callable[[], object]) -> PreloadingSteps:
    yield from functions


def connection_with(*requests: Any) -> ParentConnection:
    connection = ParentConnection(os.open(os.devnull, os.O_WRONLY))
    for request in requests:
        connection.received.put(request)
    return connection


def test_a_worker_loads_in_steps_and_stops_as_soon_as_a_request_is_waiting() -> None:
    done: list[str] = []
    idle, asked = connection_with(), connection_with(["parse", {}])
    steps = steps_of(
        lambda: done.append("first"), lambda: idle.received.put("request"), lambda: done.append("last")
    )
    preload_while_idle(asked, steps)
    assert done == []
    preload_while_idle(idle, steps)
    assert done == ["first"]
    idle.receive()
    preload_while_idle(idle, steps)
    assert done == ["first", "last"]
    assert asked.receive() == ["parse", {}]


def test_a_failure_to_load_is_logged_once_and_is_not_fatal(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise SystemExit("no such library")

    done: list[str] = []
    idle, steps = connection_with(), steps_of(fail, fail, lambda: done.append("last"))
    with caplog.at_level(logging.WARNING, "tilewright.web"):
        preload_while_idle(idle, steps)
        preload_while_idle(idle, steps)
    assert [record.getMessage() for record in caplog.records] == [
        "a worker could not load the kernels: SystemExit: no such library"
    ]
    assert done == []


def test_the_kernel_modules_of_a_game_are_found_by_their_names() -> None:
    modules = kernel_modules(registry.game("domino"))
    package = "tilewright.games.domino.kernels"
    assert modules == [f"{package}.euler_trail_and_stone_json_kernel", f"{package}.touch_row_kernel"]
    assert kernel_modules(registry.game("powers")) == []


def test_a_worker_loads_the_compiled_kernels_and_answers_a_request_that_comes_first(faulty: str) -> None:
    compiled = registry.game("nurikabe")
    write_manifest(compiled.name, compiled.package, [])
    expected = kernel_modules(compiled)
    others = kernel_modules(registry.game("domino")) + kernel_modules(registry.game("labyrinth"))
    pool = Pool(workers=1)
    pool.start()

    def loaded() -> list[str]:
        data = {"modules": expected + others}
        answer = asyncio.run(pool.ask("ask", {"game": faulty, "question": "loaded", "data": data}))
        return list(answer["modules"])

    try:
        answer = asyncio.run(pool.ask("parse", {"game": faulty, "instance": "7"}))
        assert answer["instance"] == {"n": 7}
        wait_until(lambda: set(expected) <= set(loaded()))
        # Workers load the kernels of the games in alphabetical order. Domino and Labyrinth come before Nurikabe
        # but have no compiled kernels, so the worker has skipped them.
        assert loaded() == expected
    finally:
        pool.close()


def test_the_first_job_runs_in_the_process_that_has_loaded_the_kernels(faulty: str) -> None:
    jobs = Jobs(workers=2)
    jobs.start()
    try:
        wait_until(lambda: len(descendants()) == 1)
        before = descendants()
        job = Job("ask", {"game": faulty, "question": "double", "data": {"n": 4}}, time_limit=60.0)
        jobs.add(job)
        wait_until(lambda: job.over)
        assert job.result is not None
        assert {job.result["pid"]} == before == descendants()
    finally:
        jobs.close()


# --- Compiling ------------------------------------------------------------------------------------------------


def serve_alone(game: str, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """Return a client of a server that has one game only and compiles its kernels in the background."""
    games = (registry.game(game),)
    monkeypatch.setattr(registry, "games", lambda: games)
    return TestClient(create_app(pool=Pool(workers=1), background=True), base_url="http://127.0.0.1")


def kernels_of(client: TestClient) -> dict[str, Any]:
    (kernels,) = client.get("/api/v1/status").json()["kernels"]
    return dict(kernels)


def preparation_state(client: TestClient) -> str:
    (preparation,) = client.get("/api/v1/status").json()["background"]
    return str(preparation["state"])


def test_missing_kernels_are_compiled_at_low_priority_before_the_preparation(
    faulty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert missing_files(faulty, faulty) == (0, 1)
    with serve_alone(faulty, monkeypatch) as client:
        wait_until(lambda: preparation_state(client) in ("ready", "failed"))
        kernels = kernels_of(client)
        assert preparation_state(client) == "ready"
    assert (kernels["game"], kernels["state"], kernels["done"], kernels["note"]) == (faulty, "ready", 1.0, "")
    assert missing_files(faulty, faulty) == (1, 0)
    assert (data_folder() / "missing-kernels").read_text() == "0"
    assert (kernel_folder() / "niceness").read_text() == str(min(19, os.nice(0) + NICENESS))
    assert not descendants()


def test_kernels_that_are_compiled_are_not_compiled_again(faulty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write_manifest(faulty, faulty, [])
    with serve_alone(faulty, monkeypatch) as client:
        wait_until(lambda: preparation_state(client) == "ready")
        assert kernels_of(client)["state"] == "ready"
    assert not (kernel_folder() / "niceness").exists()


def test_a_finished_preparation_is_ready_although_kernels_are_missing(
    faulty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_folder().mkdir(parents=True)
    (data_folder() / "prepared").touch()
    with serve_alone(faulty, monkeypatch) as client:
        wait_until(lambda: kernels_of(client)["state"] == "ready")
        assert preparation_state(client) == "ready"
    assert not (data_folder() / "missing-kernels").exists()


def test_a_folder_that_cannot_be_written_is_reported_and_the_preparation_goes_on(
    faulty: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TILEWRIGHT_KERNELS", str(tmp_path / "file" / "kernels"))
    with serve_alone(faulty, monkeypatch) as client:
        wait_until(lambda: preparation_state(client) in ("ready", "failed"))
        kernels = kernels_of(client)
        assert preparation_state(client) == "ready"
    assert (kernels["state"], kernels["note"]) == ("failed", "the compiled kernels cannot be saved")


def test_the_server_ends_at_once_while_it_compiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TILEWRIGHT_KERNELS", str(tmp_path / "kernels"))
    with serve_alone("patchwork", monkeypatch) as client:
        wait_until(lambda: kernels_of(client)["state"] == "running")
    assert not descendants()
    assert missing_files("patchwork", registry.game("patchwork").package) == (0, 1)


def test_without_background_work_the_state_of_the_kernels_is_unknown(client: TestClient) -> None:
    kernels = client.get("/api/v1/status").json()["kernels"]
    assert {each["game"] for each in kernels} >= {"nurikabe", "patchwork"}
    assert {(each["state"], each["note"]) for each in kernels} == {("unknown", "background preparation is off")}


def test_a_compilation_reports_its_result_a_failure_and_a_cancellation(faulty: str) -> None:
    complete, failing = Compilation(faulty, entries=1), Compilation("no such game", entries=1)
    compile_games([complete, failing], jobs=2)
    assert (complete.complete, complete.kernels, complete.finished, complete.error) == (True, 1, 1, "")
    assert not failing.complete
    assert "no such game" in failing.error
    cancelled, stop = Compilation(faulty, entries=1), threading.Event()
    stop.set()
    compile_games([cancelled], jobs=1, cancel=stop)
    assert not cancelled.complete
    assert not descendants()
