"""Run a command to its end and measure the resources that it uses."""

from __future__ import annotations

import math
import os
import selectors
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import EngineFailure, OutOfResources
from tilewright.processes.process_tree import ProcessTree

__all__ = ["MeasuredCommand", "measure"]

_POLL = 0.05
_CHUNK = 2**16
_STDERR_TAIL = 2**12


@dataclass(frozen=True, slots=True)
class MeasuredCommand:
    """The exit status of a command (minus the signal number if a signal killed it) and the resources used."""

    status: int
    last_error_line: str
    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int


def measure(
    argv: Sequence[str],
    *,
    time_limit: float,
    memory_limit: int | None = None,
    cancel: threading.Event | None = None,
) -> MeasuredCommand:
    """Run a command without input and discard its output; all processes that it starts end with it.

    `memory_limit` is in bytes and applies to the command and all processes that it starts, together.
    """
    started = time.monotonic()
    tree = ProcessTree(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    tail = b""
    try:
        assert tree.process.stdin is not None
        assert tree.process.stderr is not None
        tree.process.stdin.close()
        with selectors.DefaultSelector() as selector:
            selector.register(tree.process.stderr, selectors.EVENT_READ)
            while not tree.ending:
                tail = (tail + _read(selector))[-_STDERR_TAIL:]
                if time.monotonic() > started + time_limit:
                    raise EngineFailure(f"the command did not end within {time_limit:g} s and was killed")
                if cancel is not None and cancel.is_set():
                    raise EngineFailure("the command was cancelled and was killed")
                if tree.measure_memory() > (memory_limit or math.inf):
                    limit = f"{(memory_limit or 0) / 2**20:,.0f} MiB"
                    raise OutOfResources(f"the command exceeded its memory limit of {limit} and was killed")
            wall = time.monotonic() - started
            tail = (tail + _read(selector))[-_STDERR_TAIL:]
    finally:
        used = tree.kill()
    line = tail.decode(errors="replace").strip().rpartition("\n")[2]
    return MeasuredCommand(tree.process.returncode, line, wall, used.cpu_seconds, used.peak_bytes)


def _read(selector: selectors.BaseSelector) -> bytes:
    """Wait a short time for output on standard error and return it."""
    # A command that has closed its standard error usually exits soon; a shorter wait makes the measured time
    # more precise.
    for key, _ in selector.select(_POLL if selector.get_map() else _POLL / 25):
        data = os.read(key.fd, _CHUNK)
        if data:
            return data
        selector.unregister(key.fileobj)
    return b""
