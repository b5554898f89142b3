"""Where work runs: in this process, in processes of this machine, or on a cluster.

A place maps a function over named tasks and hands back each result as it comes, in no promised order. The
function lives in a module that the other side can import, and its tasks and results can be pickled; it is pure,
so that a task may be done again when the process that had it is lost.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import selectors
import struct
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from tilewright.errors import BadInput, TilewrightError
from tilewright.running.family import Family

__all__ = ["ATTEMPTS", "Failed", "Finished", "Here", "Place", "Processes", "place"]

ATTEMPTS = 3
"""How often a task is tried whose process dies."""

_POLL = 0.05
_CHUNK = 2**20
_SIZE = struct.Struct(">Q")

P = TypeVar("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Finished(Generic[R]):
    """A task that is done."""

    name: str
    result: R


@dataclass(frozen=True, slots=True)
class Failed:
    """A task that raised an error, or whose process died again and again."""

    name: str
    reason: str


Outcomes: TypeAlias = Generator[Finished[R] | Failed, None, None]


class Place(Protocol):
    """Where work runs."""

    def run(self, function: Callable[[P], R], tasks: Mapping[str, P], cancel: threading.Event) -> Outcomes[R]:
        """Do every task once and tell of each as it ends.

        A cancellation ends it early. However it ends, by `close` too, nothing that it started runs on.
        """
        ...


def place(text: str) -> Place:
    """The place that ``--where`` names.

    `here`; `processes` (one for each core) or `processes:N`; `dask` or `dask:N` for a cluster of this machine,
    and ``dask://host:port`` for one that runs already.
    """
    kind, colon, number = text.partition(":")
    if kind == "here" and not colon:
        return Here()
    if kind == "processes" and not colon:
        return Processes(_cores())
    if kind == "processes" and number.isascii() and number.isdigit():
        return Processes(int(number[:9]))
    if kind == "dask":
        return _dask(number if colon else str(_cores()))
    raise BadInput(
        f"work cannot run at {text[:80]!r}; it can run here, processes, processes:N, dask, dask:N or dask://host:port"
    )


def _dask(text: str) -> Place:
    from tilewright.running.dask_place import Dask

    if text.startswith("//"):
        host, colon, port = text[2:].rpartition(":")
        if host and colon and port.isascii() and port.isdigit() and 0 < int(port[:9]) < 65536:
            return Dask(text[2:])
        raise BadInput(f"a cluster's address looks like dask://host:8786, not {('dask:' + text)[:80]!r}")
    if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= 1024:
        return Dask(workers=int(text))
    raise BadInput(f"the number of processes must lie between 1 and 1024, not {text[:20]}")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def reason(error: BaseException) -> str:
    """An error in one line."""
    explained = isinstance(error, TilewrightError)
    return " ".join((str(error) if explained else f"{type(error).__name__}: {error}").split()).rstrip(": ")


@dataclass(frozen=True, slots=True)
class Here:
    """This process, one task after the other."""

    def run(self, function: Callable[[P], R], tasks: Mapping[str, P], cancel: threading.Event) -> Outcomes[R]:
        for name, task in tasks.items():
            if cancel.is_set():
                return
            try:
                result = function(task)
            except Exception as error:
                yield Failed(name, reason(error))
            else:
                yield Finished(name, result)


@dataclass(frozen=True, slots=True)
class Processes:
    """Fresh interpreters on this machine. One that dies takes down only its own task, which is tried again."""

    workers: int

    def __post_init__(self) -> None:
        if not 1 <= self.workers <= 1024:
            raise BadInput(f"the number of processes must lie between 1 and 1024, not {self.workers}")

    def run(self, function: Callable[[P], R], tasks: Mapping[str, P], cancel: threading.Event) -> Outcomes[R]:
        if getattr(function, "__module__", None) == "__main__":
            raise BadInput("work for other processes must live in a module that they can import")
        return _run(self.workers, pickle.dumps((sys.path, pickle.dumps(function))), tasks, cancel)


class _Worker:
    """One interpreter, and the task that it has."""

    def __init__(self, greeting: bytes) -> None:
        self.family = Family([sys.executable, "-P", "-m", "tilewright.running.worker"])
        self.task: str | None = None
        self.silent = False
        self._heard = bytearray()
        self._send(greeting)

    def fileno(self) -> int:
        assert self.family.process.stdout is not None
        return self.family.process.stdout.fileno()

    def give(self, name: str, task: Any) -> None:
        self.task = name
        self._send(pickle.dumps(task))

    def _send(self, frame: bytes) -> None:
        stdin = self.family.process.stdin
        assert stdin is not None
        unsent = memoryview(_SIZE.pack(len(frame)) + frame)
        with contextlib.suppress(BrokenPipeError):  # it is dead, and its silence will be noticed
            while unsent:
                unsent = unsent[stdin.write(unsent) :]

    def listen(self) -> None:
        data = os.read(self.fileno(), _CHUNK)
        self._heard += data
        self.silent = not data

    def answer(self) -> tuple[bool, Any] | None:
        """What the worker says of its task, when it is whole: a result, or the reason of a failure."""
        if len(self._heard) < _SIZE.size:
            return None
        end = _SIZE.size + _SIZE.unpack_from(self._heard)[0]
        if len(self._heard) < end:
            return None
        answer: tuple[bool, Any] = pickle.loads(self._heard[_SIZE.size : end])
        del self._heard[:end]
        return answer


def _run(count: int, greeting: bytes, tasks: Mapping[str, Any], cancel: threading.Event) -> Outcomes[Any]:
    waiting = deque(tasks)
    deaths: Counter[str] = Counter()
    workers: list[_Worker] = []
    try:
        while (waiting or any(worker.task is not None for worker in workers)) and not cancel.is_set():
            while len(workers) < count and len(waiting) > sum(worker.task is None for worker in workers):
                workers.append(_Worker(greeting))
            for worker in workers:
                if worker.task is None and waiting:
                    name = waiting.popleft()
                    worker.give(name, tasks[name])
            lost = _listen(workers)
            for worker in workers:
                if worker.task is not None and (answer := worker.answer()) is not None:
                    good, value = answer
                    yield Finished(worker.task, value) if good else Failed(worker.task, value)
                    worker.task = None
            for worker in lost:
                workers.remove(worker)
                death = worker.family.fate()
                worker.family.end()
                if worker.task is None:
                    continue
                deaths[worker.task] += 1
                if deaths[worker.task] < ATTEMPTS:
                    waiting.append(worker.task)
                else:
                    yield Failed(worker.task, f"its process {death}, {ATTEMPTS} times")
    finally:
        for worker in workers:
            worker.family.end()


def _listen(workers: list[_Worker]) -> list[_Worker]:
    """Hear the workers for a moment; give those that will never say anything again."""
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker, selectors.EVENT_READ)
        # What a worker said before it died is still in the pipe, so this look comes before the reading.
        dead = [worker for worker in workers if worker.family.death]
        ready = [key.fileobj for key, _ in selector.select(0 if dead else _POLL)]
    for worker in workers:
        if worker in ready:
            worker.listen()
    return [worker for worker in workers if worker.silent or (worker in dead and worker not in ready)]
