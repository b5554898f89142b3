"""Carry out individual runs of a suite, each in its own process, and return their rows (run records)."""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from tilewright import registry
from tilewright.bench.cold_compiled_and_warm_folders import Environment, KernelFolders
from tilewright.bench.run_plan import Call, Codes, Planned, Solve
from tilewright.bench.suite import Suite
from tilewright.bench.suite_entries import InstanceEntry
from tilewright.errors import BadInput, EngineFailure, MissingProgram, OutOfResources, TilewrightError
from tilewright.game import SolveRequest
from tilewright.records import RunRecord
from tilewright.running import (
    Costs,
    FailedSolve,
    IsolatedResult,
    MeasuredCommand,
    SolveTask,
    measure,
    run_task,
)

__all__ = ["LoadedInstance", "MissingSolver", "RunMaker"]

_COMMAND = """
import sys
from tilewright.import_and_compile_cpu_time import record_phases
with record_phases(sys.argv.pop(1)):
    from tilewright.cli import main
    main()
"""


@dataclass(frozen=True, slots=True)
class LoadedInstance:
    """An instance: its suite entry, the text that solvers receive, its number of parts and its size."""

    entry: InstanceEntry
    text: str
    parts: int
    size: float


@dataclass(frozen=True, slots=True)
class MissingSolver:
    """The label of a solver that cannot run on this machine, and the reason."""

    label: str
    reason: str


class RunMaker:
    """Carries out runs of a suite without storing their rows.

    `facts` are the columns whose values are the same in all rows. `make` returns None for a cancelled run. As a
    context manager, a `RunMaker` deletes the temporary folders of its commands when the block ends.
    """

    def __init__(self, suite: Suite, codes: Codes, facts: Mapping[str, Any], cancel: threading.Event) -> None:
        self._suite = suite
        self._codes = codes
        self._facts = facts
        self._cancel = cancel
        self._game = None if suite.game is None else registry.game(suite.game)
        self._loaded: LoadedInstance | None = None
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._closing.close()

    def load(self, entry: InstanceEntry) -> LoadedInstance:
        """Return an instance. The last instance is cached, because generating one can take a long time."""
        assert self._game is not None
        if self._loaded is None or self._loaded.entry != entry:
            try:
                text, instance = entry.load(self._game)
                size = entry.size(self._game, instance, self._suite.size)
            except BadInput as error:
                raise BadInput(f"suite {self._suite.name}, instance {entry.label}: {error}") from None
            self._loaded = LoadedInstance(entry, text, instance.parts, size)
        return self._loaded

    def make(self, run: Planned, solution_path: Callable[[str], Path]) -> RunRecord | MissingSolver | None:
        """Carry out one run and return its row; None if the run is cancelled.

        If the solver cannot run on this machine, return a `MissingSolver`. For a run of a solver,
        `solution_path` is called with the name of the run and returns the path to which a solution is written.
        """
        name = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{run.key[:8]}"
        return self._call(run, name) if isinstance(run, Call) else self._solve(run, name, solution_path(name))

    def _solve(self, run: Solve, name: str, solution: Path) -> RunRecord | MissingSolver | None:
        suite, game, solver = self._suite, self._game, run.solver
        assert game is not None
        loaded = self.load(run.instance)
        row = self._row(
            run,
            name,
            kind="solve",
            code=self._codes.solve,
            game=game.name,
            solver=solver.name,
            instance=run.instance.label,
            parts=loaded.parts,
            size=loaded.size,
            label=solver.label,
            options=json.dumps(dict(solver.options)),
        )
        task = SolveTask(
            game=game.name,
            instance=loaded.text,
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
        row = self._row(
            run,
            name,
            kind="command",
            code=self._codes.call,
            instance=command.label,
            label=command.label,
            options=json.dumps(list(command.argv)),
            game=command.game,
            kernels=command.kernels,
        )
        try:
            words, environment = (
                (command.argv, {}) if command.kernels is None else self._kernel_folders.prepare(command)
            )
            used, phases = self._measure(words, environment)
        except (EngineFailure, OutOfResources) as error:
            return None if self._cancel.is_set() else _with_failure(row, error)
        row = replace(
            row,
            seconds=used.wall_seconds,
            wall_seconds=used.wall_seconds,
            cpu_seconds=used.cpu_seconds,
            peak_bytes=used.peak_bytes,
            **phases,
        )
        if used.status == command.status:
            return replace(row, status="done")
        return _with_failure(row, EngineFailure(_unexpected_status(used, command.status)))

    def _measure(
        self, words: Sequence[str], environment: Environment
    ) -> tuple[MeasuredCommand, dict[str, Any]]:
        """Run a command; return the resources it used and, unless it was killed, the columns for its phases."""
        with TemporaryDirectory(prefix="tilewright-") as folder:
            file = Path(folder) / "phases.json"
            used = measure(
                [sys.executable, "-P", "-c", _COMMAND, str(file), *words],
                time_limit=self._suite.time_limit,
                memory_limit=self._suite.memory_limit,
                cancel=self._cancel,
                environment=environment,
            )
            phases: dict[str, Any] = {}
            # If the process was killed, the file is missing or incomplete.
            with suppress(FileNotFoundError, ValueError):
                phases = json.loads(file.read_text())
        if phases:
            recorded = sum(value for name, value in phases.items() if name.endswith("_cpu_seconds"))
            # The difference can be negative, because the process measures its phases with a different clock.
            phases["work_cpu_seconds"] = max(0.0, used.cpu_seconds - recorded)
        return used, phases

    @cached_property
    def _kernel_folders(self) -> KernelFolders:
        return self._closing.enter_context(KernelFolders(self._execute))

    def _execute(self, words: Sequence[str], environment: Environment) -> None:
        """Run a command without recording it; raise `EngineFailure` if it fails."""
        used, _ = self._measure(words, environment)
        if used.status:
            raise EngineFailure(f"tilewright {shlex.join(words)} {_unexpected_status(used, 0)}")

    def _row(self, run: Planned, name: str, **columns: Any) -> RunRecord:
        """Return the row of a run that starts now; the status is `failed` until the run succeeds."""
        now = datetime.now(UTC).replace(tzinfo=None)
        columns |= {**self._facts, "key": run.key, "repeat": run.repeat}
        return RunRecord(run=name, started_at=now, status="failed", **columns)


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


def _failed(row: RunRecord, outcome: FailedSolve) -> RunRecord | MissingSolver:
    error = outcome.error
    if outcome.disk_full:
        # A full disk is not a failure of the solver. If it were recorded as one, the run would not be repeated
        # later.
        raise error
    if isinstance(error, BadInput):
        raise BadInput(f"suite {row.suite}, {row.label} on {row.instance}: {error}")
    if isinstance(error, MissingProgram):
        return MissingSolver(row.label, str(error))
    return _with_failure(row, error)


def _with_failure(row: RunRecord, error: TilewrightError) -> RunRecord:
    return replace(row, failure=str(error), failure_kind=type(error).__name__)


def _unexpected_status(used: MeasuredCommand, expected: int) -> str:
    return f"ended with status {used.status}, not {expected}: {used.last_error_line}".rstrip(": ")


def _whole(value: int | float | None) -> int | None:
    return value if isinstance(value, int) else None


def _real(value: int | float | None) -> float | None:
    """Return the value as a double; None if it is too large for a double."""
    try:
        return None if value is None else float(value)
    except OverflowError:
        return None
