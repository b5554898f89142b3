"""A bench that is killed at a given point, and what must be the same in its records when it was resumed."""

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

from tilewright.bench import single_run as desk
from tilewright.bench.suite_index import find_suite
from tilewright.bench.suite_run import run_suite
from tilewright.records import Records

HERE = Path(__file__).parent
POINTS = ("answered", "renaming", "kept")
"""A solver has answered, its run's file is about to get its name, its run is kept."""

PASSING = ("run", "sitting", "started_at", "peak_bytes", "solution_file", "result", "commit")
"""What may differ from one making of a run to the next, beside the columns of seconds."""


def die_at(point: str, deaths: int, suite: str, folder: str) -> None:
    """Run a suite, and kill this process when the given point comes for the given time."""
    reached = dict.fromkeys(POINTS, 0)

    def reach(name: str) -> None:
        reached[name] += 1
        if name == point and reached[name] == deaths:
            os.kill(os.getpid(), signal.SIGKILL)

    run_task, replace = desk.run_task, os.replace

    def answer(*arguments: Any, **more: Any) -> Any:
        outcome = run_task(*arguments, **more)
        reach("answered")
        return outcome

    def rename(source: Any, target: Any) -> None:
        if str(target).endswith(".parquet"):
            reach("renaming")
        replace(source, target)

    desk.run_task, os.replace = answer, rename
    run_suite(find_suite(suite), Records(Path(folder)), tell=lambda line: reach("kept"))


def killed(suite: Path, folder: Path, point: str, deaths: int) -> int:
    """Run the suite in a process that dies so; gives how many runs it has kept."""
    path = os.pathsep.join([str(HERE / "plugin"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, str(HERE / "bench_script.py"), point, str(deaths), str(suite), str(folder)]
    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False)
    assert ended.returncode == -signal.SIGKILL
    kept = len(Records(folder).rows())
    assert kept == (deaths if point == "kept" else deaths - 1)
    return kept


def lasting(records: Records) -> list[dict[str, Any]]:
    """The records, times and names of runs aside, with the solutions that they point to."""
    found = []
    for row in records.rows():
        columns = dataclasses.asdict(row)
        answer = row.answer
        answer.pop("seconds", None)
        solution = row.solution_file and json.loads((records.folder / row.solution_file).read_text())
        lasts = {
            name: value
            for name, value in columns.items()
            if name not in PASSING and not name.endswith("seconds")
        }
        found.append({**lasts, "answer": answer, "solution": solution})
    return sorted(found, key=lambda row: row["key"])


def killed_and_resumed(suite: Path, folder: Path, seed: int) -> Records:
    """Kill the suite once at a point that the seed chooses, then let it go on to its end."""
    dice = random.Random(seed)
    asked = find_suite(str(suite))
    records = Records(folder)
    kept = killed(suite, folder, POINTS[seed % len(POINTS)], dice.randrange(1, asked.runs + 1))
    before = {row.run for row in records.rows()}
    rows = run_suite(asked, records)
    assert len(before) == kept
    assert before <= {row.run for row in rows}, "what was kept is not run again"
    return records


if __name__ == "__main__":
    die_at(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
