"""Executors, which run named tasks in this process, in processes on this machine, or on a cluster.

An executor maps a function over tasks and yields each result as it arrives, in no particular order. The
function must be defined in a module that other processes can import, and tasks and results must be picklable.
The function must be pure, so that a task can be repeated if the process that ran it dies.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from tilewright.errors import BadInput, error_line
from tilewright.processes.child_main import ParentConnection
from tilewright.processes.function_in_child_process import ChildEnded, SupervisedChild, exchange

__all__ = [
    "ATTEMPTS",
    "Executor",
    "InProcess",
    "Outcomes",
    "ProcessPool",
    "TaskDone",
    "TaskFailed",
    "executor_named",
    "refuse_main",
]

ATTEMPTS = 3
"""The number of times that `ProcessPool` tries a task whose process dies.

For a local Dask cluster, it is the maximum number of restarts, and the value of Dask's ``allowed-failures``.
"""

_POLL = 0.05

P = TypeVar("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class TaskDone(Generic[R]):
    """A finished task and its result."""

    name: str
    result: R


@dataclass(frozen=True, slots=True)
class TaskFailed:
    """A task that raised an error, or whose process died in every attempt."""

    name: str
    reason: str


Outcomes: TypeAlias = Generator[TaskDone[R] | TaskFailed, None, None]


class Executor(Protocol):
    """The interface of all executors."""

    def run(self, function: Callable[[P], R], tasks: Mapping[str, P], cancel: threading.Event) -> Outcomes[R]:
        """Run all tasks, and yield the outcome of each when it ends.

        If `cancel` is set, the work ends early. When the generator ends or is closed, no process that it
        started is still running.
        """
        ...


def executor_named(text: str) -> Executor:
    """Return the executor that ``--where`` names.

    The name is `here`, `processes` (one per core), `processes:N`, `dask` or `dask:N` (a cluster on this
    machine), or ``dask://host:port`` (a cluster that is already running).
    """
    kind, colon, number = text.partition(":")
    if kind == "here" and not colon:
        return InProcess()
    if kind == "processes" and not colon:
        return ProcessPool(_cores())
    if kind == "processes" and number.isascii() and number.isdigit():
        return ProcessPool(int(number[:9]))
    if kind == "dask":
        return _dask(number if colon else str(_cores()))
    raise BadInput(
        f"{text[:80]!r} is not an executor; expected here, processes, processes:N, dask, dask:N or dask://host:port"
    )


def _dask(text: str) -> Executor:
    from tilewright.running.dask_executor import DaskCluster

    if text.startswith("//"):
        host, colon, port = text[2:].rpartition(":")
        if host and colon and port.isascii() and port.isdigit() and 0 < int(port[:9]) < 65536:
            return DaskCluster(text[2:])
        raise BadInput(f"a cluster's address looks like dask://host:8786, not {('dask:' + text)[:80]!r}")
    if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= 1024:
        return DaskCluster(workers=int(text))
    raise BadInput(f"the number of processes must be between 1 and 1024, not {text[:20]!r}")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class InProcess:
    """Runs the tasks in this process, one after the other."""

    def run(self, function: Callable[[P], R], tasks: Mapping[str, P], cancel: threading.Event) -> Outcomes[R]:
        for name, task in tasks.items():
            if cancel.is_set():
                return
            try:
                result = function(task)
            except Exception as error:
                if cancel.is_set():  # the cancellation may have caused the error
                    return
                yield TaskFailed(name, error_line(error))
            else:
                yield TaskDone(name, result)


@dataclass(frozen=True, slots=True)
class ProcessPool:
    """Runs tasks in new Python processes on this machine.

    If a process dies, only its current task is affected; the task is tried up to `ATTEMPTS` times.
    """

    workers: int

    def __post_init__(self) -> None:
        if not 1 <= self.workers <= 1024:
            raise BadInput(f"the number of processes must be between 1 and 1024, not {self.workers}")

    def run(self, function: Callable[[P], R], tasks: Mapping[str, P], cancel: threading.Event) -> Outcomes[R]:
        refuse_main(function)
        return _run(self.workers, pickle.dumps(function), tasks, cancel)


def refuse_main(function: Callable[..., Any]) -> None:
    """Raise `BadInput` if the function is defined in `__main__`, from which a worker cannot import it."""
    if getattr(function, "__module__", None) == "__main__":
        raise BadInput("the function of the tasks must be defined in a module that other processes can import")


class _Worker:
    """One worker process and the task that it runs."""

    def __init__(self, function: bytes) -> None:
        self.task: str | None = None
        self.child = SupervisedChild("tilewright.running.executors:run_tasks")
        self.child.send(function)

    def start(self, name: str, task: Any) -> None:
        self.task = name
        self.child.send(pickle.dumps(task))

    def outcome(self) -> TaskDone[Any] | TaskFailed | None:
        """Return the outcome of the task if it has ended, else None; raise `ChildEnded` if the worker died."""
        message = self.child.receive(0)
        if message is None or self.task is None:
            return None
        done, value = pickle.loads(message)
        name, self.task = self.task, None
        return TaskDone(name, value) if done else TaskFailed(name, value)


def _run(count: int, function: bytes, tasks: Mapping[str, Any], cancel: threading.Event) -> Outcomes[Any]:
    waiting = deque(tasks)
    deaths: Counter[str] = Counter()
    workers: list[_Worker] = []
    try:
        while (waiting or any(worker.task is not None for worker in workers)) and not cancel.is_set():
            while len(workers) < count and len(waiting) > sum(worker.task is None for worker in workers):
                workers.append(_Worker(function))
            for worker in workers:
                if worker.task is None and waiting:
                    name = waiting.popleft()
                    worker.start(name, tasks[name])
            exchange([worker.child for worker in workers], _POLL)
            for worker in list(workers):
                try:
                    outcome = worker.outcome()
                except ChildEnded as ended:
                    workers.remove(worker)
                    worker.child.kill()
                    if worker.task is None:
                        continue
                    deaths[worker.task] += 1
                    if deaths[worker.task] < ATTEMPTS:
                        waiting.append(worker.task)
                    else:
                        yield TaskFailed(worker.task, f"its process {ended} in each of {ATTEMPTS} attempts")
                else:
                    if outcome is not None:
                        yield outcome
    finally:
        for worker in workers:
            worker.child.kill()


def run_tasks(parent: ParentConnection) -> None:
    """Receive the pickled function and then tasks, and run the tasks; this is the main function of a worker.

    For each task, the worker sends whether the task succeeded, and its result or the reason for its failure.
    """
    function = parent.receive()
    while True:
        task = parent.receive()
        try:
            answer = pickle.dumps((True, pickle.loads(function)(pickle.loads(task))))
        except Exception as error:
            answer = pickle.dumps((False, error_line(error)))
        parent.send(answer)
