"""Finding the processes that a test has started, children of children and orphans included."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 30.0
"""Seconds until a test gives up waiting for something that must happen."""


class Family:
    """Every process whose environment carries the test's own mark."""

    def __init__(self, mark: str) -> None:
        self._mark = mark.encode()

    def alive(self) -> dict[int, str]:
        """Process numbers with command lines; the dead that nobody has buried do not count."""
        return dict(self._members())

    def _members(self) -> Iterator[tuple[int, str]]:
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            try:
                # A zombie has an empty environment.
                if self._mark in (folder / "environ").read_bytes():
                    command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
                    yield int(folder.name), command
            except OSError:  # it has just ended, or is not ours
                continue

    def wait_for(self, word: str) -> int:
        """The number of a process whose command line begins with a program called `word`, or names it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for number, command in self.alive().items():
                if any(part.rpartition("/")[2] == word for part in command.split()):
                    return number
            time.sleep(0.01)
        raise AssertionError(f"no process {word} came up; there are {self.alive()}")

    def kill(self, word: str) -> None:
        os.kill(self.wait_for(word), signal.SIGKILL)

    def is_gone(self) -> bool:
        """True as soon as none is alive; orphans may need a moment to die after the signal."""
        end = time.monotonic() + PATIENCE
        while self.alive() and time.monotonic() < end:
            time.sleep(0.01)
        return not self.alive()
