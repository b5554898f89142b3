"""Jobs: long requests of web clients, such as solver runs and agents' moves. A few run at a time; others wait.

Each solver run has its own process. The process of any other job is reused for further jobs, so that an agent's
code is not loaded again for every move. This process is killed if a job is cancelled or exceeds its time limit;
only a cancelled turn first has `PATIENCE` seconds to end by itself. The turns of one game prefer the process
that played the previous turn, because it still has the search trees of the agents.
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
from tilewright.game import Phase, Progress, SolveRequest
from tilewright.running.isolated_solve import solve_isolated
from tilewright.web.fair_queue import FairQueue, QueueFull
from tilewright.web.supervised_worker import BUSY, UNPROCESSABLE, DeadlineExceeded, Refused, WorkerProcess

__all__ = ["Job", "Jobs"]

MAX_FINISHED = 400
"""The maximum number of finished jobs that are stored; the oldest are dropped first."""
MAX_EVENTS = 2000
"""Once a job has this number of events, further progress events are dropped."""
MEMORY_LIMIT = 2 * 2**30
PROGRESS_PERIOD = 0.2
"""The minimum number of seconds between two progress events of a job."""
LOADING_SECONDS = 120.0
"""The maximum number of seconds of importing and compiling that do not count towards a job's time limit.

