"""The child process of :mod:`tilewright.running.isolated_solve`: receives a task and sends its result."""

from __future__ import annotations

import errno
import json
import threading
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from tilewright import errors, registry
from tilewright.errors import EngineFailure, MissingProgram, OutOfResources, TilewrightError, error_line
from tilewright.game import Game, Phase, Progress, Result, SolveRequest
from tilewright.optional_packages import missing_package
from tilewright.processes.child_main import ParentConnection
from tilewright.processes.process_tree import cpu_seconds, peak_bytes
from tilewright.running.isolated_solve import SolveTask

__all__ = ["run"]

_PROGRESS_PERIOD = 0.1


def run(parent: ParentConnection) -> None:
    """Receive a task, solve it, and send its result or its error."""
    values = parent.receive()
    task = SolveTask(**{**values, "request": SolveRequest(**values["request"])})
    try:
        _solve(task, parent)
    except BaseException as error:  # the parent gets a one-line message for any exception
        parent.send(["final", _describe(error, task)])


class _ProgressSender:
    """Sends progress reports; if there are several reports within one period, it sends only the last."""

    def __init__(self, parent: ParentConnection) -> None:
        self._parent = parent
        self._unsent: Progress | None = None
        self._sent_at = 0.0
        self._lock = threading.Lock()
        threading.Thread(target=self._keep_sending, daemon=True).start()

    def add(self, progress: Progress) -> None:
        self._unsent = progress
        if time.monotonic() - self._sent_at >= _PROGRESS_PERIOD:
            self.flush()

    def _keep_sending(self) -> None:
        while True:
            time.sleep(_PROGRESS_PERIOD)
            self.flush()

    def flush(self) -> None:
        """Send the last report if it has not been sent."""
        with self._lock:
            progress, self._unsent = self._unsent, None
            if progress is not None:
                self._sent_at = time.monotonic()
                self._parent.send(["progress", asdict(progress)])


def _solve(task: SolveTask, parent: ParentConnection) -> None:
    costs: dict[str, float] = {}
    clock = time.perf_counter()

    def enter(phase: Phase, finished: str = "") -> None:
        nonlocal clock
        now = time.perf_counter()
        if finished:
            costs[finished] = now - clock
        clock = now
        parent.send(["phase", phase.value, cpu_seconds()])

    enter(Phase.IMPORT)
    game = registry.game(task.game)
    game.module("rules"), game.module("notation")
    game.entry(game.solver(task.request.solver), "solvers", "solve")
    enter(Phase.READ, finished="import_seconds")
    instance = game.parse(task.instance)
    enter(Phase.PREPARE, finished="read_seconds")
    game.prepare(instance, task.request)
    enter(Phase.SOLVE, finished="prepare_seconds")
    sender = _ProgressSender(parent)
    cpu_before = cpu_seconds()
    answer, seconds = game.run_solver(instance, task.request, sender.add, parent.cancelled)
    costs["cpu_seconds"] = cpu_seconds() - cpu_before
    enter(Phase.CHECK)
    sender.add(answer.to_progress(seconds))
    sender.flush()
    result = game.check_answer(instance, task.request, answer, seconds)
    enter(Phase.WRITE)
    _send_result(game, result, task, parent, costs)


def _send_result(
    game: Game, result: Result, task: SolveTask, parent: ParentConnection, costs: dict[str, float]
) -> None:
    svg = game.svg(result.instance, result.solution) if task.want_svg else None
    if task.solution_file is not None and result.solution is not None:
        with Path(task.solution_file).open("w", encoding="utf-8") as stream:
            stream.writelines(game.solution_chunks(result.solution))
            stream.write("\n")
        result = replace(result, solution=None)
    head = json.dumps({"svg": svg, **costs, "peak_bytes": peak_bytes()})
    parent.send_json_text(['["final", ', head[:-1], ', "result": ', *result.json_chunks(), "}]"])


def _describe(error: BaseException, task: SolveTask) -> dict[str, Any]:
    """Return the class name and arguments of the error that the parent raises for this error.

    A missing optional library becomes a `MissingProgram`; any other error that is not a `TilewrightError`
    becomes an `OutOfResources` or an `EngineFailure`.
    """
    error = missing_package(error) or error
    if isinstance(error, MissingProgram):
        return {"error": "MissingProgram", "arguments": [error.program, error.install]}
    if isinstance(error, TilewrightError):
        known = next(kind for kind in type(error).__mro__ if kind.__name__ in errors.__all__)
        return {"error": known.__name__, "arguments": [error_line(error)]}
    if isinstance(error, MemoryError):
        return {"error": OutOfResources.__name__, "arguments": [f"{task} ran out of memory"]}
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        line = f"{task} cannot write: {error.strerror}"
        return {"error": OutOfResources.__name__, "arguments": [line], "disk_full": True}
    return {"error": EngineFailure.__name__, "arguments": [f"{task} failed: {error_line(error)}"]}
