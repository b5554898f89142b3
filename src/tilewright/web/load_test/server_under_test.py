"""The web server of a load run: start, kill, restart and stop it, and list its processes."""

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

__all__ = ["HOST", "ServerUnderTest", "wait_until"]

HOST = "127.0.0.1"
EXIT_TIMEOUT = 10.0
"""The number of seconds within which a stopped server, and then its workers, must end."""
_PERIOD = 0.05


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait for at most `seconds` until the condition is true; return whether it became true."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(_PERIOD)
    return True


class ServerUnderTest:
    """A server in its own process, with its own data folder.

    After the server has ended, `stop` kills the processes that are still running; `left_processes` lists their
    command lines.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._tree: ProcessTree | None = None
        self._ended_trees: list[ProcessTree] = []
        self.port = 0
        self.left_processes: list[str] = []

    def start(self) -> None:
        """Start the server on a free port (or restart it on the same port), and wait until it listens."""
        arguments = ["-m", "tilewright", "serve", "--port", str(self.port), "--json", "--no-background"]
        self._tree = ProcessTree([sys.executable, *arguments], environment={"TILEWRIGHT_DATA": str(self._data)})
        assert self._tree.process.stdout is not None
        line = self._tree.process.stdout.readline()
        if not line:
            raise EngineFailure(f"the server {self._tree.wait_for_ending()} before it accepted connections")
        self.port = int(json.loads(line)["url"].rpartition(":")[2])

    def kill(self) -> None:
        """Kill the server with SIGKILL; its workers are expected to notice this and end."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server with SIGTERM.

        Processes that this server or an earlier, killed server has left running are killed, and their command
        lines are added to `left_processes`.
        """
        self._end(signal.SIGTERM)
        while self._ended_trees:
            self.left_processes += _kill_rest_of(self._ended_trees.pop())

    def _end(self, number: signal.Signals) -> None:
        tree, self._tree = self._tree, None
        if tree is not None:
            os.kill(tree.pid, number)
            self._ended_trees.append(tree)
            wait_until(lambda: bool(tree.ending), EXIT_TIMEOUT)

    def commands(self) -> list[str]:
        """Return the command lines of all descendants of the server process."""
        tree = self._tree
        return [] if tree is None else sorted(_command_line(pid) for pid in tree.pids - {tree.pid})


def _kill_rest_of(tree: ProcessTree) -> list[str]:
    """Kill the processes that are still running after their server has ended; return their command lines."""
    wait_until(lambda: not tree.pids, EXIT_TIMEOUT)
    left_processes = [_command_line(pid) for pid in tree.pids]
    tree.kill()
    return left_processes


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return "(a process that has just ended)"
