"""A bench that kills itself after so many runs are kept."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tilewright.bench.run import run_suite
from tilewright.bench.shelf import find_suite
from tilewright.records import Records


def main(suite: str, folder: str, deaths: str) -> None:
    told = 0

    def die_after(line: str) -> None:
        nonlocal told
        told += 1
        if told == int(deaths):
            os.kill(os.getpid(), signal.SIGKILL)

    run_suite(find_suite(suite), Records(Path(folder)), tell=die_after)


if __name__ == "__main__":
    main(*sys.argv[1:])
