"""A Dask cluster as a place: one that runs somewhere, or one of this machine, started for the work.

What Dask leaves to its users is done here:

- *Blame.* When a worker dies, Dask suspects every task that had been given to it, and gives up those that were
  suspected too often. So no more tasks are handed out than can run at once, and those that Dask gave up are
  tried once more at the end, one at a time: then only the one that kills its workers fails.
- *A scheduler that goes away* takes its memory with it. The tasks that it had are handed in again when it is
  back; when it stays away for `PATIENCE` seconds, `OutOfResources` says so.

Work that a far worker has begun when its run ends cannot be stopped from here; its result is dropped.
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

from tilewright.errors import BadInput, EngineFailure, OutOfResources
from tilewright.running.places import ATTEMPTS, Failed, Finished, Outcomes, reason

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["PATIENCE", "Dask"]

PATIENCE = 30.0
"""Seconds that a cluster may be silent before it counts as lost."""

_POLL = 0.2
P = TypeVar("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Dask:
    """The cluster whose scheduler has this address, ``host:port``; or so many processes of this machine."""

    address: str = ""
    workers: int = 1
    patience: float = PATIENCE

    def run(self, function: Callable[[P], R], tasks: Mapping[str, P], cancel: threading.Event) -> Outcomes[R]:
        if getattr(function, "__module__", None) == "__main__":
            raise BadInput("work for other processes must live in a module that they can import")
        return _Work(self, pickle.dumps(function), tasks, cancel).outcomes()

    @property
    def name(self) -> str:
        return f"the cluster at {self.address}" if self.address else "the local cluster"


class _Work:
    """Tasks on their way through a cluster."""

    def __init__(self, place: Dask, function: bytes, tasks: Mapping[str, Any], cancel: threading.Event) -> None:
        self._place, self._function, self._tasks, self._cancel = place, function, tasks, cancel
        self._waiting = deque(tasks)
        self._suspects: deque[str] = deque()
        self._flying: dict[Future[Any], str] = {}
        self._news = threading.Event()

    @property
    def _open(self) -> bool:
        return bool(self._waiting or self._suspects or self._flying) and not self._cancel.is_set()

    def outcomes(self) -> Outcomes[Any]:
        with _quiet():
            while self._open:
                with _connected(self._place) as client:
                    try:
                        yield from self._fly(client)
                    except _Lost:
                        self._waiting.extendleft(self._flying.values())
                        self._flying.clear()
                        _settle(client, self._place, self._cancel)

    def _fly(self, client: Client) -> Outcomes[Any]:
        try:
            while self._open:
                self._news.clear()
                self._hand_out(client)
                self._news.wait(_POLL)
                if client.status != "running":
                    raise _Lost
                for future in [each for each in self._flying if each.done()]:
                    outcome = self._landed(future)
                    del self._flying[future]
                    if outcome is not None:
                        yield outcome
        except (CancelledError, OSError):
            raise _Lost from None
        finally:
            if self._flying and client.status == "running":
                with contextlib.suppress(OSError):
                    client.cancel(list(self._flying), force=True)

    def _hand_out(self, client: Client) -> None:
        """As many tasks as can run at once; of those under suspicion, one when nothing else runs."""
        while self._waiting and len(self._flying) < max(1, sum(client.nthreads().values())):
            self._submit(client, self._waiting.popleft())
        if self._suspects and not self._flying:
            self._submit(client, self._suspects[0])

    def _submit(self, client: Client, name: str) -> None:
        local, task = not self._place.address, pickle.dumps(self._tasks[name])
        future = client.submit(_do, self._function, task, local, pure=False)
        self._flying[future] = name
        future.add_done_callback(lambda _: self._news.set())

    def _landed(self, future: Future[Any]) -> Finished[Any] | Failed | None:
        """What became of a task; None if it has to be tried again."""
        from distributed import KilledWorker

        name = self._flying[future]
        alone = name in self._suspects
        try:
            good, value = future.result()
        except KilledWorker:
            if not alone:
                self._suspects.append(name)
                return None
            good, value = False, "the workers that had it died, again and again"
        except CancelledError:
            raise
        except Exception as error:
            good, value = False, reason(error)
        if alone:
            self._suspects.remove(name)
        return Finished(name, value) if good else Failed(name, value)


class _Lost(Exception):
    """The scheduler is gone."""


def _settle(client: Client, place: Dask, cancel: threading.Event) -> None:
    """Let a client that looks for its scheduler find it or give up: closed before that, it forgets a socket."""
    if client.status != "connecting":
        return
    while client.status == "connecting" and not cancel.is_set():
        time.sleep(_POLL)
    if client.status != "running" and not cancel.is_set():
        raise OutOfResources(f"{place.name} does not answer")


def _do(function: bytes, task: bytes, local: bool) -> tuple[bool, Any]:
    """On a worker: a result, or the reason of a failure."""
    if local:
        # A worker of this machine has our standard output, and what the work prints must not disturb it.
        os.dup2(2, 1)
    try:
        return True, pickle.loads(function)(pickle.loads(task))
    except Exception as error:
        return False, reason(error)


@contextlib.contextmanager
def _connected(place: Dask) -> Iterator[Client]:
    """A client of the cluster, which has at least one worker that can do our work."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadInput("Dask is not installed; install it with: make cluster") from None
    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": ATTEMPTS}))
        if place.address:
            address: Any = f"tcp://{place.address}"
        else:
            address = stack.enter_context(
                LocalCluster(
                    n_workers=place.workers,
                    threads_per_worker=1,
                    memory_limit=None,
                    silence_logs=logging.CRITICAL,
                    # Left to itself, every scheduler tries to be the one at port 8787.
                    scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                )
            )
        end = time.monotonic() + place.patience
        try:
            client = stack.enter_context(Client(address, timeout=place.patience, set_as_default=False))
            client.wait_for_workers(1, timeout=max(0.1, end - time.monotonic()))
            with contextlib.suppress(OSError):  # whoever is lost just now is found missing by the work
                client.run(_ready)
        except ImportError as error:
            raise EngineFailure(f"{place.name} has workers without tilewright: {reason(error)}") from None
        except OSError as error:
            what = "has no worker" if "workers" in str(error) else "does not answer"
            raise OutOfResources(f"{place.name} {what}") from None
        except ValueError:
            raise BadInput(f"no cluster can be at {place.address!r}; expected dask://host:port") from None
        yield client


def _ready() -> str:
    """On a worker: that this module can be imported is all that is asked."""
    return __name__


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Dask's own words about lost workers go nowhere: what matters is told by the outcomes."""
    # Dask gives levels to some of its loggers when it is imported; those do not ask the one above them.
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
