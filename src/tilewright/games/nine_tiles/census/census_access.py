"""Access to the census: its folder, how it is built and opened, and the copy that this process keeps open.

Only this module defines where the census is stored. All censuses have the same content, so one open census
serves the whole process even if a different data folder is set later.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

from tilewright.console import data_folder, say
from tilewright.games.nine_tiles.census.read_census import Census, is_built, read_census
from tilewright.run import Progress, Run
from tilewright.running import Executor

__all__ = ["build", "census_folder", "compile_builder", "get_census", "get_census_if_built", "open_census"]

_lock = threading.Lock()
_cache: list[Census] = []


def census_folder(data: str | None = None) -> Path:
    """Return the census folder inside a data folder, by default inside the user's data folder."""
    return data_folder(data) / "nine_tiles" / "census"


def build(
    folder: Path,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    towns: bool = False,
) -> Census | None:
    """Build the census in a folder, or complete or repair an existing one; return None if cancelled.

    The work runs in threads of this process, or in `executor` if one is given. Existing files are verified by
    their digests. If `towns` is set, every town is also written, to Parquet files in ``towns/``.
    """
    from tilewright.games.nine_tiles.census.census_shards import Threads
    from tilewright.games.nine_tiles.census.write_census import write_census

    complete = write_census(folder, executor or Threads(threads), progress, cancel, towns)
    return read_census(folder) if complete else None


def open_census(
    folder: Path | None = None,
    *,
    progress: Callable[[Progress], None] | None = None,
    threads: int | None = None,
) -> Census:
    """Return the census in a folder, by default in the data folder; build it first if it is missing.

    Raises `BadInput` with the name of the file if the census is damaged.
    """
    census = _open_or_build(folder or census_folder(), threads or os.cpu_count() or 1, progress)
    assert census is not None, "a build without a cancel event always completes"
    return census


def get_census(run: Run) -> Census | None:
    """Return the census that this process keeps open, opening it if necessary; build it if it is missing.

    Returns None if the run is stopped before the census is built. The shards finished by then are kept, and the
    next build continues from there.
    """

    def report(progress: Progress) -> None:
        run.report(note=f"census: {progress.best} of {progress.bound} shards finished")

    with _lock:
        _forget_changed_census()
        if not _cache:
            census = _open_or_build(census_folder(), run.limits.threads, report, _StopEvent(run))
            if census is not None:
                _cache.append(census)
        return _cache[0] if _cache else None


def get_census_if_built() -> Census | None:
    """Return the census that this process keeps open, opening it if necessary; None if it is not built."""
    with _lock:
        _forget_changed_census()
        if not _cache and is_built(census_folder()):
            _cache.append(read_census(census_folder()))
        return _cache[0] if _cache else None


def _forget_changed_census() -> None:
    """Discard the open census if its files have changed, so that the files are verified again when reopened."""
    if _cache and not _cache[0].is_unchanged:
        _cache.clear()


def compile_builder() -> None:
    """If the census is not built, compile the code that builds it, by counting the towns of one job."""
    if not _cache and not is_built(census_folder()):
        from tilewright.games.nine_tiles.census.count_towns import count
        from tilewright.games.nine_tiles.census.synonyms_and_counting_jobs import jobs
        from tilewright.games.nine_tiles.census.write_census import compile_writer

        compile_writer(count(jobs()[:1]))


def _open_or_build(
    folder: Path,
    threads: int,
    progress: Callable[[Progress], None] | None,
    cancel: threading.Event | None = None,
) -> Census | None:
    """Open the census in a folder, or announce that it is missing and build it; return None if cancelled."""
    if is_built(folder):
        return read_census(folder)
    say(f"building the census of all towns in {folder}; this is done once and takes about half a minute")
    return build(folder, threads=threads, progress=progress, cancel=cancel)


class _StopEvent(threading.Event):
    """An event that is set when the run is stopped because it is cancelled or out of time."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run

    def is_set(self) -> bool:
        return super().is_set() or self._run.stopped
