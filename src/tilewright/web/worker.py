"""The loop that runs in a worker process, on the other end of `tilewright.web.worker_process.WorkerProcess`.

While no request is waiting, the process loads what later requests will need. A request that arrives meanwhile
waits for one step of this at most.
"""

from __future__ import annotations

import json
import logging
import traceback
from typing import Any

from tilewright.errors import BadInput, OutOfResources, TilewrightError
from tilewright.processes.child_main import ParentConnection
from tilewright.web.handlers.dispatch import answer
from tilewright.web.handlers.game_modules import NotFound
from tilewright.web.kernel_preloading import PreloadingSteps, preloading_steps

__all__ = ["answer_requests", "preload_while_idle"]

log = logging.getLogger("tilewright.web")

_STATUSES = {BadInput: 400, OutOfResources: 503, TilewrightError: 422, NotFound: 404}
"""The HTTP status for each class of exceptions whose message is for the client; subclasses come first."""


def answer_requests(parent: ParentConnection) -> None:
    """Receive requests forever; for each request, send its progress and then an answer or a refusal."""

    def send_progress(progress: dict[str, Any]) -> None:
        parent.send(["progress", progress])

    steps = preloading_steps()
    while True:
        preload_while_idle(parent, steps)
        kind, request = parent.receive()
        try:
            # JSON has no infinity and no NaN: such a value must fail here, not in the browser.
            text = json.dumps(["answer", answer(kind, request, send_progress)], allow_nan=False)
            parent.send_json_text([text])
        except BaseException as error:  # even for SystemExit, the client gets a refusal
            parent.send(["refused", _refusal(error)])


def preload_while_idle(parent: ParentConnection, steps: PreloadingSteps) -> None:
    """Carry out preloading steps until a request arrives or all steps are done.

    The first step that fails is logged and ends the preloading. The requests that need the modules then import
    them and report the failure.
    """
    try:
        while parent.received.empty() and (step := next(steps, None)) is not None:
            step()
    except BaseException as error:  # even for SystemExit, the process goes on to answer requests
        log.warning("a worker could not load the kernels: %s: %s", type(error).__name__, error)
        steps.close()


def _refusal(error: BaseException) -> dict[str, Any]:
    """Return the HTTP status and the message for an exception."""
    for kind, status in _STATUSES.items():
        if isinstance(error, kind):
            return {"status": status, "detail": " ".join(str(error).split())}
    if isinstance(error, MemoryError):
        return {"status": 422, "detail": "the request exceeded its memory limit", "out_of_memory": True}
    if isinstance(error, RecursionError):
        return {"status": 400, "detail": "the request is nested too deeply"}
    detail = f"the request failed: {type(error).__name__}"
    return {"status": 422, "detail": detail, "traceback": traceback.format_exc()}
