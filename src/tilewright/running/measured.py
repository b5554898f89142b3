"""A command run to its end, and what it used."""

from __future__ import annotations

import os
import selectors
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.errors import EngineFailure, OutOfResources
from tilewright.running.family import Family

__all__ = ["Measured", "measure"]

_POLL = 0.05
_CHUNK = 2**16
_LAST_WORDS = 2**12


@dataclass(frozen=True, slots=True)
class Measured:
    """How a command ended (its exit status, or minus the signal that killed it) and what it used."""

    status: int
    last_words: str
    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int


def measure(
    argv: Sequence[str],
    *,
    time_limit: float,
    memory_limit: int | None = None,
    cancel: threading.Event | None = None,
) -> Measured:
    """Run a command without input, its output unseen; what it starts ends with it.

    `memory_limit` counts bytes over the command and all that it starts.
    """
    started = time.monotonic()
    family = Family(argv, stderr=subprocess.PIPE)
    words = b""
    try:
        assert family.process.stdin is not None
        family.process.stdin.close()
        with selectors.DefaultSelector() as selector:
            for stream in (family.process.stdout, family.process.stderr):
                selector.register(stream or -1, selectors.EVENT_READ)
            while not family.death:
                words = (words + _drain(selector, family.process.stderr))[-_LAST_WORDS:]
                held_too_long = time.monotonic() > started + time_limit
                if held_too_long or (cancel is not None and cancel.is_set()):
                    how = f"did not end within {time_limit:g} s" if held_too_long else "was cancelled"
                    raise EngineFailure(f"the command {how} and was killed")
                if (held := family.look()) and memory_limit is not None and held > memory_limit:
                    limit = f"{memory_limit / 2**20:,.0f} MiB"
                    raise OutOfResources(f"the command exceeded its memory limit of {limit} and was killed")
            wall = time.monotonic() - started
            words = (words + _drain(selector, family.process.stderr))[-_LAST_WORDS:]
    finally:
        used = family.end()
    line = words.decode(errors="replace").strip().rpartition("\n")[2]
    return Measured(family.process.returncode, line, wall, used.cpu_seconds, used.peak_bytes)


def _drain(selector: selectors.BaseSelector, wanted: Any) -> bytes:
    """Read what there is within a moment; give what came from the wanted stream."""
    heard = b""
    # A command that has closed its streams is about to end, and its end is what we time.
    for key, _ in selector.select(_POLL if selector.get_map() else _POLL / 25):
        data = os.read(key.fd, _CHUNK)
        if not data:
            selector.unregister(key.fileobj)
        elif key.fileobj is wanted:
            heard += data
    return heard
