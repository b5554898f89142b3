"""Functions that worker processes can import, for the tests of executors and shards."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from tilewright.game import Progress
from tilewright.running import executor_named, map_shards


def square(number: int) -> int:
    return number * number


def digests(payload: dict[str, int]) -> bytes:
    """Return digests, as bytes, that depend only on the payload."""
    lines = [hashlib.sha256(b"%d %d" % (payload["seed"], row)).hexdigest() for row in range(payload["rows"])]
    return "\n".join(lines).encode()


def shards(count: int) -> dict[str, dict[str, int]]:
    return {f"part-{seed:03}": {"seed": seed, "rows": 1 + seed * 37 % 100} for seed in range(count)}


def fail_on_three(number: int) -> int:
    if number == 3:
        raise ValueError("three is\nnot for me")
    return number


def die_once(marker: str) -> bytes:
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return b"alive"


def die_always(number: int) -> bytes:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return b"%d" % number


def hang(folder: str) -> bytes:
    (Path(folder) / f"{os.getpid()}.pid").touch()
    if os.fork() == 0:
        os.setsid()
        (Path(folder) / f"{os.getpid()}.pid").touch()
    while True:
        time.sleep(1)


def chatter(number: int) -> int:
    print("noise", flush=True)
    os.write(1, b"\xffnoise\n")
    return number


def big(size: int) -> bytes:
    return b"x" * size


def run_and_die(folder: str, count: str, where: str, deaths: str, point: str) -> None:
    """Write shards, and kill this process when `deaths` shards are stored.

    If `point` is ``after``, it is killed at once; if ``renaming``, just before the next file is renamed.
    """
    written = 0

    def die_after(progress: Progress) -> None:
        nonlocal written
        written += 1
        if written == int(deaths) and point == "after":
            os.kill(os.getpid(), signal.SIGKILL)

    replace = os.replace

    def die_before_rename(source: Any, target: Any) -> None:
        if written == int(deaths) and point == "renaming":
            os.kill(os.getpid(), signal.SIGKILL)
        replace(source, target)

    os.replace = die_before_rename
    map_shards(
        digests,
        shards(int(count)),
        Path(folder),
        version="1",
        executor=executor_named(where),
        progress=die_after,
    )


def run_for_ever(folder: str, marks: str) -> None:
    map_shards(
        hang, {"a": marks, "b": marks}, Path(folder), version="1", executor=executor_named("processes:2")
    )


if __name__ == "__main__":
    import worker_functions

    getattr(worker_functions, sys.argv[1])(*sys.argv[2:])
