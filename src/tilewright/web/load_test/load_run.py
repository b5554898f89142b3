"""Run a load test: start a server, let simulated clients use it, and check which processes remain afterwards.

The server is started with the command `tilewright serve`. After a warm-up, each client sends the requests that
the pages would send, with its own random numbers and a pause between clicks. *Page actions* are all actions
that a user waits for, except jobs (solves, agents' moves), which are counted separately.
"""

from __future__ import annotations

import os
import random
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tilewright import registry
from tilewright.bench.provenance import machine
from tilewright.game import Game
from tilewright.web.load_test.client import Client, ClientError, ClientStopped, Metrics, Outage
from tilewright.web.load_test.load_plan_and_result import LoadPlan, LoadResult, Times
from tilewright.web.load_test.server_under_test import HOST, ServerUnderTest, wait_until
from tilewright.web.load_test.simulated_user_actions import read_site, visit, warm_up

__all__ = ["run_load"]

RECOVERY_TIMEOUT = 60.0
"""The number of seconds within which every client must get a response after the restart."""
IDLE_TIMEOUT = 120.0
"""The number of seconds within which the server must end the jobs of disconnected clients."""
PROCESS_TIMEOUT = 10.0
"""The number of seconds within which worker processes must start, and processes of jobs must end."""

ReportProgress = Callable[[str], None]


def run_load(
    plan: LoadPlan, *, report_progress: ReportProgress | None = None, cancel: threading.Event | None = None
) -> LoadResult:
    """Run a load test and return the times, the errors and the processes left running."""
    games = tuple(map(registry.game, plan.games)) if plan.games else registry.games()
    load_average = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="tilewright-load-") as folder:
        server = ServerUnderTest(Path(folder))
        load_run = _LoadRun(plan, server, report_progress or (lambda line: None), cancel or threading.Event())
        try:
            server.start()
            load_run.warm_up(games)
            load_run.run()
            if not load_run.cancel.is_set():
                load_run.settle()
        finally:
            server.stop()
    return load_run.result(load_average)


