"""A build of the census that reports the completed share of the work, for the progress bar of the web page."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tilewright.games.nine_tiles.census.census_access import build
from tilewright.games.nine_tiles.census.read_census import ARRAYS, DATABASE, Census
from tilewright.run import Phase, Progress

__all__ = ["build_with_share"]

_COUNTED, _MERGED, _ARRAYS_WRITTEN = 0.56, 0.72, 0.77
"""The measured shares of the build time at which counting, merging and writing the arrays are finished."""

_DATABASE_TO_ARRAYS = 0.25
"""The measured ratio of the size of the database to the size of the arrays."""

ReportShare = Callable[[float, str], None]


def build_with_share(folder: Path, threads: int, report: ReportShare) -> Census:
    """Build, complete or repair the census; `report` receives the completed share (0 to 1) and a note."""
    all_counted = threading.Event()

    def report_counting(progress: Progress) -> None:
        if progress.phase is Phase.WRITE:
            report(_COUNTED, "merging the score vectors")
            all_counted.set()
        elif progress.bound:
            note = "counting all towns" if progress.best else "compiling (the first time only)"
            report(_COUNTED * (progress.best or 0) / progress.bound, note)

    with _report_writing(folder, all_counted, report):
        census = build(folder, threads=threads, progress=report_counting)
    assert census is not None, "a build without a cancel event always completes"
    return census


@contextmanager
def _report_writing(folder: Path, all_counted: threading.Event, report: ReportShare) -> Iterator[None]:
    """Once all towns are counted, report an estimate of the completed share every second.

    Merging and writing take almost as long as counting.
    """
    finished = threading.Event()

    def watch() -> None:
        all_counted.wait()
        started, share = time.monotonic(), _COUNTED
        while not finished.wait(1):
            share = max(share, _written_share(folder))
            merging = f"merging the score vectors ({time.monotonic() - started:.0f} s)"
            report(share, merging if share < _MERGED else "writing the arrays and the database")

    watcher = threading.Thread(target=watch, name="census-progress", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        all_counted.set()
        watcher.join()


def _written_share(folder: Path) -> float:
    """Return an estimate of the completed share of the build, from the sizes of the files written so far."""

    def size(name: str) -> int:
        try:
            return (folder / name).stat().st_size
        except OSError:
            return 0

    arrays, database = sum(map(size, ARRAYS)), size(f".{DATABASE}.tmp")
    if not arrays:
        return _COUNTED
    if not database:
        return _MERGED
    return _ARRAYS_WRITTEN + (1 - _ARRAYS_WRITTEN) * min(1.0, database / (_DATABASE_TO_ARRAYS * arrays))
