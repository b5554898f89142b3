"""A pool of worker processes for short requests: parse, draw, check, hint, play.

The event loop never runs the code of a game, because that would block all other requests. Each thread of the
pool passes requests to its own worker process, waits for the answers, and enforces the deadlines.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from typing import Any

from tilewright.web.fair_queue import FairQueue, QueueFull
from tilewright.web.supervised_worker import BUSY, IDLE, Refused, WorkerProcess, warm_up_key_of

__all__ = ["Pool"]

_CLOSING = "the server is shutting down"
"""The reason why requests are refused when the pool is closed."""


@dataclass(eq=False)
class _Request:
    kind: str
    data: Mapping[str, Any]
    answer: Future[dict[str, Any]] = field(default_factory=Future)


@dataclass(eq=False)
class Pool:
    """A few worker processes, each of which answers one request at a time. Clients are served in turn."""

    workers: int = 3
    _: KW_ONLY
    waiting: int = 256
    waiting_each: int = 64
    deadline: float = 5.0
    """The time limit, in seconds, if the process has already answered a request that needs the same code."""
    import_deadline: float = 25.0
    """The time limit, in seconds, if only other processes have answered such a request: imports take time."""
    compile_deadline: float = 120.0
    """The time limit, in seconds, if no process has answered such a request: code may have to be compiled."""
    memory_limit: int = 3 * 2**29
    """The memory limit of each process, in bytes."""
    idle: float = IDLE

    def __post_init__(self) -> None:
        self._queue: FairQueue[_Request] = FairQueue(
            share=max(1, self.workers - 1), waiting=self.waiting, waiting_each=self.waiting_each
        )
        self._answered: set[tuple[str, ...]] = set()
        self._workers = [WorkerProcess(self.memory_limit) for _ in range(self.workers)]
        self._threads = [
            threading.Thread(target=self._work, args=(worker,), name=f"pool-{number}", daemon=True)
            for number, worker in enumerate(self._workers)
        ]
        self._closing = threading.Event()

    def start(self) -> None:
        """Start the processes, so that they are ready for the first request."""
        for thread in self._threads:
            thread.start()

    @property
    def pids(self) -> set[int]:
        return {worker.pid for worker in self._workers if worker.pid is not None}

    @property
    def load(self) -> dict[str, int]:
        """The numbers of workers, of busy workers, and of waiting requests."""
        return {"workers": self.workers, "busy": self._queue.active, "waiting": len(self._queue)}

    async def ask(self, kind: str, data: Mapping[str, Any], client: str = "") -> dict[str, Any]:
        """Return the answer to a request; raise `Refused` with the reason if there is no answer."""
        request = _Request(kind, data)
        try:
            self._queue.put(client, request)
        except QueueFull:
            reason = _CLOSING if self._closing.is_set() else "too many requests are waiting"
            raise Refused(BUSY, reason) from None
        try:
            return await asyncio.wrap_future(request.answer)
        except asyncio.CancelledError:
            self._queue.withdraw(request)
            raise

    def close(self) -> None:
        """End every process. Waiting requests are refused."""
        self._closing.set()
        for request in self._queue.close():
            request.answer.set_exception(Refused(BUSY, _CLOSING))
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def _work(self, worker: WorkerProcess) -> None:
        worker.start()
        worker.serve(self._queue, partial(self._answer, worker), self.idle)

    def _answer(self, worker: WorkerProcess, request: _Request) -> None:
        if not request.answer.set_running_or_notify_cancel():
            return
        warm_up_key = warm_up_key_of(request.kind, request.data)
        if worker.is_warm(request.kind, request.data):
            seconds = self.deadline
        else:
            seconds = self.import_deadline if warm_up_key in self._answered else self.compile_deadline
        try:
            answer = worker.ask(request.kind, request.data, seconds=seconds, cancel=self._closing)
        except BaseException as error:
            request.answer.set_exception(error)
        else:
            self._answered.add(warm_up_key)
            request.answer.set_result(answer)
