"""A suite produces the same records whether it runs in this process, in other processes or on a cluster."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from killed_bench import VARYING_COLUMNS

from tilewright import cli
from tilewright.bench.batches_for_workers import BatchResult, make_batches, run_batch
from tilewright.bench.run_plan import Codes, plan
from tilewright.bench.suite import Suite
from tilewright.bench.suite_index import find_suite
from tilewright.bench.suite_run import run_suite
from tilewright.errors import EngineFailure
from tilewright.records import Records, RunRecord
from tilewright.running import Executor, InProcess, ProcessPool, TaskDone, TaskFailed
from tilewright.running.dask_executor import DaskCluster

pytestmark = pytest.mark.usefixtures("stubborn")

SUITE = """
title = "Mine"
game = "stubborn"
repeats = 2
time_limit = 5
[[instances]]
file = "five.txt"
[[instances]]
generate = { n = 4 }
seeds = [3, 4]
[[solvers]]
name = "honest"
[[solvers]]
name = "modest"
[[solvers]]
name = "crash"
[[solvers]]
name = "programless"
[[commands]]
argv = ["--version"]
"""


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    (tmp_path / "five.txt").write_text("5")
    (tmp_path / "mine.toml").write_text(SUITE)
    return find_suite(str(tmp_path / "mine.toml"))


def reproducible_columns(records: Records, row: RunRecord) -> dict[str, Any]:
    """Return the parts of a record that must not depend on the executor: most columns, and the solution."""
    row_json = {name: getattr(row, name) for name in row.__dataclass_fields__}
    kept = {
        name: value for name, value in row_json.items() if name not in VARYING_COLUMNS and "seconds" not in name
    }
    if row.solution_file is not None:
        kept["solution"] = json.loads((records.folder / row.solution_file).read_text())
    return kept


@pytest.mark.parametrize("executor", [ProcessPool(2), DaskCluster(workers=2)], ids=["processes", "dask"])
def test_the_records_do_not_depend_on_the_executor(executor: Executor, tmp_path: Path, suite: Suite) -> None:
    here, there = Records(tmp_path / "here"), Records(tmp_path / "there")
    messages: list[str] = []
    suite = replace(suite, repeats=1)
    expected = [reproducible_columns(here, row) for row in run_suite(suite, here)]
    assert len(expected) == 10
    rows = run_suite(suite, there, executor=executor, on_line=messages.append)
    assert [reproducible_columns(there, row) for row in rows] == expected
    assert sum("is left out" in line for line in messages) == 1
    assert run_suite(suite, there, executor=executor) == rows, "a stored run was repeated"


def test_the_runs_of_one_instance_in_one_pass_stay_together(tmp_path: Path, suite: Suite) -> None:
    executor = RecordingExecutor()
    run_suite(replace(suite, solvers=suite.solvers[:1]), Records(tmp_path / "records"), executor=executor)
    assert executor.names == [
        [
            "command tilewright --version, pass 1",
            "five.txt, pass 1",
            "n=4 #3, pass 1",
            "n=4 #4, pass 1",
            "command tilewright --version, pass 2",
            "five.txt, pass 2",
            "n=4 #3, pass 2",
            "n=4 #4, pass 2",
        ]
    ]


def test_the_time_limit_of_a_batch_holds_with_an_executor(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'game = "stubborn"\ntime_limit = 0.1\nbatch = 0.1\nrepeats = 2\n'
        '[[solvers]]\nname = "slow"\n[[instances]]\nspec = "90001"\n[[instances]]\nspec = "90002"\n'
    )
    executor = RecordingExecutor()
    rows = run_suite(find_suite(str(tmp_path / "mine.toml")), Records(tmp_path / "records"), executor=executor)
    assert [(row.repeat, row.instance) for row in rows] == [(0, "90001"), (1, "90001")]
    assert executor.names == [[], ["90001, pass 1", "90001, pass 2"], []]


def test_runs_of_a_killed_worker_are_repeated_and_a_batch_that_always_kills_it_is_reported(
    tmp_path: Path, suite: Suite
) -> None:
    records = Records(tmp_path / "records")
    suite = replace(suite, solvers=suite.solvers[:1])
    with pytest.raises(
        EngineFailure,
        match=r"1 of 8 tasks failed \(five.txt, pass 2: its process .* each of 3 attempts\)",
    ):
        run_suite(suite, records, executor=KillingExecutor("five.txt, pass 2", str(tmp_path)))
    rows = records.rows()
    assert len(rows) == 7
    assert not [row for row in rows if row.instance == "five.txt" and row.repeat == 1]
    assert len(run_suite(suite, records, executor=InProcess())) == 8


def test_a_worker_with_different_code_refuses_to_run(suite: Suite) -> None:
    codes = Codes("another", "program")
    with pytest.raises(EngineFailure, match="the worker has a different build of Tilewright"):
        [run_batch(batch) for batch in make_batches(suite, codes, {}, plan(suite, codes)).values()]


def test_the_option_where_selects_the_executor(
    tmp_path: Path, suite: Suite, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path / "data"), "--json", "-q"]
    assert (
        cli.run(
            ["bench", "run", str(tmp_path / "mine.toml"), "--where", "processes:1", *data, "--repeats", "1"]
        )
        == 0
    )
    assert len(json.loads(capsys.readouterr().out)["lines"]) == 10
    assert cli.run(["bench", "run", str(tmp_path / "mine.toml"), "--where", "mars", *data]) == 2
    assert "'mars' is not an executor" in capsys.readouterr().err


# --- Executors for these tests ------------------------------------------------------------------------


class RecordingExecutor:
    """An executor that runs tasks in this process and records their names."""

    def __init__(self) -> None:
        self.names: list[list[str]] = []

    def run(
        self, function: Callable[[Any], Any], tasks: Mapping[str, Any], cancel: threading.Event
    ) -> Generator[TaskDone[Any] | TaskFailed, None, None]:
        self.names.append(list(tasks))
        return InProcess().run(function, tasks, cancel)


@dataclass(frozen=True)
class KillingExecutor:
    """An executor in which one batch kills its worker at every attempt, and all others only at the first."""

    poison: str
    folder: str

    def run(
        self, function: Callable[[Any], Any], tasks: Mapping[str, Any], cancel: threading.Event
    ) -> Generator[TaskDone[Any] | TaskFailed, None, None]:
        tasks_with_marks = {
            name: (name, name == self.poison, self.folder, task) for name, task in tasks.items()
        }
        return ProcessPool(2).run(die_then_run, tasks_with_marks, cancel)


def die_then_run(task: tuple[str, bool, str, Any]) -> BatchResult:
    name, always_dies, folder, batch = task
    mark = Path(folder) / f"died-{name.replace('/', '-')}"
    if always_dies or not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return run_batch(batch)
