"""Find the processes that a test has started, including grandchildren and orphans."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

TIMEOUT = 180.0
"""The number of seconds after which a test stops waiting for an expected event."""


class StartedProcesses:
    """The processes that a test has started, recognised by the test's mark in their environment."""

    def __init__(self, mark: str) -> None:
        self._mark = mark.encode()

    def alive(self) -> dict[int, str]:
        """Return the command lines of the test's processes that are alive, by process id, without zombies."""
        return dict(self._find())

    def _find(self) -> Iterator[tuple[int, str]]:
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            try:
                # A zombie has an empty environment.
                if self._mark in (folder / "environ").read_bytes():
                    command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
                    yield int(folder.name), command
            except OSError:  # the process has just ended, or belongs to another user
                continue

    def wait_for(self, word: str) -> int:
        """Wait for a process with the program name `word` in its command line, and return its process id."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            for number, command in self.alive().items():
                if any(part.rpartition("/")[2] == word for part in command.split()):
                    return number
            time.sleep(0.01)
        raise AssertionError(f"no process {word} was started; alive: {self.alive()}")

    def kill(self, word: str) -> None:
        os.kill(self.wait_for(word), signal.SIGKILL)

    def all_ended(self) -> bool:
        """Wait at most `TIMEOUT` seconds until none of the processes is alive; return whether all have ended.

        Orphans may take a moment to end.
        """
        end = time.monotonic() + TIMEOUT
        while self.alive() and time.monotonic() < end:
            time.sleep(0.01)
        return not self.alive()
