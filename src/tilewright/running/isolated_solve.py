"""Run one solve in its own process, with limits on the time and the memory of its process tree.

The process is a new Python process. It imports the game, reads the instance, prepares the solver, solves,
checks the answer and writes the result. It reports the start of each phase, so that the time limit applies only
to the phase in which the solver runs. When `solve_isolated` or `run_task` ends, no process that it started is
alive, regardless of how the solve ended (with an answer, an error, a limit, a cancellation or a crash).
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from tilewright import errors
from tilewright.errors import BadInput, EngineFailure, OutOfResources, TilewrightError
from tilewright.game import Phase, Progress, SolveRequest
from tilewright.processes.function_in_child_process import ChildEnded, MemoryLimitExceeded, SupervisedChild

__all__ = ["Costs", "FailedSolve", "IsolatedResult", "SolveTask", "run_task", "solve_isolated"]

GRACE = 5.0
"""The number of seconds within which a solver must end by itself after its time limit or a cancellation."""

PHASE_LIMIT = 600.0
"""The maximum number of seconds for each phase to which the time limit of the solve does not apply."""

_CHILD = "tilewright.running.isolated_solve_child:run"
_POLL = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The resources that a solve used, in addition to the `seconds` in its result.

    `cpu_seconds` is the CPU time of the solver and its child processes. If the solve failed, `cpu_seconds` may
    include the check of the answer; if the solver was not started, it is 0. `peak_bytes` and `wall_seconds` are
    measured for the whole process with its children.
    """

    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    import_seconds: float = 0.0
    read_seconds: float = 0.0
    prepare_seconds: float = 0.0
    wall_seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class IsolatedResult(Costs):
    """A result in JSON form (:meth:`tilewright.game.Result.to_json`), and its picture if one was requested."""

    result: dict[str, Any]
    svg: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedSolve(Costs):
    """A solve that ended with an error or was killed."""

    error: TilewrightError
    disk_full: bool = False
    """Whether the solve failed because the disk was full, which is not an error of the solver."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveTask:
    """A solve to be run in its own process: the game, the instance as text, the request, and limits.

    `memory_limit` is in bytes and applies to the process and all processes that it starts, together. With
    `solution_file`, the JSON of the solution is written to that file in pieces and left out of the result; this
    is for solutions with millions of parts. `niceness`, up to 19, lowers the priority of the process.
    """

    game: str
    instance: str
    request: SolveRequest = field(default_factory=SolveRequest)
    memory_limit: int | None = None
    niceness: int = 0
    want_svg: bool = False
    solution_file: str | None = None
    grace: float = GRACE
    phase_limit: float = PHASE_LIMIT

    def __post_init__(self) -> None:
        if self.memory_limit is not None and self.memory_limit <= 0:
            raise BadInput(f"the memory limit must be a positive number of bytes, not {self.memory_limit}")

    def __str__(self) -> str:
        solver = self.request.solver
        return f"the solver {solver} of {self.game}" if solver else f"the solver of {self.game}"


def solve_isolated(
    game: str,
    instance: str,
    request: SolveRequest | None = None,
    *,
    memory_limit: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    on_phase: Callable[[Phase], None] | None = None,
    cancel: threading.Event | None = None,
    kill: threading.Event | None = None,
    want_svg: bool = False,
    niceness: int = 0,
    grace: float = GRACE,
    **fields_of_request: Any,
) -> IsolatedResult:
    """Solve an instance, given in any notation of its game, in its own process.

    The request is given as a `SolveRequest` or by the fields of one (`solver`, `time_limit`, `seed`, `threads`,
    `options`). `on_phase` is called when each phase begins. If the solve fails, a `TilewrightError` is raised
    here, in the calling process.

    Setting `cancel` asks the solver to end with its best solution so far. A solver that is still running
    `grace` seconds after its time limit or a cancellation is killed, and `EngineFailure` is raised; setting
    `kill` kills the solver at once. A solver that exceeds the memory limit is also killed, and
    `OutOfResources` is raised.
    """
    task = SolveTask(
        game=game,
        instance=instance,
        request=request or SolveRequest(**fields_of_request),
        memory_limit=memory_limit,
        niceness=niceness,
        want_svg=want_svg,
        grace=grace,
    )
    outcome = run_task(task, progress, cancel, on_phase, kill)
    if isinstance(outcome, FailedSolve):
        raise outcome.error
    return outcome


def run_task(
    task: SolveTask,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    on_phase: Callable[[Phase], None] | None = None,
    kill: threading.Event | None = None,
) -> IsolatedResult | FailedSolve:
    """Run a task in its own process; return its result, or a `FailedSolve` if it ends with an error."""
    return _Supervisor(task, progress, cancel or threading.Event(), on_phase, kill or threading.Event()).run()


class _Supervisor:
    """Supervises the child process of one solve: sends the task, reads the messages, enforces the limits."""

    def __init__(
        self,
        task: SolveTask,
        progress: Callable[[Progress], None] | None,
        cancel: threading.Event,
        on_phase: Callable[[Phase], None] | None,
        kill: threading.Event,
    ) -> None:
        self._task = task
        self._progress = progress
        self._on_phase = on_phase
        self._cancel = cancel
        self._kill = kill
        self._cancelled_at: float | None = None
        self._cpu_before_solve = math.inf
        self._enter(Phase.START)
        self._child = SupervisedChild(
            _CHILD,
            memory_limit=task.memory_limit or math.inf,
            niceness=task.niceness,
            grace=task.grace,
            keep_stderr=True,
        )

    def run(self) -> IsolatedResult | FailedSolve:
        started = self._phase_started
        final: dict[str, Any] = {}
        error: TilewrightError | None = None
        try:
            self._child.send(asdict(self._task))
            final = self._converse()
        except TilewrightError as raised:
            error = raised
        finally:
            used = self._child.kill()
        costs: dict[str, Any] = {cost.name: final[cost.name] for cost in fields(Costs) if cost.name in final}
        costs["wall_seconds"] = time.monotonic() - started
        costs["peak_bytes"] = max(used.peak_bytes, final.get("peak_bytes", 0))
        costs.setdefault("cpu_seconds", max(0.0, used.cpu_seconds - self._cpu_before_solve))
        if "result" in final:
            return IsolatedResult(result=final["result"], svg=final["svg"], **costs)
        if error is None:
            error = getattr(errors, final["error"])(*final["arguments"])
        return FailedSolve(error=error, disk_full=final.get("disk_full", False), **costs)

    def _converse(self) -> dict[str, Any]:
        """Read messages, and return the final one, which contains the result or an error."""
        while True:
            try:
                message = self._child.receive(_POLL)
            except ChildEnded as ended:
                line = f"the process of {self._task} {ended} without an answer"
                raise EngineFailure(
                    ": ".join(filter(None, [line, self._child.pipes.last_error_line]))
                ) from None
            except MemoryLimitExceeded as limit:
                raise OutOfResources(
                    f"{self._task} exceeded its memory limit of {limit} and was stopped"
                ) from None
            match message:
                case ["phase", phase, cpu_seconds]:
                    if phase == Phase.SOLVE:
                        self._cpu_before_solve = cpu_seconds
                    self._enter(Phase(phase))
                case ["progress", values]:
                    if self._progress is not None:
                        self._progress(Progress(**{**values, "phase": Phase(values["phase"])}))
                case ["final", final]:
                    return dict(final)
            self._enforce_limits()

    def _enter(self, phase: Phase) -> None:
        self._phase, self._phase_started = phase, time.monotonic()
        if self._on_phase is not None:
            self._on_phase(phase)

    def _enforce_limits(self) -> None:
        """Raise an error when a limit is exceeded; forward a cancellation to the child."""
        task, now = self._task, time.monotonic()
        if self._kill.is_set():
            raise EngineFailure(f"{task} was killed")
        if self._cancel.is_set():
            if self._cancelled_at is None:
                self._cancelled_at = now
                self._child.cancel()
            if self._phase not in (Phase.CHECK, Phase.WRITE) and now > self._cancelled_at + task.grace:
                raise EngineFailure(f"{task} was killed because it did not stop after a cancellation")
        spent, limit = now - self._phase_started, task.request.time_limit
        if self._phase is not Phase.SOLVE:
            if spent > task.phase_limit:
                raise EngineFailure(
                    f"{task} spent more than {task.phase_limit:g} s {self._phase.value} and was killed"
                )
        elif limit is not None and spent > limit + task.grace:
            raise EngineFailure(f"{task} did not stop at its time limit of {limit:g} s and was killed")
