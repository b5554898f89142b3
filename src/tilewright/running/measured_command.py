"""Run a command to its end and measure the resources that it uses."""

from __future__ import annotations

import math
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilewright.errors import EngineFailure, OutOfResources
from tilewright.processes.pipes import Pipes
from tilewright.processes.process_tree import ProcessTree

__all__ = ["MeasuredCommand", "measure"]

_POLL = 0.05


@dataclass(frozen=True, slots=True)
class MeasuredCommand:
    """The exit status of a command (negative if a signal killed it: -N for signal N) and the resources used."""

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
    environment: Mapping[str, str] | None = None,
) -> MeasuredCommand:
    """Run a command without input, and at the end kill all processes that it started.

    The standard output of the command is discarded; of its standard error, only the last line is kept.

    `memory_limit` is in bytes and applies to the command and all processes that it starts, together.
    The command inherits the environment of this process, extended with `environment`.
    """
    started = time.monotonic()
    tree = ProcessTree(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, environment=environment)
    pipes = Pipes(tree.process, lambda: bool(tree.ending))
    try:
        pipes.send(b"", last=True)
        while not tree.ending:
            if pipes.is_open:
                pipes.exchange(_POLL)
            else:
                # A command that has closed its standard error usually exits soon; a shorter wait makes the
                # measured time more precise.
                time.sleep(_POLL / 25)
            if time.monotonic() > started + time_limit:
                raise EngineFailure(f"the command did not end within {time_limit:g} s and was killed")
            if cancel is not None and cancel.is_set():
                raise EngineFailure("the command was cancelled and killed")
            if tree.measure_memory() > (memory_limit or math.inf):
                limit = f"{(memory_limit or 0) / 2**20:,.0f} MiB"
                raise OutOfResources(f"the command exceeded its memory limit of {limit} and was killed")
        wall = time.monotonic() - started
        pipes.read_rest()
    finally:
        used = tree.kill()
    return MeasuredCommand(
        tree.process.returncode, pipes.last_error_line, wall, used.cpu_seconds, used.peak_bytes
    )
