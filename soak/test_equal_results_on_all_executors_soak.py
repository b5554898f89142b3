"""One process, two processes, and a local cluster with a killed worker compute the same results."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from process_watch import descendants

COMMAND = [sys.executable, "-m", "tilewright"]
EXECUTORS = ("processes:1", "processes:2", "dask:2")
WORK = {
    "census": ["towns", "build"],
    "table": ["quilts", "table", "--runs", "2000", "--seed", "1", "--strategies", "all+regret,bl-every+first"],
    "arena": ["arena", "patchwork", "mcts:200it", "greedy", "--games", "12", "--seed", "5"],
}


@pytest.mark.parametrize("work", WORK)
def test_the_results_do_not_depend_on_the_executor_or_on_a_killed_worker(work: str, tmp_path: Path) -> None:
    outputs = {
        executor: results(work, executor, tmp_path / executor.replace(":", "-")) for executor in EXECUTORS
    }
    assert outputs["processes:1"]
    assert outputs["processes:1"] == outputs["processes:2"] == outputs["dask:2"]


def results(work: str, executor: str, data: Path) -> dict[str, object]:
    """Run a command and return its output without measured times; for the census, include the manifest."""
    argv = [*COMMAND, *WORK[work], "--where", executor, "--data", str(data), "--json", "--quiet"]
    run = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if executor.startswith("dask"):
        kill_a_worker_in_the_middle(run, data)
    stdout, stderr = run.communicate()
    assert run.returncode == 0, stderr.decode()
    output = json.loads(stdout)
    if work == "census":
        manifest = next(data.rglob("shards/manifest.json"))
        return {
            "manifest": manifest.read_text(),
            **{key: output[key] for key in ("towns", "vectors", "synonyms")},
        }
    if work == "table":
        return {
            name: {key: row[key] for key in ("runs", "area", "streak", "alternatives")}
            for name, row in output.items()
        }
    return output


def kill_a_worker_in_the_middle(run: subprocess.Popen[bytes], data: Path) -> None:
    """Kill a worker of the cluster once the command has written a file to the data folder."""
    while run.poll() is None:
        workers = [pid for pid in descendants(run.pid) if is_worker(pid)]
        shards = [path for path in data.rglob("*") if path.is_file() and not path.name.startswith(".")]
        if workers and shards:
            os.kill(workers[0], signal.SIGKILL)
            return
        time.sleep(0.02)
    pytest.fail("the command ended before a worker could be killed")


def is_worker(pid: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
