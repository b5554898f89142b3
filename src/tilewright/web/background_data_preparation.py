"""Prepare data for the pages of games while the server runs, in one low-priority process.

Data are prepared for each game whose folder has a file ``page_preparation.py`` with a function ``ready() ->
bool`` and a function ``build(progress)``, which calls ``progress(done, note)``; `done` is a fraction between 0
and 1. If the process is killed, the files that `build` has written so far must still be valid, because the next
server that is started calls `build` again. Preparations use kernels, so they wait until missing kernels are
compiled.
"""

from __future__ import annotations

import threading
from dataclasses import asdict, dataclass
from typing import Any

from tilewright import registry
from tilewright.web.background_compilation import BackgroundCompilation
from tilewright.web.supervised_worker import Refused, WorkerProcess

__all__ = ["Preparation", "Preparations"]

NICENESS = 10
MEMORY_LIMIT = 4 * 2**30


@dataclass
class Preparation:
    """The preparation of one game. Its state is waiting, running, ready or failed."""

    game: str
    title: str
    state: str = "waiting"
    done: float = 0.0
    note: str = "background preparation is off"

    def __str__(self) -> str:
        texts = {"running": f"is being prepared: {100 * self.done:.0f}%", "failed": "could not be prepared"}
        text = texts.get(self.state, "is not prepared yet")
        return f"{self.title} {text}{f' ({self.note})' if self.note else ''}"


class Preparations:
    """The preparations of all games, run one after another by a thread and its worker process.

    Before the first preparation, the thread compiles the kernels that are missing.
    """

    def __init__(self) -> None:
        self.kernels = BackgroundCompilation()
        self._preparations = [
            Preparation(game.name, game.title) for game in registry.games() if game.has("page_preparation")
        ]
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="preparation", daemon=True)

    def to_json(self) -> list[dict[str, Any]]:
        return [asdict(each) for each in self._preparations]

    def unfinished(self, game: str) -> Preparation | None:
        """Return the preparation of a game; None if it is ready, or if the game needs no preparation."""
        unfinished = (each for each in self._preparations if each.game == game and each.state != "ready")
        return next(unfinished, None)

    def start(self) -> None:
        """Start the thread that prepares the games."""
        for each in self._preparations:
            each.note = ""
        self.kernels.start()
        self._thread.start()

    def close(self) -> None:
        """Stop the preparation and wait until its process has ended."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        worker = WorkerProcess(MEMORY_LIMIT, NICENESS)
        try:
            for each in self._preparations:
                self._find_ready(worker, each)
            if self.kernels.find_missing(worker, self._stop):
                worker.kill()
                self._set_waiting_note("the kernels of the games are being compiled")
                self.kernels.compile_missing(self._stop)
                self._set_waiting_note("")
            for each in self._preparations:
                if each.state == "waiting" and not self._stop.is_set():
                    self._prepare(worker, each)
        finally:
            worker.kill()

    def _set_waiting_note(self, note: str) -> None:
        for each in self._preparations:
            if each.state == "waiting":
                each.note = note

    def _find_ready(self, worker: WorkerProcess, preparation: Preparation) -> None:
        """Mark a preparation as ready if an earlier server has completed it."""
        try:
            answer = worker.ask("prepared", {"game": preparation.game}, seconds=None, cancel=self._stop)
        except Refused:
            return  # the preparation itself will report the failure
        if answer["ready"]:
            preparation.state, preparation.done = "ready", 1.0

    def _prepare(self, worker: WorkerProcess, preparation: Preparation) -> None:
        def on_progress(progress: dict[str, Any]) -> None:
            preparation.done, preparation.note = progress["done"], progress["note"]

        preparation.state, preparation.note = "running", ""
        try:
            request = {"game": preparation.game}
            answer = worker.ask("prepare", request, seconds=None, cancel=self._stop, on_progress=on_progress)
        except Refused as refused:
            preparation.state, preparation.note = "failed", refused.detail
            return
        if answer["ready"]:
            preparation.state, preparation.done = "ready", 1.0
        else:
            preparation.state = "failed"
