"""One process that answers questions, held by a clock and a memory limit.

The process is a fresh interpreter that lives from question to question: what it has imported and compiled is
there for the next one. It does not survive a question that it cannot answer in time.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import selectors
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.running.family import Family
from tilewright.web.worker import SIZE

__all__ = ["BUSY", "Clerk", "Refused", "kind_of"]

BUSY = 503
"""The status of what may go well another time."""

_STATUS = {"BadInput": 400, "NoSuchThing": 404, "OutOfResources": BUSY}
_ANY_OTHER = 422
"""The question was understood and cannot be answered: too long, too large, a program is missing."""

_POLL = 0.05
_LOOK = 0.25
_CHUNK = 2**20

log = logging.getLogger("tilewright.web")


def kind_of(do: str, question: Mapping[str, Any]) -> tuple[str, ...]:
    """What has the same imports and compiled code in common: what is to be done, the game, its own question."""
    return (
        do,
        str(question.get("game", "")),
        str(question.get("question", "")),
        str(question.get("agent", "")),
    )


class Refused(Exception):
    """A question that is not answered: why, in one line, and the HTTP status that says so."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class Clerk:
    """A process for questions. It starts with the first one, and anew after one that ended it."""

    def __init__(self, memory_limit: int | None = None, niceness: int = 0) -> None:
        self._memory_limit = memory_limit
        self._niceness = niceness
        self._family: Family | None = None
        self._heard = bytearray()
        self._warm: set[tuple[str, ...]] = set()

    @property
    def pid(self) -> int | None:
        return None if self._family is None else self._family.pid

    def start(self) -> None:
        """Start the process if there is none, and do not wait for it."""
        if self._family is None:
            self._family = Family([sys.executable, "-P", "-m", "tilewright.web.worker"])
            self._heard.clear()
            self._warm.clear()
            self._send({"path": sys.path, "memory_limit": self._memory_limit, "nice": self._niceness})

    def end(self) -> None:
        """End the process and everything that it started."""
        family, self._family = self._family, None
        if family is not None:
            family.end()

    def is_warm(self, do: str, question: Mapping[str, Any]) -> bool:
        """Whether this process has answered a question of that kind before."""
        return kind_of(do, question) in self._warm

    def ask(
        self,
        do: str,
        question: Mapping[str, Any],
        *,
        seconds: float | None,
        cancel: threading.Event | None = None,
        tell: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """The answer; `Refused` if there is none in time, or if the process dies of the question."""
        self.start()
        self._send({"do": do, "with": question})
        give_up = None if seconds is None else time.monotonic() + seconds
        next_look = time.monotonic() + _LOOK
        while True:
            message = self._hear()
            if message is not None and "progress" in message:
                if tell is not None:
                    tell(message["progress"])
                continue
            if message is not None:
                return self._read(do, question, message)
            now = time.monotonic()
            if cancel is not None and cancel.is_set():
                raise self._stop("was cancelled")
            if give_up is not None and now > give_up:
                raise self._stop(f"took more than {seconds:g} s and was stopped")
            if now > next_look:
                next_look = now + _LOOK
                self._hold_memory_limit()

    def _read(self, do: str, question: Mapping[str, Any], message: dict[str, Any]) -> dict[str, Any]:
        if "answer" in message:
            self._warm.add(kind_of(do, question))
            answer: dict[str, Any] = message["answer"]
            return answer
        if "trace" in message:
            log.error("the question %s failed\n%s", do, message["trace"])
        if message["error"] == "MemoryError":
            self.end()
        raise Refused(_STATUS.get(message["error"], _ANY_OTHER), message["message"])

    def _hold_memory_limit(self) -> None:
        assert self._family is not None
        if self._memory_limit is not None and self._family.look() > self._memory_limit:
            raise self._stop(
                f"needed more than {self._memory_limit / 2**20:,.0f} MiB of memory and was stopped"
            )

    def _stop(self, why: str) -> Refused:
        self.end()
        return Refused(_ANY_OTHER, f"the question {why}")

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._family is not None
        assert self._family.process.stdin is not None
        try:
            frame = json.dumps(message).encode()
        except RecursionError:
            raise Refused(_STATUS["BadInput"], "the question is nested too deeply") from None
        unsent = memoryview(SIZE.pack(len(frame)) + frame)
        with contextlib.suppress(BrokenPipeError):  # it is dead, and its silence will be noticed
            while unsent:
                unsent = unsent[self._family.process.stdin.write(unsent) :]

    def _hear(self) -> dict[str, Any] | None:
        """The next message, or None if it is not whole within a moment."""
        assert self._family is not None
        assert self._family.process.stdout is not None
        stream = self._family.process.stdout.fileno()
        give_up = time.monotonic() + _POLL
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while not self._is_whole():
                if not selector.select(max(0.0, give_up - time.monotonic())):
                    return None
                data = os.read(stream, _CHUNK)
                if not data:
                    fate = self._family.fate()
                    self.end()
                    raise Refused(_ANY_OTHER, f"the question ended its worker, which {fate}")
                self._heard += data
        end = SIZE.size + SIZE.unpack_from(self._heard)[0]
        message: dict[str, Any] = json.loads(self._heard[SIZE.size : end])
        del self._heard[:end]
        return message

    def _is_whole(self) -> bool:
        heard = self._heard
        return len(heard) >= SIZE.size and len(heard) >= SIZE.size + SIZE.unpack_from(heard)[0]
