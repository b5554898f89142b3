"""A build that is killed on the way: run as a program, FOLDER THREADS SHARDS KILL_AFTER.

It builds the first SHARDS shards of the census (0: all of them), and is killed when KILL_AFTER shards are
written in all, or, with -1, when the arrays are about to be written; 0 lets it live.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import islice
from pathlib import Path

from tilewright.games.nine_tiles.census import build as build_census
from tilewright.games.nine_tiles.census import build as making
from tilewright.run import Progress


def shorten_census(shards: int) -> None:
    """Let the census be its first shards only: a small one with everything that a whole one has."""
    every = making.census_shards()
    making.census_shards = lambda: dict(islice(every.items(), shards))  # type: ignore[assignment]


def main(folder: str, threads: int, shards: int, kill_after: int) -> None:
    if shards:
        shorten_census(shards)

    def watch(progress: Progress) -> None:
        writes_arrays = progress.note.startswith("writing")
        if writes_arrays if kill_after == -1 else progress.best == kill_after:
            os.kill(os.getpid(), signal.SIGKILL)

    build_census(Path(folder), threads=threads, progress=watch)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
