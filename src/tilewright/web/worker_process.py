"""A worker process that answers requests, with a deadline for each request and a memory limit.

The process is a new interpreter that answers many requests, so that modules are imported and code is compiled
only once. If the process does not answer a request in time, the request is refused and the process is killed.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from tilewright.processes.supervised_child import ChildEnded, MemoryLimitExceeded, SupervisedChild
from tilewright.web.fair_queue import FairQueue

__all__ = ["BUSY", "IDLE", "Refused", "WorkerProcess", "warm_up_key_of"]

BUSY = 503
"""The HTTP status for a request that may succeed later."""

UNPROCESSABLE = 422
"""The HTTP status for a valid request that exceeds a limit or whose worker fails."""

IDLE = 600.0
"""The number of seconds after which an idle process is ended."""

_POLL = 0.05
_T = TypeVar("_T")

log = logging.getLogger("tilewright.web")


def warm_up_key_of(kind: str, request: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a key by which requests are grouped that need the same imports and the same compiled code."""
    keys = ("game", "question", "agent")
    return (kind, *(str(request.get(key, "")) for key in keys))


class Refused(Exception):
    """A request is refused. `status` is the HTTP status, and `detail` is the reason in one line."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class WorkerProcess:
    """A process that answers requests. It is started for a request whenever it is not running."""

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
                "tilewright.web.worker:answer_requests",
                memory_limit=self._memory_limit,
                niceness=self._niceness,
            )
        return self._child

    def kill(self) -> None:
        """Kill the process and its descendants."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def serve(self, queue: FairQueue[_T], handle: Callable[[_T], None], idle: float = IDLE) -> None:
        """Handle the items of a queue until it is closed; then kill the process.

        The process is also killed if the queue has no item for `idle` seconds.
        """
        try:
            while not queue.closed:
                taken = queue.take(idle)
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
        """Return whether this process has answered a request of the same kind before."""
        return warm_up_key_of(kind, request) in self._answered

    def ask(
        self,
        kind: str,
        request: Mapping[str, Any],
        *,
        seconds: float | None,
        cancel: threading.Event | None = None,
        on_progress: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Return the answer to a request; raise `Refused` if none arrives in time or the process ends."""
        child = self.start()
        try:
            child.send([kind, request])
        except RecursionError:
            raise Refused(400, "the request is nested too deeply") from None
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            try:
                message = child.receive(_POLL)
            except ChildEnded as ended:
                self.kill()
                raise Refused(UNPROCESSABLE, f"the request failed because its worker process {ended}") from None
            except MemoryLimitExceeded as limit:
                raise self._stop(f"needed more than {limit} of memory and was stopped") from None
            match message:
                case ["progress", progress]:
                    if on_progress is not None:
                        on_progress(progress)
                case ["answer", answer]:
                    self._answered.add(warm_up_key_of(kind, request))
                    return dict(answer)
                case ["refused", refusal]:
                    raise self._refusal(kind, **refusal)
            if cancel is not None and cancel.is_set():
                raise self._stop("was cancelled")
            if deadline is not None and time.monotonic() > deadline:
                raise self._stop(f"took more than {seconds:g} s and was stopped")

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
