"""The census that this process has at hand: every census is the same, so one is enough, wherever it lies."""

from __future__ import annotations

import threading

from tilewright.console import data_folder, say
from tilewright.game import Run
from tilewright.games.nine_tiles.census import Census, build, open_census

__all__ = ["census_at_hand"]

_lock = threading.Lock()
_opened: list[Census] = []


def census_at_hand(run: Run) -> Census | None:
    """The census of the data folder, built first if it is missing; None when the run ends before that.

    What was counted until then is kept, and the next one goes on from there.
    """
    with _lock:
        if not _opened:
            folder = data_folder() / "nine_tiles" / "census"
            if (folder / "census.json").exists():
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


class _Stop(threading.Event):
    """Set when the run is over: cancelled, or out of time."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run

    def is_set(self) -> bool:
        return super().is_set() or self._run.stopped