This does not apply to solver runs: their time limit covers only the phase in which the solver runs.
"""
MAX_PREFERENCES = 1000
"""The maximum number of games in progress for which `Jobs` remembers the worker."""
PATIENCE = 2.0
"""The number of seconds within which a cancelled turn must stop; otherwise its worker process is killed."""
NICENESS = 10
"""The niceness of job processes. Short requests, which run with niceness 0, have priority over jobs."""

_PHASES = {
    Phase.START: "starting",
    Phase.IMPORT: "starting",
    Phase.READ: "starting",
    Phase.PREPARE: "preparing",
    Phase.SOLVE: "working",
    Phase.CHECK: "checking",
    Phase.WRITE: "checking",
}
"""The job phase for each phase of a solve. Other jobs have only the phases `queued`, `working` and `over`."""


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
    status: int = UNPROCESSABLE
    """The HTTP status that describes why the job failed."""
    preferred_worker: int | None = None
    """The number of the worker process that has cached the players of this game, if any."""
    times: dict[str, float] = field(default_factory=dict)
    """The seconds that the job spent in each completed phase."""
    _phase: str = "queued"
    _added: float = field(default_factory=time.monotonic)
    _phase_started: float = field(default_factory=time.monotonic)
    _last_progress: float = 0.0

    @property
    def over(self) -> bool:
        return self.state in ("done", "failed", "cancelled")

    def to_json(self) -> dict[str, Any]:
        keys = ("id", "kind", "state", "result", "svg", "error")
        clock = {"phase": self._phase, "age": round(self._age(), 2), "times": dict(self.times)}
        return {"game": self.request["game"], **{key: getattr(self, key) for key in keys}, **clock}

    def _age(self) -> float:
        """Return the seconds since the job was added or, if it is over, from its addition to its end."""
        now = self._phase_started if self._phase == "over" else time.monotonic()
        return now - self._added

    def _enter(self, phase: str) -> None:
        """Begin a phase of the job and, unless it is the phase `over`, add an event with its start time."""
        if phase == self._phase:
            return
        now = time.monotonic()
        self.times[self._phase] = round(self.times.get(self._phase, 0.0) + now - self._phase_started, 2)
        self._phase, self._phase_started = phase, now
        if phase != "over":
            self.events.append(("phase", {"phase": phase, "at": round(self._age(), 2)}))

    @property
    def game_key(self) -> str:
        """The key of the game in progress that the job belongs to; empty if the request contains no key."""
        return str(self.request.get("key", ""))

    @property
    def accepted(self) -> bool:
        """Whether the worker of a turn has accepted the request."""
        return any(kind in ("started", "played") for kind, _ in self.events)

    def add_progress(self, best: Any, bound: Any, elapsed: float, note: str = "") -> None:
        now = time.monotonic()
        if now - self._last_progress >= PROGRESS_PERIOD and len(self.events) < MAX_EVENTS:
            self._last_progress = now
            progress = {"best": best, "bound": bound, "elapsed": round(elapsed, 2), "note": note}
            self.events.append(("progress", progress))

    def end(self, state: str) -> None:
        self._enter("over")
        # The event is added before `state` is set, so a client that sees the new state can read all events.
        self.events.append((state, {**self.to_json(), "state": state}))
        self.state = state

    def run(self, worker: WorkerProcess, closing: threading.Event) -> None:
        """Run the job, unless it is already cancelled, and store its result or its error.

        If `closing` is set, the process of a solver run is killed at once.
        """
        if self.cancel.is_set():
            self.end("cancelled")
            return
        self.state = "running"
        self.events.append(("running", {"id": self.id}))
        try:
            if self.kind == "solve":
                self._solve(closing)
            else:
                self._run_in(worker)
        except (TilewrightError, Refused) as error:
            self.error = str(error)
            self.status = getattr(error, "status", self.status)
            self.end("cancelled" if self.cancel.is_set() else "failed")
        except Exception as error:
            self.error = f"internal error: {type(error).__name__}"
            self.end("failed")
        else:
            self.end("cancelled" if self.cancel.is_set() else "done")

    def _solve(self, closing: threading.Event) -> None:
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
            on_phase=lambda phase: self._enter(_PHASES[phase]),
            cancel=self.cancel,
            kill=closing,
            want_svg=True,
        )
        self.result, self.svg = outcome.result, outcome.svg

    def _run_in(self, worker: WorkerProcess) -> None:
        def on_progress(progress: dict[str, Any]) -> None:
            if "event" in progress:
                self.events.append((progress.pop("event"), progress))
            else:
                self.add_progress(elapsed=time.monotonic() - self._phase_started, **progress)

        self._enter("working")
        is_turn = self.kind == "turn"
        try:
            self.result = worker.ask(
                self.kind,
                self.request,
                seconds=self.time_limit,
                loading_seconds=LOADING_SECONDS,
                cancel=self.cancel,
                on_progress=on_progress,
                renew=is_turn,  # in a turn, each move has its own time limit
                patience=PATIENCE if is_turn else 0.0,
            )
        except DeadlineExceeded as exceeded:
            if self.kind != "generate":
                raise
            advice = "try another seed, a smaller size or another difficulty"
            raise Refused(
                exceeded.status, f"nothing was generated within {self.time_limit:g} s; {advice}"
            ) from None
        self.svg = self.result.get("svg")


class Jobs:
    """The queue of jobs, the threads that run them, and the finished jobs that clients can still read."""

    def __init__(self, workers: int = 3, waiting: int = 128, waiting_each: int = 64) -> None:
        share = max(1, workers - 1)
        self._queue: FairQueue[Job] = FairQueue(
            share=share,
            waiting=waiting,
            waiting_each=waiting_each,
            preferred_worker=lambda job: job.preferred_worker,
        )
        self._preferred_workers: OrderedDict[str, int] = OrderedDict()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._workers = workers
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()

    @property
    def load(self) -> dict[str, int]:
        """The numbers of workers, of busy workers, and of waiting jobs."""
        return {"workers": self._workers, "busy": self._queue.active, "waiting": len(self._queue)}

    def start(self) -> None:
        """Start the first worker process, which can then load the kernels before the first job arrives."""
        with self._lock:
            if not self._threads:
                self._start_thread(at_once=True)

    def add(self, job: Job, client: str = "") -> None:
        """Add a job to the queue; raise `Refused` if there is no room."""
        with self._lock:
            job.preferred_worker = self._preferred_workers.get(job.game_key)
            try:
                self._queue.put(client, job)
            except QueueFull:
                raise Refused(BUSY, "too many jobs are waiting") from None
            self._jobs[job.id] = job
            finished = [key for key, known in self._jobs.items() if known.over]
            for key in finished[: max(0, len(finished) - MAX_FINISHED)]:
                del self._jobs[key]
            # If a worker is idle, no new one is started: the idle worker has already loaded the kernels.
            unfinished = self._queue.active + len(self._queue)
            if len(self._threads) < min(self._workers, unfinished):
                self._start_thread()

    def get(self, identity: str) -> Job | None:
        with self._lock:
            return self._jobs.get(identity)

    def unfinished(self, kind: str) -> Job | None:
        """Return a waiting or running job of this kind, or None."""
        with self._lock:
            return next((job for job in self._jobs.values() if job.kind == kind and not job.over), None)

    def cancel(self, job: Job) -> None:
        """Cancel a job. A running solver is asked to return its best solution so far."""
        job.cancel.set()
        if self._queue.withdraw(job):
            job.end("cancelled")

    def close(self) -> None:
        """Cancel all jobs, kill their processes, and wait until all worker processes have ended."""
        self._closing.set()
        with self._lock:
            for job in self._jobs.values():
                job.cancel.set()
        for job in self._queue.close():
            job.end("cancelled")
        for thread in self._threads:
            thread.join()

    def _start_thread(self, at_once: bool = False) -> None:
        """Start a thread; its worker process starts at once or, without `at_once`, when a job needs it."""
        number = len(self._threads)
        thread = threading.Thread(target=self._work, args=(number, at_once), name=f"job-{number}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self, number: int, at_once: bool) -> None:
        worker = WorkerProcess(MEMORY_LIMIT, NICENESS)
        if at_once:
            worker.start()

        def run(job: Job) -> None:
            if job.game_key:
                self._set_preferred_worker(job.game_key, number)
            job.run(worker, self._closing)

        worker.serve(self._queue, run, number=number)

    def _set_preferred_worker(self, key: str, number: int) -> None:
        """Remember which worker has the players of a game."""
        with self._lock:
            self._preferred_workers[key] = number
            self._preferred_workers.move_to_end(key)
            while len(self._preferred_workers) > MAX_PREFERENCES:
                self._preferred_workers.popitem(last=False)
