"""The child's side of :class:`tilewright.web.worker_process.WorkerProcess`: answers requests."""

from __future__ import annotations

import json
import traceback
from typing import Any

from tilewright.errors import BadInput, OutOfResources, TilewrightError
from tilewright.processes.child_main import ParentConnection

__all__ = ["answer_requests"]


def answer_requests(parent: ParentConnection) -> None:
    """Receive requests and send progress, then an answer or a refusal, for each."""
    from tilewright.web.handlers.dispatch import answer

    def send_progress(progress: dict[str, Any]) -> None:
        parent.send(["progress", progress])

    while True:
        handler, request = parent.receive()
        try:
            # A value that JSON does not have, such as infinity, is a failure here, not in the browser.
            text = json.dumps(["answer", answer(handler, request, send_progress)], allow_nan=False)
            parent.send_json_text([text])
        except BaseException as error:  # whatever a game raises, the client gets a refusal
            parent.send(["refused", _refusal(error)])


def _refusal(error: BaseException) -> dict[str, Any]:
    detail = " ".join(str(error).split())
    if isinstance(error, BadInput):
        return {"status": 400, "detail": detail}
    if isinstance(error, OutOfResources):
        return {"status": 503, "detail": detail}
    if isinstance(error, TilewrightError):
        return {"status": 422, "detail": detail}
    if isinstance(error, LookupError) and type(error).__name__ == "NoSuchThing":
        return {"status": 404, "detail": detail}
    if isinstance(error, MemoryError):
        detail = "the question needs more memory than it may use"
        return {"status": 422, "detail": detail, "out_of_memory": True}
    if isinstance(error, RecursionError):
        return {"status": 400, "detail": "the question is nested too deeply"}
    detail = f"the question failed: {type(error).__name__}"
    return {"status": 422, "detail": detail, "traceback": traceback.format_exc()}
