"""A worker process that answers requests, with a deadline for each request and a memory limit.

The process is a new interpreter that answers many requests, so that modules are imported and code is compiled
only once. If the process does not answer a request in time, the request is refused and the process is killed.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from tilewright.processes.function_in_child_process import ChildEnded, MemoryLimitExceeded, SupervisedChild
from tilewright.web.fair_queue import FairQueue

__all__ = ["BUSY", "IDLE", "UNPROCESSABLE", "DeadlineExceeded", "Refused", "WorkerProcess", "warm_up_key_of"]

BUSY = 503
"""The HTTP status for a refused request that may succeed if it is sent again later."""

UNPROCESSABLE = 422
"""The HTTP status for a valid request that exceeds a limit or is cancelled, or whose worker fails."""

IDLE = 600.0
"""The number of seconds after which an idle process is killed."""

MAX_STARTS = 3
"""The maximum number of processes to which one request is sent if each ends before it begins to work."""

_ENTRY_POINT = "tilewright.web.worker_loop:answer_requests"
_POLL = 0.05
_T = TypeVar("_T")

log = logging.getLogger("tilewright.web")


def warm_up_key_of(kind: str, request: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a key that is equal for requests that need the same imports and the same compiled code."""
    named = request.get("agents") or [request.get("agent", "")]
    agents = ",".join(str(agent).partition(":")[0] for agent in named)  # the agents without their budgets
    return (kind, str(request.get("game", "")), str(request.get("question", "")), agents)


class Refused(Exception):
    """A request is refused. `status` is the HTTP status, and `detail` is the reason in one line."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class DeadlineExceeded(Refused):
    """A request is refused because it exceeded its time limit."""


class _EndedBeforeRequest(Exception):
    """A process ended before it began its request. The message follows the words "the worker process"."""


class _Clock:
    """The time limit of a request, to which up to `loading_limit` seconds for loading code are added."""

    def __init__(self, limit: float | None, loading_limit: float, renewable: bool = False) -> None:
        self._renewable = renewable
        self.limit = math.inf if limit is None else limit
        self._loading_limit = loading_limit
        self._seconds = {True: 0.0, False: 0.0}
        self._loading = True
        self._since = time.monotonic()

    def set_loading(self, loading: bool) -> None:
        """Set whether the process is loading code or working on the request."""
        now = time.monotonic()
        self._seconds[self._loading] += now - self._since
        self._loading, self._since = loading, now

    def on_progress(self) -> None:
        """Restart the time limit if the limit applies to each step of the request."""
        if self._renewable:
            self.set_loading(self._loading)
            self._seconds[False] = 0.0

    @property
    def expired(self) -> bool:
        self.set_loading(self._loading)
        return self._seconds[False] + max(0.0, self._seconds[True] - self._loading_limit) > self.limit


class WorkerProcess:
    """A process that answers requests. If it is not running, it is started for the next request."""

    def __init__(self, memory_limit: int | None = None, niceness: int = 0) -> None:
        self._memory_limit = memory_limit
        self._niceness = niceness
        self._child: SupervisedChild | None = None
        self._answered: set[tuple[str, ...]] = set()

    @property
    def pid(self) -> int | None:
        return None if self._child is None else self._child.pid

    def start(self) -> SupervisedChild:
        """Start the process if it is not running; do not wait until it is ready."""
        if self._child is None:
            self._answered.clear()
            self._child = SupervisedChild(
                _ENTRY_POINT,
                memory_limit=self._memory_limit,
                niceness=self._niceness,
            )
        return self._child

    def kill(self) -> None:
        """Kill the process and its descendants."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def serve(
        self, queue: FairQueue[_T], handle: Callable[[_T], None], idle: float = IDLE, number: int | None = None
    ) -> None:
        """Handle the items of a queue until the queue is closed; then kill the process.

        The process is also killed if the queue has no item for `idle` seconds. `number` identifies this worker
        in a queue in which items can prefer a worker.
        """
        try:
            while not queue.closed:
                taken = queue.take(idle, number)
                if taken is None:
                    self.kill()
                    continue
                client, item = taken
                try:
                    handle(item)
                finally:
                    queue.done(client)
        finally:
            self.kill()

    def is_warm(self, kind: str, request: Mapping[str, Any]) -> bool:
        """Return whether this process has already answered a request that needs the same code."""
        return warm_up_key_of(kind, request) in self._answered

    def ask(
        self,
        kind: str,
        request: Mapping[str, Any],
        *,
        seconds: float | None,
        loading_seconds: float = 0.0,
        cancel: threading.Event | None = None,
        on_progress: Callable[[dict[str, Any]], None] | None = None,
        renew: bool = False,
        patience: float = 0.0,
    ) -> dict[str, Any]:
        """Return the answer to a request; raise `Refused` if the process refuses it, takes too long or ends.

        The time that the process spends starting, importing modules and compiling code does not count, up to
        `loading_seconds`. A process that ends before it begins to work on the request, for example because it
        was killed while it was idle, is replaced. With `renew`, the time limit restarts at each progress
        report. If the request is cancelled, the process has `patience` seconds to end the request; if it does,
        the process and its caches are kept, otherwise the process is killed.
        """
        clock = _Clock(seconds, loading_seconds, renew)
        for _ in range(MAX_STARTS):
            try:
                return self._ask(kind, request, clock, cancel, on_progress, patience)
            except _EndedBeforeRequest as ended:
                reason = str(ended)
        raise Refused(BUSY, f"the worker process {reason} before it began to work on the request")

    def _ask(
        self,
        kind: str,
        request: Mapping[str, Any],
        clock: _Clock,
        cancel: threading.Event | None,
        on_progress: Callable[[dict[str, Any]], None] | None,
        patience: float,
    ) -> dict[str, Any]:
        child = self.start()
        begun = cancelled = False
        clock.set_loading(True)
        try:
            child.send([kind, request])
        except RecursionError:
            raise Refused(400, "the request is nested too deeply") from None
        while True:
            try:
                message = child.receive(_POLL)
            except ChildEnded as ended:
                self.kill()
                if not begun:
                    raise _EndedBeforeRequest(str(ended)) from None
                raise Refused(UNPROCESSABLE, f"the request failed because its worker process {ended}") from None
            except MemoryLimitExceeded as limit:
                raise self._stop(f"needed more than {limit} of memory and was stopped") from None
            match message:
                case ["loading", loading]:
                    begun = True
                    clock.set_loading(loading)
                case ["progress", progress]:
                    if on_progress is not None:
                        on_progress(progress)
                    clock.on_progress()
                case ["answer", answer]:
                    self._answered.add(warm_up_key_of(kind, request))
                    return dict(answer)
                case ["refused", refusal]:
                    raise self._refusal(kind, **refusal)
            if cancel is not None and cancel.is_set():
                if patience <= 0:
                    raise self._stop("was cancelled")
                child.cancel()
                cancel, clock, cancelled = None, _Clock(patience, 0.0), True
            if clock.expired:
                if cancelled:
                    raise self._stop("was cancelled")
                self.kill()
                reason = f"took more than {clock.limit:g} s and was stopped"
                raise DeadlineExceeded(UNPROCESSABLE, f"the request {reason}")

    def _refusal(
        self, kind: str, status: int, detail: str, traceback: str = "", out_of_memory: bool = False
    ) -> Refused:
        if traceback:
            log.error("the request %s failed\n%s", kind, traceback)
        if out_of_memory:
            self.kill()
        return Refused(status, detail)

    def _stop(self, reason: str) -> Refused:
        self.kill()
        return Refused(UNPROCESSABLE, f"the request {reason}")
