"""A program that builds the census and kills itself. Its arguments are FOLDER THREADS SHARDS KILL_AFTER.

It builds the first SHARDS shards of the census, or all shards if SHARDS is 0. It kills itself when KILL_AFTER
shards exist. If KILL_AFTER is -1, it kills itself just before the arrays are written; if 0, it runs to the end.
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
    """Restrict the census to its first shards; such a small census still has all kinds of files."""
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
