"""An executor that uses a Dask cluster: a running cluster, or one that it starts on this machine.

This module handles three problems that Dask leaves to its users:

- *Tasks that kill workers.* When a worker dies, Dask counts a failure for every task that was assigned to it,
  and abandons tasks with too many failures. So no more tasks are submitted than can run at once, and tasks that
  Dask has abandoned are tried again at the end, one at a time. A task fails if its workers die even then.
- *A lost scheduler.* All its tasks are lost. They are submitted again when the scheduler can be reached again;
  if it cannot be reached within `CONNECT_SECONDS`, `OutOfResources` is raised.
- *A cluster without workers.* Dask abandons a worker that starts too slowly; if no other worker exists, the
  tasks would wait forever. A local cluster is then started again, up to `ATTEMPTS` times; after that, and for a
  running cluster, `OutOfResources` is raised.

If the run ends while a remote worker is running a task, the task cannot be stopped; its result is dropped.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.errors import BadInput, EngineFailure, OutOfResources, error_line
from tilewright.optional_packages import require_package
from tilewright.running.executors import ATTEMPTS, Outcomes, TaskDone, TaskFailed, refuse_main

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["CONNECT_SECONDS", "DaskCluster"]

CONNECT_SECONDS = 30.0
"""The number of seconds without a connection or without a worker after which a cluster is considered lost."""

_POLL = 0.2
_RESULT_SECONDS = 60.0
"""The time limit, in seconds, for fetching a task's result; when it is exceeded, the task is tried again."""
P = TypeVar("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class DaskCluster:
    """A Dask cluster: the one whose scheduler is at `address` or, without an address, a local one.

    A local cluster has `workers` processes.
    """

    address: str = ""
    workers: int = 1
    connect_seconds: float = CONNECT_SECONDS

    def run(self, function: Callable[[P], R], tasks: Mapping[str, P], cancel: threading.Event) -> Outcomes[R]:
        refuse_main(function)
        return _Work(self, pickle.dumps(function), tasks, cancel).outcomes()

    @property
    def name(self) -> str:
        return f"the cluster at {self.address}" if self.address else "the local cluster"


class _Work:
    """The tasks of one run: waiting, submitted, or suspected of killing workers."""

    def __init__(
        self, cluster: DaskCluster, function: bytes, tasks: Mapping[str, Any], cancel: threading.Event
    ) -> None:
        self._cluster, self._function, self._tasks, self._cancel = cluster, function, tasks, cancel
        self._waiting = deque(tasks)
        self._suspects: deque[str] = deque()
        self._submitted: dict[Future[Any], str] = {}
        self._something_done = threading.Event()
        self._last_worker = time.monotonic()
        """The value of `time.monotonic` when the cluster last had a worker."""
        self._restarts = 0

    @property
    def _unfinished(self) -> bool:
        return bool(self._waiting or self._suspects or self._submitted) and not self._cancel.is_set()

    def outcomes(self) -> Outcomes[Any]:
        with _quiet():
            while self._unfinished:
                with _connected(self._cluster) as client:
                    self._last_worker = time.monotonic()
                    try:
                        yield from self._run_connected(client)
                    except _Lost:
                        self._waiting.extendleft(self._submitted.values())
                        self._submitted.clear()
                        _settle(client, self._cluster, self._cancel)

    def _run_connected(self, client: Client) -> Outcomes[Any]:
        from distributed.client import ClosedClientError

        try:
            while self._unfinished:
                self._something_done.clear()
                self._submit_more(client)
                self._something_done.wait(_POLL)
                if client.status != "running":
                    raise _Lost
                self._check_workers(client)
                for future in [each for each in self._submitted if each.done()]:
                    outcome = self._outcome(future)
                    del self._submitted[future]
                    if outcome is not None:
                        yield outcome
        except (CancelledError, ClosedClientError, OSError):
            raise _Lost from None
        finally:
            if self._submitted and client.status == "running":
                with contextlib.suppress(OSError):
                    client.cancel(list(self._submitted), force=True)

    def _check_workers(self, client: Client) -> None:
        """Raise an error if the cluster has had no worker for too long.

        The error is `_Lost` if the local cluster is to be started again, else `OutOfResources`.
        """
        if _thread_count(client):
            self._last_worker = time.monotonic()
        elif time.monotonic() - self._last_worker > self._cluster.connect_seconds:
            if self._cluster.address or self._restarts == ATTEMPTS:
                raise OutOfResources(f"{self._cluster.name} has no worker")
            self._restarts += 1
            raise _Lost

    def _submit_more(self, client: Client) -> None:
        """Submit as many tasks as can run at once.

        A task that is suspected of killing workers is submitted only if no other task is running.
        """
        while self._waiting and len(self._submitted) < max(1, _thread_count(client)):
            self._submit(client, self._waiting.popleft())
        if self._suspects and not self._submitted:
            self._submit(client, self._suspects[0])

    def _submit(self, client: Client, name: str) -> None:
        local, task = not self._cluster.address, pickle.dumps(self._tasks[name])
        future = client.submit(_do, self._function, task, local, pure=False)
        self._submitted[future] = name
        future.add_done_callback(lambda _: self._something_done.set())

    def _outcome(self, future: Future[Any]) -> TaskDone[Any] | TaskFailed | None:
        """Return the outcome of a task; None if the task must be tried again."""
        from distributed import KilledWorker

        name = self._submitted[future]
        alone = name in self._suspects
        try:
            done, value = future.result(timeout=_RESULT_SECONDS)
        except TimeoutError:
            # The worker that stored the result was killed, and the scheduler has not repeated the task.
            if not alone:
                self._waiting.append(name)
            return None
        except KilledWorker:
            if not alone:
                self._suspects.append(name)
                return None
            done, value = False, "its workers died in every attempt"
        except CancelledError:
            raise
        except Exception as error:
            done, value = False, error_line(error)
        if alone:
            self._suspects.remove(name)
        return TaskDone(name, value) if done else TaskFailed(name, value)


class _Lost(Exception):
    """The scheduler cannot be reached, or the local cluster has no worker; all submitted tasks are lost."""


def _thread_count(client: Client) -> int:
    """Return the number of threads of all workers."""
    try:
        return sum(client.nthreads().values())
    except AttributeError:
        # A client that cannot reconnect closes itself; this can happen while the caller uses an outcome. A
        # closed client has no scheduler.
        if client.scheduler is None:
            raise _Lost from None
        raise


def _settle(client: Client, cluster: DaskCluster, cancel: threading.Event) -> None:
    """Wait until a client has reconnected; raise `OutOfResources` if it gives up.

    Closing the client while it is trying to reconnect would leak a socket.
    """
    if client.status != "connecting":
        return
    while client.status == "connecting" and not cancel.is_set():
        time.sleep(_POLL)
    if client.status != "running" and not cancel.is_set():
        raise OutOfResources(f"{cluster.name} does not answer")


def _do(function: bytes, task: bytes, local: bool) -> tuple[bool, Any]:
    """Run a task on a worker; return whether it succeeded, and its result or the reason for its failure."""
    if local:
        # A local worker shares standard output with the process that started it; a task must not write there.
        os.dup2(2, 1)
    try:
        return True, pickle.loads(function)(pickle.loads(task))
    except Exception as error:
        return False, error_line(error)


@contextlib.contextmanager
def _connected(cluster: DaskCluster) -> Iterator[Client]:
    """Connect a client to the cluster; if the cluster is local, start it first.

    Raise an error if the cluster has no worker, or if a worker cannot import Tilewright.
    """
    require_package("distributed")
    import dask
    from distributed import Client, LocalCluster

    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": ATTEMPTS}))
        if cluster.address:
            address: Any = f"tcp://{cluster.address}"
        else:
            address = stack.enter_context(
                LocalCluster(
                    n_workers=cluster.workers,
                    threads_per_worker=1,
                    memory_limit=None,
                    silence_logs=logging.CRITICAL,
                    # By default, the dashboard of every scheduler tries to listen on port 8787.
                    scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                )
            )
        end = time.monotonic() + cluster.connect_seconds
        try:
            client = stack.enter_context(Client(address, timeout=cluster.connect_seconds, set_as_default=False))
            client.wait_for_workers(1, timeout=max(0.1, end - time.monotonic()))
            with contextlib.suppress(OSError):  # `_run_connected` handles a connection that is lost here
                client.run(_ready)
        except ImportError as error:
            raise EngineFailure(f"{cluster.name} has workers without tilewright: {error_line(error)}") from None
        except OSError as error:
            problem = "has no worker" if "workers" in str(error) else "does not answer"
            raise OutOfResources(f"{cluster.name} {problem}") from None
        except ValueError:
            raise BadInput(f"{cluster.address!r} is not a cluster address; expected dask://host:port") from None
        yield client


def _ready() -> str:
    """Return this module's name; the call on a worker succeeds only if the worker can import this module."""
    return __name__


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Suppress the log messages of `distributed`; the outcomes of the tasks report the failures."""
    # Dask is imported first, because its import sets the levels of some of its loggers.
    with contextlib.suppress(ImportError):
        import distributed  # noqa: F401
    known = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
    before = {logger: logger.level for logger in map(logging.getLogger, ["distributed", *known])}
    for logger in before:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before.items():
            logger.setLevel(level)
