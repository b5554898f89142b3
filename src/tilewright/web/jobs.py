"""Long work for web clients: solver runs, generators, agents. A few jobs run at a time; the rest are queued.

Each solver run has its own process. Generators and agents run in a process that is kept for the next job, so
that an agent does not compile its code at every move; the process is killed if a job is cancelled or exceeds
its time limit.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.game import Progress, SolveRequest
from tilewright.running.isolated_solve import solve_isolated
from tilewright.web.fair_queue import FairQueue, QueueFull
from tilewright.web.worker_process import BUSY, Refused, WorkerProcess

__all__ = ["Job", "Jobs"]

MAX_FINISHED = 400
"""The number of finished jobs that are kept; the oldest are dropped first."""
MAX_EVENTS = 2000
"""The number of progress events of one job that are kept; later events are dropped."""
MEMORY_LIMIT = 2 * 2**30
PROGRESS_PERIOD = 0.2
"""The minimum number of seconds between two progress events of a job."""
WARM_UP = 120.0
"""The extra seconds for the first job of a kind in a process, which may import modules and compile code."""
NICENESS = 10
"""The niceness of long work, which has a lower priority than short requests."""


@dataclass(eq=False)
class Job:
    """A job: the request, the state, the result, and the events that a client can read."""

    kind: str
    request: Mapping[str, Any]
    time_limit: float
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    state: str = "queued"
    result: dict[str, Any] | None = None
    svg: str | None = None
    error: str | None = None
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    cancel: threading.Event = field(default_factory=threading.Event)
    _started: float = 0.0
    _last_progress: float = 0.0

    @property
    def over(self) -> bool:
        return self.state in ("done", "failed", "cancelled")

    def to_json(self) -> dict[str, Any]:
        keys = ("id", "kind", "state", "result", "svg", "error")
        return {"game": self.request["game"], **{key: getattr(self, key) for key in keys}}

    def add_progress(self, best: Any, bound: Any, elapsed: float, note: str = "") -> None:
        now = time.monotonic()
        if now - self._last_progress >= PROGRESS_PERIOD and len(self.events) < MAX_EVENTS:
            self._last_progress = now
            progress = {"best": best, "bound": bound, "elapsed": round(elapsed, 2), "note": note}
            self.events.append(("progress", progress))

    def end(self, state: str) -> None:
        # The event is added first, so that a client that sees that the job is over finds all events.
        self.events.append((state, {**self.to_json(), "state": state}))
        self.state = state

    def run(self, worker: WorkerProcess) -> None:
        """Do the work, unless the job is already cancelled, and store its result or its error."""
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
                self._run_in(worker)
        except (TilewrightError, Refused) as error:
            self.error = str(error)
            self.end("cancelled" if self.cancel.is_set() else "failed")
        except Exception as error:
            self.error = f"internal error: {type(error).__name__}"
            self.end("failed")
        else:
            self.end("cancelled" if self.cancel.is_set() else "done")

    def _solve(self) -> None:
        def on_progress(progress: Progress) -> None:
            self.add_progress(progress.best, progress.bound, progress.elapsed, progress.note)

        request = dict(self.request)
        instance = request.pop("instance")
        outcome = solve_isolated(
            request.pop("game"),
            instance if isinstance(instance, str) else json.dumps(instance),
            SolveRequest(**request, time_limit=self.time_limit),
            memory_limit=MEMORY_LIMIT,
            niceness=NICENESS,
            progress=on_progress,
            cancel=self.cancel,
            want_svg=True,
        )
        self.result, self.svg = outcome.result, outcome.svg

    def _run_in(self, worker: WorkerProcess) -> None:
        def on_progress(progress: dict[str, Any]) -> None:
            self.add_progress(elapsed=time.monotonic() - self._started, **progress)

        warm = worker.is_warm(self.kind, self.request)
        seconds = self.time_limit + (0.0 if warm else WARM_UP)
        self.result = worker.ask(
            self.kind, self.request, seconds=seconds, cancel=self.cancel, on_progress=on_progress
        )
        self.svg = self.result.get("svg")


class Jobs:
    """The queue of jobs, the threads that run them, and the jobs that clients can still read."""

    def __init__(self, workers: int = 3, waiting: int = 128, waiting_each: int = 64) -> None:
        share = max(1, workers - 1)
        self._queue: FairQueue[Job] = FairQueue(share=share, waiting=waiting, waiting_each=waiting_each)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._workers = workers
        self._threads: list[threading.Thread] = []

    @property
    def load(self) -> dict[str, int]:
        """The numbers of workers, of busy workers, and of waiting jobs."""
        return {"workers": self._workers, "busy": self._queue.active, "waiting": len(self._queue)}

    def start(self) -> None:
        """Start the first worker process, so that it has loaded the kernels before the first job."""
        with self._lock:
            if not self._threads:
                self._start_thread(at_once=True)

    def add(self, job: Job, client: str = "") -> None:
        """Add a job to the queue; raise `Refused` if there is no room."""
        with self._lock:
            try:
                self._queue.put(client, job)
            except QueueFull:
                raise Refused(BUSY, "too many jobs are waiting") from None
            self._jobs[job.id] = job
            finished = [key for key, known in self._jobs.items() if known.over]
            for key in finished[: max(0, len(finished) - MAX_FINISHED)]:
                del self._jobs[key]
            # An idle worker has loaded the kernels, so it is preferred to a new one.
            unfinished = self._queue.active + len(self._queue)
            if len(self._threads) < min(self._workers, unfinished):
                self._start_thread()

    def get(self, identity: str) -> Job | None:
        with self._lock:
            return self._jobs.get(identity)

    def cancel(self, job: Job) -> None:
        """Cancel a job. A running solver then returns its best solution so far."""
        job.cancel.set()
        if self._queue.withdraw(job):
            job.end("cancelled")

    def close(self) -> None:
        """Cancel all jobs and wait until all worker processes have ended."""
        with self._lock:
            for job in self._jobs.values():
                job.cancel.set()
        for job in self._queue.close():
            job.end("cancelled")
        for thread in self._threads:
            thread.join()

    def _start_thread(self, at_once: bool = False) -> None:
        """Start a thread; its worker process starts at once, or for the first job."""
        name = f"job-{len(self._threads)}"
        thread = threading.Thread(target=self._work, args=(at_once,), name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self, at_once: bool) -> None:
        worker = WorkerProcess(MEMORY_LIMIT, NICENESS)
        if at_once:
            worker.start()
        worker.serve(self._queue, lambda job: job.run(worker))
