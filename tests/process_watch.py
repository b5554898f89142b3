"""Functions that tests use to observe processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path


def alive(pid: int) -> bool:
    """Return whether a process is running; a zombie is not running."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    return stat[stat.rfind(b")") + 2 :][:1] != b"Z"


def wait_until(condition: Callable[[], bool], seconds: float = 180.0) -> None:
    give_up = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < give_up, "waited too long"
        time.sleep(0.01)


def descendants(root: int | None = None) -> set[int]:
    """Return the running descendants of a process, by default of this process.

    Python's resource tracker for shared memory is left out: once a Dask cluster has run in a process, the
    tracker runs until that process ends.
    """
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(path.parent.name)] = int(fields[1])
    root = os.getpid() if root is None else root
    found = {root}
    while grown := {child for child, parent in parents.items() if parent in found} - found:
        found |= grown
    return {pid for pid in found - {root} if not _keeps_shared_memory(pid)}


def _keeps_shared_memory(pid: int) -> bool:
    try:
        return b"multiprocessing.resource_tracker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
