"""A load run: clients come to a server of their own, click, and go.

A server of its own is started as a person starts it. After a warm-up, so many clients do what people's pages
do, each by its own random numbers, with a pause between two clicks. *Page actions* are all that a person waits
for, except jobs (solves, agents), which are counted apart.
"""

from __future__ import annotations

import os
import random
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tilewright import registry
from tilewright.bench.provenance import machine
from tilewright.game import Game
from tilewright.web.load_test.client import Account, Client, Left, Outage, Trouble
from tilewright.web.load_test.load_result import LoadPlan, LoadResult, Times
from tilewright.web.load_test.page_visits import site_of, visit, warm_up
from tilewright.web.load_test.server_under_test import HOST, LoadServer, wait_until

__all__ = ["run_load"]

RECOVERING = 60.0
"""Seconds that clients have to get an answer from a server that was started again."""
SETTLING = 120.0
"""Seconds that a server has to end the jobs of clients that have gone."""
FOLDING = 10.0
"""Seconds that the processes of jobs have to end after them."""

Tell = Callable[[str], None]


def run_load(plan: LoadPlan, *, tell: Tell | None = None, cancel: threading.Event | None = None) -> LoadResult:
    """Start a server, let the clients come and go, and look at what they leave."""
    games = tuple(map(registry.game, plan.games)) if plan.games else registry.games()
    average = os.getloadavg()[0]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tilewright-load-"))
        server = LoadServer(Path(folder))
        stack.callback(server.stop)
        server.start()
        rush = _Rush(plan, server, tell or (lambda line: None), cancel or threading.Event())
        rush.warm_up(games)
        rush.run()
        if not rush.cancel.is_set():
            rush.settle()
        server.stop()
    return rush.result(average)


class _Rush:
    """A load run under way."""

    def __init__(self, plan: LoadPlan, server: LoadServer, tell: Tell, cancel: threading.Event) -> None:
        self.plan = plan
        self.server = server
        self.tell = tell
        self.cancel = cancel
        self.account = Account()
        self.outage = Outage()
        self.leaving = threading.Event()
        self.warm_up_seconds = self.settled_seconds = 0.0
        self.recovered: float | None = None
        self.left: list[str] = []
        self.workers: set[str] = set()

    def client(self, name: str, pause: float = 0.0) -> Client:
        rng = random.Random(f"{self.plan.seed} {name}")
        place = (HOST, self.server.port)
        return Client(name, place, rng, self.account, self.outage, self.leaving, pause=pause)

    def guarded(self, client: Client, work: Callable[[], None]) -> None:
        """What may go wrong for a client is noted, and no concern of the others."""
        try:
            work()
        except Left:
            pass
        except Trouble as trouble:
            self.account.error(f"{client.name}: {trouble}")
        except Exception as error:  # an answer that is none, for example
            self.account.error(f"{client.name}: {type(error).__name__}: {error}")

    # --- Before -------------------------------------------------------------------------------------------

    def warm_up(self, games: Sequence[Game]) -> None:
        begun = time.monotonic()
        scout = self.client("scout")
        self.site = site_of(scout, games, self.plan.seed)
        # Nothing but workers that wait for questions runs so far.
        standing = scout.status()
        wait_until(lambda: len(self.server.commands()) >= standing["questions"]["workers"], FOLDING)
        self.workers = set(self.server.commands())
        scout.close()
        self.tell(f"warming up: {', '.join(game.name for game in games)}")
        early = [self.client(f"early-{number}") for number in range(2 * standing["questions"]["workers"])]
        self._all(early, lambda client: warm_up(client, self.site, jobs=client is early[0]))
        self.warm_up_seconds = time.monotonic() - begun
        self.account.begin()

    # --- The rush -----------------------------------------------------------------------------------------

    def run(self) -> None:
        self.tell(f"{self.plan.clients} clients for {self.plan.seconds:g} s")
        clients = [self.client(f"client-{number}", self.plan.pause) for number in range(self.plan.clients)]
        threads = self._start(clients, self._stay)
        begun = time.monotonic()
        if self.plan.restart:
            self.cancel.wait(self.plan.seconds / 2)
            if not self.cancel.is_set():
                self._restart(clients)
        self.cancel.wait(max(0.0, begun + self.plan.seconds - time.monotonic()))
        self.leaving.set()
        self._join(clients, threads)

    def _stay(self, client: Client) -> None:
        self.guarded(client, client.think)
        while not self.leaving.is_set():
            self.guarded(client, lambda: visit(client, self.site))
            self.guarded(client, client.think)

    def _restart(self, clients: Sequence[Client]) -> None:
        self.tell("the server is killed, and started again")
        self.outage.killed = killed = time.monotonic()
        self.server.kill()
        self.server.start()
        self.outage.listening = time.monotonic()
        names = {client.name for client in clients}
        wait_until(lambda: names <= set(self.outage.answered) or self.cancel.is_set(), RECOVERING)
        for name in sorted(names - set(self.outage.answered)):
            self.account.error(f"{name}: no answer for {RECOVERING:g} s after the restart")
        if self.outage.answered:
            self.recovered = max(self.outage.answered.values()) - killed

    def _all(self, clients: Sequence[Client], work: Callable[[Client], None]) -> None:
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
                    self.leaving.set()
                if self.leaving.is_set():
                    client.cut()
            client.close()

    # --- After --------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Wait until the server has nothing to do, then look who is still there."""
        begun = time.monotonic()
        self.leaving = threading.Event()
        last = self.client("last")
        standing: dict[str, Any] = {}

        def idle() -> bool:
            standing.update(last.status())
            return not any(standing[part][how] for part in ("jobs", "questions") for how in ("busy", "waiting"))

        if not wait_until(idle, SETTLING):
            self.account.error(f"the server is still busy after {SETTLING:g} s: {standing['jobs']}")
        self.settled_seconds = time.monotonic() - begun
        most = standing["jobs"]["workers"] + standing["questions"]["workers"]

        def tidy() -> bool:
            found = self.server.commands()
            return len(found) <= most and set(found) <= self.workers

        if not wait_until(tidy, FOLDING):
            found = self.server.commands()
            strangers = [words for words in found if words not in self.workers]
            waiting = [words for words in found if words in self.workers]
            self.left += strangers + waiting[most:]
        last.close()

    def result(self, average: float) -> LoadResult:
        account = self.account
        every = [seconds for times in account.actions.values() for seconds in times]
        return LoadResult(
            plan=self.plan,
            requests=account.counts["requests"],
            actions=account.counts["actions"],
            solves=account.counts["solve"],
            agents=account.counts["agent"],
            cancelled=account.counts["cancelled"],
            busy=account.counts["busy"],
            interrupted=account.counts["interrupted"],
            error_count=account.counts["errors"],
            errors=tuple(account.errors),
            page_actions=Times.of(every) if every else None,
            kinds={kind: Times.of(times) for kind, times in sorted(account.actions.items())},
            jobs={kind: Times.of(times) for kind, times in sorted(account.jobs.items())},
            warm_up_seconds=self.warm_up_seconds,
            recovered_seconds=self.recovered,
            settled_seconds=self.settled_seconds,
            processes_left=(*self.left, *self.server.left),
            load_average=average,
            machine=machine(),
        )
