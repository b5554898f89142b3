"""What games prepare for their pages while the server runs, one after the other, in a process of low priority.

A game takes part when its folder has a file ``preparation.py`` with a function ``ready() -> bool`` and a
function ``build(progress)``, which calls ``progress(done, note)`` with a share between 0 and 1. What `build`
leaves in the data folder must survive that its process is killed; the next start goes on from there.
"""

from __future__ import annotations

import threading
from dataclasses import asdict, dataclass
from typing import Any

from tilewright import registry
from tilewright.web.clerk import Clerk, Refused

__all__ = ["Background", "Preparation"]

NICENESS = 10
MEMORY_LIMIT = 4 * 2**30


@dataclass
class Preparation:
    """How the preparation of one game stands: waiting, running, ready or failed."""

    game: str
    title: str
    state: str = "waiting"
    done: float = 0.0
    note: str = "this server prepares nothing"

    def __str__(self) -> str:
        match self.state:
            case "running":
                told = f"is being prepared: {100 * self.done:.0f} %"
            case "failed":
                told = "could not be prepared"
            case _:
                told = "is not prepared yet"
        return f"{self.title} {told}{f', {self.note}' if self.note else ''}"


class Background:
    """The preparations of all games, in a thread that waits for their process."""

    def __init__(self) -> None:
        self._preparations = [
            Preparation(game.name, game.title) for game in registry.games() if game.has("preparation")
        ]
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def to_json(self) -> list[dict[str, Any]]:
        return [asdict(each) for each in self._preparations]

    def unfinished(self, game: str) -> Preparation | None:
        """The preparation of a game as far as it is known not to be ready; None for a game without one."""
        found = (each for each in self._preparations if each.game == game and each.state != "ready")
        return next(found, None)

    def start(self) -> None:
        for each in self._preparations:
            each.note = ""
        if self._preparations:
            self._thread = threading.Thread(target=self._work, name="background", daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        clerk = Clerk(MEMORY_LIMIT, NICENESS)
        try:
            for each in self._preparations:
                if not self._stop.is_set():
                    self._prepare(clerk, each)
        finally:
            clerk.end()

    def _prepare(self, clerk: Clerk, each: Preparation) -> None:
        def tell(told: dict[str, Any]) -> None:
            each.done, each.note = told["done"], told["note"]

        each.state = "running"
        try:
            found = clerk.ask("background", {"game": each.game}, seconds=None, cancel=self._stop, tell=tell)
        except Refused as refused:
            each.state, each.note = "failed", refused.detail
        else:
            each.state, each.done = ("ready", 1.0) if found["ready"] else ("failed", each.done)
