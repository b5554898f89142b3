"""Compile missing kernels while the server runs, one game after another, at low priority.

The server process does not import Numba: a worker process checks which kernels are missing, and the warm-up of
a game runs in its own process, as in `tilewright compile`.
"""

from __future__ import annotations

import threading
import time
from dataclasses import asdict, dataclass
from typing import Any

from tilewright import registry
from tilewright.running.kernel_compilation import Compilation, compile_games
from tilewright.web.supervised_worker import Refused, WorkerProcess

__all__ = ["BackgroundCompilation", "KernelState"]

NICENESS = 15
"""The niceness of compiling processes. It is higher than that of jobs, so jobs have priority."""


@dataclass
class KernelState:
    """The state of the kernels of one game: unknown, waiting, running, ready or failed.

    `done` is the finished fraction of the compilation. `seconds` is the time that the compilation has taken so
    far or, after its end, in total.
    """

    game: str
    title: str
    state: str = "unknown"
    done: float = 0.0
    seconds: float = 0.0
    note: str = "background preparation is off"

    def set(self, state: str, done: float, note: str = "") -> None:
        self.state, self.done, self.note = state, done, note


class BackgroundCompilation:
    """The state of the kernels of all games, and the compilation of missing kernels."""

    def __init__(self) -> None:
        self._kernels = [KernelState(game.name, game.title) for game in registry.games() if game.warm_up]

    def to_json(self) -> list[dict[str, Any]]:
        return [asdict(each) for each in self._kernels]

    def start(self) -> None:
        """Remove the note that background preparation is off."""
        for each in self._kernels:
            each.note = ""

    def find_missing(self, worker: WorkerProcess, stop: threading.Event) -> bool:
        """Find out which games have missing kernels; return whether any kernels are missing."""
        for each in self._kernels:
            try:
                answer = worker.ask("missing-kernels", {"game": each.game}, seconds=None, cancel=stop)
            except Refused as refused:
                each.set("failed", 0.0, refused.detail)
            else:
                each.set("waiting" if answer["missing"] else "ready", 0.0 if answer["missing"] else 1.0)
        return any(each.state == "waiting" for each in self._kernels)

    def compile_missing(self, stop: threading.Event) -> None:
        """Compile the missing kernels; stop if the kernels of a game cannot be saved."""
        for each in self._kernels:
            if stop.is_set():
                return
            if each.state == "waiting" and not self._compile(each, stop):
                self._give_up(each.note)

    def _compile(self, kernels: KernelState, stop: threading.Event) -> bool:
        """Compile the kernels of a game; return False if they cannot be saved."""
        compilation = Compilation(kernels.game, len(registry.game(kernels.game).warm_up))
        started = time.monotonic()

        def show_progress() -> None:
            kernels.done = compilation.finished / compilation.entries
            kernels.seconds = round(time.monotonic() - started, 1)

        kernels.set("running", 0.0)
        try:
            compile_games([compilation], 1, niceness=NICENESS, on_progress=show_progress, cancel=stop)
        except OSError as error:
            compilation.error = error.strerror or str(error)
        if not compilation.complete:
            kernels.set("failed", kernels.done, compilation.error)
            return True
        if compilation.kernels == 0:
            kernels.set("failed", 1.0, "the compiled kernels cannot be saved")
            return False
        kernels.set("ready", 1.0)
        return True

    def _give_up(self, reason: str) -> None:
        for each in self._kernels:
            if each.state == "waiting":
                each.set("failed", 0.0, reason)
