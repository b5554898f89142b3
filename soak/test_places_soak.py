"""The same work at every place: one process, two, and a local cluster with a worker killed in the middle."""

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
PLACES = ("processes:1", "processes:2", "dask:2")
WORK = {
    "census": ["towns", "build"],
    "table": ["quilts", "table", "--runs", "2000", "--seed", "1", "--strategies", "all+regret,bl-every+first"],
    "arena": ["arena", "patchwork", "mcts:200it", "greedy", "--games", "12", "--seed", "5"],
}


@pytest.mark.parametrize("work", WORK)
def test_the_results_do_not_depend_on_the_place_nor_on_a_worker_that_is_killed(
    work: str, tmp_path: Path
) -> None:
    found = {place: results(work, place, tmp_path / place.replace(":", "-")) for place in PLACES}
    assert found["processes:1"]
    assert found["processes:1"] == found["processes:2"] == found["dask:2"]


def results(work: str, place: str, data: Path) -> dict[str, object]:
    """What a command leaves and says, times aside."""
    argv = [*COMMAND, *WORK[work], "--where", place, "--data", str(data), "--json", "--quiet"]
    run = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if place.startswith("dask"):
        kill_a_worker_in_the_middle(run, data)
    told, complaints = run.communicate()
    assert run.returncode == 0, complaints.decode()
    said = json.loads(told)
    if work == "census":
        manifest = next(data.rglob("shards/manifest.json"))
        return {
            "manifest": manifest.read_text(),
            **{key: said[key] for key in ("towns", "vectors", "synonyms")},
        }
    if work == "table":
        return {
            name: {key: row[key] for key in ("runs", "area", "streak", "alternatives")}
            for name, row in said.items()
        }
    return said


def kill_a_worker_in_the_middle(run: subprocess.Popen[bytes], data: Path) -> None:
    """When the first shards are there, one of the cluster's workers dies."""
    while run.poll() is None:
        workers = [pid for pid in descendants(run.pid) if is_worker(pid)]
        shards = [path for path in data.rglob("*") if path.is_file() and not path.name.startswith(".")]
        if workers and shards:
            os.kill(workers[0], signal.SIGKILL)
            return
        time.sleep(0.02)
    pytest.fail("the work was done before a worker could be killed")


def is_worker(pid: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
