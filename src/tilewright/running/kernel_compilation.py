"""Compile the kernels of games: run the warm-up of each game in its own child process, several at a time.

A game lists its warm-up in the file ``warm_up.json`` (:mod:`tilewright.warm_up_file`): short commands that
use its kernels. The child process (:mod:`tilewright.cli.warm_up_child`) runs them, so that Numba compiles the
kernels, and writes the manifest of the kernels. `tilewright compile` and the web server share this module.
This module does not import Numba.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.processes.function_in_child_process import ChildEnded, SupervisedChild, exchange

__all__ = ["Compilation", "compile_games"]

_ENTRY_POINT = "tilewright.cli.warm_up_child:run_warm_up"
_PERIOD = 0.2


@dataclass(slots=True)
class Compilation:
    """The compilation of a game's kernels.

    `entries` is the number of entries in the warm-up, `finished` the number of entries that have been run,
    `seconds` their CPU time, `kernels` the number of cache files, and `error` the reason for a failure. With
    `rarely_used`, the warm-up includes the entries that are marked as rarely used. If there are no entries,
    nothing needs to be compiled, and the compilation is complete.
    """

    game: str
    entries: int
    rarely_used: bool = False
    kernels: int = 0
    complete: bool = False
    seconds: float = 0.0
    error: str = ""
    finished: int = 0
    running: bool = False

    def __post_init__(self) -> None:
        self.complete = not self.entries


def compile_games(
    compilations: Sequence[Compilation],
    jobs: int,
    *,
    niceness: int = 0,
    on_progress: Callable[[], None] = lambda: None,
    cancel: threading.Event | None = None,
) -> None:
    """Run the warm-ups of games in at most `jobs` processes at a time, and update the compilations.

    `on_progress` is called several times a second. If `cancel` is set, the processes are killed; the kernels
    that they have compiled stay in the cache.
    """
    # The games with the longest warm-ups start first.
    waiting = sorted((each for each in compilations if each.entries), key=lambda each: each.entries)
    running: dict[SupervisedChild, Compilation] = {}
    try:
        while (waiting or running) and not (cancel is not None and cancel.is_set()):
            while waiting and len(running) < jobs:
                compilation = waiting.pop()
                child = SupervisedChild(_ENTRY_POINT, niceness=niceness)
                running[child] = compilation
                compilation.running = True
                child.send([compilation.game, compilation.rarely_used])
            exchange(list(running), _PERIOD)
            for child, compilation in list(running.items()):
                if not _read_messages(child, compilation):
                    del running[child]
                    child.kill()
                    compilation.running = False
            on_progress()
    finally:
        for child, compilation in running.items():
            child.kill()
            compilation.running = False


def _read_messages(child: SupervisedChild, compilation: Compilation) -> bool:
    """Read the messages that have arrived from a child; return False if the child has ended."""
    try:
        while (message := child.receive(0.0)) is not None:
            match message:
                case {"seconds": seconds}:
                    compilation.seconds = round(compilation.seconds + seconds, 3)
                    compilation.finished += 1
                case {"kernels": kernels}:
                    compilation.kernels, compilation.complete = kernels, True
                case {"error": error}:
                    compilation.error = error
    except ChildEnded as ended:
        if not compilation.complete:
            compilation.error = compilation.error or f"the warm-up {ended}"
        return False
    return True
