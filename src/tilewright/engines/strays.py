"""Finding the processes that have left their process group, by a mark that their environment carries.

MiniZinc, for one, puts the solver that it runs into a group of its own; when MiniZinc is killed, the solver
goes on, and no signal to MiniZinc's group reaches it. The environment goes from parent to child and stays.
"""

from __future__ import annotations

import os
import signal
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

__all__ = ["end_strays", "new_mark"]

_VARIABLE = "TILEWRIGHT_ENGINE"
_PROCESSES = Path("/proc")
_ROUNDS = 100


def new_mark() -> tuple[str, Mapping[str, str]]:
    """A mark, and the environment variable that carries it beside the marks of the engines around this one."""
    mark = uuid.uuid4().hex
    return mark, {_VARIABLE: f"{os.environ.get(_VARIABLE, '')} {mark}".strip()}


def end_strays(mark: str) -> None:
    """Kill every process with the mark and wait until none is alive; without /proc, do nothing."""
    for _ in range(_ROUNDS):
        strays = list(_marked(mark.encode()))
        for number in strays:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
        if not strays:
            return
        time.sleep(0.002)


def _marked(mark: bytes) -> Iterator[int]:
    """The living processes with the mark; the environment of a dead one is empty."""
    if not _PROCESSES.is_dir():
        return
    for folder in _PROCESSES.iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # it has ended meanwhile, or belongs to somebody else
                if mark in folder.joinpath("environ").read_bytes():
                    yield int(folder.name)
