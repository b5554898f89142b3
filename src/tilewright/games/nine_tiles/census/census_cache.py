"""The census that this process has at hand: every census is the same, so one is enough, wherever it lies."""

from __future__ import annotations

import threading
from pathlib import Path

from tilewright.console import data_folder, say
from tilewright.game import Run
from tilewright.games.nine_tiles.census import Census, build, open_census

__all__ = ["census_at_hand", "warm_up"]

_lock = threading.Lock()
_opened: list[Census] = []


def census_at_hand(run: Run) -> Census | None:
    """The census of the data folder, built first if it is missing; None when the run ends before that.

    What was counted until then is kept, and the next one goes on from there.
    """
    with _lock:
        if not _opened:
            folder = _folder()
            if not _is_missing():
                _opened.append(open_census(folder))
            else:
                say(f"the census of all towns is built first, once, in {folder}")
                built = build(
                    folder,
                    threads=run.limits.threads,
                    progress=lambda told: run.report(note=f"census: {told.best} of {told.bound} shards"),
                    cancel=_Stop(run),
                )
                _opened.extend([] if built is None else [built])
        return _opened[0] if _opened else None


def warm_up() -> None:
    """Compile what a census is built with, if one has to be built: a single job runs through all of it."""
    if not _opened and _is_missing():
        from tilewright.games.nine_tiles.census.count_towns import count
        from tilewright.games.nine_tiles.census.counting_jobs import jobs

        count(jobs()[:1])


def _folder() -> Path:
    return data_folder() / "nine_tiles" / "census"


def _is_missing() -> bool:
    return not (_folder() / "census.json").exists()


class _Stop(threading.Event):
    """Set when the run is over: cancelled, or out of time."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run

    def is_set(self) -> bool:
        return super().is_set() or self._run.stopped
