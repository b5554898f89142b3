"""Running a suite: every run in a process of its own, interleaved, verified, kept as it finishes.

All solvers meet an instance one after the other before the next instance comes, and take turns in going first,
so that a disturbance of the machine hits all alike. What is kept already is not run again. An
executor gets the runs of one instance in one pass together (:mod:`tilewright.bench.remote_runs`).
"""

from __future__ import annotations

import os
import threading
import uuid
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from tilewright import registry
from tilewright.bench import provenance as facts
from tilewright.bench.remote_runs import Filled, fill, sheets, waves
from tilewright.bench.run_plan import Call, Codes, Planned, Solve, answers, plan
from tilewright.bench.single_run import Absent, Desk
from tilewright.bench.suite import Suite
from tilewright.errors import EngineFailure
from tilewright.files import report_write_errors, write_atomically
from tilewright.records import Records, RunRecord, Runs
from tilewright.running import Executor, TaskFailed, describe_failures

__all__ = ["run_suite", "suite_rows"]


def run_suite(
    suite: Suite,
    records: Records,
    *,
    fresh: bool = False,
    executor: Executor | None = None,
    tell: Callable[[str], None] | None = None,
    cancel: threading.Event | None = None,
) -> list[RunRecord]:
    """Make every run of the suite that is not kept yet (with `fresh`, every run) and give all its rows.

    Without an executor the runs are made in turn by this process. A solver whose program is missing is left
    out, and so is one that has used up its batch time in a pass.
    """
    sitting = _Sitting(suite, records, tell or (lambda line: None), cancel or threading.Event())
    return sitting.run(fresh, executor)


def suite_rows(suite: Suite, records: Runs) -> list[RunRecord]:
    """What is kept of the suite: the last row of every run, made within the limits of the very last one."""
    rows = list(filter(answers(suite), records.rows(suite.name)))
    final = {row.kind: _settings(row) for row in rows}
    last = {(row.instance, row.label, row.repeat): row for row in rows if _settings(row) == final[row.kind]}
    return list(last.values())


def _settings(row: RunRecord) -> tuple[object, ...]:
    return row.tilewright, row.code, row.time_limit, row.memory_limit, row.threads, row.seed


class _Sitting:
    """One call of `run_suite`."""

    def __init__(
        self, suite: Suite, records: Records, tell: Callable[[str], None], cancel: threading.Event
    ) -> None:
        self._suite = suite
        self._records = records
        self._tell = tell
        self._cancel = cancel
        self._plan: list[Planned] = []
        self._rows: dict[str, RunRecord] = {}
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

    def run(self, fresh: bool, executor: Executor | None) -> list[RunRecord]:
        self._records.prepare()
        game = None if self._suite.game is None else registry.game(self._suite.game)
        codes = Codes.of(game, facts.versions())
        self._plan = list(plan(self._suite, codes))
        kept = {} if fresh else {row.key: row for row in self._records.rows(self._suite.name)}
        for run in self._plan:
            if (row := kept.get(run.key)) is not None:
                self._note(row)
        if len(self._rows) < len(self._plan):
            desk = Desk(self._suite, codes, {**self._facts, **facts.columns()}, self._cancel)
            self._refuse_bad_instances(desk)
            if executor is None:
                self._make_here(desk)
            else:
                self._make_with(executor, codes)
        return [self._rows[run.key] for run in self._plan if run.key in self._rows]

    def _refuse_bad_instances(self, desk: Desk) -> None:
        """Complain before the first run, not in the middle of the night."""
        for instance in self._suite.instances:
            if instance.generate is None:
                desk.given(instance)

    def _open(self, run: Planned) -> bool:
        """Whether a run is still to be made."""
        if run.key in self._rows or self._cancel.is_set():
            return False
        if isinstance(run, Call):
            return True
        label, batch = run.solver.label, self._suite.batch
        return label not in self._absent and (batch is None or self._spent[label, run.repeat] < batch)

    def _note(self, row: RunRecord) -> None:
        took = row.wall_seconds if row.seconds is None else row.seconds
        self._spent[row.label, row.repeat] += took or 0.0
        self._rows[row.key] = row

    def _leave_out(self, absent: Absent) -> None:
        if absent.label not in self._absent:
            self._absent.add(absent.label)
            self._tell(f"{absent.label} is left out: {absent.reason}")

    def _keep(self, row: RunRecord, instance: str | None) -> None:
        """Keep a run whose solution, if it has one, is in its file already."""
        if instance is not None:
            digest, file = self._records.keep_instance(instance)
            solution = self._records.solution_path(row.run)
            row = replace(
                row,
                instance_sha256=digest,
                instance_file=self._below(file),
                solution_file=self._below(solution) if solution.exists() else None,
            )
        self._records.add(row)
        self._note(row)
        self._tell(f"[{len(self._rows)}/{len(self._plan)}] {_told(row)}")

    def _below(self, file: Path) -> str:
        return os.path.relpath(file, self._records.folder)

    def _make_here(self, desk: Desk) -> None:
        for run in self._plan:
            if not self._open(run):
                continue
            made = desk.make(run, self._records.solution_path)
            if isinstance(made, Absent):
                self._leave_out(made)
            elif made is not None:
                self._keep(made, desk.given(run.instance).text if isinstance(run, Solve) else None)

    def _make_with(self, executor: Executor, codes: Codes) -> None:
        failures: list[TaskFailed] = []
        asked = 0
        for wave in waves(self._suite, self._plan):
            tasks = sheets(self._suite, codes, self._facts, filter(self._open, wave))
            asked += len(tasks)
            with closing(executor.run(fill, tasks, self._cancel)) as outcomes:
                for outcome in outcomes:
                    if isinstance(outcome, TaskFailed):
                        failures.append(outcome)
                        self._tell(f"{outcome.name}: {outcome.reason}")
                    else:
                        self._take(outcome.result)
        if failures:
            raise EngineFailure(describe_failures(failures, asked, "instances"))

    def _take(self, filled: Filled) -> None:
        for made in filled.made:
            if isinstance(made, Absent):
                self._leave_out(made)
                continue
            if (solution := filled.solutions.get(made.run)) is not None:
                with report_write_errors(self._records.folder):
                    write_atomically(self._records.solution_path(made.run), solution)
            self._keep(made, filled.instance)


def _told(row: RunRecord) -> str:
    what = row.instance if row.kind == "command" else f"{row.label} on {row.instance}"
    if row.failure is not None:
        return f"{what}: {row.failure}"
    objective = row.answer.get("objective")
    value = "" if objective is None else f" {objective}"
    return f"{what}: {row.status}{value} in {row.seconds:.3g} s"
