"""The main loop of a worker process, which `tilewright.web.supervised_worker.WorkerProcess` starts.

While no request is waiting, the process loads modules that later requests may need, in small steps. A request
that arrives in the meantime waits for at most one step.
"""

from __future__ import annotations

import json
import logging
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tilewright.errors import BadInput, OutOfResources, TilewrightError
from tilewright.import_and_compile_cpu_time import watch_phases
from tilewright.optional_packages import missing_package
from tilewright.processes.child_main import ParentConnection
from tilewright.web.handlers.cached_players_and_states import CACHED_GAMES
from tilewright.web.handlers.game_questions_and_preparation import NotFound
from tilewright.web.handlers.handlers_by_request_kind import answer
from tilewright.web.kernel_preloading import PreloadingSteps, preloading_steps

__all__ = ["answer_requests", "preload_while_idle"]

log = logging.getLogger("tilewright.web")

_STATUSES = {BadInput: 400, OutOfResources: 503, TilewrightError: 422, NotFound: 404}
"""The HTTP status for each class of exception whose message is sent to the client; subclasses come first."""


def answer_requests(parent: ParentConnection) -> None:
    """Receive requests forever; for each request, send its progress and then an answer or a refusal.

    The message ``["loading", false]`` is sent when the work on a request begins. Whenever the process then
    imports modules or compiles code, it sends ``["loading", true]`` before and ``["loading", false]`` after.
    """

    def send_progress(progress: dict[str, Any]) -> None:
        parent.send(["progress", progress])

    CACHED_GAMES.stopped = parent.cancelled
    steps = preloading_steps()
    loading = _LoadingMessages(parent)
    with watch_phases(loading.on_change):
        while True:
            preload_while_idle(parent, steps)
            kind, request = parent.receive()
            parent.cancelled.clear()  # an earlier cancellation belongs to the previous request
            try:
                with loading.of_request():
                    # JSON cannot represent infinity or NaN; such a value must cause an error here, not in the
                    # browser.
                    text = json.dumps(["answer", answer(kind, request, send_progress)], allow_nan=False)
                parent.send_json_text([text])
            except BaseException as error:  # includes SystemExit: the client gets a refusal in any case
                parent.send(["refused", _refusal(error)])


class _LoadingMessages:
    """Reports to the parent, during a request, whether any thread is importing modules or compiling code."""

    def __init__(self, parent: ParentConnection) -> None:
        self._parent = parent
        self._threads = 0
        self._answering = False
        self._lock = threading.Lock()

    def on_change(self, loading: bool) -> None:
        with self._lock:
            self._threads += 1 if loading else -1
            if self._answering and self._threads == int(loading):
                self._parent.send(["loading", loading])

    @contextmanager
    def of_request(self) -> Iterator[None]:
        with self._lock:
            self._answering = True
            self._parent.send(["loading", False])
        try:
            yield
        finally:
            with self._lock:
                self._answering = False


def preload_while_idle(parent: ParentConnection, steps: PreloadingSteps) -> None:
    """Carry out preloading steps until a request arrives or all steps are done.

    If a step fails, the error is logged and the preloading ends. Requests that need the modules then import
    them and report the failure.
    """
    try:
        while parent.received.empty() and (step := next(steps, None)) is not None:
            step()
    except BaseException as error:  # includes SystemExit: the process continues to answer requests in any case
        log.warning("a worker could not load the kernels: %s: %s", type(error).__name__, error)
        steps.close()


def _refusal(error: BaseException) -> dict[str, Any]:
    """Return the HTTP status and the message for an exception."""
    error = missing_package(error) or error
    for kind, status in _STATUSES.items():
        if isinstance(error, kind):
            return {"status": status, "detail": " ".join(str(error).split())}
    if isinstance(error, MemoryError):
        return {"status": 422, "detail": "the request exceeded its memory limit", "out_of_memory": True}
    if isinstance(error, RecursionError):
        return {"status": 400, "detail": "the request is nested too deeply"}
    detail = f"the request failed: {type(error).__name__}"
    return {"status": 422, "detail": detail, "traceback": traceback.format_exc()}
