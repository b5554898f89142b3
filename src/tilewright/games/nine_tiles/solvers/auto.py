"""The best town for three themes, looked up in the census, which is built first if it is missing."""

from __future__ import annotations

import threading

from tilewright.console import data_folder, say
from tilewright.game import Answer, Run, Status
from tilewright.games.nine_tiles.census import Census, build, open_census
from tilewright.games.nine_tiles.questions import ask_best
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, Town

__all__ = ["solve"]


def solve(instance: NineTilesInstance, run: Run) -> Answer:
    census = _census(run)
    if census is None:
        return Answer(Status.UNKNOWN, stats={"note": "the census of all towns was not finished in time"})
    found = ask_best(census, instance.themes, instance.rank)
    stats = {
        "points": [list(pattern) for pattern in found.best.points],
        "towns": found.best.towns,
        "vectors": found.vectors,
        **found.best.facts,
    }
    if not found.examples:
        return Answer(Status.INFEASIBLE, stats=stats)
    example = found.examples[0]
    return Answer(
        Status.OPTIMAL, NineTilesSolution(Town.from_pattern(example.town), example.points), stats=stats
    )


def _census(run: Run) -> Census | None:
    """The census; None when the run ends before it is built. What was counted until then is kept."""
    folder = data_folder() / "nine_tiles" / "census"
    if (folder / "census.json").exists():
        return open_census(folder)
    if run.stopped:
        return None
    say(f"the census of all towns is built first, once, in {folder}")
    return build(
        folder,
        threads=run.limits.threads,
        progress=lambda told: run.report(note=f"census: {told.best} of {told.bound} shards"),
        cancel=_Stop(run),
    )


class _Stop(threading.Event):
    """Set when the run is over: cancelled, or out of time."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run

    def is_set(self) -> bool:
        return super().is_set() or self._run.stopped
