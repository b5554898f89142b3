"""The Dask executor returns the same results as the other executors, even if workers or the scheduler die."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import worker_functions

from process_watch import alive, descendants, wait_until
from tilewright.errors import BadInput, OutOfResources
from tilewright.running import TaskDone, TaskFailed, executor_named, map_shards
from tilewright.running.dask_executor import DaskCluster, _Lost, _Work
from tilewright.running.executors import ATTEMPTS

LOCAL = DaskCluster(workers=2)


def outcomes(where: DaskCluster, function: Any, tasks: dict[str, Any]) -> dict[str, Any]:
    found = list(where.run(function, tasks, threading.Event()))
    assert len(found) == len({outcome.name for outcome in found})
    return {outcome.name: outcome for outcome in found}


def test_every_task_runs_once_and_a_failure_is_reported_in_one_line() -> None:
    found = outcomes(LOCAL, worker_functions.fail_on_three, {f"task {n}": n for n in range(12)})
    assert found.pop("task 3") == TaskFailed("task 3", "ValueError: three is not for me")
    assert found == {f"task {n}": TaskDone(f"task {n}", n) for n in range(12) if n != 3}


def test_a_task_whose_worker_is_killed_is_repeated(tmp_path: Path) -> None:
    tasks = {str(n): str(tmp_path / f"marker-{n}") for n in range(4)}
    assert outcomes(LOCAL, worker_functions.die_once, tasks) == {
        str(n): TaskDone(str(n), b"alive") for n in range(4)
    }


def test_a_task_that_kills_every_worker_is_reported_and_the_others_finish() -> None:
    found = outcomes(LOCAL, worker_functions.die_always, {str(n): n for n in range(6)})
    assert found.pop("3") == TaskFailed("3", "its workers died in every attempt")
    assert found == {str(n): TaskDone(str(n), b"%d" % n) for n in (0, 1, 2, 4, 5)}


def test_a_client_that_has_closed_itself_has_lost_its_scheduler() -> None:
    class ClosedClient:
        status = "closed"
        scheduler = None

        def nthreads(self) -> Any:
            return self.scheduler.ncores()  # type: ignore[attr-defined]

    work = _Work(LOCAL, b"", {"waiting": 1}, threading.Event())
    client: Any = ClosedClient()
    with pytest.raises(_Lost):
        list(work._run_connected(client))


@pytest.mark.parametrize("suspected", [False, True])
def test_a_task_whose_result_was_lost_with_its_worker_is_submitted_again(suspected: bool) -> None:
    class LostFuture:
        def result(self, timeout: float) -> Any:
            raise TimeoutError

    work = _Work(LOCAL, b"", {"lost": 1}, threading.Event())
    future: Any = LostFuture()
    work._waiting.remove("lost")
    work._submitted[future] = "lost"
    if suspected:
        work._suspects.append("lost")
    assert work._outcome(future) is None
    assert [*work._waiting, *work._suspects] == ["lost"]


def test_a_cluster_that_has_lost_all_workers_is_started_again_or_reported() -> None:
    class ClusterWithoutWorkers:
        def nthreads(self) -> dict[str, int]:
            return {}

    client: Any = ClusterWithoutWorkers()
    local = _Work(DaskCluster(connect_seconds=-1.0), b"", {"task": 1}, threading.Event())
    for _ in range(ATTEMPTS):
        with pytest.raises(_Lost):
            local._check_workers(client)
    with pytest.raises(OutOfResources, match="the local cluster has no worker"):
        local._check_workers(client)
    remote = _Work(DaskCluster("host:1", connect_seconds=-1.0), b"", {"task": 1}, threading.Event())
    with pytest.raises(OutOfResources, match="the cluster at host:1 has no worker"):
        remote._check_workers(client)


def test_a_cancellation_ends_the_tasks_early_and_leaves_no_process() -> None:
    cancel = threading.Event()
    found: list[Any] = []
    workers: set[int] = set()
    for outcome in LOCAL.run(worker_functions.square, {str(n): n for n in range(500)}, cancel):
        found.append(outcome)
        workers = {pid for pid in descendants() if is_worker(pid)}
        cancel.set()
    assert 1 <= len(found) < 500
    assert workers
    wait_until(lambda: not any(map(alive, workers)))


def test_shards_do_not_depend_on_the_executor_or_on_a_killed_worker(tmp_path: Path) -> None:
    shards = worker_functions.shards(12)
    manifests = []
    for number, where in enumerate(("here", "processes:2", "dask:2")):
        folder = tmp_path / str(number)
        victims: list[int] = []

        def kill_one(_: Any, victims: list[int] = victims, where: str = where) -> None:
            if where.startswith("dask") and not victims:
                victims.extend(pid for pid in descendants() if is_worker(pid))
                os.kill(victims[0], signal.SIGKILL)

        map_shards(
            worker_functions.digests,
            shards,
            folder,
            version="1",
            executor=executor_named(where),
            progress=kill_one,
        )
        assert len(victims) == (2 if where == "dask:2" else 0)
        manifests.append((folder / "manifest.json").read_bytes())
    assert len(set(manifests)) == 1


def is_worker(pid: int) -> bool:
    command = Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"spawn_main" in command


def test_a_local_cluster_listens_only_on_this_machine_and_not_on_the_default_port() -> None:
    for _ in LOCAL.run(worker_functions.square, {"a": 1}, threading.Event()):
        places = {place for pid in {os.getpid(), *descendants()} for place in listening(pid)}
    assert len(places) >= 3
    assert {host for host, _ in places} == {"127.0.0.1"}
    assert 8787 not in {port for _, port in places}


def listening(pid: int) -> set[tuple[str, int]]:
    """Return the addresses on which a process listens."""
    links = [os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink()]
    own = {link[len("socket:[") : -1] for link in links if link.startswith("socket:[")}
    rows = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
    addresses = [row[1].partition(":") for row in rows if row[3] == "0A" and row[9] in own]
    return {(socket.inet_ntoa(bytes.fromhex(host)[::-1]), int(port, 16)) for host, _, port in addresses}


def test_output_of_tasks_is_not_on_standard_output() -> None:
    code = "import threading, worker_functions; from tilewright.running import executor_named\n"
    code += "if __name__ == '__main__':\n dask = executor_named('dask:1')\n"
    code += " print([o.result for o in dask.run(worker_functions.chatter, {'a': 5}, threading.Event())])"
    folder = Path(__file__).parent
    script = ["-c", f"import sys; sys.path[:0] = [{str(folder)!r}, {str(folder.parent)!r}]\n{code}"]
    done = subprocess.run([sys.executable, *script], capture_output=True, check=True)
    assert done.stdout == b"[5]\n"


# --- An existing cluster ------------------------------------------------------------------------------


class Cluster:
    """A scheduler and a worker, started by Dask's own commands."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{listener.getsockname()[1]}"
        self._folder = folder
        self._programs: list[subprocess.Popen[bytes]] = []

    def start(self, worker: bool = True) -> None:
        port = self.address.rpartition(":")[2]
        self._spawn("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        wait_until(lambda: self._listens(int(port)))
        if worker:
            self._spawn("worker", f"tcp://{self.address}", "--nthreads", "1", "--no-dashboard", "--no-nanny")

    def stop(self) -> None:
        for program in self._programs:
            program.kill()
            program.wait()
        self._programs.clear()

    @staticmethod
    def _listens(port: int) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    def _spawn(self, kind: str, *arguments: str) -> None:
        path = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
        self._programs.append(
            subprocess.Popen(
                [sys.executable, "-m", "dask", kind, *arguments],
                cwd=self._folder,
                env={**os.environ, "PYTHONPATH": path},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.stop()


def test_a_restarted_scheduler_gets_the_remaining_tasks(cluster: Cluster) -> None:
    cluster.start()
    where = executor_named(f"dask://{cluster.address}")
    found = {}
    for outcome in where.run(worker_functions.square, {str(n): n for n in range(60)}, threading.Event()):
        found[outcome.name] = outcome
        # Dask itself would print a traceback when the scheduler is lost.
        assert not logging.getLogger("distributed.client").isEnabledFor(logging.CRITICAL)
        if len(found) == 10:
            cluster.stop()
            cluster.start()
    assert found == {str(n): TaskDone(str(n), n * n) for n in range(60)}


def test_a_lost_scheduler_is_reported_and_finished_tasks_are_kept(cluster: Cluster) -> None:
    cluster.start()
    outcomes(DaskCluster(cluster.address), worker_functions.square, {"the worker is there": 1})
    work = DaskCluster(cluster.address, connect_seconds=5).run(
        worker_functions.square, {str(n): n for n in range(60)}, threading.Event()
    )
    found = [next(work)]
    cluster.stop()
    with pytest.raises(OutOfResources, match="does not answer"):
        found.extend(work)
    assert found == [TaskDone(each.name, int(each.name) ** 2) for each in found]


def test_a_cluster_that_does_not_respond_is_reported_with_its_address() -> None:
    with pytest.raises(OutOfResources, match=r"the cluster at 127\.0\.0\.1:9 does not answer"):
        outcomes(DaskCluster("127.0.0.1:9", connect_seconds=0.5), worker_functions.square, {"a": 1})


def test_a_cluster_without_workers_is_reported_with_its_address(cluster: Cluster) -> None:
    cluster.start(worker=False)
    with pytest.raises(OutOfResources, match="has no worker"):
        outcomes(DaskCluster(cluster.address, connect_seconds=3), worker_functions.square, {"a": 1})


@pytest.mark.parametrize(
    "text",
    ["dask:", "dask:0", "dask:x", "dask://", "dask://host", "dask://host:99999", "dask://:1", "dask:1025"],
)
def test_an_invalid_address_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        executor_named(text)
