"""Solves that run for web clients: each in a process of its own, a few at a time, the rest in a short queue."""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.game import Progress
from tilewright.running.isolated import solve_isolated

__all__ = ["Job", "Jobs", "QueueFull"]

KEPT = 200
"""Finished jobs that can still be asked for; the oldest go first."""
MEMORY_LIMIT = 2 * 2**30
PROGRESS_PERIOD = 0.2


class QueueFull(Exception):
    """As many jobs wait as may wait."""


@dataclass(eq=False)
class Job:
    """One solve: what was asked, how it stands, and everything that a client can be told of it, in order."""

    game: str
    instance: str
    solver: str | None
    time_limit: float
    seed: int
    threads: int
    options: dict[str, Any]
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    state: str = "queued"
    result: dict[str, Any] | None = None
    svg: str | None = None
    error: str | None = None
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    cancel: threading.Event = field(default_factory=threading.Event)
    _told: float = 0.0

    @property
    def over(self) -> bool:
        return self.state in ("done", "failed", "cancelled")

    def to_json(self) -> dict[str, Any]:
        keys = ("id", "game", "state", "result", "svg", "error")
        return {key: getattr(self, key) for key in keys}

    def note(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._told >= PROGRESS_PERIOD:
            self._told = now
            self.events.append(
                (
                    "progress",
                    {"best": progress.best, "bound": progress.bound, "elapsed": round(progress.elapsed, 2)},
                )
            )

    def end(self, state: str) -> None:
        self.state = state
        self.events.append((state, self.to_json()))

    def run(self) -> None:
        if self.cancel.is_set():
            self.end("cancelled")
            return
        self.state = "running"
        self.events.append(("running", {"id": self.id}))
        try:
            done = solve_isolated(
                self.game,
                self.instance,
                solver=self.solver,
                time_limit=self.time_limit,
                seed=self.seed,
                threads=self.threads,
                options=self.options,
                memory_limit=MEMORY_LIMIT,
                progress=self.note,
                cancel=self.cancel,
                want_svg=True,
            )
        except TilewrightError as error:
            self.error = str(error)
            self.end("cancelled" if self.cancel.is_set() else "failed")
        except Exception as error:
            self.error = f"internal error: {type(error).__name__}"
            self.end("failed")
        else:
            self.result, self.svg = done.result, done.svg
            self.end("cancelled" if self.cancel.is_set() else "done")


class Jobs:
    """The queue, its workers, and the jobs that clients may still ask about."""

    def __init__(self, workers: int = 2, waiting: int = 16) -> None:
        self._queue: queue.Queue[Job | None] = queue.Queue(waiting)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._work, name=f"job-{index}", daemon=True) for index in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    def add(self, job: Job) -> None:
        with self._lock:
            try:
                self._queue.put_nowait(job)
            except queue.Full:
                raise QueueFull from None
            self._jobs[job.id] = job
            finished = [key for key, kept in self._jobs.items() if kept.over]
            for key in finished[: max(0, len(finished) - KEPT)]:
                del self._jobs[key]

    def get(self, identity: str) -> Job | None:
        with self._lock:
            return self._jobs.get(identity)

    def close(self) -> None:
        """Cancel everything and wait until no worker runs any more."""
        with self._lock:
            for job in self._jobs.values():
                job.cancel.set()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            job.run()
