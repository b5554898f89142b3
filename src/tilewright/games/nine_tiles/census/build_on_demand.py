"""The census built on demand, for people who wait for it and for the bench."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.game import Progress
from tilewright.games.nine_tiles.census import Census, build
from tilewright.games.nine_tiles.census.count_towns import count_all
from tilewright.games.nine_tiles.census.counting_jobs import synonyms
from tilewright.games.nine_tiles.census.packed_scores_kernel import unpack_vectors
from tilewright.games.nine_tiles.ranking.all_theme_sets import Survey
from tilewright.games.nine_tiles.ranking.best_patterns import RANKS, THEMES
from tilewright.running import executor_named

__all__ = ["build_census", "try_build"]

Tell = Callable[[Progress], None]


def build_census(
    folder: Path, threads: int | None, where: str | None, towns: bool, tell: Tell, cancel: threading.Event
) -> dict[str, Any] | None:
    """Build or finish the census in a folder; what was counted, or None when it was cancelled."""
    began = time.perf_counter()
    executor = None if where is None else executor_named(where)
    found = build(
        folder, threads=_threads(threads), executor=executor, progress=tell, cancel=cancel, towns=towns
    )
    if found is None:
        return None
    seconds = {"build": round(time.perf_counter() - began, 3)}
    return {**_counts(found), "seconds": seconds, "folder": str(folder)}


def try_build(threads: int | None) -> dict[str, Any]:
    """The whole census in memory, from nothing, and all theme sets by every rank; none of it is kept."""
    began = time.perf_counter()
    vectors = count_all(_threads(threads))
    counted = time.perf_counter()
    facts = {
        "synonyms": len(synonyms()),
        "towns": int(vectors.towns.sum(dtype=np.int64)),
        "vectors": len(vectors),
    }
    points, towns = np.empty((THEMES, len(vectors)), np.int8), vectors.towns.astype(np.int64)
    unpack_vectors(vectors.codes, points)
    del vectors
    survey = Survey(points.T, towns, _threads(threads))
    for rank in RANKS:
        facts["sets"] = len(survey.winners(rank).best)
    seconds = {"count": counted - began, "rank": time.perf_counter() - counted}
    return {**facts, "seconds": {name: round(value, 3) for name, value in seconds.items()}}


def _counts(census: Census) -> dict[str, int]:
    return {"synonyms": census.synonyms, "towns": census.all_towns, "vectors": len(census.towns)}


def _threads(asked: int | None) -> int:
    return asked or os.cpu_count() or 1
