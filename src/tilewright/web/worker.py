"""The far side of :class:`tilewright.web.clerk.Clerk`: answers one question after the other.

Standard input brings frames (a length in eight bytes, then JSON): first the import path and the limits, then
the questions. When it closes, whoever asked is gone and the worker ends with all that it started.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import struct
import sys
import threading
import traceback
from typing import IO, Any

from tilewright import errors
from tilewright.errors import TilewrightError
from tilewright.running.family import adopt_orphans, end_own_family

__all__ = ["SIZE", "main"]

SIZE = struct.Struct(">Q")
_ADDRESSES = 4 * 2**30
"""Address space beyond the memory limit: most of what libraries reserve is never touched."""


def _listen(stream: IO[bytes], frames: queue.SimpleQueue[bytes]) -> None:
    while len(head := stream.read(SIZE.size)) == SIZE.size:
        size = SIZE.unpack(head)[0]
        frame = stream.read(size)
        if len(frame) < size:
            break
        frames.put(frame)
    end_own_family()


class _Line:
    """The line back to the one who asks."""

    def __init__(self) -> None:
        self._stream = os.fdopen(os.dup(1), "wb")
        # What the work prints must not disturb the answers.
        os.dup2(2, 1)

    def send(self, message: dict[str, Any]) -> None:
        # A value that is no JSON, such as infinity, is a failure here and not in the reader's browser.
        frame = json.dumps(message, allow_nan=False).encode()
        self._stream.write(SIZE.pack(len(frame)) + frame)
        self._stream.flush()


def _failure(error: BaseException) -> dict[str, Any]:
    if isinstance(error, TilewrightError):
        kind = next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in errors.__all__)
        return {"error": kind, "message": _one_line(str(error))}
    if isinstance(error, LookupError) and type(error).__name__ == "NoSuchThing":
        return {"error": "NoSuchThing", "message": _one_line(str(error))}
    if isinstance(error, MemoryError):
        return {"error": "MemoryError", "message": "the question needs more memory than it may use"}
    if isinstance(error, RecursionError):
        return {"error": "BadInput", "message": "the question is nested too deeply"}
    return {
        "error": "failure",
        "message": f"the question failed: {type(error).__name__}",
        "trace": traceback.format_exc(),
    }


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _limit_memory(limit: int | None) -> None:
    if limit is not None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wall = 2 * limit + _ADDRESSES
        if hard == resource.RLIM_INFINITY or wall < hard:
            resource.setrlimit(resource.RLIMIT_AS, (wall, hard))


def main() -> None:
    line = _Line()
    adopt_orphans()
    frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, frames), daemon=True).start()
    greeting = json.loads(frames.get())
    sys.path[:] = greeting["path"]
    _limit_memory(greeting["memory_limit"])
    os.nice(greeting["nice"])
    from tilewright.web.handlers.dispatch import answer

    def tell(progress: dict[str, Any]) -> None:
        line.send({"progress": progress})

    while True:
        frame = frames.get()
        try:
            question = json.loads(frame)
            line.send({"answer": answer(question["do"], question["with"], tell)})
        except BaseException as error:  # whatever a game does, the asker hears of it
            line.send(_failure(error))


if __name__ == "__main__":
    main()
