"""Run a suite, kill it at a given point, resume it, and compare the records."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from tilewright.bench import single_run
from tilewright.bench.suite_index import find_suite
from tilewright.bench.suite_run import run_suite
from tilewright.records import Records

HERE = Path(__file__).parent
POINTS = ("answered", "renaming", "kept")
"""The points at which a run can be killed: after a solver has answered, before the record file is renamed, and
after the record is stored.
"""

VARYING_COLUMNS = ("run", "sitting", "started_at", "peak_bytes", "solution_file", "result", "commit")
"""The columns that may differ between two repetitions of a run.

The columns whose names end in `seconds` may differ, too.
"""


def kill_at(point: str, occurrence: int, suite: str, folder: str) -> None:
    """Run a suite, and kill this process when it reaches the given point for the `occurrence`-th time."""
    reached = dict.fromkeys(POINTS, 0)

    def reach(name: str) -> None:
        reached[name] += 1
        if name == point and reached[name] == occurrence:
            os.kill(os.getpid(), signal.SIGKILL)

    run_task, replace = single_run.run_task, os.replace

    def answer(*arguments: Any, **more: Any) -> Any:
        outcome = run_task(*arguments, **more)
        reach("answered")
        return outcome

    def rename(source: Any, target: Any) -> None:
        if str(target).endswith(".parquet"):
            reach("renaming")
        replace(source, target)

    single_run.run_task, os.replace = answer, rename
    run_suite(find_suite(suite), Records(Path(folder)), on_line=lambda line: reach("kept"))


def run_and_kill(suite: Path, folder: Path, point: str, occurrence: int) -> int:
    """Run the suite in a process that kills itself; return the number of runs that the process stored."""
    path = os.pathsep.join([str(HERE / "plugin"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, str(HERE / "killed_bench.py"), point, str(occurrence), str(suite), str(folder)]
    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False)
    assert ended.returncode == -signal.SIGKILL
    kept = len(Records(folder).rows())
    assert kept == (occurrence if point == "kept" else occurrence - 1)
    return kept


def reproducible_columns(records: Records) -> list[dict[str, Any]]:
    """Return, for every record, the columns, answer and solution that each repetition must reproduce."""
    rows = []
    for row in records.rows():
        columns = dataclasses.asdict(row)
        answer = row.answer
        answer.pop("seconds", None)
        solution = row.solution_file and json.loads((records.folder / row.solution_file).read_text())
        stable = {
            name: value
            for name, value in columns.items()
            if name not in VARYING_COLUMNS and not name.endswith("seconds")
        }
        rows.append({**stable, "answer": answer, "solution": solution})
    return sorted(rows, key=lambda row: row["key"])


def kill_and_resume(suite: Path, folder: Path, seed: int) -> Records:
    """Run the suite, kill it once at a point determined by the seed, resume it, and return its records."""
    rng = random.Random(seed)
    suite_to_run = find_suite(str(suite))
    records = Records(folder)
    kept = run_and_kill(suite, folder, POINTS[seed % len(POINTS)], rng.randrange(1, suite_to_run.runs + 1))
    before = {row.run for row in records.rows()}
    rows = run_suite(suite_to_run, records)
    assert len(before) == kept
    assert before <= {row.run for row in rows}, "a stored run was repeated"
    return records


if __name__ == "__main__":
    kill_at(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
