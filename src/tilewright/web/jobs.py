"""Long work for web clients: solves, generators, agents. A few at a time, the rest in a short queue.

A solve has a process of its own. Other work goes to a process that is kept for the next one, so that an agent
finds its compiled code warm at every move; it is ended when the work is cancelled or overruns.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.game import Progress
from tilewright.running.isolated import solve_isolated
from tilewright.web.clerk import Clerk, Refused
from tilewright.web.turns import QueueFull, Turns

__all__ = ["Job", "Jobs", "QueueFull"]

KEPT = 400
"""Finished jobs that can still be asked for; the oldest go first."""
EVENTS = 2000
"""So many glances at one solve are kept; then only the last one changes."""
MEMORY_LIMIT = 2 * 2**30
PROGRESS_PERIOD = 0.2
WARMING = 120.0
"""Seconds that work other than a solve has beyond its limit, to import and to compile."""
WORKERS = 3
NICENESS = 10
"""Who waits for a solve waits anyway: a click elsewhere comes first."""
IDLE = 600.0


@dataclass(eq=False)
class Job:
    """One piece of work: what was asked, how it stands, and everything that a client can be told of it."""

    kind: str
    question: Mapping[str, Any]
    time_limit: float
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    state: str = "queued"
    result: dict[str, Any] | None = None
    svg: str | None = None
    error: str | None = None
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    cancel: threading.Event = field(default_factory=threading.Event)
    _started: float = 0.0
    _told: float = 0.0

    @property
    def over(self) -> bool:
        return self.state in ("done", "failed", "cancelled")

    def to_json(self) -> dict[str, Any]:
        keys = ("id", "kind", "state", "result", "svg", "error")
        return {"game": self.question["game"], **{key: getattr(self, key) for key in keys}}

    def note(self, best: Any, bound: Any, elapsed: float, note: str = "") -> None:
        now = time.monotonic()
        if now - self._told >= PROGRESS_PERIOD and len(self.events) < EVENTS:
            self._told = now
            told = {"best": best, "bound": bound, "elapsed": round(elapsed, 2), "note": note}
            self.events.append(("progress", told))

    def end(self, state: str) -> None:
        # The event comes first: whoever sees that the job is over finds its whole story.
        self.events.append((state, {**self.to_json(), "state": state}))
        self.state = state

    def run(self, clerk: Clerk) -> None:
        if self.cancel.is_set():
            self.end("cancelled")
            return
        self._started = time.monotonic()
        self.state = "running"
        self.events.append(("running", {"id": self.id}))
        try:
            if self.kind == "solve":
                self._solve()
            else:
                self._ask(clerk)
        except (TilewrightError, Refused) as error:
            self.error = str(error)
            self.end("cancelled" if self.cancel.is_set() else "failed")
        except Exception as error:
            self.error = f"internal error: {type(error).__name__}"
            self.end("failed")
        else:
            self.end("cancelled" if self.cancel.is_set() else "done")

    def _solve(self) -> None:
        def progress(glance: Progress) -> None:
            self.note(glance.best, glance.bound, glance.elapsed, glance.note)

        done = solve_isolated(
            **self.question,
            time_limit=self.time_limit,
            memory_limit=MEMORY_LIMIT,
            niceness=NICENESS,
            progress=progress,
            cancel=self.cancel,
            want_svg=True,
        )
        self.result, self.svg = done.result, done.svg

    def _ask(self, clerk: Clerk) -> None:
        def tell(told: dict[str, Any]) -> None:
            elapsed = time.monotonic() - self._started
            self.note(told.get("best"), told.get("bound"), elapsed, str(told.get("note", "")))

        warm = clerk.is_warm(self.kind, self.question)
        seconds = self.time_limit + (0.0 if warm else WARMING)
        self.result = clerk.ask(self.kind, self.question, seconds=seconds, cancel=self.cancel, tell=tell)
        self.svg = self.result.get("svg")


class Jobs:
    """The queue, its workers, and the jobs that clients may still ask about."""

    def __init__(self, workers: int = WORKERS, waiting: int = 128, waiting_each: int = 64) -> None:
        share = max(1, workers - 1)
        self._turns: Turns[Job] = Turns(share=share, waiting=waiting, waiting_each=waiting_each)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._workers = workers
        self._threads: list[threading.Thread] = []

    @property
    def standing(self) -> dict[str, int]:
        return {"workers": self._workers, "busy": self._turns.held, "waiting": len(self._turns)}

    def add(self, job: Job, client: str = "") -> None:
        """Let a job wait for its turn; `QueueFull` if as many wait as may."""
        with self._lock:
            self._turns.put(client, job)
            self._jobs[job.id] = job
            finished = [key for key, kept in self._jobs.items() if kept.over]
            for key in finished[: max(0, len(finished) - KEPT)]:
                del self._jobs[key]
            if len(self._threads) < self._workers:
                thread = threading.Thread(target=self._work, name=f"job-{len(self._threads)}", daemon=True)
                self._threads.append(thread)
                thread.start()

    def get(self, identity: str) -> Job | None:
        with self._lock:
            return self._jobs.get(identity)

    def cancel(self, job: Job) -> None:
        """End a job; one that runs keeps its best so far."""
        job.cancel.set()
        if self._turns.withdraw(job):
            job.end("cancelled")

    def close(self) -> None:
        """Cancel everything and wait until no worker runs any more."""
        with self._lock:
            for job in self._jobs.values():
                job.cancel.set()
        for job in self._turns.close():
            job.end("cancelled")
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        clerk = Clerk(MEMORY_LIMIT, NICENESS)
        try:
            while not self._turns.closed:
                taken = self._turns.take(IDLE)
                if taken is None:
                    clerk.end()
                    continue
                client, job = taken
                try:
                    job.run(clerk)
                finally:
                    self._turns.done(client)
        finally:
            clerk.end()