class _LoadRun:
    """The state of a load run."""

    def __init__(
        self, plan: LoadPlan, server: ServerUnderTest, report_progress: ReportProgress, cancel: threading.Event
    ) -> None:
        self.plan = plan
        self.server = server
        self.report_progress = report_progress
        self.cancel = cancel
        self.metrics = Metrics()
        self.outage = Outage()
        self.stopping = threading.Event()
        self.warm_up_seconds = self.settled_seconds = 0.0
        self.recovered: float | None = None
        self.left_processes: list[str] = []
        self.workers: set[str] = set()

    def client(self, name: str, mean_pause: float = 0.0) -> Client:
        rng = random.Random(f"{self.plan.seed} {name}")
        address = (HOST, self.server.port)
        return Client(name, address, rng, self.metrics, self.outage, self.stopping, mean_pause=mean_pause)

    def guarded(self, client: Client, work: Callable[[], None]) -> None:
        """Call `work`; an error is recorded and does not stop the other clients."""
        try:
            work()
        except ClientStopped:
            pass
        except ClientError as error:
            self.metrics.add_error(f"{client.name}: {error}")
        except Exception as error:  # for example a response that is not JSON
            self.metrics.add_error(f"{client.name}: {type(error).__name__}: {error}")

    # --- Warm-up ------------------------------------------------------------------------------------------

    def warm_up(self, games: Sequence[Game]) -> None:
        started_at = time.monotonic()
        setup = self.client("setup")
        self.site = read_site(setup, games, self.plan.seed)
        # At this point, the only other processes in the process tree of the server are its workers.
        status = setup.server_status()
        wait_until(lambda: len(self.server.commands()) >= status["questions"]["workers"], PROCESS_TIMEOUT)
        self.workers = set(self.server.commands())
        setup.close()
        self.report_progress(f"warming up: {', '.join(game.name for game in games)}")
        warm_up_clients = [
            self.client(f"warm-up-{number}") for number in range(2 * status["questions"]["workers"])
        ]
        self._run_all(
            warm_up_clients, lambda client: warm_up(client, self.site, jobs=client is warm_up_clients[0])
        )
        self.warm_up_seconds = time.monotonic() - started_at
        self.metrics.reset()

    # --- Measurement --------------------------------------------------------------------------------------

    def run(self) -> None:
        self.report_progress(f"{self.plan.clients} clients for {self.plan.seconds:g} s")
        clients = [self.client(f"client-{number}", self.plan.pause) for number in range(self.plan.clients)]
        threads = self._start(clients, self._visit_until_stopped)
        started_at = time.monotonic()
        if self.plan.restart:
            self.cancel.wait(self.plan.seconds / 2)
            if not self.cancel.is_set():
                self._restart(clients)
        self.cancel.wait(max(0.0, started_at + self.plan.seconds - time.monotonic()))
        self.stopping.set()
        self._join(clients, threads)

    def _visit_until_stopped(self, client: Client) -> None:
        self.guarded(client, client.pause)
        while not self.stopping.is_set():
            self.guarded(client, lambda: visit(client, self.site))
            self.guarded(client, client.pause)

    def _restart(self, clients: Sequence[Client]) -> None:
        self.report_progress("killing the server and starting it again")
        self.outage.killed_at = killed_at = time.monotonic()
        self.server.kill()
        self.server.start()
        self.outage.listening_at = time.monotonic()
        names = {client.name for client in clients}
        if not wait_until(
            lambda: names <= set(self.outage.answered_at) or self.cancel.is_set(), RECOVERY_TIMEOUT
        ):
            for name in sorted(names - set(self.outage.answered_at)):
                self.metrics.add_error(f"{name}: no response within {RECOVERY_TIMEOUT:g} s of the restart")
        if names <= set(self.outage.answered_at):
            self.recovered = max(self.outage.answered_at.values()) - killed_at

    def _run_all(self, clients: Sequence[Client], work: Callable[[Client], None]) -> None:
        self._join(clients, self._start(clients, lambda client: self.guarded(client, lambda: work(client))))

    def _start(self, clients: Sequence[Client], work: Callable[[Client], None]) -> list[threading.Thread]:
        threads = [threading.Thread(target=work, args=(client,), daemon=True) for client in clients]
        for thread in threads:
            thread.start()
        return threads

    def _join(self, clients: Sequence[Client], threads: Sequence[threading.Thread]) -> None:
        for client, thread in zip(clients, threads, strict=True):
            while thread.is_alive():
                thread.join(0.1)
                if self.cancel.is_set():
                    self.stopping.set()
                if self.stopping.is_set():
                    client.abort()
            client.close()

    # --- Final checks -------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Wait until the server is idle, then record the processes that should have ended."""
        started_at = time.monotonic()
        self.stopping = threading.Event()
        observer = self.client("observer")
        status: dict[str, Any] = {}

        def idle() -> bool:
            status.update(observer.server_status())
            return not any(
                status[part][state] for part in ("jobs", "questions") for state in ("busy", "waiting")
            )

        if not wait_until(idle, IDLE_TIMEOUT):
            self.metrics.add_error(f"the server is still busy after {IDLE_TIMEOUT:g} s: {status['jobs']}")
        self.settled_seconds = time.monotonic() - started_at
        max_workers = status["jobs"]["workers"] + status["questions"]["workers"]

        def only_workers_remain() -> bool:
            commands = self.server.commands()
            return len(commands) <= max_workers and set(commands) <= self.workers

        if not wait_until(only_workers_remain, PROCESS_TIMEOUT):
            commands = self.server.commands()
            others = [command for command in commands if command not in self.workers]
            workers = [command for command in commands if command in self.workers]
            self.left_processes += others + workers[max_workers:]
        observer.close()

    def result(self, load_average: float) -> LoadResult:
        metrics = self.metrics
        all_seconds = [seconds for times in metrics.actions.values() for seconds in times]
        return LoadResult(
            plan=self.plan,
            requests=metrics.counts["requests"],
            actions=metrics.counts["actions"],
            solves=metrics.counts["solve"],
            agents=metrics.counts["agent"],
            cancelled=metrics.counts["cancelled"],
            busy=metrics.counts["busy"],
            interrupted=metrics.counts["interrupted"],
            error_count=metrics.counts["errors"],
            errors=tuple(metrics.errors),
            page_actions=Times.of(all_seconds) if all_seconds else None,
            kinds={kind: Times.of(times) for kind, times in sorted(metrics.actions.items())},
            jobs={kind: Times.of(times) for kind, times in sorted(metrics.jobs.items())},
            warm_up_seconds=self.warm_up_seconds,
            recovered_seconds=self.recovered,
            settled_seconds=self.settled_seconds,
            processes_left=(*self.left_processes, *self.server.left_processes),
            load_average=load_average,
            machine=machine(),
        )
