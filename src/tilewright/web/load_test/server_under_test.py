"""A workbench for a load run: started as a person starts it, killed, started again, and looked at."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tilewright.errors import EngineFailure
from tilewright.processes.process_tree import ProcessTree

__all__ = ["HOST", "LoadServer", "wait_until"]

HOST = "127.0.0.1"
GOING = 10.0
"""Seconds that the workers of a server have to follow it, and a server that is asked to stop."""
_PERIOD = 0.05


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Whether the condition came true in time."""
    give_up = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > give_up:
            return False
        time.sleep(_PERIOD)
    return True


class LoadServer:
    """A server in a process of its own, with a data folder of its own.

    What it leaves behind is ended all the same, and named in `left`.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._tree: ProcessTree | None = None
        self._ended: list[ProcessTree] = []
        self.port = 0
        self.left: list[str] = []

    def start(self) -> None:
        """Start it on a free port, or again on the same one; it listens when this is done."""
        words = ["-m", "tilewright", "serve", "--port", str(self.port), "--json", "--no-background"]
        self._tree = ProcessTree([sys.executable, *words], environment={"TILEWRIGHT_DATA": str(self._data)})
        assert self._tree.process.stdout is not None
        line = self._tree.process.stdout.readline()
        if not line:
            raise EngineFailure(f"the workbench {self._tree.wait_for_ending()} before it listened")
        self.port = int(json.loads(line)["url"].rpartition(":")[2])

    def kill(self) -> None:
        """End it without a warning, as a power cut would; its workers have to notice by themselves."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C does, and see to it that nobody is left, of one that was killed before neither."""
        self._end(signal.SIGTERM)
        while self._ended:
            self.left += _left_of(self._ended.pop())

    def _end(self, number: signal.Signals) -> None:
        tree, self._tree = self._tree, None
        if tree is not None:
            os.kill(tree.pid, number)
            self._ended.append(tree)
            wait_until(lambda: bool(tree.ending), GOING)

    def commands(self) -> list[str]:
        """The command lines of the processes that it has started."""
        tree = self._tree
        return [] if tree is None else sorted(_words(pid) for pid in tree.pids - {tree.pid})


def _left_of(tree: ProcessTree) -> list[str]:
    """The processes of a server that do not go when it has gone; they are ended now."""
    wait_until(lambda: not tree.pids, GOING)
    left = [_words(pid) for pid in tree.pids]
    tree.kill()
    return left


def _words(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return "a process that has just ended"
