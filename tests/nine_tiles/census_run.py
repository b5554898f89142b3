"""A build of the census that kills itself: a program with the arguments FOLDER THREADS SHARDS KILL_AFTER.

It builds the first SHARDS shards of the census (0: all of them). It kills itself when KILL_AFTER shards exist,
or, with -1, just before the arrays are written; with 0 it runs to the end.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import islice
from pathlib import Path

from tilewright.games.nine_tiles.census import build as build_census
from tilewright.games.nine_tiles.census import write_census as write_census_module
from tilewright.run import Progress


def shorten_census(shards: int) -> None:
    """Replace the census by its first shards: a small census with all kinds of files."""
    all_shards = write_census_module.census_shards()
    write_census_module.census_shards = lambda: dict(islice(all_shards.items(), shards))  # type: ignore[assignment]


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
