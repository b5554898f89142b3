"""Executors: tasks have the same results in this process and in other processes, even if a process dies."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import worker_functions

from process_watch import descendants
from tilewright.errors import BadInput
from tilewright.running import Executor, InProcess, ProcessPool, TaskDone, TaskFailed, executor_named

EXECUTORS = [InProcess(), ProcessPool(1), ProcessPool(2)]


def outcomes(where: Executor, function: Callable[[Any], Any], tasks: dict[str, Any]) -> dict[str, Any]:
    found = list(where.run(function, tasks, threading.Event()))
    assert len(found) == len({outcome.name for outcome in found})
    return {outcome.name: outcome for outcome in found}


@pytest.mark.parametrize("where", EXECUTORS, ids=repr)
def test_every_task_runs_once(where: Executor) -> None:
    tasks = {f"task {n}": n for n in range(20)}
    expected = {name: TaskDone(name, n * n) for name, n in tasks.items()}
    assert outcomes(where, worker_functions.square, tasks) == expected


@pytest.mark.parametrize("where", EXECUTORS, ids=repr)
def test_a_failed_task_is_reported_in_one_line_and_the_others_finish(where: Executor) -> None:
    found = outcomes(where, worker_functions.fail_on_three, {str(n): n for n in range(6)})
    assert found.pop("3") == TaskFailed("3", "ValueError: three is not for me")
    assert found == {str(n): TaskDone(str(n), n) for n in (0, 1, 2, 4, 5)}


@pytest.mark.parametrize("where", EXECUTORS, ids=repr)
def test_an_empty_set_of_tasks_ends_immediately(where: Executor) -> None:
    assert outcomes(where, worker_functions.square, {}) == {}


@pytest.mark.parametrize("where", EXECUTORS, ids=repr)
def test_a_cancellation_ends_the_tasks_early(where: Executor) -> None:
    cancel = threading.Event()
    found = []
    for outcome in where.run(worker_functions.square, {str(n): n for n in range(500)}, cancel):
        found.append(outcome)
        cancel.set()
    assert 1 <= len(found) < 500


def test_a_task_whose_process_is_killed_is_repeated(tmp_path: Path) -> None:
    tasks = {str(n): str(tmp_path / f"marker-{n}") for n in range(4)}
    expected = {str(n): TaskDone(str(n), b"alive") for n in range(4)}
    assert outcomes(ProcessPool(2), worker_functions.die_once, tasks) == expected


def test_a_task_that_kills_every_process_is_reported_and_the_others_finish() -> None:
    found = outcomes(ProcessPool(2), worker_functions.die_always, {str(n): n for n in range(6)})
    assert found.pop("3") == TaskFailed("3", "its process was killed by SIGKILL in each of 3 attempts")
    assert found == {str(n): TaskDone(str(n), b"%d" % n) for n in (0, 1, 2, 4, 5)}


def test_output_of_tasks_does_not_affect_their_results() -> None:
    assert outcomes(ProcessPool(1), worker_functions.chatter, {"a": 1, "b": 2}) == {
        "a": TaskDone("a", 1),
        "b": TaskDone("b", 2),
    }


def test_large_tasks_and_results_are_passed_completely() -> None:
    tasks = {"small": 1, "large": 5_000_000}
    found = outcomes(ProcessPool(2), worker_functions.big, tasks)
    assert {name: len(outcome.result) for name, outcome in found.items()} == tasks
    assert outcomes(ProcessPool(1), len, {"a": b"x" * 3_000_000})["a"].result == 3_000_000


def test_a_function_that_workers_cannot_import_fails_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_functions.square, "__module__", "__main__")
    with pytest.raises(BadInput, match="a module that other processes can import"):
        ProcessPool(1).run(worker_functions.square, {"a": 1}, threading.Event())


def test_closing_the_iterator_ends_the_workers() -> None:
    before = descendants()
    work = ProcessPool(2).run(worker_functions.square, {str(n): n for n in range(500)}, threading.Event())
    next(work)
    assert descendants() > before
    work.close()
    assert descendants() == before


def test_an_executor_is_selected_by_a_text() -> None:
    assert executor_named("here") == InProcess()
    assert executor_named("processes:3") == ProcessPool(3)
    assert isinstance(executor_named("processes"), ProcessPool)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "there",
        "here:2",
        "processes:",
        "processes:0",
        "processes:x",
        "processes:-1",
        "processes:99999999999",
    ],
)
def test_an_invalid_executor_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        executor_named(text)
