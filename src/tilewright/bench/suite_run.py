"""Run a suite: each run has its own process, and its result is verified and recorded.

Runs are interleaved: all solvers run on an instance one after the other, in rotating order, before the next
instance begins, so that other load on the machine affects all solvers equally. Without an executor, each run is
recorded as soon as it finishes. An executor receives the runs of one instance in one pass as a batch
(:mod:`tilewright.bench.batches_for_workers`); these runs are recorded when the whole batch has finished.
Recorded runs are repeated only with `fresh`.
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
from tilewright.bench import provenance
from tilewright.bench.batches_for_workers import BatchResult, make_batches, run_batch, waves
from tilewright.bench.run_plan import Call, Codes, Planned, Solve, belongs_to, plan
from tilewright.bench.single_run import MissingSolver, RunMaker
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
    on_line: Callable[[str], None] | None = None,
    on_count: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> list[RunRecord]:
    """Carry out all runs of the suite that are not recorded yet (with `fresh`, all runs) and return all rows.

    Without an executor, this process starts the runs one after the other. A solver whose program is missing is
    skipped; a solver that has used up its time budget is skipped for the rest of the pass. After each run,
    `on_count` is called with the number of recorded runs and the total number of runs, and `on_line` with a
    description of the run.
    """
    session = _SuiteSession(
        suite,
        records,
        on_line or (lambda line: None),
        on_count or (lambda recorded, planned: None),
        cancel or threading.Event(),
    )
    return session.run(fresh, executor)


def suite_rows(suite: Suite, records: Runs) -> list[RunRecord]:
    """Return the last row of each run of the suite; rows with older settings or older code are ignored."""
    rows = list(filter(belongs_to(suite), records.rows(suite.name)))
    latest = {row.kind: _settings(row) for row in rows}
    last = {(row.instance, row.label, row.repeat): row for row in rows if _settings(row) == latest[row.kind]}
    return list(last.values())


def _settings(row: RunRecord) -> tuple[object, ...]:
    return row.tilewright, row.code, row.time_limit, row.memory_limit, row.threads, row.seed


class _SuiteSession:
    """The state of one `run_suite` call."""

    def __init__(
        self,
        suite: Suite,
        records: Records,
        on_line: Callable[[str], None],
        on_count: Callable[[int, int], None],
        cancel: threading.Event,
    ) -> None:
        self._suite = suite
        self._records = records
        self._on_line = on_line
        self._on_count = on_count
        self._cancel = cancel
        self._plan: list[Planned] = []
        self._rows: dict[str, RunRecord] = {}
        self._missing: set[str] = set()
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
        codes = Codes.of(game, provenance.versions())
        self._plan = list(plan(self._suite, codes))
        kept = {} if fresh else {row.key: row for row in self._records.rows(self._suite.name)}
        for run in self._plan:
            if (row := kept.get(run.key)) is not None:
                self._note(row)
        if len(self._rows) < len(self._plan):
            facts = {**self._facts, **provenance.columns()}
            with RunMaker(self._suite, codes, facts, self._cancel) as maker:
                self._refuse_bad_instances(maker)
                if executor is None:
                    self._make_here(maker)
                else:
                    self._make_with(executor, codes)
        return [self._rows[run.key] for run in self._plan if run.key in self._rows]

    def _refuse_bad_instances(self, maker: RunMaker) -> None:
        """Load all instances that are not generated, so that errors are reported before the first run."""
        for instance in self._suite.instances:
            if instance.generate is None:
                maker.load(instance)

    def _is_pending(self, run: Planned) -> bool:
        """Return whether a run still has to be carried out."""
        if run.key in self._rows or self._cancel.is_set():
            return False
        if isinstance(run, Call):
            return True
        label, batch = run.solver.label, self._suite.batch
        return label not in self._missing and (batch is None or self._spent[label, run.repeat] < batch)

    def _note(self, row: RunRecord) -> None:
        """Keep the row of a finished run, and add the run's time to the total of the solver in that pass."""
        self._spent[row.label, row.repeat] += row.elapsed or 0.0
        self._rows[row.key] = row

    def _leave_out(self, missing: MissingSolver) -> None:
        """Skip all further runs of a solver, and report the reason once."""
        if missing.label not in self._missing:
            self._missing.add(missing.label)
            self._on_line(f"{missing.label} is left out: {missing.reason}")

    def _record(self, row: RunRecord, instance: str | None) -> None:
        """Record a run and its instance. If there is a solution, its file has already been written."""
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
        self._on_count(len(self._rows), len(self._plan))
        self._on_line(f"[{len(self._rows)}/{len(self._plan)}] {_describe(row)}")

    def _below(self, file: Path) -> str:
        return os.path.relpath(file, self._records.folder)

    def _make_here(self, maker: RunMaker) -> None:
        for run in self._plan:
            if not self._is_pending(run):
                continue
            made = maker.make(run, self._records.solution_path)
            if isinstance(made, MissingSolver):
                self._leave_out(made)
            elif made is not None:
                self._record(made, maker.load(run.instance).text if isinstance(run, Solve) else None)

    def _make_with(self, executor: Executor, codes: Codes) -> None:
        failures: list[TaskFailed] = []
        task_count = 0
        for wave in waves(self._suite, self._plan):
            tasks = make_batches(self._suite, codes, self._facts, filter(self._is_pending, wave))
            task_count += len(tasks)
            with closing(executor.run(run_batch, tasks, self._cancel)) as outcomes:
                for outcome in outcomes:
                    if isinstance(outcome, TaskFailed):
                        failures.append(outcome)
                        self._on_line(f"{outcome.name}: {outcome.reason}")
                    else:
                        self._take(outcome.result)
        if failures:
            raise EngineFailure(describe_failures(failures, task_count, "tasks"))

    def _take(self, result: BatchResult) -> None:
        for made in result.made:
            if isinstance(made, MissingSolver):
                self._leave_out(made)
                continue
            if (solution := result.solutions.get(made.run)) is not None:
                with report_write_errors(self._records.folder):
                    write_atomically(self._records.solution_path(made.run), solution)
            self._record(made, result.instance)


def _describe(row: RunRecord) -> str:
    run = row.instance if row.kind == "command" else f"{row.label} on {row.instance}"
    if row.failure is not None:
        return f"{run}: {row.failure}"
    objective = row.answer.get("objective")
    value = "" if objective is None else f" {objective}"
    return f"{run}: {row.status}{value} in {row.seconds:.3g} s"
