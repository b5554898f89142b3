"""Warm workers for short questions: parse, draw, check, hint, play.

The event loop never does such work itself. It hands a question in, and a thread of the pool passes it to a
process of its own, waits for the answer and holds the clock.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from tilewright.web.clerk import BUSY, Clerk, Refused, kind_of
from tilewright.web.turns import QueueFull, Turns

__all__ = ["Pool"]

MEMORY_LIMIT = 3 * 2**29
WORKERS = 3
DEADLINE = 5.0
"""Seconds for a question."""
PATIENCE = 25.0
"""Seconds for the first question of its kind in a process, which has to import."""
COMPILING = 120.0
"""Seconds for the first question of its kind at all, which may have to compile."""
IDLE = 600.0
"""Seconds after which a process without work is ended."""


@dataclass(eq=False)
class _Question:
    do: str
    question: Mapping[str, Any]
    answer: Future[dict[str, Any]] = field(default_factory=Future)


class Pool:
    """A few processes that answer questions, one at a time each; clients take turns."""

    def __init__(
        self,
        workers: int = WORKERS,
        *,
        waiting: int = 256,
        waiting_each: int = 64,
        deadline: float = DEADLINE,
        patience: float = PATIENCE,
        compiling: float = COMPILING,
        memory_limit: int = MEMORY_LIMIT,
        idle: float = IDLE,
    ) -> None:
        self._turns: Turns[_Question] = Turns(
            share=max(1, workers - 1), waiting=waiting, waiting_each=waiting_each
        )
        self._deadline = deadline
        self._patience = patience
        self._compiling = compiling
        self._answered: set[tuple[str, ...]] = set()
        self._idle = idle
        self._clerks = [Clerk(memory_limit) for _ in range(workers)]
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()

    def start(self) -> None:
        """Start the processes, so that the first question finds them ready."""
        if not self._threads:
            self._threads = [
                threading.Thread(target=self._work, args=(clerk,), name=f"pool-{at}", daemon=True)
                for at, clerk in enumerate(self._clerks)
            ]
            for thread in self._threads:
                thread.start()

    @property
    def pids(self) -> set[int]:
        return {clerk.pid for clerk in self._clerks if clerk.pid is not None}

    @property
    def standing(self) -> dict[str, int]:
        return {"workers": len(self._clerks), "busy": self._turns.held, "waiting": len(self._turns)}

    async def ask(self, do: str, question: Mapping[str, Any], client: str = "") -> dict[str, Any]:
        """The answer to a question; `Refused` says why there is none."""
        asked = _Question(do, question)
        try:
            self._turns.put(client, asked)
        except QueueFull:
            raise Refused(BUSY, "too many questions are waiting") from None
        try:
            return await asyncio.wrap_future(asked.answer)
        except asyncio.CancelledError:
            self._turns.withdraw(asked)
            raise

    def close(self) -> None:
        """End every process. Questions that wait are refused."""
        self._closing.set()
        for asked in self._turns.close():
            asked.answer.set_exception(Refused(BUSY, "the server is going down"))
        for thread in self._threads:
            thread.join()

    def _work(self, clerk: Clerk) -> None:
        try:
            clerk.start()
            while not self._turns.closed:
                taken = self._turns.take(self._idle)
                if taken is None:
                    clerk.end()
                    continue
                client, asked = taken
                try:
                    self._answer(clerk, asked)
                finally:
                    self._turns.done(client)
        finally:
            clerk.end()

    def _answer(self, clerk: Clerk, asked: _Question) -> None:
        if not asked.answer.set_running_or_notify_cancel():
            return
        kind = kind_of(asked.do, asked.question)
        if clerk.is_warm(asked.do, asked.question):
            seconds = self._deadline
        else:
            seconds = self._patience if kind in self._answered else self._compiling
        try:
            answer = clerk.ask(asked.do, asked.question, seconds=seconds, cancel=self._closing)
        except BaseException as error:
            asked.answer.set_exception(error)
        else:
            self._answered.add(kind)
            asked.answer.set_result(answer)
