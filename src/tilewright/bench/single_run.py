"""The desk at which single runs are made, wherever that is: each in a process of its own, as a row."""

from __future__ import annotations

import dataclasses
import json
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tilewright import registry
from tilewright.bench.run_plan import Call, Codes, Planned, Solve
from tilewright.bench.suite import InstanceEntry, Suite
from tilewright.errors import BadInput, EngineFailure, MissingProgram, OutOfResources
from tilewright.game import SolveRequest
from tilewright.records import RunRecord
from tilewright.running import Costs, FailedSolve, IsolatedResult, SolveTask, measure, run_task

__all__ = ["Absent", "Desk", "Given"]

_COMMAND = (sys.executable, "-P", "-c", "from tilewright.cli import main; main()")


@dataclass(frozen=True, slots=True)
class Given:
    """An instance as it is given to the solvers, and how large it is."""

    entry: InstanceEntry
    text: str
    parts: int
    size: float


@dataclass(frozen=True, slots=True)
class Absent:
    """A solver that cannot be run here, and why."""

    label: str
    reason: str


class Desk:
    """Makes runs of a suite and keeps none of them.

    `facts` are the columns that all rows share. A run that was cancelled is None.
    """

    def __init__(self, suite: Suite, codes: Codes, facts: Mapping[str, Any], cancel: threading.Event) -> None:
        self._suite = suite
        self._codes = codes
        self._facts = facts
        self._cancel = cancel
        self._game = None if suite.game is None else registry.game(suite.game)
        self._given: Given | None = None

    def given(self, entry: InstanceEntry) -> Given:
        """The instance, kept until another one is asked for: some take long to make."""
        assert self._game is not None
        if self._given is None or self._given.entry != entry:
            try:
                text, instance = entry.given(self._game)
                size = entry.size(self._game, instance, self._suite.size)
            except BadInput as error:
                raise BadInput(f"suite {self._suite.name}, instance {entry.label}: {error}") from None
            self._given = Given(entry, text, instance.parts, size)
        return self._given

    def make(self, run: Planned, solution_path: Callable[[str], Path]) -> RunRecord | Absent | None:
        """One run, now. What a solve finds is written to the path for the run's name."""
        name = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{run.key[:8]}"
        return self._call(run, name) if isinstance(run, Call) else self._solve(run, name, solution_path(name))

    def _solve(self, run: Solve, name: str, solution: Path) -> RunRecord | Absent | None:
        suite, game, solver = self._suite, self._game, run.solver
        assert game is not None
        given = self.given(run.instance)
        row = self._row(
            run,
            name,
            kind="solve",
            code=self._codes.solve,
            game=game.name,
            solver=solver.name,
            instance=run.instance.label,
            parts=given.parts,
            size=given.size,
            label=solver.label,
            options=json.dumps(dict(solver.options)),
        )
        task = SolveTask(
            game=game.name,
            instance=given.text,
            request=SolveRequest(
                solver=solver.name,
                time_limit=suite.time_limit,
                seed=suite.seed,
                threads=suite.threads,
                options=solver.options,
            ),
            memory_limit=suite.memory_limit,
            solution_file=str(solution),
        )
        outcome = run_task(task, cancel=self._cancel)
        if isinstance(outcome, FailedSolve) or self._cancel.is_set():
            solution.unlink(missing_ok=True)
        if self._cancel.is_set():
            return None
        row = replace(row, **{cost.name: getattr(outcome, cost.name) for cost in dataclasses.fields(Costs)})
        return _failed(row, outcome) if isinstance(outcome, FailedSolve) else _done(row, outcome)

    def _call(self, run: Call, name: str) -> RunRecord | None:
        command = run.command
        words = json.dumps(list(command.argv))
        asked = {"instance": command.label, "label": command.label, "options": words}
        row = self._row(run, name, kind="command", code=self._codes.call, **asked)
        try:
            used = measure(
                [*_COMMAND, *command.argv],
                time_limit=self._suite.time_limit,
                memory_limit=self._suite.memory_limit,
                cancel=self._cancel,
            )
        except (EngineFailure, OutOfResources) as error:
            failed = replace(row, failure=str(error), failure_kind=type(error).__name__)
            return None if self._cancel.is_set() else failed
        row = replace(
            row,
            status="done",
            seconds=used.wall_seconds,
            wall_seconds=used.wall_seconds,
            cpu_seconds=used.cpu_seconds,
            peak_bytes=used.peak_bytes,
        )
        if used.status != command.status:
            line = f"ended with status {used.status}, not {command.status}: {used.last_error_line}".rstrip(": ")
            return replace(row, status="failed", failure=line, failure_kind=EngineFailure.__name__)
        return row

    def _row(self, run: Planned, name: str, **asked: Any) -> RunRecord:
        """The row of a run that begins now and has not come to a good end yet."""
        now = datetime.now(UTC).replace(tzinfo=None)
        fields: dict[str, Any] = {**self._facts, **asked, "key": run.key, "repeat": run.repeat}
        return RunRecord(run=name, started_at=now, status="failed", **fields)


def _done(row: RunRecord, outcome: IsolatedResult) -> RunRecord:
    result = outcome.result
    return replace(
        row,
        status=result["status"],
        objective=_whole(result["objective"]),
        bound=_whole(result["bound"]),
        objective_real=_real(result["objective"]),
        bound_real=_real(result["bound"]),
        verified=result["verified"],
        seconds=result["seconds"],
        result=json.dumps({key: result[key] for key in result if key not in ("instance", "solution")}),
    )


def _failed(row: RunRecord, outcome: FailedSolve) -> RunRecord | Absent:
    error = outcome.error
    if outcome.disk_full:
        # A recorded failure of the solver would never be tried again.
        raise error
    if isinstance(error, BadInput):
        raise BadInput(f"suite {row.suite}, {row.label} on {row.instance}: {error}")
    if isinstance(error, MissingProgram):
        return Absent(row.label, str(error))
    return replace(row, failure=str(error), failure_kind=type(error).__name__)


def _whole(value: int | float | None) -> int | None:
    return value if isinstance(value, int) else None


def _real(value: int | float | None) -> float | None:
    """The nearest double; None where that is beyond the largest one."""
    try:
        return None if value is None else float(value)
    except OverflowError:
        return None
