"""The census built on demand, for people who wait for it and for the bench."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tilewright.files import storing
from tilewright.game import Progress
from tilewright.games.nine_tiles.census import Census, build
from tilewright.games.nine_tiles.ranking import RANKS
from tilewright.games.nine_tiles.survey import Survey

__all__ = ["build_census", "try_build"]

Tell = Callable[[Progress], None]


def build_census(
    folder: Path, threads: int | None, towns: bool, tell: Tell, cancel: threading.Event
) -> dict[str, Any] | None:
    """Build or finish the census in a folder; what was counted, or None when it was cancelled."""
    began = time.perf_counter()
    found = build(folder, threads=_threads(threads), progress=tell, cancel=cancel, towns=towns)
    if found is None:
        return None
    seconds = {"build": round(time.perf_counter() - began, 3)}
    return {**_counts(found), "seconds": seconds, "folder": str(folder)}


def try_build(threads: int | None, tell: Tell, cancel: threading.Event) -> dict[str, Any] | None:
    """Build the census from nothing in a folder of its own, rank all theme sets, and keep none of it."""
    with storing(Path(tempfile.gettempdir())):
        folder = tempfile.TemporaryDirectory(prefix="tilewright-census-")
    with folder:
        began = time.perf_counter()
        found = build(Path(folder.name) / "census", threads=_threads(threads), progress=tell, cancel=cancel)
        if found is None:
            return None
        built = time.perf_counter()
        survey = Survey(found.points, found.towns, _threads(threads))
        ranked = {rank: survey.winners(rank) for rank in RANKS}
        seconds = {"build": round(built - began, 3), "rank": round(time.perf_counter() - built, 3)}
        return {**_counts(found), "sets": len(ranked["duel"].best), "seconds": seconds}


def _counts(census: Census) -> dict[str, int]:
    return {"synonyms": census.synonyms, "towns": census.all_towns, "vectors": len(census.towns)}


def _threads(asked: int | None) -> int:
    return asked or os.cpu_count() or 1
