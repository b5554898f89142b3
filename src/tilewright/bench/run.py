"""Running a suite: every run in a process of its own, interleaved, verified, kept as it finishes.

All solvers meet an instance one after the other before the next instance comes, and take turns in going first,
so that a disturbance of the machine hits all alike. What is kept already is not run again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import sys
import threading
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from tilewright import __version__, registry
from tilewright.bench import facts
from tilewright.bench.suite import CommandEntry, InstanceEntry, SolverEntry, Suite
from tilewright.errors import BadInput, EngineFailure, MissingProgram
from tilewright.game import Game
from tilewright.records import Records, RunRecord, Runs
from tilewright.running import Costs, FailedSolve, IsolatedResult, Task, attempt, measure

__all__ = ["run_suite", "suite_rows"]

_COMMAND = (sys.executable, "-P", "-c", "from tilewright.cli import main; main()")


@dataclass(frozen=True, slots=True)
class _Solve:
    instance: InstanceEntry
    solver: SolverEntry
    repeat: int
    key: str


@dataclass(frozen=True, slots=True)
class _Call:
    command: CommandEntry
    repeat: int
    key: str


@dataclass(frozen=True, slots=True)
class _Codes:
    """What solves and what commands depend on; a command may use anything of Tilewright."""

    solve: str
    call: str

    @classmethod
    def of(cls, game: Game | None, versions: Mapping[str, str | None]) -> _Codes:
        own = () if game is None else (game.package,)
        return cls(facts.code((*facts.SHARED, *own), versions), facts.code(("tilewright", *own), versions))


@dataclass(frozen=True, slots=True)
class _Given:
    """An instance as it is given to the solvers, and how large it is."""

    entry: InstanceEntry
    text: str
    parts: int
    size: float


def run_suite(
    suite: Suite,
    records: Records,
    *,
    fresh: bool = False,
    tell: Callable[[str], None] | None = None,
    cancel: threading.Event | None = None,
) -> list[RunRecord]:
    """Make every run of the suite that is not kept yet (with `fresh`, every run) and give all its rows.

    A solver whose program is missing is left out, and so is one that has used up its batch time in a pass.
    """
    sitting = _Sitting(suite, records, tell or (lambda line: None), cancel or threading.Event())
    return sitting.run(fresh)


def suite_rows(suite: Suite, records: Runs) -> list[RunRecord]:
    """What is kept of the suite: the last row of every run, made within the limits of the very last one."""
    commands = {command.label for command in suite.commands}
    entries = commands | {instance.label for instance in suite.instances}
    labels = commands | {solver.label for solver in suite.solvers}
    rows = [row for row in records.rows(suite.name) if row.instance in entries and row.label in labels]
    final = {row.kind: _settings(row) for row in rows}
    last = {(row.instance, row.label, row.repeat): row for row in rows if _settings(row) == final[row.kind]}
    return list(last.values())


def _settings(row: RunRecord) -> tuple[object, ...]:
    return row.tilewright, row.code, row.time_limit, row.memory_limit, row.threads, row.seed


def _plan(suite: Suite, codes: _Codes) -> Iterator[_Solve | _Call]:
    identities = {instance.label: instance.identity() for instance in suite.instances}
    for repeat in range(suite.repeats):
        for command in suite.commands:
            yield _Call(command, repeat, _key(suite, codes.call, "command", list(command.argv), repeat))
        for index, instance in enumerate(suite.instances):
            turn = (index + repeat) % len(suite.solvers)
            for solver in filter(instance.meets, suite.solvers[turn:] + suite.solvers[:turn]):
                asked = [instance.label, identities[instance.label], solver.label, solver.name]
                key = _key(suite, codes.solve, "solve", [*asked, dict(solver.options)], repeat)
                yield _Solve(instance, solver, repeat, key)


def _key(suite: Suite, code: str, kind: str, asked: list[Any], repeat: int) -> str:
    limits = [suite.time_limit, suite.memory_limit, suite.threads, suite.seed]
    whole = [__version__, code, suite.name, suite.game, kind, asked, limits, repeat]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


class _Sitting:
    """One call of `run_suite`."""

    def __init__(
        self, suite: Suite, records: Records, tell: Callable[[str], None], cancel: threading.Event
    ) -> None:
        self._suite = suite
        self._records = records
        self._tell = tell
        self._cancel = cancel
        self._game = None if suite.game is None else registry.game(suite.game)
        self._given: _Given | None = None
        self._absent: set[str] = set()
        self._spent: defaultdict[tuple[str, int], float] = defaultdict(float)
        self._facts: dict[str, Any] = {
            "sitting": uuid.uuid4().hex[:12],
            "suite": suite.name,
            "seed": suite.seed,
            "threads": suite.threads,
            "time_limit": suite.time_limit,
            "memory_limit": suite.memory_limit,
        }

    def run(self, fresh: bool) -> list[RunRecord]:
        self._records.prepare()
        versions = facts.versions()
        self._codes = _Codes.of(self._game, versions)
        plan = list(_plan(self._suite, self._codes))
        kept = {} if fresh else {row.key: row for row in self._records.rows(self._suite.name)}
        if all(run.key in kept for run in plan):
            return [kept[run.key] for run in plan]
        self._refuse_bad_instances()
        self._facts |= {
            "tilewright": __version__,
            "commit": facts.commit(),
            "versions": json.dumps(versions),
            "machine": json.dumps(facts.machine()),
        }
        rows = []
        for number, run in enumerate(plan, 1):
            row = kept.get(run.key)
            if row is None and not self._cancel.is_set():
                row = self._call(run) if isinstance(run, _Call) else self._solve(run)
                if row is not None:
                    self._records.add(row)
                    self._tell(f"[{number}/{len(plan)}] {_told(row)}")
            if row is not None:
                took = row.wall_seconds if row.seconds is None else row.seconds
                self._spent[row.label, row.repeat] += took or 0.0
                rows.append(row)
        return rows

    def _refuse_bad_instances(self) -> None:
        """Complain before the first run, not in the middle of the night."""
        for instance in self._suite.instances:
            if self._game is not None and instance.generate is None:
                self._instance(self._game, instance)

    def _instance(self, game: Game, entry: InstanceEntry) -> _Given:
        """The instance, kept until another one is asked for: some take long to make."""
        if self._given is None or self._given.entry is not entry:
            try:
                text, instance = entry.given(game)
                size = entry.size(game, instance, self._suite.size)
            except BadInput as error:
                raise BadInput(f"suite {self._suite.name}, instance {entry.label}: {error}") from None
            self._given = _Given(entry, text, instance.parts, size)
        return self._given

    def _row(self, run: _Solve | _Call, **asked: Any) -> RunRecord:
        """The row of a run that begins now and has not come to a good end yet."""
        now = datetime.now(UTC).replace(tzinfo=None)
        fields: dict[str, Any] = {**self._facts, **asked, "key": run.key, "repeat": run.repeat}
        return RunRecord(run=f"{now:%Y%m%dT%H%M%S%f}-{run.key[:8]}", started_at=now, status="failed", **fields)

    def _solve(self, run: _Solve) -> RunRecord | None:
        """One solve; None when it was not made, or not made to its end."""
        suite, game, solver = self._suite, self._game, run.solver
        assert game is not None
        spent_all = suite.batch is not None and self._spent[solver.label, run.repeat] >= suite.batch
        if solver.label in self._absent or spent_all:
            return None
        given = self._instance(game, run.instance)
        digest, file = self._records.keep_instance(given.text)
        row = self._row(
            run,
            kind="solve",
            code=self._codes.solve,
            game=game.name,
            solver=solver.name,
            instance=run.instance.label,
            instance_sha256=digest,
            instance_file=os.path.relpath(file, self._records.folder),
            parts=given.parts,
            size=given.size,
            label=solver.label,
            options=json.dumps(dict(solver.options)),
        )
        solution = self._records.solution_path(row.run)
        task = Task(
            game=game.name,
            instance=given.text,
            solver=solver.name,
            options=solver.options,
            time_limit=suite.time_limit,
            memory_limit=suite.memory_limit,
            threads=suite.threads,
            seed=suite.seed,
            solution_file=str(solution),
        )
        outcome = attempt(task, cancel=self._cancel)
        if isinstance(outcome, FailedSolve) or self._cancel.is_set():
            solution.unlink(missing_ok=True)
        if self._cancel.is_set():
            return None
        row = replace(row, **{cost.name: getattr(outcome, cost.name) for cost in dataclasses.fields(Costs)})
        return self._failed(row, outcome) if isinstance(outcome, FailedSolve) else self._done(row, outcome)

    def _done(self, row: RunRecord, outcome: IsolatedResult) -> RunRecord:
        result = outcome.result
        file = self._records.solution_path(row.run)
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
            solution_file=os.path.relpath(file, self._records.folder) if file.exists() else None,
        )

    def _failed(self, row: RunRecord, outcome: FailedSolve) -> RunRecord | None:
        error = outcome.error
        if isinstance(error, BadInput):
            raise BadInput(f"suite {row.suite}, {row.label} on {row.instance}: {error}")
        if isinstance(error, MissingProgram):
            self._absent.add(row.label)
            self._tell(f"{row.label} is left out: {error}")
            return None
        return replace(row, failure=str(error), failure_kind=type(error).__name__)

    def _call(self, run: _Call) -> RunRecord | None:
        """One command, timed; None when it was cancelled."""
        command = run.command
        words = json.dumps(list(command.argv))
        asked = {"instance": command.label, "label": command.label, "options": words}
        row = self._row(run, kind="command", code=self._codes.call, **asked)
        try:
            used = measure([*_COMMAND, *command.argv], time_limit=self._suite.time_limit, cancel=self._cancel)
        except EngineFailure as error:
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
            line = f"ended with status {used.status}, not {command.status}: {used.last_words}".rstrip(": ")
            return replace(row, status="failed", failure=line, failure_kind=EngineFailure.__name__)
        return row


def _whole(value: int | float | None) -> int | None:
    return value if isinstance(value, int) else None


def _real(value: int | float | None) -> float | None:
    """The nearest double; None where that is beyond the largest one."""
    try:
        return None if value is None else float(value)
    except OverflowError:
        return None


def _told(row: RunRecord) -> str:
    what = row.instance if row.kind == "command" else f"{row.label} on {row.instance}"
    if row.failure is not None:
        return f"{what}: {row.failure}"
    objective = row.answer.get("objective")
    value = "" if objective is None else f" {objective}"
    return f"{what}: {row.status}{value} in {row.seconds:.3g} s"
